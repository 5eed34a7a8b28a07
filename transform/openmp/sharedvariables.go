package openmp

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// loadSharedOnce lets body, the outlined function of the parallel region that i starts, read
// each shared variable that it only reads once, at its entry. Compilers read the variable
// again wherever a call might have changed it, and a loop then carries the address of an array
// from one iteration to the next. A variable whose address goes nowhere but to regions does not
// change while one runs that only reads it.
func loadSharedOnce(i *ir.Instr, body *ir.Function) {
	for k, a := range i.CallArgs()[3:] {
		if !onlyShared(a) {
			continue
		}
		p := body.Params[k+2]
		loads := onlyLoads(p)
		if len(loads) == 0 || len(loads) == 1 && loads[0].Parent == body.Entry() {
			continue
		}
		b := ir.NewBuilder(body.Entry())
		b.AtStart(body.Entry())
		once := b.Load(loads[0].Typ, p, int(loads[0].Align))
		once.Meta = loads[0].Meta
		for _, l := range loads {
			ir.ReplaceAllUses(l, once)
			l.Erase()
		}
	}
}

// onlyShared reports whether a is the address of a variable that goes nowhere but to regions.
func onlyShared(a ir.Value) bool {
	slot, ok := a.(*ir.Instr)
	return ok && slot.Op == ir.Alloca && (&sharedUses{seen: map[ir.Value]bool{}}).stays(slot)
}

// onlyLoads lists the uses of p, if all of them read a value of one type there.
func onlyLoads(p *ir.Param) (loads []*ir.Instr) {
	for u := range ir.Uses(p) {
		i := u.User
		if i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 || len(loads) > 0 && !ir.Same(loads[0].Typ, i.Typ) {
			return nil
		}
		loads = append(loads, i)
	}
	return loads
}

// sharedUses follows the address of a variable.
type sharedUses struct {
	seen map[ir.Value]bool
}

// stays reports whether the address v is only used to read and write there, by its function and
// by those that get it: nobody keeps it.
func (s *sharedUses) stays(v ir.Value) bool {
	if s.seen[v] {
		return true
	}
	s.seen[v] = true
	for u := range ir.Uses(v) {
		i := u.User
		ok := false
		switch i.Op {
		case ir.Load:
			ok = true
		case ir.Store:
			ok = u.Index() == 1 || s.parameterSlot(i)
		case ir.AtomicRMW, ir.CmpXchg:
			ok = u.Index() == 0
		case ir.BitCast, ir.GetElementPtr:
			ok = s.stays(i)
		case ir.Call:
			ok = s.call(i, v)
		}
		if !ok {
			return false
		}
	}
	return true
}

// parameterSlot reports whether st puts an address where it is only read again: code that is not
// optimised keeps parameters so.
func (s *sharedUses) parameterSlot(st *ir.Instr) bool {
	slot, ok := st.Arg(1).(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return false
	}
	for u := range ir.Uses(slot) {
		if u.User != st && (u.User.Op != ir.Load || !s.stays(u.User)) {
			return false
		}
	}
	return true
}

// call reports whether what i calls does not keep v, an argument.
func (s *sharedUses) call(i *ir.Instr, v ir.Value) bool {
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	args := i.CallArgs()
	first := 0
	if f.Name == forkCall && len(args) > 2 {
		outlined, ok := ir.StripConstCasts(args[2]).(*ir.Function)
		if !ok {
			return false
		}
		f, args, first = outlined, args[3:], 2
	}
	for k, a := range args {
		if a != v {
			continue
		}
		switch {
		case first+k < len(f.Params) && f.Params[first+k].HasAttr("nocapture"):
		case f.IsDecl && strings.HasPrefix(f.Name, "llvm.lifetime."):
		case f.IsDecl || first+k >= len(f.Params) || !s.stays(f.Params[first+k]):
			return false
		}
	}
	return true
}

// copyRuntimeArguments hands the runtime library copies of the variables that it writes to, such as the
// bounds of a thread's share of a loop: its calls do not keep the addresses, and the variables
// themselves can then be values.
func copyRuntimeArguments(body *ir.Function) {
	for _, b := range body.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			f := i.CalledFunc()
			if f == nil || i.Op != ir.Call {
				continue
			}
			if k := rules.KnownOf(f); k == nil || !k.WritesArgs {
				continue
			}
			for k, a := range i.CallArgs() {
				if slot, ok := a.(*ir.Instr); ok && slot.Op == ir.Alloca && ir.IsConstant(slot.Arg(0)) && (slot.Elem.IsInt() || slot.Elem.IsPtr()) {
					copyArgument(i, k, slot)
				}
			}
		}
	}
}

// copyArgument hands a copy of the variable at slot to the call i as argument k, and takes over what
// stands there afterwards.
func copyArgument(i *ir.Instr, k int, slot *ir.Instr) {
	f := i.Parent.Parent
	top := ir.NewBuilder(f.Entry())
	top.AtStart(f.Entry())
	tmp := top.Alloca(slot.Elem, nil, int(slot.Align))
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	b.Meta = i.DebugLoc()
	b.Store(b.Load(slot.Elem, slot, 0), tmp, 0)
	i.SetArg(k, tmp)
	b.After(i)
	b.Store(b.Load(slot.Elem, tmp, 0), slot, 0)
}
