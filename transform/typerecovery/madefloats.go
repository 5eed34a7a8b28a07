package typerecovery

import "github.com/llad-ad/llad/ir"

// restoreBits removes the functions without derivatives (givesBits) where floats are assembled
// from the remaining bits and mantissas from elsewhere: a square root computed digit by digit
// has a derivative, and zero would be wrong. Activity analysis refuses such code. It reports
// whether there were any.
func restoreBits(f *ir.Function) bool {
	l := f.Module.Layout
	var calls []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.BitCast || mantissa(i.Typ) == nil || !unwrapped(i).Type().Scalar().IsInt() {
				continue
			}
			w := bitsOf(l, i.Arg(0), maxBitDepth)
			if w == nil || !anyBit(both(joined(w.man, w.other), mantissa(i.Typ))) {
				continue
			}
			calls = append(calls, bitsBehind(i.Arg(0))...)
		}
	}
	for _, call := range calls {
		if call.Parent == nil {
			continue // erased already: several floats are made of it
		}
		cast := ir.NewInstr(ir.BitCast, call.Typ, call.Arg(0))
		call.Parent.InsertAt(call.Parent.Index(call), cast)
		ir.ReplaceAllUses(call, cast)
		call.Erase()
	}
	return len(calls) > 0
}

// bitsBehind are the calls of such functions from which the integer v is computed.
func bitsBehind(v ir.Value) (calls []*ir.Instr) {
	seen := map[*ir.Instr]bool{}
	work := []ir.Value{v}
	for len(work) > 0 {
		i, ok := work[len(work)-1].(*ir.Instr)
		work = work[:len(work)-1]
		if !ok || seen[i] {
			continue
		}
		seen[i] = true
		switch i.Op {
		case ir.Call:
			if givesBits(i) {
				calls = append(calls, i)
			}
		case ir.Select:
			work = append(work, i.Args()[1:]...)
		case ir.And, ir.Or, ir.Xor, ir.Add, ir.Sub, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt, ir.SExt, ir.Freeze, ir.Phi,
			ir.BitCast, ir.InsertElement, ir.ExtractElement, ir.ShuffleVector:
			work = append(work, i.Args()...)
		}
	}
	return calls
}
