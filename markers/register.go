package markers

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/products"
	"github.com/llad-ad/llad/rules"
)

// registration is a kind of variable through which a program says something
// about its functions and variables. What the variable's name contains tells
// the kind; its initialiser is a list of addresses.
type registration struct {
	part string // of the name, behind __enzyme_ or __llad_
	want string // the form of the initialiser
	take func(r *registrar, l []ir.Value) bool
}

// registrations are in order of search: the first whose part is found counts.
var registrations = []registration{
	{"register_gradient", "{ function, augmented function, gradient }", (*registrar).gradient},
	{"register_derivative", "{ function, derivative }", (*registrar).derivative},
	{"register_splitderivative", "{ function, augmented function, derivative }", (*registrar).splitDerivative},
	{"register_partial_gradient", "{ function, augmented function, gradient }", (*registrar).partialGradient},
	{"register_partial_derivative", "{ function, derivative }", (*registrar).partialDerivative},
	{"register_shadow", "{ &variable, &shadow }", (*registrar).shadows},
	{"inactivefn", "the address of a function", (*registrar).inactiveFuncs},
	{"inactive_global", "the address of a variable", (*registrar).inactiveGlobals},
	{"function_like", `{ function, "name of a function of math.h" }`, (*registrar).functionLike},
	{"allocation_like", `{ allocator, index of the size, "arguments of the deallocator, -1 for the memory", deallocator }`, (*registrar).allocationLike},
	{"nofree", "the address of a function", (*registrar).noFree},
}

// registrar reads what a module registers.
type registrar struct {
	m    *ir.Module
	what string // the registration being read
	line int32
	at   ir.Places // the same in the source, where that is known
	errs []error
	// funcs are those that calls must still be calls of.
	funcs []*ir.Function
	vars  []*ir.Global // the registrations
	// shadowed says that a variable has a shadow of the program's.
	shadowed bool
	ofMany   bool // what is stated is said of other modules as well
}

// registered is what a module registers.
type registered struct {
	err     error
	vars    []*ir.Global // that say so
	shadows bool         // of variables are among that
}

// register notes, once, what the module says about its functions and
// variables: variables called __enzyme_register_... and the like, and
// annotations. What is not understood is refused: to pass over it would give
// other derivatives than were asked for.
func (l *Lowering) register() error {
	if l.given != nil {
		return l.given.err
	}
	m := l.d.M
	r := &registrar{m: m}
	for _, e := range m.Entities {
		if e.Kind == ir.GlobalEntity && namesMarker([]byte(e.Name)) {
			r.variable(e)
		}
	}
	r.annotations()
	if bytes.Contains(m.Src, []byte("!enzyme_shadow ")) {
		r.attachedShadows()
	}
	r.state(l.stated)
	r.iterations()
	for _, f := range r.funcs {
		r.checkInlined(f)
	}
	products.Register(m)
	l.given = &registered{errors.Join(r.errs...), r.vars, r.shadowed}
	return l.given.err
}

// dropRegistrations takes the registrations out of the module that nothing else
// names: a header may hold them, and be part of several modules of a program.
func (l *Lowering) dropRegistrations() {
	for _, v := range l.given.vars {
		if bytes.Count(l.d.M.Src, []byte("@"+v.Name)) == 1 {
			l.d.M.RemoveGlobal(v)
		}
	}
	l.given.vars = nil
}

func (r *registrar) refuse(format string, args ...any) {
	d := diag.InModule(r.m, codeRegistration, format, args...)
	if !d.Place(r.at) {
		d.Line, d.NoSource = int(r.line), !r.m.HasSource()
	}
	r.errs = append(r.errs, d)
}

