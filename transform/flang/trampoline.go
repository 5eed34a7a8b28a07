package flang

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// An internal procedure uses variables of its host. Where the host passes it as an argument, the
// program puts code onto the stack that calls it with the address of those variables. Here the
// argument becomes that address, and the functions that get it copies that call the procedure. A procedure that
// is kept in memory, as a solver keeps the function that it is made for, is called by way of a variable (kept.go).

// trampolines does so for what the functions pass, and gives the functions that this makes.
func trampolines(fns []*ir.Function) []*ir.Function {
	s := &specialising{made: map[string]*ir.Function{}}
	var left []*ir.Instr
	take := func(f *ir.Function) {
		for _, i := range trampolinesIn(f) {
			if !s.trampoline(i) {
				left = append(left, i)
			}
		}
	}
	for _, f := range fns {
		take(f)
	}
	for n := 0; n < len(s.copies); n++ { // which may grow
		take(s.copies[n])
	}
	return append(s.copies, kept(left)...)
}

// trampolinesIn are the instructions of a function that make code on the stack.
func trampolinesIn(f *ir.Function) (made []*ir.Instr) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if g := i.CalledFunc(); g != nil && g.Name == "llvm.init.trampoline" && i.NumCallArgs() == 3 {
				made = append(made, i)
			}
		}
	}
	return made
}

// specialising has the copies of functions that get an internal procedure.
type specialising struct {
	made   map[string]*ir.Function
	copies []*ir.Function
}

// inner is an internal procedure, the number of the parameter for its host's variables, and how it is called
// without.
type inner struct {
	f    *ir.Function
	nest int
	typ  *ir.Type
}

func innerOf(v ir.Value) (in inner, ok bool) {
	f, ok := ir.AliasTarget(v).(*ir.Function)
	if !ok || f.Typ.Variadic {
		return in, false
	}
	nest := slices.IndexFunc(f.Params, func(p *ir.Param) bool { return slices.Contains(strings.Fields(p.Attrs), "nest") })
	if nest < 0 {
		return in, false
	}
	fields := slices.Delete(slices.Clone(f.Typ.Fields), nest, nest+1)
	return inner{f, nest, f.Module.FuncType(f.Typ.Ret, fields...)}, true
}

// trampoline replaces what a call makes, if all that is done with it is known.
func (s *specialising) trampoline(made *ir.Instr) bool {
	in, ok := innerOf(made.Arg(1))
	inits, taken, also := usesOfCode(made)
	if !ok || !also || len(inits) > 1 {
		return false
	}
	for _, i := range taken {
		if i.Parent != made.Parent || i.Parent.Index(i) < made.Parent.Index(made) || !in.onlyCalled(i, map[ir.Value]bool{}) {
			return false
		}
	}
	for _, i := range taken {
		s.replace(i, made.Arg(2), in)
		i.Erase()
	}
	made.Erase()
	return true
}

// usesOfCode are the calls that make code at the place where one does, and those that take its
// address; false where the place is used in another way.
func usesOfCode(made *ir.Instr) (inits, taken []*ir.Instr, ok bool) {
	slot, ok := made.Arg(0).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return nil, nil, false
	}
	for u := range ir.Uses(slot) {
		f := u.User.CalledFunc()
		switch {
		case f == nil:
			return nil, nil, false
		case f.Name == "llvm.adjust.trampoline":
			taken = append(taken, u.User)
		case f == made.CalledFunc() && u.Index() == 0:
			inits = append(inits, u.User)
		case !strings.HasPrefix(f.Name, "llvm.lifetime"):
			return nil, nil, false
		}
	}
	return inits, taken, true
}

// onlyCalled reports whether the address of a procedure is only called, here and in functions that
// get it as an argument.
func (in inner) onlyCalled(v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		i := u.User
		if !i.IsCall() {
			return false
		}
		if u.Index() == i.NumArgs()-1 {
			if i.Op != ir.Call || i.FnType() != in.typ {
				return false
			}
			continue
		}
		h := i.CalledFunc()
		if h == nil || h.IsDecl || h.Typ != i.FnType() || u.Index() >= len(h.Params) || h.Load() != nil || !in.onlyCalled(h.Params[u.Index()], seen) {
			return false
		}
	}
	return true
}

// usesOf are the uses of a parameter or an instruction.
func usesOf(v ir.Value) (list []*ir.Use) {
	for u := range ir.Uses(v) {
		list = append(list, u)
	}
	return list
}

// replace has the users of a procedure's address take that of the host's variables.
func (s *specialising) replace(v, host ir.Value, in inner) {
	for _, u := range usesOf(v) {
		i := u.User
		if u.Index() == i.NumArgs()-1 {
			in.call(i, host)
			continue
		}
		to := s.special(i.CalledFunc(), u.Index(), in)
		i.SetArg(u.Index(), host)
		i.SetArg(i.NumArgs()-1, to)
	}
}

// call replaces a call of the procedure's address by one of the procedure.
func (in inner) call(i *ir.Instr, host ir.Value) {
	args := slices.Insert(slices.Clone(i.CallArgs()), in.nest, host)
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Flags = i.Flags & ir.FastMath
	call := b.CallFunc(in.f, args...)
	attrs := make([]string, len(args))
	copy(attrs, i.Extra().ArgAttrs)
	attrs = slices.Insert(attrs, in.nest, "nest")[:len(args)]
	call.Extra().ArgAttrs = attrs
	call.Line = i.Line
	ir.ReplaceAllUses(i, call)
	i.Erase()
}

// special is the copy of a function whose parameter of a number is the address of the host's variables
// of a procedure.
func (s *specialising) special(h *ir.Function, param int, in inner) *ir.Function {
	key := "llad.host." + h.Name + "." + strconv.Itoa(param) + "." + in.f.Name
	if c := s.made[key]; c != nil {
		return c
	}
	c := h.Clone(h.Module.FreshSymbol(key))
	c.Prefix = "internal"
	s.made[key] = c
	s.copies = append(s.copies, c)
	p := c.Params[param]
	p.Attrs = ""
	s.replace(p, p, in)
	return c
}
