package raise

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// RecognizeAtomicAdd replaces a compare-and-exchange loop that adds to a float by an atomicrmw
// fadd or fsub. It reports whether anything changed.
func RecognizeAtomicAdd(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		if a := atomicLoop(b); a != nil {
			a.replace()
			changed = true
		}
	}
	return changed
}

// atomicAdd is a compare-and-exchange loop of one block.
type atomicAdd struct {
	pre, exit *ir.Block
	block     *ir.Block
	first     *ir.Instr  // the load of the bits that it begins with
	bits      *ir.Instr  // the phi
	old, sum  *ir.Instr  // the same as a float, and the sum
	by        ir.Value   // what is added
	factors   []ir.Value // or the factors of it
	op        string
	exchange  *ir.Instr
}

// atomicLoop matches b as such a loop; nil where it is none.
func atomicLoop(b *ir.Block) *atomicAdd {
	t := b.Term()
	phis := b.Phis()
	if t == nil || t.Op != ir.Br || len(t.Blocks) != 2 || len(phis) != 1 || phis[0].NumArgs() != 2 || len(b.Instrs) > 10 {
		return nil
	}
	a := &atomicAdd{block: b, bits: phis[0], exit: t.Blocks[0]}
	if t.Blocks[1] != b || a.exit == b {
		return nil
	}
	back := 0
	if a.bits.Blocks[1] == b {
		back = 1
	}
	a.pre = a.bits.Blocks[1-back]
	var ok bool
	if a.first, ok = a.bits.Arg(1 - back).(*ir.Instr); !ok || a.first.Op != ir.Load || a.bits.Blocks[back] != b {
		return nil
	}
	for _, i := range b.Instrs {
		if i.Op == ir.CmpXchg {
			a.exchange = i
		}
	}
	if a.exchange == nil || !a.part(t.Arg(0), 1) || !a.part(a.bits.Arg(back), 0) || a.exchange.Arg(1) != ir.Value(a.bits) {
		return nil
	}
	cast, ok := a.exchange.Arg(2).(*ir.Instr)
	if !ok || cast.Op != ir.BitCast || cast.Parent != b {
		return nil
	}
	if a.sum, ok = cast.Arg(0).(*ir.Instr); !ok || a.sum.Parent != b {
		return nil
	}
	if !a.operation() {
		return nil
	}
	for _, v := range append([]ir.Value{a.by}, a.factors...) {
		if i, ok := v.(*ir.Instr); ok && i.Parent == b {
			return nil
		}
	}
	if !samePlace(a.first.Arg(0), a.exchange.Arg(0)) || !a.isAll(cast) {
		return nil
	}
	return a
}

// part reports whether v is member k of the result of the exchange.
func (a *atomicAdd) part(v ir.Value, k int) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.ExtractValue && len(i.Indices) == 1 && i.Indices[0] == k && i.Arg(0) == ir.Value(a.exchange)
}

// operation finds what the sum adds to the old value, or subtracts from it.
func (a *atomicAdd) operation() bool {
	isOld := func(v ir.Value) bool {
		i, ok := v.(*ir.Instr)
		if ok = ok && i.Op == ir.BitCast && i.Arg(0) == ir.Value(a.bits); ok {
			a.old = i
		}
		return ok
	}
	switch {
	case a.sum.Op == ir.FAdd && isOld(a.sum.Arg(0)):
		a.op, a.by = "fadd", a.sum.Arg(1)
	case a.sum.Op == ir.FAdd && isOld(a.sum.Arg(1)):
		a.op, a.by = "fadd", a.sum.Arg(0)
	case a.sum.Op == ir.FSub && isOld(a.sum.Arg(0)):
		a.op, a.by = "fsub", a.sum.Arg(1)
	case contracted(a.sum) && isOld(a.sum.Arg(2)):
		a.op, a.factors = "fadd", a.sum.Args()[:2]
	default:
		return false
	}
	return true
}

// isAll reports whether the block does nothing else, only the floats are used outside of it,
// and the first load is used in it alone. cast gives the bits of the sum.
func (a *atomicAdd) isAll(cast *ir.Instr) bool {
	b := a.block
	for _, i := range b.Instrs {
		switch {
		case i == a.bits || i == a.exchange || i == a.sum || i == a.old || i == cast || i == b.Term():
		case a.part(i, 0) || a.part(i, 1):
		case i.Op == ir.BitCast && i.Typ.IsPtr(): // of the address
			continue
		default:
			return false
		}
		for u := range ir.Uses(i) {
			if u.User.Parent != b && i != a.sum && i != a.old {
				return false
			}
		}
	}
	for u := range ir.Uses(a.first) {
		if u.User != a.bits {
			return false
		}
	}
	return true
}

// contracted reports whether i is an fmuladd, whose product may be rounded by itself.
func contracted(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && strings.HasPrefix(f.Name, "llvm.fmuladd.")
}

// samePlace reports whether two addresses are equal up to casts.
func samePlace(p, q ir.Value) bool {
	strip := func(v ir.Value) ir.Value {
		for {
			i, ok := v.(*ir.Instr)
			if !ok || i.Op != ir.BitCast {
				return v
			}
			v = i.Arg(0)
		}
	}
	return strip(p) == strip(q)
}

// replace emits the atomicrmw before the loop, which then runs once.
func (a *atomicAdd) replace() {
	b := ir.NewBuilder(a.pre)
	b.Before(a.first)
	typ := a.sum.Typ
	at := b.Cast(ir.BitCast, a.first.Arg(0), b.Module().PtrTo(typ))
	b.Before(a.pre.Term())
	if a.factors != nil {
		a.by = b.Binary(ir.FMul, a.factors[0], a.factors[1])
	}
	add := ir.NewInstr(ir.AtomicRMW, typ, at, a.by)
	add.Align = a.exchange.Align
	add.Extra().RMWOp, add.X.Ordering = a.op, "monotonic"
	b.Insert(add)
	if ir.HasUses(a.sum) {
		op := ir.FAdd
		if a.op == "fsub" {
			op = ir.FSub
		}
		sum := b.Binary(op, add, a.by)
		ir.ReplaceAllUses(a.sum, sum)
	}
	ir.ReplaceAllUses(a.old, add)
	ir.ReplaceAllUses(a.bits, b.Cast(ir.BitCast, add, a.bits.Typ))
	a.bits.Erase()
	t := a.block.Term()
	for _, i := range append([]*ir.Instr(nil), a.block.Instrs...) {
		if i.Op == ir.ExtractValue && i.Indices[0] == 1 {
			ir.ReplaceAllUses(i, ir.NewBool(true))
		}
	}
	exit := a.exit
	t.Erase()
	ir.NewBuilder(a.block).Br(exit)
	for k := len(a.block.Instrs) - 2; k >= 0; k-- { // users first
		if i := a.block.Instrs[k]; !ir.HasUses(i) {
			i.Erase()
		}
	}
	if !ir.HasUses(a.first) {
		a.first.Erase()
	}
}
