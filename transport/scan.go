package transport

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// conversion is one of a format of scanf that stores something.
type conversion struct {
	bytes   int64 // that it stores, 0 for a text whose length is not in the format
	counted bool  // by what scanf returns
}

// conversionsOf lists the conversions of a format that store something (C11, 7.21.6.2). ok is false for
// those of wide characters and such as are not known.
func conversionsOf(format string) (list []conversion, ok bool) {
	for at := strings.IndexByte(format, '%'); at >= 0; at = strings.IndexByte(format, '%') {
		format = format[at+1:]
		skipped := strings.HasPrefix(format, "*")
		format = strings.TrimPrefix(format, "*")
		width := int64(0)
		for len(format) > 0 && '0' <= format[0] && format[0] <= '9' {
			width = width*10 + int64(format[0]-'0')
			format = format[1:]
		}
		length := ""
		for len(format) > 0 && strings.IndexByte("hljztLqm", format[0]) >= 0 {
			length += format[:1]
			format = format[1:]
		}
		if format == "" {
			return nil, false
		}
		kind := format[0]
		format = format[1:]
		if kind == '[' {
			rest := strings.TrimPrefix(format, "^")
			end := strings.IndexByte(rest[min(1, len(rest)):], ']')
			if end < 0 {
				return nil, false
			}
			format = rest[end+2:]
		}
		c, known := stored(kind, length, width)
		switch {
		case kind == '%':
		case !known:
			return nil, false
		case !skipped:
			list = append(list, c)
		}
	}
	return list, true
}

// stored is what a conversion stores.
func stored(kind byte, length string, width int64) (c conversion, ok bool) {
	c.counted = kind != 'n'
	switch {
	case length == "m" || kind == 'p':
		c.bytes = 8
	case kind == 's' || kind == '[':
		if width > 0 {
			c.bytes = width + 1
		}
		return c, length == ""
	case kind == 'c':
		c.bytes = max(width, 1)
		return c, length == ""
	case strings.IndexByte("aefgAEFG", kind) >= 0:
		c.bytes, ok = map[string]int64{"": 4, "l": 8, "L": 16}[length]
		return c, ok
	case strings.IndexByte("diouxXn", kind) >= 0:
		c.bytes, ok = map[string]int64{"hh": 1, "h": 2, "": 4, "l": 8, "ll": 8, "j": 8, "z": 8, "t": 8, "L": 8, "q": 8}[length]
		return c, ok
	default:
		return c, false
	}
	return c, true
}

// scanner is the name of a function of the scanf family, without what the C library puts before it.
func scanner(name string) string {
	for _, before := range []string{"__isoc99_", "__isoc23_"} {
		name = strings.TrimPrefix(name, before)
	}
	switch name {
	case "scanf", "fscanf", "sscanf":
		return name
	}
	return ""
}

// traceScan is for a function that reads numbers and texts into memory: what it stores has no
// derivative. It reports whether it knows what is stored.
func traceScan(x *body, i *ir.Instr, name string) bool {
	at := 1
	if name == "scanf" {
		at = 0
	}
	args := i.CallArgs()
	if len(args) <= at || !i.Typ.IsInt() {
		return false
	}
	format, ok := constantText(args[at])
	list, known := conversionsOf(format)
	if !ok || !known || len(list) > len(args)-at-1 {
		return false
	}
	done := int64(0)
	for k, c := range list {
		p := args[at+1+k]
		happened := x.b.ICmp(ir.SGE, i, ir.NewInt(i.Typ, done))
		if c.counted {
			happened = x.b.ICmp(ir.SGT, i, ir.NewInt(i.Typ, done))
			done++
		}
		if !p.Type().IsPtr() || ir.IsZero(x.word(p)) {
			continue
		}
		bytes := ir.Value(ir.NewInt(ir.I64, c.bytes))
		if c.bytes == 0 {
			m := x.t.m
			none := x.b.Cast(ir.IntToPtr, x.t.run.text(""), m.Ptr())
			length := m.Declare("strlen", m.FuncType(ir.I64, m.Ptr()))
			bytes = x.b.Add(x.b.CallFunc(length, x.b.Select(happened, x.b.Cast(ir.BitCast, p, m.Ptr()), none)), ir.NewInt(ir.I64, 1))
		}
		x.call("llad.shadow.clear", x.integerOf(x.word(p)), x.b.Select(happened, bytes, ir.NewInt(ir.I64, 0)))
	}
	return true
}

// constantText is the text that an address leads to, up to its end.
func constantText(v ir.Value) (text string, ok bool) {
	g, ok := ir.StripConstCasts(v).(*ir.Global)
	if c, is := v.(*ir.Const); is && !ok && c.Op == ir.GetElementPtr && allZero(c.Elems[1:]) {
		g, ok = ir.StripConstCasts(c.Elems[0]).(*ir.Global)
	}
	if !ok || g.Keyword != "constant" || g.LoadInit() != nil {
		return "", false
	}
	c, ok := g.Init.(*ir.Const)
	if !ok || c.Kind != ir.ConstString {
		return "", false
	}
	text, _, ok = strings.Cut(ir.UnquoteName(c.Text[1:]), "\x00")
	return text, ok
}

func allZero(list []ir.Value) bool {
	for _, v := range list {
		if !ir.IsZero(v) {
			return false
		}
	}
	return true
}