func (r *registrar) variable(e *ir.Entity) {
	name := diag.PlainName(e.Name)
	r.what, r.line, r.at = name, e.Line, nil
	if v := r.m.Global(e.Name); v != nil {
		r.at = v.Places()
	}
	for _, g := range registrations {
		if !strings.Contains(name, "__enzyme_"+g.part) && !strings.Contains(name, "__llad_"+g.part) {
			continue
		}
		v := r.m.Global(e.Name)
		if v == nil {
			return // cannot be read: told where it is used
		}
		if err := v.LoadInit(); err != nil {
			r.errs = append(r.errs, err)
			return
		}
		if !g.take(r, members(v.Init)) {
			r.refuse("the registration '%s' is not %s", name, g.want)
		}
		r.vars = append(r.vars, v)
		return
	}
	r.refuse("the registration '%s' is not supported", name)
}

// members are the parts of an initialiser, however nested.
func members(v ir.Value) []ir.Value {
	c, ok := v.(*ir.Const)
	if ok && (c.Kind == ir.ConstArray || c.Kind == ir.ConstStruct) {
		var l []ir.Value
		for _, e := range c.Elems {
			l = append(l, members(e)...)
		}
		return l
	}
	if v == nil {
		return nil
	}
	return []ir.Value{v}
}

// funcAt is the function that member k of a registration is, nil when it is
// none.
func funcAt(l []ir.Value, k int) *ir.Function {
	if k >= len(l) {
		return nil
	}
	return resolveFunc(l[k])
}

// textAt is the string that member k points to.
func textAt(l []ir.Value, k int) (string, bool) {
	if k >= len(l) {
		return "", false
	}
	v := ir.StripConstCasts(l[k])
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstExpr && c.Op == ir.GetElementPtr {
		v = ir.StripConstCasts(c.Elems[0])
	}
	g, ok := v.(*ir.Global)
	if !ok || g.LoadInit() != nil {
		return "", false
	}
	c, ok := g.Init.(*ir.Const)
	if !ok || c.Kind != ir.ConstString {
		return "", false
	}
	s := strings.TrimSuffix(strings.TrimPrefix(c.Text, `c"`), `"`)
	s, _, _ = strings.Cut(s, `\00`)
	return s, true
}

// given is what is registered about f so far.
func (r *registrar) given(f *ir.Function) *rules.Given {
	if rules.GivenOf(f) == nil {
		f.Given = &rules.Given{}
	}
	r.funcs = append(r.funcs, f)
	return rules.GivenOf(f)
}

// checkInlined refuses a registered function that the compiler may have put
// into its callers already, or whose result it may have replaced by an
// argument: what is registered would not count there. Code that has not been
// optimised stores every parameter first.
func (r *registrar) checkInlined(f *ir.Function) {
	if f.IsDecl || f.Load() != nil {
		return
	}
	optimised, returned := false, false
	for _, p := range f.Params {
		returned = returned || p.HasAttr("returned")
		for u := range ir.Uses(p) {
			slot, ok := u.User.Arg(u.User.NumArgs() - 1).(*ir.Instr)
			if !(u.User.Op == ir.Store && ok && slot.Op == ir.Alloca) && !p.HasAttr("byval") {
				optimised = true
			}
		}
	}
	d := diag.AtFunc(f, codeInlined, "what is registered about '%s' may be lost: ", diag.Demangled(f))
	d.Hint = "give llad IR that has not been optimised (clang -O2 -Xclang -disable-llvm-passes)"
	switch {
	case !optimised:
		return
	case returned:
		d.Message += "it returns an argument, which the compiler then puts in place of its calls"
	case !f.HasAttr("noinline"):
		d.Message += "the compiler was free to put its body in place of its calls"
		d.Hint = "declare it `__attribute__((noinline))`, or " + d.Hint
	default:
		return
	}
	r.errs = append(r.errs, d)
}

// custom checks that a function can have a registered derivative.
func (r *registrar) custom(f *ir.Function) bool {
	why := ""
	switch {
	case f.Typ.Variadic:
		why = "takes a variable number of arguments"
	case len(f.Params) > 0 && f.Params[0].HasAttr("sret"):
		why = "returns its result in memory"
	default:
		return true
	}
	r.refuse("'%s' has a registered derivative (%s), but %s", diag.Demangled(f), r.what, why)
	return false
}

