package rules

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// OpenCL's built-in functions of numbers are overloaded for vectors: _Z3expd, _Z3expDv4_d, _Z4fmaxDv4_dd. They are told from a
// stranger's functions of these names by the attribute convergent, which compilers of kernels give to each function.
// Derivatives have bodies for them, of the C library's functions and arithmetic, lane by lane.

// kernelBody is a body that is being written.
type kernelBody struct {
	text  strings.Builder
	typ   string // of a lane: double or float
	n     int    // values so far
	calls map[string]int
}

func (k *kernelBody) put(format string, args ...any) string {
	k.n++
	v := fmt.Sprintf("%%v%d", k.n)
	fmt.Fprintf(&k.text, "\t%s = %s\n", v, fmt.Sprintf(format, args...))
	return v
}

func (k *kernelBody) op(op, x, y string) string { return k.put("%s %s %s, %s", op, k.typ, x, y) }

// lib calls a function of the C library, by its name for double.
func (k *kernelBody) lib(name string, args ...string) string {
	if k.typ == "float" {
		name += "f"
	}
	k.calls[name] = len(args)
	return k.put("call %s @%s(%s)", k.typ, name, k.typ+" "+strings.Join(args, ", "+k.typ+" "))
}

// ordered is y where x is less than edge, else z.
func (k *kernelBody) ordered(x, edge, y, z string) string {
	less := k.put("fcmp olt %s %s, %s", k.typ, x, edge)
	return k.put("select i1 %s, %s %s, %s %s", less, k.typ, y, k.typ, z)
}

const zeroText, oneText = "0.0", "1.0"

func (k *kernelBody) scaled(x string, by float64) string {
	if k.typ == "float" {
		by = float64(float32(by))
	}
	return k.op("fmul", x, ir.NewFloat(ir.Double, by).Ident())
}

func (k *kernelBody) clamp(x, low, high string) string {
	return k.lib("fmin", k.lib("fmax", x, low), high)
}

// root is the root of x of a whole degree n; odd ones are those of a negative x, too.
func (k *kernelBody) root(x, n string) string {
	half := k.scaled(n, 0.5)
	odd := k.put("fcmp une %s %s, %s", k.typ, k.lib("floor", half), half)
	choose := func(y, z string) string { return k.put("select i1 %s, %s %s, %s %s", odd, k.typ, y, k.typ, z) }
	r := k.lib("pow", choose(k.lib("fabs", x), x), k.op("fdiv", oneText, n))
	return choose(k.lib("copysign", r, x), r)
}

// byMagnitude is x or y: by absolute values if these differ, else by the C library's function.
func (k *kernelBody) byMagnitude(equal, how, x, y string) string {
	a, b := k.lib("fabs", x), k.lib("fabs", y)
	choose := func(a, b, x, y string) string {
		is := k.put("fcmp %s %s %s, %s", how, k.typ, a, b)
		return k.put("select i1 %s, %s %s, %s %s", is, k.typ, x, k.typ, y)
	}
	return choose(a, b, x, choose(b, a, y, k.lib(equal, x, y)))
}

// withDegree are functions whose last argument is an integer.
var withDegree = []string{"pown", "rootn"}

// sameNames are functions that the C library has under their name.
var sameNames = strings.Fields(`acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 expm1 fabs
	fdim floor fma fmax fmin fmod hypot lgamma log log10 log1p log2 pow rint round sin sinh sqrt tan tanh tgamma trunc`)

const degree = math.Pi / 180

