package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// UndoStrengthReduction replaces a header phi of a pointer that grows by a constant number of
// bytes by an array element indexed by an induction variable. Iterators of Rust and C++ are
// such pointers; the analyses of memory understand array elements. It reports whether anything
// changed.
func UndoStrengthReduction(f *ir.Function) bool {
	changed := false
	for _, l := range analysis.Loops(f, ir.Dominators(f)).All {
		for _, phi := range l.Header.Phis() {
			if start, w := walkOf(l, phi); start != nil {
				w.count(l, phi, start)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// addressWalk is the step of a pointer in one iteration, in bytes.
type addressWalk struct {
	bytes    int64
	elem     *ir.Type // what the program calls so many bytes, nil if nothing
	inbounds bool
}

// walkOf gives the start and the step of the pointer phi of l's header; nil where it does
// anything else.
func walkOf(l *analysis.Loop, phi *ir.Instr) (start ir.Value, w addressWalk) {
	if !phi.Typ.IsPtr() || phi.Typ.AddrSpace != 0 {
		return nil, w
	}
	ways := 0
	for k, from := range phi.Blocks {
		if !l.Contains(from) {
			if start != nil && start != phi.Arg(k) {
				return nil, w
			}
			start = phi.Arg(k)
			continue
		}
		step := stepsFrom(phi, phi.Arg(k))
		if step.bytes == 0 || ways > 0 && step.bytes != w.bytes {
			return nil, w
		}
		step.inbounds = step.inbounds && (ways == 0 || w.inbounds)
		w = step
		ways++
	}
	if ways == 0 || start == nil || ir.IsConstant(start) {
		return nil, w
	}
	return start, w
}

// maxAddressStep bounds the size of an element.
const maxAddressStep = 1 << 20

// stepsFrom sums the constant offsets of the GEPs between phi and v; zero bytes where there is
// anything else in between.
func stepsFrom(phi *ir.Instr, v ir.Value) addressWalk {
	w := addressWalk{inbounds: true}
	for n := range 8 {
		if v == ir.Value(phi) {
			return w
		}
		i, ok := v.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast || !i.Typ.IsPtr() {
			break
		}
		if i.Op == ir.GetElementPtr {
			before := w.bytes
			if !i.Parent.Parent.Module.Layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, bytes int64) bool {
				c, ok := int64(1), true
				if index != nil {
					c, ok = ir.IntValue(index)
				}
				w.bytes += c * bytes
				return ok && c < maxAddressStep && c > -maxAddressStep && w.bytes < maxAddressStep && w.bytes > -maxAddressStep
			}) {
				break
			}
			w.elem = nil
			if c, ok := ir.IntValue(i.Arg(1)); n == 0 && before == 0 && ok && c == 1 && i.NumArgs() == 2 && i.Elem != ir.I8 {
				w.elem = i.Elem
			}
			w.inbounds = w.inbounds && i.Flags&ir.InBounds != 0
		}
		v = i.Arg(0)
	}
	return addressWalk{}
}

// count replaces phi by an element of an array.
func (w addressWalk) count(l *analysis.Loop, phi *ir.Instr, start ir.Value) {
	elem, one := w.elem, int64(1)
	if elem == nil {
		size := w.bytes
		if size < 0 {
			size, one = -size, -1
		}
		elem = ir.I8
		if size > 1 {
			elem = l.Header.Parent.Module.Types.Array(ir.I8, size)
		}
	}
	b := ir.NewBuilder(l.Header)
	b.AtStart(l.Header)
	index := b.Phi(ir.I64)
	at := b.GEP(elem, start, index)
	if i := at.(*ir.Instr); !w.inbounds {
		i.Flags &^= ir.InBounds
	}
	at = b.Cast(ir.BitCast, at, phi.Typ)
	for _, from := range phi.Blocks {
		if !l.Contains(from) {
			index.AddIncoming(ir.NewInt(ir.I64, 0), from)
			continue
		}
		b.Before(from.Term())
		index.AddIncoming(b.Add(index, ir.NewInt(ir.I64, one)), from)
	}
	edit.Replace(phi, at)
}