func (r *registrar) gradient(l []ir.Value) bool {
	f, augment, gradient := funcAt(l, 0), funcAt(l, 1), funcAt(l, 2)
	if f == nil || augment == nil || gradient == nil || len(l) != 3 {
		return false
	}
	if r.custom(f) {
		g := r.given(f)
		g.Augment, g.Gradient = augment, gradient
	}
	return true
}

func (r *registrar) derivative(l []ir.Value) bool {
	f, tangent := funcAt(l, 0), funcAt(l, 1)
	if f == nil || tangent == nil || len(l) != 2 {
		return false
	}
	if r.custom(f) {
		r.given(f).Tangent = tangent
	}
	return true
}

// The partial forms get to know which parameters are active.
func (r *registrar) partialGradient(l []ir.Value) bool {
	if !r.gradient(l) {
		return false
	}
	r.given(funcAt(l, 0)).PartialGradient = true
	return true
}

func (r *registrar) partialDerivative(l []ir.Value) bool {
	if !r.derivative(l) {
		return false
	}
	r.given(funcAt(l, 0)).PartialTangent = true
	return true
}

func (r *registrar) inactiveFuncs(l []ir.Value) bool {
	for k := range l {
		f := funcAt(l, k)
		if f == nil {
			return false
		}
		r.given(f).Known = &rules.Known{Class: rules.Inactive, NoFloats: true}
	}
	return len(l) > 0
}

func (r *registrar) inactiveGlobals(l []ir.Value) bool {
	for _, v := range l {
		g, ok := ir.StripConstCasts(v).(*ir.Global)
		if !ok {
			return false
		}
		g.Inactive = true
	}
	return len(l) > 0
}

func (r *registrar) functionLike(l []ir.Value) bool {
	f := funcAt(l, 0)
	name, ok := textAt(l, 1)
	if f == nil || !ok || len(l) != 2 {
		return false
	}
	r.like(f, name)
	return true
}

// like gives f the derivative rule of a library function.
func (r *registrar) like(f *ir.Function, name string) {
	g, ok := rules.LikeLibrary(name)
	if !ok {
		r.refuse("'%s' is registered to be like '%s', which has no derivative rule", diag.Demangled(f), name)
		return
	}
	f.Given = g
	r.funcs = append(r.funcs, f)
}

func (r *registrar) allocationLike(l []ir.Value) bool {
	alloc := funcAt(l, 0)
	text, ok := textAt(l, 2)
	free := funcAt(l, 3)
	if alloc == nil || !ok || free == nil || len(l) != 4 {
		return false
	}
	size, ok := ir.IntValue(intBehind(l[1]))
	if !ok || size < 0 || int(size) >= len(alloc.Params) || !alloc.Typ.Ret.IsPtr() {
		return false
	}
	k := &rules.Known{Class: rules.Alloc, SizeArgs: []int{int(size)}, FreeWith: free.Name}
	end := &rules.Known{Class: rules.Free, PtrArg: -1}
	for n, w := range strings.Split(text, ",") {
		at, err := strconv.Atoi(strings.TrimSpace(w))
		switch {
		case err != nil || at >= len(alloc.Params) || n >= len(free.Params):
			return false
		case at < 0:
			end.PtrArg = n
		default:
			k.FreeArgs = append(k.FreeArgs, at)
		}
	}
	if end.PtrArg < 0 {
		return false
	}
	// Bodies put in place of calls do no harm here: they are what they are.
	alloc.Given, free.Given = &rules.Given{Known: k}, &rules.Given{Known: end}
	return true
}

