package openmp

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// Regions rewrites what a compiler makes of OpenMP's directives into calls that can be
// differentiated. A parallel region becomes the call of a team:
//
//	team(location, pointers...)               calls region once; see Fork
//	region(thread, bound thread, pointers...) calls a copy of the outlined function
//
// Arguments of a region that are no pointers are stored in the frame of the function that
// starts it, so that all that enters or leaves a region goes through memory. Reductions do not
// take the runtime library's shortcuts: every thread adds its part itself, in a critical
// section.
//
// inline is called for the copy of each outlined function, as the caller has done for f:
// inlined callees may start regions too.
func Regions(f *ir.Function, inline func(*ir.Function)) {
	if Tasks(f) {
		inline(f)
		Tasks(f) // of functions that are inlined now
	}
	for _, b := range append([]*ir.Block(nil), f.Blocks...) {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			callee := i.CalledFunc()
			if callee == nil || i.Op != ir.Call {
				continue
			}
			switch callee.Name {
			case "__kmpc_fork_call":
				callTeam(i, inline)
			case "__kmpc_reduce", "__kmpc_reduce_nowait":
				reduceAlone(i)
			case "__kmpc_end_reduce", "__kmpc_end_reduce_nowait":
				endReduce(i)
			}
		}
	}
}

const teamName = "llad.team"

// TeamRegion is the region of a team that Regions made, nil for other functions: those with
// their final bodies, too, which start a region as any function does.
func TeamRegion(team *ir.Function) *ir.Function {
	if !strings.HasPrefix(team.Name, teamName) || team.IsDecl {
		return nil
	}
	for _, i := range team.Entry().Instrs {
		if i.Op != ir.Call {
			continue
		}
		if f := i.CalledFunc(); f != nil && f.Name != forkCall {
			return f
		}
		return nil
	}
	return nil
}

// Fork gives the teams of a module their final bodies: all threads call the region. Until then
// a team calls it once, for the analyses.
func Fork(m *ir.Module) {
	for _, name := range m.FuncNames() {
		f := m.Func(name)
		if len(f.Blocks) == 0 {
			continue // as it was read: what has been made here has a body
		}
		region := TeamRegion(f)
		if region == nil {
			continue
		}
		f.Entry().Instrs = nil
		b := ir.NewBuilder(f.Entry())
		args := make([]ir.Value, len(f.Params))
		for k, p := range f.Params {
			args[k] = p
		}
		ForkCall(b, args[0], region, args[1:]...)
		b.Ret(nil)
	}
}

const forkCall = "__kmpc_fork_call"

// Forks reports whether a module has parallel regions: what its tables of functions lead to may run in them.
func Forks(m *ir.Module) bool { return m.Func(forkCall) != nil }

// ForkCall emits a call of region by all threads of a team, with the thread, its bound thread
// and args.
func ForkCall(b *ir.Builder, location ir.Value, region *ir.Function, args ...ir.Value) {
	m := b.Module()
	micro := m.PtrTo(m.Types.Func(ir.Void, []*ir.Type{m.PtrTo(ir.I32), m.PtrTo(ir.I32)}, true))
	fork := m.Declare(forkCall, m.Types.Func(ir.Void, []*ir.Type{location.Type(), ir.I32, micro}, true))
	to := ir.Value(region)
	if m.Typed {
		to = &ir.Const{Kind: ir.ConstExpr, Op: ir.BitCast, Typ: fork.Typ.Fields[2], Elems: []ir.Value{region}}
	}
	b.Call(fork.Typ, fork, append([]ir.Value{location, ir.NewInt(ir.I32, int64(len(args))), to}, args...)...)
}

