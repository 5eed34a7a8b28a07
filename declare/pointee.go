package declare

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Pointee is what a function is seen to do with the memory behind a pointer.
type Pointee struct {
	Elem    *ir.Type // the scalar type of every access; nil when there is none or several
	Mixed   bool     // there are several
	Record  *ir.Type // the struct whose members are reached, nil when there is none
	Address bool     // some are addresses
	Written bool     // or passed on to where nothing is known about it
}

// PointeeOf looks through the uses of parameter p of a loaded function. Headers
// need it because opaque pointers no longer tell what they point to; a wrong
// guess is not possible, only `void *`.
func PointeeOf(p *ir.Param) Pointee {
	var w Pointee
	w.follow(p, map[ir.Value]bool{}, 0)
	if w.Mixed {
		w.Elem = nil
	}
	return w
}

const maxPointeeDepth = 4 // calls that a pointer is followed into

func (w *Pointee) follow(v ir.Value, seen map[ir.Value]bool, depth int) {
	if seen[v] {
		return
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		i, k := u.User, u.Index()
		switch i.Op {
		case ir.Load:
			w.see(i.Typ)
		case ir.Store:
			if k == 1 {
				w.see(i.Arg(0).Type())
				w.Written = true
				continue
			}
			slot, ok := i.Arg(1).(*ir.Instr)
			if !ok || slot.Op != ir.Alloca || !w.followSlot(slot, seen, depth) {
				w.Written = true
			}
		case ir.GetElementPtr:
			if k == 0 {
				if i.Elem.Kind == ir.StructKind && w.Record == nil {
					w.Record = i.Elem
				}
				w.follow(i, seen, depth)
			}
		case ir.Phi, ir.Select, ir.BitCast, ir.AddrSpaceCast, ir.Freeze:
			w.follow(i, seen, depth)
		case ir.ICmp, ir.Ret:
		case ir.Call, ir.Invoke:
			w.call(i, k, seen, depth)
		default:
			w.Written = true
		}
	}
}

// call looks at operand k of a call.
func (w *Pointee) call(i *ir.Instr, k int, seen map[ir.Value]bool, depth int) {
	f := i.CalledFunc()
	switch {
	case f != nil && k < 2 && (strings.HasPrefix(f.Name, "llvm.memcpy.") || strings.HasPrefix(f.Name, "llvm.memmove.")):
		w.Written = w.Written || k == 0
		w.copied(i.Arg(1-k), seen, depth)
	case f == nil || f.IsDecl || k >= len(f.Params) || depth == maxPointeeDepth || f.Load() != nil:
		w.Written = true
	default:
		w.follow(f.Params[k], seen, depth+1)
	}
}

// copied looks at memory that the pointer's is copied to or from: it holds the same.
func (w *Pointee) copied(other ir.Value, seen map[ir.Value]bool, depth int) {
	for {
		i, ok := other.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			break
		}
		other = i.Arg(0)
	}
	if depth == maxPointeeDepth {
		return
	}
	var o Pointee
	o.follow(other, seen, depth+1)
	if w.Record == nil {
		w.Record = o.Record
	}
	if o.Elem != nil {
		w.see(o.Elem)
	}
	w.Mixed, w.Address = w.Mixed || o.Mixed, w.Address || o.Address
}

// followSlot follows the loads of a stack slot that holds the pointer; false
// when the slot is used in other ways.
func (w *Pointee) followSlot(slot *ir.Instr, seen map[ir.Value]bool, depth int) bool {
	for u := range ir.Uses(slot) {
		switch {
		case u.User.Op == ir.Load:
			w.follow(u.User, seen, depth)
		case u.User.Op == ir.Store && u.Index() == 1:
		case u.User.Op == ir.Call && u.User.CalledFunc() != nil && u.User.CalledFunc().IsDecl:
			// llvm.dbg.declare, llvm.lifetime.start
		default:
			return false
		}
	}
	return true
}

func (w *Pointee) see(t *ir.Type) {
	for t.Kind == ir.VectorKind || t.Kind == ir.ArrayKind {
		t = t.Elem
	}
	w.Address = w.Address || t.IsPtr()
	switch {
	case w.Elem == nil:
		w.Elem = t
	case !ir.Same(w.Elem, t):
		w.Mixed = true
	}
}