// intBehind is the number that a constant address was made from.
func intBehind(v ir.Value) ir.Value {
	if c, ok := v.(*ir.Const); ok && c.Kind == ir.ConstExpr && c.Op == ir.IntToPtr {
		return c.Elems[0]
	}
	if c, ok := v.(*ir.Const); ok && (c.Kind == ir.ConstNull || c.Kind == ir.ConstZero) {
		return ir.NewInt(ir.I64, 0)
	}
	return v
}

// splitDerivative notes what a program says about tangents that are taken from a
// tape. Nothing follows from it where none are.
func (r *registrar) splitDerivative(l []ir.Value) bool {
	f, augment, tangent := funcAt(l, 0), funcAt(l, 1), funcAt(l, 2)
	if f == nil || augment == nil || tangent == nil || len(l) != 3 {
		return false
	}
	if mayReplay(r.m.Src) && r.custom(f) {
		g := r.given(f)
		g.SplitAugment, g.SplitTangent = augment, tangent
	}
	return true
}

// noFree says that a function ends no memory that it is given, which what the
// analyses find in its body has to show anyway.
func (r *registrar) noFree(l []ir.Value) bool {
	for k := range l {
		if funcAt(l, k) == nil {
			return false
		}
	}
	return len(l) > 0
}

// annotations reads the strings that annotate attributes leave.
func (r *registrar) annotations() {
	g := r.m.Global("llvm.global.annotations")
	if g == nil {
		return
	}
	if err := g.LoadInit(); err != nil {
		r.errs = append(r.errs, err)
		return
	}
	all, _ := g.Init.(*ir.Const)
	if all == nil {
		return
	}
	for _, e := range all.Elems {
		row, ok := e.(*ir.Const)
		if !ok || len(row.Elems) < 2 {
			continue
		}
		text, ok := textAt(row.Elems, 1)
		if !ok {
			continue
		}
		word, ok := strings.CutPrefix(text, "enzyme_")
		if !ok {
			if word, ok = strings.CutPrefix(text, "llad_"); !ok {
				continue
			}
		}
		r.what = text
		r.at = annotatedAt(row.Elems)
		if line, ok := lineOf(row.Elems); ok {
			r.line = line
		}
		r.annotation(row.Elems, word)
	}
}

// lineOf is the line of the file of a text entity that an annotation names,
// that of the annotated symbol in the module.
func lineOf(row []ir.Value) (int32, bool) {
	switch x := ir.StripConstCasts(row[0]).(type) {
	case *ir.Function:
		return x.Line, true
	}
	return 0, false
}

// annotatedAt is where an annotation stands in the source, which is part of it: the variable or
// function, the text, the file, the line.
func annotatedAt(row []ir.Value) ir.Places {
	file, ok := textAt(row, 2)
	if !ok || len(row) < 4 {
		return nil
	}
	line, ok := ir.IntValue(row[3])
	if !ok {
		return nil
	}
	return ir.Places{{File: file, Line: int(line)}}
}

// annotation notes what one annotation says of a function or variable.
func (r *registrar) annotation(row []ir.Value, word string) {
	f := resolveFunc(row[0])
	v, _ := ir.StripConstCasts(row[0]).(*ir.Global)
	like, isLike := strings.CutPrefix(word, "function_like=")
	switch {
	case (word == "inactive" || word == "inactive_noblock") && f != nil:
		r.given(f).Known = &rules.Known{Class: rules.Inactive, NoFloats: true}
	case word == "inactive" && v != nil:
		v.Inactive = true
	case word == "shadow" && v != nil && len(row) == 5:
		args, _ := ir.StripConstCasts(row[4]).(*ir.Global)
		if args == nil || args.LoadInit() != nil || !r.shadows(append([]ir.Value{v}, members(args.Init)...)) {
			r.refuse("the annotation 'shadow' of '%s' is without the address of a variable", diag.PlainName(v.Name))
		}
	case isLike && f != nil:
		r.like(f, like)
	case word == "nofree" && f != nil:
	case word == "shouldrecompute" && f != nil:
	default:
		r.refuse("the annotation '%s' is not supported", r.what)
	}
}
