package analysis

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// objKind is what is known of an object that a pointer may point into.
type objKind uint8

const (
	objUnknown objKind = iota // an address from memory, a call, an integer
	objStack                  // an alloca, or a byval argument
	objFresh                  // the result of an allocation: noalias on the result
	objGlobal                 // a variable or function of its own
	objParam                  // what a parameter points into
	objNone                   // null, undef: cannot be accessed
)

// object is where a pointer may come from.
type object struct {
	kind objKind
	v    ir.Value
}

const maxObjects = 12 // of one pointer; more count as unknown

// objectsOf lists the objects that p may point into, through casts, GEPs, phis
// and selects.
func objectsOf(p ir.Value) []object {
	var out []object
	seen := map[ir.Value]bool{}
	work := []ir.Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		v = StripAddress(v)
		if seen[v] {
			continue
		}
		seen[v] = true
		if len(seen) > 4*maxObjects || len(out) > maxObjects {
			return []object{{objUnknown, p}}
		}
		if i, ok := v.(*ir.Instr); ok {
			switch {
			case i.Op == ir.Phi:
				for k := range i.Blocks {
					work = append(work, i.Arg(k))
				}
				continue
			case i.Op == ir.Select:
				work = append(work, i.Arg(1), i.Arg(2))
				continue
			}
		}
		out = append(out, object{kindOf(v), v})
	}
	return out
}

// LeadsNowhere reports whether v is null or a constant address in the first page, as that of
// an empty vector of Rust is.
func LeadsNowhere(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	if !ok || c.Kind != ir.ConstExpr {
		return ir.IsZero(v)
	}
	switch c.Op {
	case ir.IntToPtr:
		n, ok := ir.IntValue(c.Elems[0])
		return ok && n >= 0 && n < firstPage
	case ir.BitCast:
		return LeadsNowhere(c.Elems[0])
	}
	return false
}

const firstPage = 4096

// NotNull looks through phis that are one value or null (the buffer of a vector that may be
// empty): memory accessed through v is accessed through the result. Phis that may hold the
// value of an earlier iteration of a loop of li are not looked through.
func NotNull(v ir.Value, li *LoopInfo) ir.Value { return notNull(v, li, 0) }

func notNull(v ir.Value, li *LoopInfo, depth int) ir.Value {
	phi, ok := v.(*ir.Instr)
	if !ok || phi.Op != ir.Phi || !phi.Typ.IsPtr() || depth > maxObjects {
		return v
	}
	l := li.Of(phi.Parent)
	if l != nil && l.Header == phi.Parent || len(phi.Blocks) > maxObjects {
		return v
	}
	var one ir.Value
	for k := range phi.Blocks {
		a := phi.Arg(k)
		if kindOf(a) == objNone || a == one {
			continue
		}
		if a = notNull(a, li, depth+1); one == nil {
			one = a
		} else if a != one {
			return v
		}
	}
	if i, ok := one.(*ir.Instr); one == nil || ok && li.Of(i.Parent) != l {
		return v
	}
	return one
}

// OneObject is the value that the address v is based on, through phis whose incoming addresses
// are all based on one object, as those of pointers that advance are. It is v where there is
// none, or where a phi may hold the value of an earlier iteration of a loop of li.
func OneObject(v ir.Value, li *LoopInfo) ir.Value {
	var one ir.Value
	seen := map[ir.Value]bool{}
	var phis []*ir.Instr
	work := []ir.Value{v}
	for len(work) > 0 {
		x := StripAddress(work[len(work)-1])
		work = work[:len(work)-1]
		phi, ok := x.(*ir.Instr)
		switch {
		case seen[x] || kindOf(x) == objNone:
			continue
		case ok && phi.Op == ir.Phi:
			if len(seen) > 4*maxObjects {
				return v
			}
			seen[x] = true
			phis = append(phis, phi)
			work = append(work, phi.Args()...)
		case one != nil && one != x:
			return v
		default:
			one = x
		}
	}
	i, ok := one.(*ir.Instr)
	if one == nil {
		return v
	}
	for _, phi := range phis {
		if home := li.Of(phi.Parent); ok && li.Of(i.Parent) != nil {
			if l := li.Of(i.Parent); !l.ContainsLoop(home) || l == home && l.Header == phi.Parent {
				return v
			}
		}
	}
	return one
}

// StripAddress strips casts, GEPs and calls that return their argument from an address.
func StripAddress(v ir.Value) ir.Value {
	for range 1000 {
		switch x := v.(type) {
		case *ir.Const:
			if x.Kind != ir.ConstExpr || x.Op != ir.BitCast && x.Op != ir.AddrSpaceCast && x.Op != ir.GetElementPtr {
				return v
			}
			v = x.Elems[0]
		case *ir.Instr:
			switch {
			case x.Op == ir.BitCast || x.Op == ir.AddrSpaceCast || x.Op == ir.GetElementPtr || x.Op == ir.Freeze:
				v = x.Arg(0)
			case passedOn(x) != nil:
				v = passedOn(x)
			default:
				return v
			}
		default:
			return v
		}
	}
	return v
}

// passedOn is the argument that a call returns, nil if none.
func passedOn(i *ir.Instr) ir.Value {
	f := i.CalledFunc()
	if f == nil || !i.Typ.IsPtr() {
		return nil
	}
	for _, n := range []string{"llvm.launder.invariant.group", "llvm.strip.invariant.group", "llvm.ptr.annotation", "llvm.ptrmask", "llvm.ssa.copy"} {
		if strings.HasPrefix(f.Name, n) && i.NumCallArgs() > 0 {
			return i.Arg(0)
		}
	}
	for k, p := range f.Params {
		if k < i.NumCallArgs() && p.HasAttr("returned") {
			return i.Arg(k)
		}
	}
	return nil
}

