package interp

import (
	"fmt"
	"io"
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
	addLibc("strchr", func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		switch k := strings.IndexByte(s+"\x00", byte(c.u(1))); {
		case k >= 0:
			c.ret(c.u(0) + uint64(k))
		default:
			c.ret(0)
		}
		return nil
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
	libc["atof"] = &builtin{name: "atof", fn: libc["strtod"].fn}
	atoi := func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		t := strings.TrimLeft(s, " \t\n\v\f\r")
		n := 0
		for n < len(t) && (t[n] >= '0' && t[n] <= '9' || n == 0 && (t[0] == '-' || t[0] == '+')) {
			n++
		}
		v, _ := strconv.ParseInt(t[:n], 10, 64)
		c.ret(uint64(v))
		return nil
	}
	addLibc("atoi", atoi)
	addLibc("atol", atoi)
	addLibc("atoll", atoi)
}

// write sends text to the stream whose FILE is at an address; 0 is stdout.
func (m *Machine) write(file uint64, s string) error {
	w := m.opts.Stdout
	if file != 0 {
		switch {
		case m.stdio[1] != nil && file == m.stdio[1].base:
		case m.stdio[2] != nil && file == m.stdio[2].base:
			w = m.opts.Stderr
		default:
			return faultf(BadCall, "output to %#x, which is neither stdout nor stderr", file)
		}
	}
	if w == nil {
		return nil
	}
	if _, err := io.WriteString(w, s); err != nil {
		return err
	}
	return nil
}

func initOutput() {
	addLibc("puts", func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		c.ret(uint64(len(s) + 1))
		return c.m.write(0, s+"\n")
	})
	addLibc("putchar", func(c *call) error {
		c.ret(c.u(0) & 0xff)
		return c.m.write(0, string([]byte{byte(c.u(0))}))
	})
	for _, name := range []string{"putc", "fputc", "_IO_putc"} {
		addLibc(name, func(c *call) error {
			c.ret(c.u(0) & 0xff)
			return c.m.write(c.u(1), string([]byte{byte(c.u(0))}))
		})
	}
	addLibc("fputs", func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		c.ret(1)
		return c.m.write(c.u(1), s)
	})
	addLibc("fwrite", func(c *call) error {
		if err := c.want(4); err != nil {
			return err
		}
		n := c.u(1) * c.u(2)
		c.ret(c.u(2))
		if n == 0 {
			return nil
		}
		b, err := c.m.definedBytes(c.u(0), n)
		if err != nil {
			return err
		}
		return c.m.write(c.u(3), string(b))
	})
	addLibc("fflush", func(c *call) error { c.ret(0); return nil })
	printed := func(c *call, file uint64, format int) error {
		s, err := c.format(format)
		if err != nil {
			return err
		}
		c.ret(uint64(len(s)))
		return c.m.write(file, s)
	}
	addLibc("printf", func(c *call) error { return printed(c, 0, 0) })
	addLibc("__printf_chk", func(c *call) error { return printed(c, 0, 1) })
	addLibc("fprintf", func(c *call) error { return printed(c, c.u(0), 1) })
	addLibc("__fprintf_chk", func(c *call) error { return printed(c, c.u(0), 2) })
	addLibc("sprintf", func(c *call) error {
		s, err := c.format(1)
		if err != nil {
			return err
		}
		c.ret(uint64(len(s)))
		return c.m.putString(c.u(0), s)
	})
	addLibc("snprintf", func(c *call) error {
		s, err := c.format(2)
		if err != nil {
			return err
		}
		c.ret(uint64(len(s)))
		if n := c.u(1); n == 0 {
			return nil
		} else if uint64(len(s)) >= n {
			s = s[:n-1]
		}
		return c.m.putString(c.u(0), s)
	})
}

