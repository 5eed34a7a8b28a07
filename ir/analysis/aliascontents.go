package analysis

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// An address that is loaded leads to what was stored. Where it comes from a local object whose own address stays in
// the function, as the rows of a matrix come from the array of their addresses, all stores there are
// seen, and with them the objects that it may lead to.

const (
	maxContentUses  = 400 // of an object
	maxContentDepth = 3   // how many loads on the way to an object are looked through
)

// loadedApart reports whether the address that load gives leads to no byte of y, by what is stored in the local
// objects that it is read from.
func (a *Alias) loadedApart(load *ir.Instr, y object) bool {
	if load.Op != ir.Load || load.NumArgs() == 0 || a.depth >= maxContentDepth {
		return false // not a load, one that has been removed since, or too deep
	}
	list, ok := a.loaded[load]
	if !ok {
		list = a.contents(load)
		if a.loaded == nil {
			a.loaded = map[*ir.Instr][]object{}
		}
		a.loaded[load] = list
	}
	a.depth++
	defer func() { a.depth-- }()
	for _, x := range list {
		if !a.distinct(x, y) {
			return false
		}
	}
	return list != nil
}

// contents are the objects that the address which load gives may lead to; nil where something else may
// have put it where it is read from.
func (a *Alias) contents(load *ir.Instr) []object {
	out := []object{}
	for _, o := range a.objectsOf(load.Arg(0)) {
		switch {
		case o.kind == objNone:
			continue
		case o.kind != objStack && o.kind != objFresh || a.escapes(o.v):
			return nil
		}
		if !a.beginsEmpty(o.v) {
			return nil
		}
		list, ok := a.storedIn(o.v, load)
		if out = append(out, list...); !ok || len(out) > maxObjects {
			return nil
		}
	}
	return out
}

// beginsEmpty reports whether no address is in the local object v before the function stores some: not so in what a byval
// parameter is a copy of, nor in what a function of the program gives.
func (a *Alias) beginsEmpty(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	if !ok || i.Op == ir.Alloca {
		return ok
	}
	f := i.CalledFunc()
	return f != nil && a.effects.Allocates != nil && a.effects.Allocates(f)
}

// holdsNoAddress reports whether v is a constant whose bytes are no address.
func holdsNoAddress(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok {
		return false
	}
	switch c.Kind {
	case ir.ConstInt, ir.ConstFP, ir.ConstNull, ir.ConstZero, ir.ConstUndef, ir.ConstPoison, ir.ConstString:
		return true
	}
	return false
}

// storedIn are the objects whose addresses the function stores in a local object where load may read them; false where
// they are not known.
func (a *Alias) storedIn(object ir.Value, load *ir.Instr) (out []object, ok bool) {
	seen := map[ir.Value]bool{object: true}
	work := []ir.Value{object}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(p) {
			i := u.User
			switch i.Op {
			case ir.Load, ir.ICmp, ir.PtrToInt:
			case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.Phi, ir.Select, ir.Freeze:
				if !seen[i] {
					seen[i] = true
					work = append(work, i)
				}
			case ir.Store:
				v := i.Arg(0)
				switch {
				case a.misses(i.Arg(1), a.storeSize(v.Type()), load):
				case v.Type().IsPtr():
					out = append(out, a.objectsOf(v)...)
				case !holdsNoAddress(v):
					return nil, false
				}
			case ir.Call, ir.Invoke:
				if !a.leavesAddresses(i, u.Index(), load) {
					return nil, false
				}
			default:
				return nil, false
			}
			if len(seen) > maxContentUses || len(out) > maxObjects {
				return nil, false
			}
		}
	}
	return out, true
}

// misses reports whether the size bytes at p, in the object that load reads from, are none that it reads.
func (a *Alias) misses(p ir.Value, size int64, load *ir.Instr) bool {
	x, y := a.address(p), a.address(load.Arg(0))
	return size >= 0 && x.base == y.base && a.once(x.base) && a.distance(x, y, size, a.storeSize(load.Typ), true) == NoAlias
}

// leavesAddresses reports whether the call i puts no address where load reads, by way of argument k.
func (a *Alias) leavesAddresses(i *ir.Instr, k int, load *ir.Instr) bool {
	f := i.CalledFunc()
	switch {
	case f == nil || passedOn(i) != nil:
		return false
	case a.effects.Ends != nil && a.effects.Ends(f) || a.effects.argAccess(i, k)&Writes == 0:
		return true
	case writtenArgs(i) == nil:
		return false
	case k > 0:
		return true // only read
	}
	return strings.HasPrefix(f.Name, "llvm.memset.") && ir.IsZero(i.Arg(1)) || a.misses(i.Arg(0), *writtenArgs(i), load)
}