// callTeam replaces the start of a parallel region by the call of a team.
func callTeam(i *ir.Instr, inline func(*ir.Function)) {
	args := i.CallArgs()
	if len(args) < 3 {
		return
	}
	outlined, ok := ir.StripConstCasts(args[2]).(*ir.Function)
	if !ok || outlined.IsDecl || len(outlined.Params) != len(args)-1 {
		return
	}
	for k, a := range args[3:] {
		if !ir.Same(a.Type(), outlined.Params[k+2].Typ) {
			return
		}
	}
	f := i.Parent.Parent
	m := f.Module
	body := outlined.Clone(m.FreshSymbol("llad.outlined"))
	body.Prefix = "internal"
	inline(body)
	Regions(body, inline)
	copyRuntimeArguments(body)
	for _, step := range []func(*ir.Function) bool{canon.StripDebug, canon.SimplifyCFG, canon.SROA, canon.Mem2Reg, canon.InstSimplify} {
		step(body) // what reductions did through the library is gone; words are cut to what is used of them
	}
	loadSharedOnce(i, body)

	b := ir.NewBuilder(i.Parent)
	given, used := passByMemory(b, i, body)
	thread := m.PtrTo(ir.I32)
	types := []*ir.Type{thread, thread}
	for _, a := range given[1:] {
		types = append(types, a.Type())
	}
	region := addRegion(body, types, used)
	for k, a := range given[1:] {
		region.Params[k+2].Alone = onlyShared(a) && !slices.Contains(given[k+2:], a) && !slices.Contains(given[:k+1], a)
	}
	team := addTeam(region, append([]*ir.Type{args[0].Type()}, types[2:]...))

	b.Before(i)
	c := b.CallFunc(team, given...)
	c.Line = i.Line
	c.Meta = i.Meta
	i.Erase()
}

// passByMemory gives the arguments of the team that i starts with body: the location, and
// addresses. Arguments that are no addresses are put into slots. used are the types of what
// body uses of each of its parameters.
func passByMemory(b *ir.Builder, i *ir.Instr, body *ir.Function) (given []ir.Value, used []*ir.Type) {
	f := i.Parent.Parent
	m := f.Module
	args := i.CallArgs()
	top := ir.NewBuilder(f.Entry())
	top.AtStart(f.Entry())
	given = []ir.Value{args[0]}
	used = make([]*ir.Type, len(body.Params))
	for k, a := range args[3:] {
		p := body.Params[k+2]
		if used[k+2] = p.Typ; !p.Typ.IsPtr() {
			used[k+2] = usedOf(p)
			storeCut(p, used[k+2])
			b.Before(i)
			a = cut(b, a, used[k+2])
			// As bytes: the type of the word says nothing of what it holds.
			size := (m.Layout.AllocSize(a.Type()) + 7) &^ 7
			slot := top.Alloca(m.Types.Array(ir.I8, size), nil, 16)
			b.Before(i) // in the same block, perhaps
			b.Store(a, b.Cast(ir.BitCast, slot, m.PtrTo(a.Type())), 0)
			a = b.Cast(ir.BitCast, slot, m.Ptr())
		}
		given = append(given, a)
	}
	return given, used
}

// addRegion makes the function that calls body with what it uses of the memory that its
// arguments are in.
func addRegion(body *ir.Function, types, used []*ir.Type) *ir.Function {
	m := body.Module
	region := m.AddFunc(m.FreshSymbol("llad.region"), m.FuncType(ir.Void, types...))
	region.Prefix, region.Suffix, region.IsDecl = "internal", body.Suffix, false // for the same processor
	region.Team = true
	if !body.HasAttr("nounwind") {
		region.Suffix = strings.TrimSpace("nounwind " + body.Suffix)
	}
	rb := ir.NewBuilder(region.NewBlock("entry"))
	rargs := make([]ir.Value, len(region.Params))
	for k, p := range region.Params {
		rargs[k] = p
		if t := body.Params[k].Typ; !t.IsPtr() {
			rargs[k] = rb.Load(used[k], rb.Cast(ir.BitCast, p, m.PtrTo(used[k])), 0)
			if t != used[k] {
				rargs[k] = rb.Cast(ir.ZExt, rargs[k], t)
			}
		}
	}
	rb.CallFunc(body, rargs...)
	rb.Ret(nil)
	return region
}

