package interp

import (
	"math"
	"strconv"
	"strings"
)

// cstring reads a zero-terminated string.
func (m *Machine) cstring(addr uint64) (string, error) {
	var b []byte
	for {
		v, und, err := m.loadWord(addr+uint64(len(b)), 1)
		if err != nil {
			return "", err
		}
		if und != 0 {
			return "", faultf(Undefined, "string contains undefined bytes")
		}
		if v == 0 {
			return string(b), nil
		}
		b = append(b, byte(v))
	}
}

// str is argument k, a string.
func (c *call) str(k int) (string, error) {
	if k >= c.nargs() || !c.typ(k).IsPtr() {
		return "", faultf(BadCall, "%s wants a string as argument %d", c.name(), k)
	}
	return c.m.cstring(c.u(k))
}

// putString writes a string and its zero at an address.
func (m *Machine) putString(addr uint64, s string) error {
	return m.WriteBytes(Ptr(addr), append([]byte(s), 0))
}

func initStrings() {
	addLibc("strlen", func(c *call) error {
		s, err := c.str(0)
		c.ret(uint64(len(s)))
		return err
	})
	addLibc("strnlen", func(c *call) error {
		n := uint64(0)
		for n < c.u(1) {
			v, _, err := c.m.loadWord(c.u(0)+n, 1)
			if err != nil {
				return err
			}
			if v == 0 {
				break
			}
			n++
		}
		c.ret(n)
		return nil
	})
	addLibc("strcmp", func(c *call) error {
		a, err := c.str(0)
		if err != nil {
			return err
		}
		b, err := c.str(1)
		c.ret(uint64(int64(strings.Compare(a, b))))
		return err
	})
	addLibc("strncmp", func(c *call) error {
		for k := uint64(0); k < c.u(2); k++ {
			a, ua, err := c.m.loadWord(c.u(0)+k, 1)
			if err != nil {
				return err
			}
			b, ub, err := c.m.loadWord(c.u(1)+k, 1)
			if err != nil {
				return err
			}
			if ua|ub != 0 {
				return faultf(Undefined, "strncmp of undefined bytes")
			}
			if a != b || a == 0 {
				c.ret(a - b)
				return nil
			}
		}
		c.ret(0)
		return nil
	})
	addLibc("strcpy", func(c *call) error {
		s, err := c.str(1)
		if err != nil {
			return err
		}
		c.ret(c.u(0))
		return c.m.putString(c.u(0), s)
	})
	addLibc("strcat", func(c *call) error {
		d, err := c.str(0)
		if err != nil {
			return err
		}
		s, err := c.str(1)
		if err != nil {
			return err
		}
		c.ret(c.u(0))
		return c.m.putString(c.u(0)+uint64(len(d)), s)
	})
	addLibc("strdup", func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		p, err := c.m.heapAlloc(uint64(len(s))+1, 16, false, "strdup")
		if err != nil {
			return err
		}
		c.ret(p)
		return c.m.putString(p, s)
	})
	addLibc("strtod", func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		t := strings.TrimLeft(s, " \t\n\v\f\r")
		n := len(t)
		for ; n > 0; n-- {
			if x, err := strconv.ParseFloat(t[:n], 64); err == nil || math.IsInf(x, 0) {
				c.retF(x)
				break
			}
		}
		if n == 0 {
			c.retF(0)
			t = s
		}
		if c.nargs() > 1 && c.u(1) != 0 {
			return c.m.storeWord(c.u(1), 8, c.u(0)+uint64(len(s)-len(t)+n), 0)
		}
		return nil
	})
	initMoreStrings()
	initCtype()
	for _, name := range []string{"atof", "strtof", "strtold"} {
		libc[name] = &builtin{name: name, fn: libc["strtod"].fn}
	}
}

