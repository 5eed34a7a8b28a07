package interp

import (
	"math"
	"strconv"
	"strings"
)

// cstring reads a zero-terminated string.
func (m *memory) cstring(addr uint64) (string, error) {
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
	return c.m.mem.cstring(c.u(k))
}

// putString writes a string and its zero at an address.
func (m *memory) putString(addr uint64, s string) error {
	return m.write(addr, append([]byte(s), 0))
}

// stringFunctions are those of string.h and stdlib.h on whole strings.
var stringFunctions = map[string]func(c *call) error{
	"strlen": func(c *call) error {
		s, err := c.str(0)
		c.ret(uint64(len(s)))
		return err
	},
	"strnlen": strnlen,
	"strcmp": func(c *call) error {
		a, err := c.str(0)
		if err != nil {
			return err
		}
		b, err := c.str(1)
		c.ret(uint64(int64(strings.Compare(a, b))))
		return err
	},
	"strncmp": strncmp,
	"strcpy": func(c *call) error {
		s, err := c.str(1)
		if err != nil {
			return err
		}
		c.ret(c.u(0))
		return c.m.mem.putString(c.u(0), s)
	},
	"strncpy": strncpy,
	"strcat": func(c *call) error {
		d, err := c.str(0)
		if err != nil {
			return err
		}
		s, err := c.str(1)
		if err != nil {
			return err
		}
		c.ret(c.u(0))
		return c.m.mem.putString(c.u(0)+uint64(len(d)), s)
	},
	"strncat": strncat,
	"strdup": func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		p, err := c.m.heapAlloc(uint64(len(s))+1, 16, false, "strdup")
		if err != nil {
			return err
		}
		c.ret(p)
		return c.m.mem.putString(p, s)
	},
	"strtod": parseFloat, "atof": parseFloat, "strtof": parseFloat, "strtold": parseFloat,
}

// searchFunctions look for characters.
var searchFunctions = map[string]func(c *call) error{
	"strchr":  find(func(c *call, s string) (int, error) { return strings.IndexByte(s+"\x00", byte(c.u(1))), nil }),
	"strrchr": find(func(c *call, s string) (int, error) { return strings.LastIndexByte(s+"\x00", byte(c.u(1))), nil }),
	"strstr":  findString(strings.Index),
	"strpbrk": findString(strings.IndexAny),
	"strspn":  span(true),
	"strcspn": span(false),
	"memchr":  memchr,
}

// parsers are the names of parseInt.
var parsers = []string{"strtol", "strtoll", "strtoul", "strtoull", "__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul",
	"__isoc23_strtoull", "atoi", "atol", "atoll"}

func strnlen(c *call) error {
	n := uint64(0)
	for n < c.u(1) {
		v, _, err := c.m.mem.loadWord(c.u(0)+n, 1)
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
}

func strncmp(c *call) error {
	for k := uint64(0); k < c.u(2); k++ {
		a, ua, err := c.m.mem.loadWord(c.u(0)+k, 1)
		if err != nil {
			return err
		}
		b, ub, err := c.m.mem.loadWord(c.u(1)+k, 1)
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
}

// strncpy fills up with zeros.
func strncpy(c *call) error {
	b, err := c.prefix()
	if err != nil {
		return err
	}
	c.ret(c.u(0))
	if n := c.u(2); uint64(len(b)) < n {
		b = append(b, make([]byte, n-uint64(len(b)))...)
	}
	return c.m.WriteBytes(Ptr(c.u(0)), b)
}

func strncat(c *call) error {
	b, err := c.prefix()
	if err != nil {
		return err
	}
	c.ret(c.u(0))
	d, err := c.str(0)
	if err != nil {
		return err
	}
	return c.m.WriteBytes(Ptr(c.u(0)+uint64(len(d))), append(b, 0))
}

// prefix is the string in the second argument, of which at most as many bytes
// count as the third says.
func (c *call) prefix() ([]byte, error) {
	if err := c.want(3); err != nil {
		return nil, err
	}
	return c.m.mem.bytesUpTo(c.u(1), c.u(2))
}

// parseFloat is strtod and its kin: (string, end), or only the string.
func parseFloat(c *call) error {
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
		return c.m.mem.storeWord(c.u(1), 8, c.u(0)+uint64(len(s)-len(t)+n), 0)
	}
	return nil
}

// find makes a function that gives the address of a place in its first argument,
// null for -1.
func find(place func(c *call, s string) (int, error)) func(c *call) error {
	return func(c *call) error {
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
	}
}

func findString(index func(s, t string) int) func(c *call) error {
	return find(func(c *call, s string) (int, error) {
		t, err := c.str(1)
		return index(s, t), err
	})
}

// span counts the first characters that are, or are not, among those of the
// second argument.
func span(in bool) func(c *call) error {
	return func(c *call) error {
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
	}
}

func memchr(c *call) error {
	if err := c.want(3); err != nil {
		return err
	}
	c.ret(0)
	for k := uint64(0); k < c.u(2); k++ {
		v, und, err := c.m.mem.loadWord(c.u(0)+k, 1)
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
}

// bytesUpTo reads the bytes before the zero of a string, at most n.
func (m *memory) bytesUpTo(addr, n uint64) ([]byte, error) {
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
		return c.m.mem.storeWord(c.u(1), 8, c.u(0)+uint64(end), 0)
	}
	return nil
}