// format executes the printf conversions of the format in argument k.
func (c *call) format(k int) (string, error) {
	f, err := c.str(k)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	next := k + 1
	arg := func() (int, error) {
		if next >= c.nargs() {
			return 0, faultf(BadCall, "%s: the format %q wants more arguments", c.name(), f)
		}
		next++
		return next - 1, nil
	}
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			out.WriteByte(f[i])
			continue
		}
		spec := conversion{prec: -1}
		for i++; i < len(f) && strings.IndexByte("-+ #0", f[i]) >= 0; i++ {
			spec.flags += string(f[i])
		}
		number := func(n *int) error {
			if i < len(f) && f[i] == '*' {
				a, err := arg()
				if err != nil {
					return err
				}
				*n = int(c.s(a))
				i++
				return nil
			}
			for ; i < len(f) && f[i] >= '0' && f[i] <= '9'; i++ {
				*n = *n*10 + int(f[i]-'0')
			}
			return nil
		}
		if err := number(&spec.width); err != nil {
			return "", err
		}
		if spec.width < 0 {
			spec.flags, spec.width = spec.flags+"-", -spec.width
		}
		if i < len(f) && f[i] == '.' {
			i++
			spec.prec = 0
			if err := number(&spec.prec); err != nil {
				return "", err
			}
		}
		for ; i < len(f) && strings.IndexByte("hlLqjzt", f[i]) >= 0; i++ {
			spec.size += string(f[i])
		}
		if i >= len(f) {
			return "", faultf(BadCall, "%s: the format %q ends in a conversion", c.name(), f)
		}
		spec.verb = f[i]
		if spec.verb == '%' {
			out.WriteByte('%')
			continue
		}
		a, err := arg()
		if err != nil {
			return "", err
		}
		s, err := c.convert(spec, a)
		if err != nil {
			return "", err
		}
		out.WriteString(s)
	}
	return out.String(), nil
}

// conversion is one % of a format.
type conversion struct {
	flags, size string
	width, prec int
	verb        byte
}

func (s conversion) has(flag string) bool { return strings.Contains(s.flags, flag) }

// pad brings text, of which the sign or base prefix stands alone, to the width.
func (s conversion) pad(prefix, body string, zeros bool) string {
	n := s.width - len(prefix) - len(body)
	switch {
	case n <= 0:
		return prefix + body
	case s.has("-"):
		return prefix + body + strings.Repeat(" ", n)
	case zeros && s.has("0"):
		return prefix + strings.Repeat("0", n) + body
	}
	return strings.Repeat(" ", n) + prefix + body
}

func (c *call) convert(s conversion, a int) (string, error) {
	t := c.typ(a)
	mismatch := faultf(BadCall, "%s: %%%s%c with an argument of type %s", c.name(), s.size, s.verb, t)
	switch s.verb {
	case 'd', 'i', 'u', 'x', 'X', 'o', 'c':
		if !t.IsInt() {
			return "", mismatch
		}
		if s.verb == 'c' {
			return s.pad("", string([]byte{byte(c.u(a))}), false), nil
		}
		return s.integer(c.u(a), t.Bits), nil
	case 'p':
		if !t.IsPtr() {
			return "", mismatch
		}
		if c.u(a) == 0 {
			return s.pad("", "(nil)", false), nil
		}
		return s.pad("", fmt.Sprintf("%#x", c.u(a)), false), nil
	case 's':
		if !t.IsPtr() {
			return "", mismatch
		}
		var b []byte
		for s.prec < 0 || len(b) < s.prec {
			v, und, err := c.m.loadWord(c.u(a)+uint64(len(b)), 1)
			if err != nil {
				return "", err
			}
			if und != 0 {
				return "", faultf(Undefined, "%s of a string with undefined bytes", c.name())
			}
			if v == 0 {
				break
			}
			b = append(b, byte(v))
		}
		return s.pad("", string(b), false), nil
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		if !t.IsFloat() {
			return "", mismatch
		}
		return s.float(c.f(a)), nil
	}
	return "", faultf(Unsupported, "%s: conversion %%%c", c.name(), s.verb)
}