// ofLanes are the others that work lane by lane, on as many arguments.
var ofLanes = map[string]struct {
	args int
	of   func(k *kernelBody, x []string) string
}{
	"rsqrt":   {1, func(k *kernelBody, x []string) string { return k.op("fdiv", oneText, k.lib("sqrt", x[0])) }},
	"recip":   {1, func(k *kernelBody, x []string) string { return k.op("fdiv", oneText, x[0]) }},
	"divide":  {2, func(k *kernelBody, x []string) string { return k.op("fdiv", x[0], x[1]) }},
	"powr":    {2, func(k *kernelBody, x []string) string { return k.lib("pow", x...) }},
	"pown":    {2, func(k *kernelBody, x []string) string { return k.lib("pow", x...) }},
	"sinpi":   {1, func(k *kernelBody, x []string) string { return k.lib("sin", k.scaled(x[0], math.Pi)) }},
	"cospi":   {1, func(k *kernelBody, x []string) string { return k.lib("cos", k.scaled(x[0], math.Pi)) }},
	"mad":     {3, func(k *kernelBody, x []string) string { return k.op("fadd", k.op("fmul", x[0], x[1]), x[2]) }},
	"rootn":   {2, func(k *kernelBody, x []string) string { return k.root(x[0], x[1]) }},
	"maxmag":  {2, func(k *kernelBody, x []string) string { return k.byMagnitude("fmax", "ogt", x[0], x[1]) }},
	"minmag":  {2, func(k *kernelBody, x []string) string { return k.byMagnitude("fmin", "olt", x[0], x[1]) }},
	"max":     {2, func(k *kernelBody, x []string) string { return k.lib("fmax", x...) }},
	"min":     {2, func(k *kernelBody, x []string) string { return k.lib("fmin", x...) }},
	"clamp":   {3, func(k *kernelBody, x []string) string { return k.clamp(x[0], x[1], x[2]) }},
	"degrees": {1, func(k *kernelBody, x []string) string { return k.scaled(x[0], 1/degree) }},
	"radians": {1, func(k *kernelBody, x []string) string { return k.scaled(x[0], degree) }},
	"step":    {2, func(k *kernelBody, x []string) string { return k.ordered(x[1], x[0], zeroText, oneText) }},
	"sign": {1, func(k *kernelBody, x []string) string {
		return k.ordered(x[0], zeroText, "-1.0", k.ordered(zeroText, x[0], oneText, zeroText))
	}},
	"mix": {3, func(k *kernelBody, x []string) string {
		return k.op("fadd", x[0], k.op("fmul", k.op("fsub", x[1], x[0]), x[2]))
	}},
	"smoothstep": {3, func(k *kernelBody, x []string) string {
		t := k.clamp(k.op("fdiv", k.op("fsub", x[2], x[0]), k.op("fsub", x[1], x[0])), zeroText, oneText)
		return k.op("fmul", k.op("fmul", t, t), k.op("fsub", "3.0", k.op("fmul", "2.0", t)))
	}},
}

// ofVectors are functions of whole vectors: their arguments are lanes.
var ofVectors = map[string]struct {
	args int
	of   func(k *kernelBody, x [][]string) []string
}{
	"dot":       {2, func(k *kernelBody, x [][]string) []string { return []string{k.dot(x[0], x[1])} }},
	"length":    {1, func(k *kernelBody, x [][]string) []string { return []string{k.length(x[0])} }},
	"distance":  {2, func(k *kernelBody, x [][]string) []string { return []string{k.length(k.less(x[0], x[1]))} }},
	"normalize": {1, func(k *kernelBody, x [][]string) []string { return k.normalize(x[0]) }},
	"cross":     {2, func(k *kernelBody, x [][]string) []string { return k.cross(x[0], x[1]) }},
}

func (k *kernelBody) dot(x, y []string) string {
	sum := k.op("fmul", x[0], y[0])
	for j := 1; j < len(x); j++ {
		sum = k.op("fadd", sum, k.op("fmul", x[j], y[j]))
	}
	return sum
}

func (k *kernelBody) length(x []string) string { return k.lib("sqrt", k.dot(x, x)) }

func (k *kernelBody) less(x, y []string) (d []string) {
	for j := range x {
		d = append(d, k.op("fsub", x[j], y[j]))
	}
	return d
}

func (k *kernelBody) normalize(x []string) (unit []string) {
	l := k.length(x)
	for j := range x {
		unit = append(unit, k.op("fdiv", x[j], l))
	}
	return unit
}

func (k *kernelBody) cross(x, y []string) (c []string) {
	for j := range 3 {
		a, b := (j+1)%3, (j+2)%3
		c = append(c, k.op("fsub", k.op("fmul", x[a], y[b]), k.op("fmul", x[b], y[a])))
	}
	for len(c) < len(x) {
		c = append(c, zeroText)
	}
	return c
}

// kernelType is a float, or a vector of lanes of them.
type kernelType struct {
	lanes int // 0 for a scalar
	typ   string
	at    string // the type of its address, where it is passed by that
	word  string // the type that it is passed as, where that is another
	// unsigned is an integer's.
	unsigned bool
}