func kindOf(v ir.Value) objKind {
	switch x := v.(type) {
	case *ir.Global:
		if x.Keyword == "global" || x.Keyword == "constant" {
			return objGlobal
		}
	case *ir.Function:
		return objGlobal
	case *ir.Param:
		if x.HasAttr("byval") {
			return objStack
		}
		return objParam
	case *ir.Const:
		if x.Kind == ir.ConstUndef || x.Kind == ir.ConstPoison || LeadsNowhere(x) {
			return objNone
		}
	case *ir.Instr:
		switch {
		case x.Op == ir.Alloca:
			return objStack
		case x.IsCall() && freshResult(x):
			return objFresh
		}
	}
	return objUnknown
}

// freshResult reports whether the result of a call is noalias.
func freshResult(i *ir.Instr) bool {
	if _, ok := i.RetAttr("noalias"); ok {
		return true
	}
	f := i.CalledFunc()
	if f == nil {
		return false
	}
	_, ok := f.RetAttr("noalias")
	return ok
}

// noalias reports whether v is a noalias parameter.
func noalias(v ir.Value) bool {
	p, ok := v.(*ir.Param)
	return ok && p.HasAttr("noalias")
}

// apartFromOthers reports whether v is a parameter whose memory no other address leads to.
func apartFromOthers(v ir.Value) bool {
	p, ok := v.(*ir.Param)
	return ok && (p.Alone || noalias(p))
}

// escapes reports whether the address of a local object, or of a part of it, may be captured
// by the function or a callee, whose bodies are visited.
func (t *EffectTable) escapes(v ir.Value) bool {
	seen := map[ir.Value]bool{v: true}
	work := []ir.Value{v}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for u := range ir.Uses(p) {
			i := u.User
			switch i.Op {
			case ir.Load, ir.ICmp:
			case ir.PtrToInt:
				if !onlyDistances(i, v, 0) {
					return true
				}
			case ir.Store:
				if u.Index() == 0 {
					return true
				}
			case ir.AtomicRMW, ir.CmpXchg:
				if u.Index() != 0 {
					return true
				}
			case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.Phi, ir.Select, ir.Freeze:
				if !seen[i] {
					seen[i] = true
					if len(seen) > 2000 {
						return true
					}
					work = append(work, i)
				}
			case ir.Call, ir.Invoke:
				if u.Index() == i.NumArgs()-1 {
					continue // called, which no data is
				}
				if passedOn(i) == p && !seen[i] {
					seen[i] = true
					work = append(work, i)
				}
				if captures(i, u.Index()) && t.keeps(i, u.Index()) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// onlyDistances reports whether the integer i, an address in the object v, is only compared
// with and subtracted from other addresses in it.
func onlyDistances(i *ir.Instr, v ir.Value, depth int) bool {
	for u := range ir.Uses(i) {
		switch x := u.User; x.Op {
		case ir.ICmp:
		case ir.Add, ir.Sub:
			other := addressIn(x.Arg(1-u.Index()), depth)
			switch {
			case depth > 4 || other == nil && x.Op == ir.Sub && u.Index() == 1:
				return false
			case other == nil:
				if !onlyDistances(x, v, depth+1) {
					return false
				}
				continue
			case x.Op == ir.Add:
				return false
			}
			for _, o := range objectsOf(other) {
				if o.v != v && o.kind != objNone {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// addressIn is the address that the integer v is, or is a sum with; nil if there is none.
func addressIn(v ir.Value, depth int) ir.Value {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || depth > 8:
	case i.Op == ir.PtrToInt:
		return i.Arg(0)
	case i.Op == ir.Add || i.Op == ir.Sub:
		p, q := addressIn(i.Arg(0), depth+1), addressIn(i.Arg(1), depth+1)
		if p == nil {
			return q
		}
		if q == nil {
			return p
		}
	}
	return nil // among others a distance
}

// keeps reports whether the body of a direct callee may capture argument k.
func (t *EffectTable) keeps(i *ir.Instr, k int) bool {
	f := i.CalledFunc()
	if f != nil && t.Ends != nil && t.Ends(f) {
		return false
	}
	if f == nil || k >= len(f.Params) || i.NumCallArgs() != len(f.Params) {
		return true
	}
	p := f.Params[k]
	r, ok := t.kept[p]
	if !ok {
		t.kept[p] = true // what recursion finds
		_, body := t.header(f)
		r = !body || t.escapes(p)
		t.kept[p] = r
	}
	return r
}

// captures reports whether the attributes allow a call to capture its pointer argument k.
func captures(i *ir.Instr, k int) bool {
	nocapture := func(find func(name string) (string, bool)) bool {
		if _, ok := find("nocapture"); ok {
			return true
		}
		if a, ok := find("captures"); ok {
			// The address may be looked at, and with it whether it is null; what
			// goes back through the result is followed by its users.
			return a == "none" || a == "address" || a == "address_is_null"
		}
		_, ok := find("byval")
		return ok
	}
	if nocapture(func(n string) (string, bool) { return i.ArgAttr(k, n) }) {
		return false
	}
	f := i.CalledFunc()
	if f == nil {
		return true
	}
	if k < len(f.Params) && nocapture(f.Params[k].Attr) {
		return false
	}
	for _, n := range []string{"llvm.memcpy.", "llvm.memmove.", "llvm.memset.", "llvm.lifetime.", "llvm.launder.", "llvm.strip.", "llvm.ptr.annotation",
		"llvm.ptrmask", "llvm.objectsize", "llvm.masked.", "llvm.prefetch", "llvm.assume", "llvm.invariant.", "llvm.dbg."} {
		if strings.HasPrefix(f.Name, n) {
			return false
		}
	}
	return f.Name != "free" && f.Name != "realloc"
}
