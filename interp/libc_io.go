package interp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// outputFunctions are those of stdio.h that write what they are given.
var outputFunctions = map[string]func(c *call) error{
	"puts": func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		c.ret(uint64(len(s) + 1))
		return c.m.files.write(0, s+"\n")
	},
	"putchar": func(c *call) error {
		c.ret(c.u(0) & 0xff)
		return c.m.files.write(0, string([]byte{byte(c.u(0))}))
	},
	"putc": putc, "fputc": putc, "_IO_putc": putc,
	"fputs": func(c *call) error {
		s, err := c.str(0)
		if err != nil {
			return err
		}
		c.ret(1)
		return c.m.files.write(c.u(1), s)
	},
	"fwrite": func(c *call) error {
		if err := c.want(4); err != nil {
			return err
		}
		n := c.u(1) * c.u(2)
		c.ret(c.u(2))
		if n == 0 {
			return nil
		}
		b, err := c.m.mem.definedBytes(c.u(0), n)
		if err != nil {
			return err
		}
		return c.m.files.write(c.u(3), string(b))
	},
	"fflush": giveZero,
}

func putc(c *call) error {
	c.ret(c.u(0) & 0xff)
	return c.m.files.write(c.u(1), string([]byte{byte(c.u(0))}))
}

// formatFunction says where the arguments of a member of the printf family
// stand: the format, the stream (-1 for stdout), the buffer and its size (-1 for
// none).
type formatFunction struct {
	name                       string
	format, stream, buf, limit int
}

var formatFunctions = []formatFunction{
	{"printf", 0, -1, -1, -1}, {"__printf_chk", 1, -1, -1, -1},
	{"fprintf", 1, 0, -1, -1}, {"__fprintf_chk", 2, 0, -1, -1},
	{"sprintf", 1, -1, 0, -1}, {"__sprintf_chk", 3, -1, 0, -1},
	{"snprintf", 2, -1, 0, 1}, {"__snprintf_chk", 4, -1, 0, 1},
}

func initFormats() {
	for _, p := range formatFunctions {
		addLibc(p.name, func(c *call) error { return p.call(c, false) })
		name := "v" + p.name // vprintf, __vprintf_chk: the arguments come as a va_list
		if rest, ok := strings.CutPrefix(p.name, "__"); ok {
			name = "__v" + rest
		}
		addLibc(name, func(c *call) error { return p.call(c, true) })
	}
}

func (p formatFunction) call(c *call, list bool) error {
	if err := c.want(p.format + 1); err != nil {
		return err
	}
	args := formatArgs{c: c, next: p.format + 1}
	if list {
		if err := c.want(p.format + 2); err != nil {
			return err
		}
		args.list = c.u(p.format + 1)
	}
	s, err := c.format(p.format, &args)
	if err != nil {
		return err
	}
	c.ret(uint64(len(s)))
	switch {
	case p.buf < 0 && p.stream >= 0:
		return c.m.files.write(c.u(p.stream), s)
	case p.buf < 0:
		return c.m.files.write(0, s)
	case p.limit >= 0:
		if n := c.u(p.limit); n == 0 {
			return nil
		} else if uint64(len(s)) >= n {
			s = s[:n-1]
		}
	}
	return c.m.mem.putString(c.u(p.buf), s)
}

// formatArgs hands out the arguments of a format: those of a variadic call, or
// those of a va_list, whose types only the format tells.
type formatArgs struct {
	c    *call
	next int    // the next argument of the call
	list uint64 // address of the va_list; 0 for a variadic call
}

// take gives the bits and the type of the next argument.
func (a *formatArgs) take(s conversion) (uint64, *ir.Type, error) {
	c := a.c
	if a.list == 0 {
		if a.next >= c.nargs() {
			return 0, nil, faultf(BadCall, "%s: the format wants more arguments", c.name())
		}
		k := a.next
		a.next++
		if c.in.x.args[k].n != 1 {
			return 0, nil, faultf(BadCall, "%s with an argument of type %s", c.name(), c.typ(k))
		}
		return c.u(k), c.typ(k), nil
	}
	at, _, err := c.m.mem.loadWord(a.list+8, 8) // see vaStart
	if err != nil {
		return 0, nil, err
	}
	t := ir.I32
	switch {
	case strings.IndexByte("ps", s.verb) >= 0:
		t = ir.OpaquePtr
	case strings.IndexByte("fFeEgGaA", s.verb) >= 0 && s.size == "L":
		t, at = ir.X86FP80, (at+15)&^15
	case strings.IndexByte("fFeEgGaA", s.verb) >= 0:
		t = ir.Double
	case strings.ContainsAny(s.size, "lqjzt"):
		t = ir.I64
	}
	sh, err := c.m.types.shape(t)
	if err != nil {
		return 0, nil, err
	}
	var v, und [1]uint64
	undefined, err := c.m.mem.loadShape(sh, at, v[:], und[:])
	if err != nil {
		return 0, nil, err
	}
	if undefined {
		return 0, nil, faultf(Undefined, "%s of an undefined argument", c.name())
	}
	return v[0], t, c.m.mem.storeWord(a.list+8, 8, at+uint64(sh.size+7)&^7, 0)
}

// format executes the printf conversions of the format in argument k.
func (c *call) format(k int, args *formatArgs) (string, error) {
	f, err := c.str(k)
	if err != nil {
		return "", err
	}
	var out strings.Builder
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
				v, _, err := args.take(conversion{verb: 'd'})
				*n = int(int32(v))
				i++
				return err
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
		v, t, err := args.take(spec)
		if err != nil {
			return "", err
		}
		s, err := c.convert(spec, v, t)
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

func (c *call) convert(s conversion, v uint64, t *ir.Type) (string, error) {
	mismatch := faultf(BadCall, "%s: %%%s%c with an argument of type %s", c.name(), s.size, s.verb, t)
	switch s.verb {
	case 'd', 'i', 'u', 'x', 'X', 'o', 'c':
		if !t.IsInt() {
			return "", mismatch
		}
		if s.verb == 'c' {
			return s.pad("", string([]byte{byte(v)}), false), nil
		}
		return s.integer(v, t.Bits), nil
	case 'p':
		if !t.IsPtr() {
			return "", mismatch
		}
		if v == 0 {
			return s.pad("", "(nil)", false), nil
		}
		return s.pad("", fmt.Sprintf("%#x", v), false), nil
	case 's':
		if !t.IsPtr() {
			return "", mismatch
		}
		var b []byte
		for s.prec < 0 || len(b) < s.prec {
			ch, und, err := c.m.mem.loadWord(v+uint64(len(b)), 1)
			if err != nil {
				return "", err
			}
			if und != 0 {
				return "", faultf(Undefined, "%s of a string with undefined bytes", c.name())
			}
			if ch == 0 {
				break
			}
			b = append(b, byte(ch))
		}
		return s.pad("", string(b), false), nil
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		if !t.IsFloat() {
			return "", mismatch
		}
		return s.float(toF64(leafKindOf(t), v)), nil
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