var (
	kernelName    = regexp.MustCompile(`^_Z(\d+)([a-z]\w*)$`)
	kernelDeclare = regexp.MustCompile(`^declare (?:\w+ )*?(double|float|i\d+|<\d+ x (?:double|float|i\d+)>) @`)
	kernelParam   = regexp.MustCompile(`^(double|float|i\d+|<\d+ x (?:double|float|i\d+)>)(?:$| )`)
	kernelByval   = regexp.MustCompile(`^(<\d+ x \w+>\*|ptr) .*\bbyval\((<\d+ x (?:double|float|i\d+)>)\)`)
	kernelCode    = regexp.MustCompile(`^([dfcahstijlm]|S_|Dv\d+_[dfcahstijlm])`)
	kernelVector  = regexp.MustCompile(`^<(\d+) x (\w+)>$`)
)

func kernelTypeOf(text string) kernelType {
	if v := kernelVector.FindStringSubmatch(text); v != nil {
		n, _ := strconv.Atoi(v[1])
		return kernelType{lanes: n, typ: v[2]}
	}
	return kernelType{typ: text}
}

func (t kernelType) String() string {
	if t.lanes == 0 {
		return t.typ
	}
	return fmt.Sprintf("<%d x %s>", t.lanes, t.typ)
}

// kernelBodies gives bodies to OpenCL's functions that the module declares.
func kernelBodies(m *ir.Module) string {
	groups := map[string]bool{}
	for _, e := range m.Entities {
		if e.Kind == ir.AttrGroupEntity {
			groups["#"+e.Name] = slices.Contains(strings.Fields(string(m.Src[e.Start:e.End])), "convergent")
		}
	}
	var b strings.Builder
	for _, e := range m.Entities {
		if name := kernelName.FindStringSubmatch(e.Name); e.Kind == ir.DeclareEntity && name != nil {
			n, _ := strconv.Atoi(name[1])
			if n < len(name[2]) {
				b.WriteString(kernelBodyOf(m, e.Name, name[2][:n], string(m.Src[e.Start:e.End]), groups))
			}
		}
	}
	return b.String()
}

// kernelBodyOf is the body of one function; "" for a stranger's.
func kernelBodyOf(m *ir.Module, symbol, name, declare string, groups map[string]bool) string {
	head, tail, _ := strings.Cut(declare, "@"+symbol+"(")
	ret := kernelDeclare.FindStringSubmatch(head + "@")
	params, rest := kernelParams(tail)
	convergent := slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return w == "convergent" || groups[w] })
	if ret == nil || !convergent {
		return ""
	}
	types, ok := kernelTypes(params, symbol[strings.Index(symbol, name)+len(name):])
	if !ok || len(types) == 0 {
		return ""
	}
	for _, prefix := range []string{"native_", "half_", "fast_"} {
		name = strings.TrimPrefix(name, prefix)
	}
	result := kernelResult(name, types)
	k := &kernelBody{typ: result.typ, calls: map[string]int{}}
	values, known := k.moved(name, types, &result)
	if !known {
		values = k.values(name, k.lanes(types), result)
	}
	stranger := func(t kernelType) bool {
		return t.typ != k.typ && (t.typ != "i32" || !slices.Contains(withDegree, name))
	}
	if values == nil || !result.passedAs(ret[1]) || !known && slices.ContainsFunc(types, stranger) || !k.declare(m) {
		return ""
	}
	for j, p := range params {
		params[j] = p + fmt.Sprintf(" %%p%d", j)
	}
	last := values[0]
	if result.lanes > 0 {
		last = "undef"
		for j, v := range values {
			last = k.put("insertelement %s %s, %s %s, i32 %d", result, last, result.typ, v, j)
		}
	}
	if ret[1] != result.String() {
		last = k.put("bitcast %s %s to %s", result, last, ret[1])
	}
	return fmt.Sprintf("define %s @%s(%s) {\n%s\tret %s %s\n}\n", ret[1], symbol, strings.Join(params, ", "), k.text.String(), ret[1], last)
}

// kernelTypes are the types of parameters by the symbol, whose names of types are codes; ok where they are passed as
// such.
func kernelTypes(params []string, codes string) (types []kernelType, ok bool) {
	vector := ""
	for _, p := range params {
		code := kernelCode.FindString(codes)
		codes = strings.TrimPrefix(codes, code)
		t := kernelType{typ: kernelWords[code]}
		if code == "S_" {
			code = vector
		}
		if v, of, ok := strings.Cut(strings.TrimPrefix(code, "Dv"), "_"); ok {
			vector = code
			t = kernelTypeOf("<" + v + " x " + kernelWords[of] + ">")
			code = of
		}
		t.unsigned = strings.Contains("hjmt", code)
		if v := kernelByval.FindStringSubmatch(p); v != nil && v[2] == t.String() {
			t.at = v[1]
		} else if v := kernelParam.FindStringSubmatch(p); v == nil || !t.passedAs(v[1]) {
			return nil, false
		} else if v[1] != t.String() {
			t.word = v[1]
		}
		types = append(types, t)
	}
	return types, codes == ""
}

