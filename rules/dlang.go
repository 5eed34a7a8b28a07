package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// D's run-time library gives memory of its collector of garbage by the TypeInfo of what is to be there: new, ~, ~= and
// changes of lengths are calls. Derivatives have bodies for them, of _d_allocmemory, where the size of a value is known
// from the symbols or the contents of the TypeInfos that the calls name.

// dBody is how the body of a function of the run-time library is written, and what its TypeInfos are of.
type dBody struct {
	params int
	of     func(b *dWriter)
	size   func(m *ir.Module, symbol string) int // of a value, by the symbol of the TypeInfo; 0 where it is not known
}

var dBodies = map[string]dBody{
	"_d_newarrayU":        {2, func(b *dWriter) { b.newArray(nothing) }, dElement},
	"_d_newarrayT":        {2, func(b *dWriter) { b.newArray(zeros) }, dElement},
	"_d_newarrayiT":       {2, func(b *dWriter) { b.newArray(noNumbers) }, dFloat},
	"_d_arraysetlengthT":  {3, func(b *dWriter) { b.setLength(zeros) }, dElement},
	"_d_arraysetlengthiT": {3, func(b *dWriter) { b.setLength(noNumbers) }, dFloat},
	"_d_arrayappendcTX":   {3, func(b *dWriter) { b.longer() }, dElement},
	"_d_arraycatT":        {3, func(b *dWriter) { b.joined() }, dElement},
	"_d_newitemU":         {1, func(b *dWriter) { b.newItem(nothing) }, dValue},
	"_d_newitemT":         {1, func(b *dWriter) { b.newItem(zeros) }, dValue},
	"_d_newitemiT":        {1, func(b *dWriter) { b.newItem(initial) }, dStruct},
	"_d_allocclass":       {1, func(b *dWriter) { b.newItem(nothing) }, dClass},
}

// What fresh memory holds.
type dFill int

const (
	nothing   dFill = iota
	zeros           // the initial value of integers and addresses
	noNumbers       // that of floats
	initial         // that of a struct
)

var (
	dTypeInfo = regexp.MustCompile(`^_D\d+TypeInfo_(\w+)6__initZ$`)
	dSymbol   = regexp.MustCompile(`@(_D\w+(?:6__initZ|7__ClassZ))`)
	dInit     = regexp.MustCompile(`\{ i64 (\d+), (?:i8\*|ptr) (null|@[\w.]+|bitcast \([^()]*\))? ?`)
	dScalars  = map[byte]int{'g': 1, 'h': 1, 'a': 1, 'b': 1, 'v': 1, 's': 2, 't': 2, 'u': 2, 'i': 4, 'k': 4, 'w': 4, 'f': 4,
		'l': 8, 'm': 8, 'd': 8, 'P': 8, 'C': 8, 'H': 8, 'A': 16, 'D': 16}
)

// dCode is the code of a type in the symbol of its TypeInfo, without const, immutable and shared.
func dCode(symbol string) string {
	if m := dTypeInfo.FindStringSubmatch(symbol); m != nil {
		return strings.TrimLeft(m[1], "xyO")
	}
	return ""
}

// dBytes is the size of a type by its code; 0 where it is not known.
func dBytes(m *ir.Module, code string) int {
	code = strings.TrimLeft(code, "xyO")
	switch {
	case code == "":
		return 0
	case code[0] == 'S':
		info := "TypeInfo_" + code
		n, _ := dInitOf(m, fmt.Sprintf("_D%d%s6__initZ", len(info), info), 1)
		return n
	case len(code) == 1 || strings.IndexByte("PCHAD", code[0]) >= 0:
		return dScalars[code[0]]
	}
	return 0
}

func dElement(m *ir.Module, symbol string) int {
	if code := dCode(symbol); strings.HasPrefix(code, "A") {
		return dBytes(m, code[1:])
	}
	return 0
}

func dFloat(m *ir.Module, symbol string) int {
	if code := strings.TrimLeft(strings.TrimPrefix(dCode(symbol), "A"), "xyO"); code == "d" || code == "f" {
		return dElement(m, symbol)
	}
	return 0
}

func dValue(m *ir.Module, symbol string) int { return dBytes(m, dCode(symbol)) }

func dStruct(m *ir.Module, symbol string) int {
	if strings.HasPrefix(dCode(symbol), "S") {
		return dValue(m, symbol)
	}
	return 0
}

func dClass(m *ir.Module, symbol string) int {
	n, _ := dInitOf(m, symbol, 0)
	return n
}

// dInitOf reads the length and the address of the initial value in the definition of a TypeInfo: the slice of that number in it.
func dInitOf(m *ir.Module, symbol string, number int) (length int, address string) {
	for _, e := range m.Entities {
		if e.Kind == ir.GlobalEntity && e.Name == symbol {
			_, contents, _ := strings.Cut(string(m.Src[e.Start:e.End]), " { ") // behind the type
			if found := dInit.FindAllStringSubmatch(contents, number+1); len(found) > number {
				length, _ = strconv.Atoi(found[number][1])
				return length, found[number][2]
			}
		}
	}
	return 0, ""
}

// dTexts gives bodies to functions of D's run-time library that the module declares.
func dTexts(m *ir.Module) string {
	var b strings.Builder
	for _, e := range m.Entities {
		body, ok := dBodies[e.Name]
		if e.Kind != ir.DeclareEntity || !ok {
			continue
		}
		declare := string(m.Src[e.Start:e.End])
		head, tail, _ := strings.Cut(declare, "@"+e.Name)
		ret := strings.Fields(head)[len(strings.Fields(head))-1]
		if at := strings.IndexByte(head, '{'); at >= 0 {
			ret = strings.TrimSpace(head[at:])
		}
		w := dWriter{m: m, name: e.Name, ret: ret, params: dParams(tail)}
		if w.begin(body) {
			body.of(&w)
			b.WriteString(w.text.String())
		}
	}
	return b.String()
}

// infos are the TypeInfos that calls of a function name; none where one names none.
func infos(m *ir.Module, name string) (symbols []string) {
	src := string(m.Src)
	for at := 0; ; {
		k := strings.Index(src[at:], "@"+name+"(")
		if k < 0 {
			return symbols
		}
		at += k
		line := src[at:]
		if end := strings.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		start := strings.LastIndexByte(src[:at], '\n') + 1
		at += len(name)
		if strings.HasPrefix(src[start:], "declare ") {
			continue
		}
		first, _, _ := strings.Cut(line, ", ")
		s := dSymbol.FindStringSubmatch(first)
		if s == nil {
			return nil
		}
		if !slices.Contains(symbols, s[1]) {
			symbols = append(symbols, s[1])
		}
	}
}

// dParams are the parameters of a declaration from its bracket on, slices among them.
func dParams(text string) (list []string) {
	depth, start := 0, 1
	for k, c := range []byte(text) {
		switch c {
		case '(', '{':
			depth++
		case '}':
			depth--
		case ')':
			if depth--; depth == 0 {
				return append(list, strings.TrimSpace(text[start:k]))
			}
		case ',':
			if depth == 1 {
				list = append(list, strings.TrimSpace(text[start:k]))
				start = k + 1
			}
		}
	}
	return nil
}