// addTeam makes the function that calls region once, as thread 0.
func addTeam(region *ir.Function, types []*ir.Type) *ir.Function {
	m := region.Module
	team := m.AddFunc(m.FreshSymbol(teamName), m.FuncType(ir.Void, types...))
	team.Prefix, team.Suffix, team.IsDecl = "internal", "nounwind", false
	tb := ir.NewBuilder(team.NewBlock("entry"))
	zero := tb.Alloca(ir.I32, nil, 4)
	tb.Store(ir.NewInt(ir.I32, 0), zero, 4)
	targs := []ir.Value{zero, zero}
	for _, p := range team.Params[1:] {
		targs = append(targs, p)
	}
	tb.CallFunc(region, targs...)
	tb.Ret(nil)
	return team
}

// usedOf is the type of what is used of an integer parameter: smaller values are passed in
// words.
func usedOf(p *ir.Param) *ir.Type {
	layout := p.Parent.Module.Layout
	bits := int64(0)
	meet := func(t *ir.Type) bool {
		n := 8 * layout.StoreSize(t)
		ok := bits == 0 || bits == n
		bits = n
		return ok && !t.IsVector() && n < int64(p.Typ.Bits)
	}
	for u := range ir.Uses(p) {
		switch i := u.User; i.Op {
		case ir.Trunc:
			if i.Typ.Bits%8 != 0 || !meet(i.Typ) {
				return p.Typ
			}
		case ir.Store: // in a slot of its own, at -O0
			slot, ok := i.Arg(1).(*ir.Instr)
			if !ok || slot.Op != ir.Alloca || layout.BigEndian() {
				return p.Typ
			}
			for w := range ir.Uses(slot) {
				if w.User != i && (w.User.Op != ir.Load || !meet(w.User.Typ)) {
					return p.Typ
				}
			}
		default:
			return p.Typ
		}
	}
	if bits == 0 {
		return p.Typ
	}
	return p.Parent.Module.Types.Int(int(bits))
}

// storeCut truncates a parameter to t where it is stored.
func storeCut(p *ir.Param, t *ir.Type) {
	if p.Typ == t {
		return
	}
	b := ir.NewBuilder(p.Parent.Entry())
	b.AtStart(p.Parent.Entry())
	low := b.Cast(ir.Trunc, p, t)
	for u := range ir.Uses(p) {
		if u.User.Op == ir.Store {
			u.User.SetArg(0, low)
		}
	}
}

// cut is v truncated to t; where v is loaded, only that part is loaded.
func cut(b *ir.Builder, v ir.Value, t *ir.Type) ir.Value {
	if v.Type() == t {
		return v
	}
	ld, ok := v.(*ir.Instr)
	if !ok || ld.Op != ir.Load || ld.Flags&(ir.Volatile|ir.Atomic) != 0 || b.Module().Layout.BigEndian() {
		return b.Cast(ir.Trunc, v, t)
	}
	at := ir.NewBuilder(ld.Parent)
	at.Before(ld)
	return at.Load(t, at.Cast(ir.BitCast, ld.Arg(0), b.Module().PtrTo(t)), 0)
}

// reduceAlone replaces the begin of a reduction by the begin of a critical section, in which
// the thread adds its part to the result: the answer 1.
func reduceAlone(i *ir.Instr) {
	m := i.Parent.Parent.Module
	args := i.CallArgs()
	if len(args) != 7 {
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	lock := args[6]
	b.CallFunc(m.Declare("__kmpc_critical", m.FuncType(ir.Void, args[0].Type(), ir.I32, lock.Type())), args[0], args[1], lock)
	ir.ReplaceAllUses(i, ir.NewInt(i.Typ, 1))
	i.Erase()
}

// endReduce ends that critical section; the other threads wait unless the directive says
// nowait.
func endReduce(i *ir.Instr) {
	m := i.Parent.Parent.Module
	args := i.CallArgs()
	if len(args) != 3 {
		return
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.CallFunc(m.Declare("__kmpc_end_critical", m.FuncType(ir.Void, args[0].Type(), ir.I32, args[2].Type())), args...)
	if i.CalledFunc().Name == "__kmpc_end_reduce" {
		b.CallFunc(m.Declare("__kmpc_barrier", m.FuncType(ir.Void, args[0].Type(), ir.I32)), args[0], args[1])
	}
	i.Erase()
}