// kernelResult is the type of the result for parameters of these types.
func kernelResult(name string, types []kernelType) kernelType {
	result := kernelType{lanes: types[0].lanes, typ: types[0].typ}
	for _, t := range types {
		result.lanes = max(result.lanes, t.lanes)
	}
	if slices.Contains([]string{"dot", "length", "distance"}, name) {
		result.lanes = 0
	}
	return result
}

// passedAs reports whether a value of the type is passed as one of another: a vector as a double or an integer of as
// many bits.
func (t kernelType) passedAs(text string) bool {
	bits := t.lanes * t.bits()
	return t.String() == text || text == "double" && bits == 64 || bits > 0 && text == "i"+strconv.Itoa(bits)
}

// kernelParams splits the parameters behind an opening bracket, and what stands behind them.
func kernelParams(text string) (params []string, rest string) {
	depth, start := 0, 0
	for j, c := range []byte(text) {
		switch {
		case c == '(' || c == '<':
			depth++
		case c == '>' || c == ')' && depth > 0:
			depth--
		case c == ',' && depth == 0:
			params = append(params, strings.TrimSpace(text[start:j]))
			start = j + 1
		case c == ')':
			return append(params, strings.TrimSpace(text[start:j])), text[j+1:]
		}
	}
	return nil, ""
}

// lanes takes the parameters apart, and makes floats of them.
func (k *kernelBody) lanes(types []kernelType) [][]string {
	list := k.pieces(types)
	for j, lanes := range list {
		for n := range lanes {
			lanes[n] = k.float(types[j], lanes[n])
		}
	}
	return list
}

// pieces takes the parameters apart.
func (k *kernelBody) pieces(types []kernelType) (list [][]string) {
	for j, t := range types {
		p := fmt.Sprintf("%%p%d", j)
		if t.lanes == 0 {
			list = append(list, []string{p})
			continue
		}
		if t.at != "" {
			p = k.put("load %s, %s %s, align 8", t, t.at, p)
		}
		if t.word != "" {
			p = k.put("bitcast %s %s to %s", t.word, p, t)
		}
		var lanes []string
		for n := range t.lanes {
			lanes = append(lanes, k.put("extractelement %s %s, i32 %d", t, p, n))
		}
		list = append(list, lanes)
	}
	return list
}

// float makes a float of an integer.
func (k *kernelBody) float(t kernelType, v string) string {
	if t.typ == "i32" {
		return k.put("sitofp i32 %s to %s", v, k.typ)
	}
	return v
}

// values are the lanes of the result; nil for a function that is not known.
func (k *kernelBody) values(name string, x [][]string, result kernelType) []string {
	if f, ok := ofVectors[name]; ok && len(x) == f.args {
		if f.args == 2 && len(x[0]) != len(x[1]) || name == "cross" && len(x[0]) < 3 {
			return nil
		}
		v := f.of(k, x)
		if len(v) != max(result.lanes, 1) {
			return nil
		}
		return v
	}
	f, ok := ofLanes[name]
	if !ok && !(slices.Contains(sameNames, name) && libm[name] != nil && libm[name].Arity == len(x)) || ok && f.args != len(x) {
		return nil
	}
	var values []string
	for lane := range max(result.lanes, 1) {
		var args []string
		for _, lanes := range x {
			if len(lanes) != 1 && len(lanes) != max(result.lanes, 1) {
				return nil
			}
			args = append(args, lanes[min(lane, len(lanes)-1)])
		}
		if ok {
			values = append(values, f.of(k, args))
		} else {
			values = append(values, k.lib(name, args...))
		}
	}
	return values
}

// declare declares what the body calls; false where the module has something else by such a name.
func (k *kernelBody) declare(m *ir.Module) bool {
	t := map[string]*ir.Type{"double": ir.Double, "float": ir.Float}[k.typ]
	for _, name := range slices.Sorted(maps.Keys(k.calls)) {
		typ := m.FuncType(t, slices.Repeat([]*ir.Type{t}, k.calls[name])...)
		if f := m.Declare(name, typ); !ir.Same(f.Typ, typ) {
			return false
		}
	}
	return true
}