func (s conversion) integer(v uint64, bits int) string {
	switch s.size {
	case "hh":
		bits = 8
	case "h":
		bits = 16
	}
	bits = min(bits, 64)
	v &= topMask(bits)
	prefix, body := "", ""
	switch s.verb {
	case 'd', 'i':
		n := signed(v, bits)
		body = strconv.FormatInt(n, 10)
		switch {
		case n < 0:
			prefix, body = "-", body[1:]
		case s.has("+"):
			prefix = "+"
		case s.has(" "):
			prefix = " "
		}
	case 'u':
		body = strconv.FormatUint(v, 10)
	case 'o':
		if body = strconv.FormatUint(v, 8); s.has("#") && v != 0 {
			body = "0" + body
		}
	default:
		if body = strconv.FormatUint(v, 16); s.has("#") && v != 0 {
			prefix = "0x"
		}
		if s.verb == 'X' {
			prefix, body = strings.ToUpper(prefix), strings.ToUpper(body)
		}
	}
	if s.prec == 0 && v == 0 {
		body = ""
	}
	for len(body) < s.prec {
		body = "0" + body
	}
	return s.pad(prefix, body, s.prec < 0)
}

func (s conversion) float(x float64) string {
	prefix := ""
	switch {
	case math.Signbit(x):
		prefix, x = "-", -x
	case s.has("+"):
		prefix = "+"
	case s.has(" "):
		prefix = " "
	}
	upper := s.verb >= 'A' && s.verb <= 'Z'
	if math.IsInf(x, 0) || x != x {
		body := "inf"
		if x != x {
			body = "nan"
		}
		if upper {
			body = strings.ToUpper(body)
		}
		return s.pad(prefix, body, false)
	}
	prec := s.prec
	if prec < 0 && s.verb|0x20 != 'a' {
		prec = 6
	}
	body := ""
	switch s.verb | 0x20 {
	case 'f':
		body = strconv.FormatFloat(x, 'f', prec, 64)
	case 'e':
		body = strconv.FormatFloat(x, 'e', prec, 64)
	case 'g':
		body = formatG(x, max(prec, 1), s.has("#"))
	default:
		if s.size == "L" && prec < 0 {
			body = formatHexLong(x)
		} else {
			body = formatHex(x, prec)
		}
		prefix = prefix + "0x"
	}
	if upper {
		prefix, body = strings.ToUpper(prefix), strings.ToUpper(body)
	}
	return s.pad(prefix, body, true)
}

// formatHex is C's %a behind the 0x: an exponent without leading zeros, and
// subnormal numbers as fractions of the smallest normal one.
func formatHex(x float64, prec int) string {
	if bits := math.Float64bits(x); prec < 0 && bits != 0 && bits < 1<<52 {
		return strings.TrimRight(fmt.Sprintf("0.%013x", bits), "0") + "p-1022"
	}
	man, exp, _ := strings.Cut(strconv.FormatFloat(x, 'x', prec, 64)[2:], "p")
	sign, digits := exp[:1], strings.TrimLeft(exp[1:], "0")
	if digits == "" {
		digits = "0"
	}
	return man + "p" + sign + digits
}

// formatHexLong is C's %La on x86, whose first digit holds four bits.
func formatHexLong(x float64) string {
	e, man := bitsToFP80(math.Float64bits(x))
	if man == 0 {
		return "0p+0"
	}
	digits := fmt.Sprintf("%x.%015x", man>>60, man<<4>>4)
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".") + fmt.Sprintf("p%+d", int(e)-16383-3)
}

// formatG is C's %g: Go's chooses the exponent form at other limits.
func formatG(x float64, prec int, keepZeros bool) string {
	e := strconv.FormatFloat(x, 'e', prec-1, 64)
	k := strings.IndexByte(e, 'e')
	exp, _ := strconv.Atoi(e[k+1:])
	man, tail := e[:k], e[k:]
	if exp >= -4 && exp < prec {
		man, tail = strconv.FormatFloat(x, 'f', prec-1-exp, 64), ""
	}
	if !keepZeros && strings.Contains(man, ".") {
		man = strings.TrimRight(strings.TrimRight(man, "0"), ".")
	}
	return man + tail
}