// initMoreStrings adds the functions that a string and a few numbers describe.
func initMoreStrings() {
	// find gives the address of the place in the first argument, null for -1.
	find := func(name string, place func(c *call, s string) (int, error)) {
		addLibc(name, func(c *call) error {
			if err := c.want(2); err != nil {
				return err
			}
			s, err := c.str(0)
			if err != nil {
				return err
			}
			k, err := place(c, s)
			if k >= 0 {
				c.ret(c.u(0) + uint64(k))
			} else {
				c.ret(0)
			}
			return err
		})
	}
	find("strchr", func(c *call, s string) (int, error) { return strings.IndexByte(s+"\x00", byte(c.u(1))), nil })
	find("strrchr", func(c *call, s string) (int, error) { return strings.LastIndexByte(s+"\x00", byte(c.u(1))), nil })
	second := func(f func(s, t string) int) func(c *call, s string) (int, error) {
		return func(c *call, s string) (int, error) {
			t, err := c.str(1)
			return f(s, t), err
		}
	}
	find("strstr", second(strings.Index))
	find("strpbrk", second(strings.IndexAny))
	for name, in := range map[string]bool{"strspn": true, "strcspn": false} {
		addLibc(name, func(c *call) error {
			s, err := c.str(0)
			if err != nil {
				return err
			}
			t, err := c.str(1)
			n := 0
			for n < len(s) && (strings.IndexByte(t, s[n]) >= 0) == in {
				n++
			}
			c.ret(uint64(n))
			return err
		})
	}
	addLibc("memchr", func(c *call) error {
		if err := c.want(3); err != nil {
			return err
		}
		c.ret(0)
		for k := uint64(0); k < c.u(2); k++ {
			v, und, err := c.m.loadWord(c.u(0)+k, 1)
			if err != nil {
				return err
			}
			if und != 0 {
				return faultf(Undefined, "memchr of undefined bytes")
			}
			if v == c.u(1)&0xff {
				c.ret(c.u(0) + k)
				return nil
			}
		}
		return nil
	})
	for name, pad := range map[string]bool{"strncpy": true, "strncat": false} {
		addLibc(name, func(c *call) error {
			if err := c.want(3); err != nil {
				return err
			}
			b, err := c.m.bytesUpTo(c.u(1), c.u(2))
			if err != nil {
				return err
			}
			to := c.u(0)
			c.ret(to)
			if pad {
				if n := c.u(2); uint64(len(b)) < n {
					b = append(b, make([]byte, n-uint64(len(b)))...)
				}
			} else {
				d, err := c.str(0)
				if err != nil {
					return err
				}
				to, b = to+uint64(len(d)), append(b, 0)
			}
			return c.m.WriteBytes(Ptr(to), b)
		})
	}
	for _, name := range []string{"strtol", "strtoll", "strtoul", "strtoull", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
		"__isoc23_strtoull", "atoi", "atol", "atoll"} {
		addLibc(name, parseInt)
	}
}

// bytesUpTo reads the bytes before the zero of a string, at most n.
func (m *Machine) bytesUpTo(addr, n uint64) ([]byte, error) {
	var b []byte
	for uint64(len(b)) < n {
		v, und, err := m.loadWord(addr+uint64(len(b)), 1)
		if err != nil {
			return nil, err
		}
		if und != 0 {
			return nil, faultf(Undefined, "string contains undefined bytes")
		}
		if v == 0 {
			break
		}
		b = append(b, byte(v))
	}
	return b, nil
}

// parseInt is strtol and its kin: (string, end, base), or only the string.
func parseInt(c *call) error {
	s, err := c.str(0)
	if err != nil {
		return err
	}
	base := int64(10)
	if c.nargs() > 2 {
		base = c.s(2)
	}
	k := len(s) - len(strings.TrimLeft(s, " \t\n\v\f\r"))
	neg := false
	if k < len(s) && (s[k] == '-' || s[k] == '+') {
		neg = s[k] == '-'
		k++
	}
	hex := strings.HasPrefix(strings.ToLower(s[k:]), "0x")
	switch {
	case (base == 0 || base == 16) && hex:
		base, k = 16, k+2
	case base == 0 && k < len(s) && s[k] == '0':
		base = 8
	case base == 0:
		base = 10
	}
	end := k
	for end < len(s) {
		if _, err := strconv.ParseUint(s[end:end+1], int(base), 64); err != nil {
			break
		}
		end++
	}
	v, _ := strconv.ParseUint(s[k:end], int(base), 64) // what does not fit becomes the largest
	unsigned := strings.Contains(c.name(), "toul")
	switch {
	case !unsigned && neg:
		v = -min(v, 1<<63)
	case !unsigned:
		v = min(v, math.MaxInt64)
	case neg:
		v = -v
	}
	if end == k {
		v, end = 0, 0
	}
	c.ret(v)
	if c.nargs() > 2 && c.u(1) != 0 {
		return c.m.storeWord(c.u(1), 8, c.u(0)+uint64(end), 0)
	}
	return nil
}
