package rules

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// kernelWords are the types that have letters in symbols.
var kernelWords = map[string]string{
	"d": "double", "f": "float", "c": "i8", "a": "i8", "h": "i8", "s": "i16", "t": "i16", "i": "i32", "j": "i32", "l": "i64", "m": "i64",
}

// kernelNames are the types that conversions have in their names.
var kernelNames = map[string]kernelType{
	"double": {typ: "double"}, "float": {typ: "float"},
	"char": {typ: "i8"}, "short": {typ: "i16"}, "int": {typ: "i32"}, "long": {typ: "i64"},
	"uchar": {typ: "i8", unsigned: true}, "ushort": {typ: "i16", unsigned: true}, "uint": {typ: "i32", unsigned: true}, "ulong": {typ: "i64", unsigned: true},
}

// A conversion may say that an integer that is too large is the largest, and how is rounded.
var kernelConvert = regexp.MustCompile(`^convert_([a-z]+?)(\d*)(_sat)?(_rt[eznp])?$`)

// rounded are functions of the C library that round as the ends of names say.
var rounded = map[string]string{"_rte": "rint", "_rtp": "ceil", "_rtn": "floor"}

// moved are the lanes of what OpenCL's select and conversions give; false for other functions, and those
// of them that are not known.
func (k *kernelBody) moved(name string, types []kernelType, result *kernelType) ([]string, bool) {
	if c := kernelConvert.FindStringSubmatch(name); c != nil && len(types) == 1 {
		to, ok := kernelNames[c[1]]
		to.lanes, _ = strconv.Atoi(c[2])
		from := types[0]
		if !ok || to.lanes != from.lanes || c[3] != "" && !to.whole() || !rounds(from, to, c[4]) {
			return nil, false
		}
		*result, k.typ = to, from.typ
		lanes := k.pieces(types)[0]
		for j, v := range lanes {
			if f := rounded[c[4]]; f != "" && to.whole() && !from.whole() {
				v = k.lib(f, v)
			}
			if lanes[j] = k.converted(from, to, v); c[3] != "" {
				lanes[j] = k.saturated(from, to, v, lanes[j])
			}
		}
		return lanes, true
	}
	if name != "select" || len(types) != 3 || !types[2].whole() || types[0].String() != types[1].String() || types[0].lanes != types[2].lanes {
		return nil, false
	}
	*result = types[0]
	x := k.pieces(types)
	for j, v := range x[2] {
		how := "ne" // of vectors, the sign decides
		if types[2].lanes > 0 {
			how = "slt"
		}
		second := k.put("icmp %s %s %s, 0", how, types[2].typ, v)
		x[0][j] = k.put("select i1 %s, %s %s, %s %s", second, result.typ, x[1][j], result.typ, x[0][j])
	}
	return x[0], true
}

// rounds reports whether it is known here what a conversion with such an end does: what is exact is not rounded, and a
// float is rounded to the nearest unless it says otherwise.
func rounds(from, to kernelType, end string) bool {
	exact := from.whole() == to.whole() && (from.whole() || to.bits() >= from.bits())
	return end == "" || end == "_rte" || exact || to.whole()
}

// saturated is a converted lane, or the end of the integer's range beyond which it lies; zero for no number.
func (k *kernelBody) saturated(from, to kernelType, v, converted string) string {
	low, high := to.span()
	if !from.whole() {
		edge := new(big.Int).Add(high, big.NewInt(1))
		choose := func(how, limit, value, other string) string {
			is := k.put("fcmp %s %s %s, %s", how, from.typ, v, limit)
			return k.put("select i1 %s, %s %s, %s %s", is, to.typ, value, to.typ, other)
		}
		text := func(n *big.Int) string {
			f, _ := new(big.Float).SetInt(n).Float64()
			return ir.NewFloat(ir.Double, f).Ident()
		}
		x := choose("olt", text(low), to.literal(low), converted)
		x = choose("oge", text(edge), to.literal(high), x)
		return choose("uno", v, "0", x)
	}
	least, most := from.span()
	signs := "s"
	if from.unsigned {
		signs = "u"
	}
	for _, end := range []struct {
		beyond bool
		how    string
		limit  *big.Int
	}{{low.Cmp(least) > 0, "lt", low}, {high.Cmp(most) < 0, "gt", high}} {
		if end.beyond {
			is := k.put("icmp %s%s %s %s, %s", signs, end.how, from.typ, v, from.literal(end.limit))
			converted = k.put("select i1 %s, %s %s, %s %s", is, to.typ, to.literal(end.limit), to.typ, converted)
		}
	}
	return converted
}

// span is the smallest and the largest integer of the type.
func (t kernelType) span() (low, high *big.Int) {
	bits, one := uint(t.bits()), big.NewInt(1)
	if t.unsigned {
		return new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)
	}
	half := new(big.Int).Lsh(one, bits-1)
	return new(big.Int).Neg(half), new(big.Int).Sub(half, one)
}

// literal writes an integer of the type.
func (t kernelType) literal(n *big.Int) string {
	if n.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(t.bits()-1))) >= 0 {
		n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(t.bits())))
	}
	return n.String()
}

// whole reports whether the lanes are integers.
func (t kernelType) whole() bool { return strings.HasPrefix(t.typ, "i") }

func (t kernelType) bits() int {
	switch t.typ {
	case "double":
		return 64
	case "float":
		return 32
	}
	n, _ := strconv.Atoi(t.typ[1:])
	return n
}

// converted is a lane as another type.
func (k *kernelBody) converted(from, to kernelType, v string) string {
	choose := func(unsigned bool, with, without string) string {
		if unsigned {
			return with
		}
		return without
	}
	op := ""
	switch {
	case from.typ == to.typ:
		return v
	case from.whole() && to.whole() && to.bits() < from.bits():
		op = "trunc"
	case from.whole() && to.whole():
		op = choose(from.unsigned, "zext", "sext")
	case from.whole():
		op = choose(from.unsigned, "uitofp", "sitofp")
	case to.whole():
		op = choose(to.unsigned, "fptoui", "fptosi")
	default:
		op = choose(to.bits() < from.bits(), "fptrunc", "fpext")
	}
	return k.put("%s %s %s to %s", op, from.typ, v, to.typ)
}
