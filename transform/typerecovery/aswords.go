package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// AsWords makes integers of doubles and addresses that are loaded or chosen, and gives these in order: such a
// value may be moved without being what its type says. What computes with it takes the integer's bits, what
// stores it stores the integer. The values are loads, phis and selects of one function, 64 bits wide; integers
// among them stay, and are what is stored where they were cast.
func AsWords(values []*ir.Instr) (words []*ir.Instr) {
	if len(values) == 0 {
		return nil
	}
	f := values[0].Parent.Parent
	word := map[*ir.Instr]*ir.Instr{}
	for _, v := range values {
		w := v
		if v.Typ != ir.I64 {
			w = wordFor(v)
		}
		word[v] = w
		words = append(words, w)
	}
	for _, v := range values {
		w := word[v]
		if w == v {
			continue
		}
		for k, from := range v.Args() {
			switch {
			case v.Op == ir.Phi:
				b := ir.NewBuilder(v.Blocks[k])
				b.Before(v.Blocks[k].Term())
				w.AddIncoming(wordOf(b, from, word), v.Blocks[k])
			case v.Op == ir.Select && k > 0:
				b := ir.NewBuilder(v.Parent)
				b.Before(w)
				w.SetArg(k, wordOf(b, from, word))
			}
		}
	}
	for _, v := range values {
		if word[v] != v {
			v.DropArgs()
		}
	}
	for _, v := range values {
		if w := word[v]; w != v {
			useWord(v, w)
		} else {
			uncast(w)
		}
	}
	edit.Compact(f)
	return words
}

// wordFor puts an integer for a value beside it. What is chosen among is not there yet.
func wordFor(v *ir.Instr) *ir.Instr {
	b := ir.NewBuilder(v.Parent)
	b.Before(v)
	switch v.Op {
	case ir.Load:
		w := b.Load(ir.I64, b.Cast(ir.BitCast, v.Arg(0), v.Parent.Parent.Module.PtrTo(ir.I64)), int(v.Align))
		w.Flags, w.Meta = v.Flags, edit.DebugLoc(v)
		return w
	case ir.Phi:
		return b.Phi(ir.I64)
	}
	return b.Insert(ir.NewInstr(ir.Select, ir.I64, v.Arg(0), ir.Zero(ir.I64), ir.Zero(ir.I64)))
}

// wordOf is the integer for a value, made by b where there is none.
func wordOf(b *ir.Builder, v ir.Value, word map[*ir.Instr]*ir.Instr) ir.Value {
	i, ok := v.(*ir.Instr)
	if ok && word[i] != nil {
		return word[i]
	}
	if ok && (i.Op == ir.BitCast || i.Op == ir.IntToPtr) {
		if from, ok := i.Arg(0).(*ir.Instr); ok && word[from] == from {
			return from
		}
	}
	return b.Cast(toBits(v.Type()), v, ir.I64)
}

// toBits is the cast that gives the bits of a type as an integer.
func toBits(t *ir.Type) ir.Op {
	if t.IsPtr() {
		return ir.PtrToInt
	}
	return ir.BitCast
}

// useWord replaces a value by the bits of an integer. Stores store the integer.
func useWord(v, w *ir.Instr) {
	storeWord(v, w)
	if !ir.HasUses(v) {
		edit.Kill(v)
		return
	}
	b := ir.NewBuilder(v.Parent)
	if v.Op == ir.Phi {
		b.Before(v.Parent.Instrs[v.Parent.FirstNonPhi()])
	} else {
		b.Before(v)
	}
	op := ir.BitCast
	if v.Typ.IsPtr() {
		op = ir.IntToPtr
	}
	edit.Replace(v, b.Cast(op, w, v.Typ))
}

// uncast stores an integer where it is stored as something else.
func uncast(w *ir.Instr) {
	var casts []*ir.Instr
	for u := range ir.Uses(w) {
		if i := u.User; i.Op == ir.BitCast && i.Typ == ir.Double || i.Op == ir.IntToPtr {
			casts = append(casts, i)
		}
	}
	for _, i := range casts {
		storeWord(i, w)
	}
}

// storeWord stores an integer where what has its bits is stored, and takes it where the bits are.
func storeWord(v, w *ir.Instr) {
	var stores, bits []*ir.Instr
	for u := range ir.Uses(v) {
		switch i := u.User; {
		case i.Op == ir.Store && u.Index() == 0 && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			stores = append(stores, i)
		case i.Op == toBits(v.Typ) && i.Typ == ir.I64:
			bits = append(bits, i)
		}
	}
	for _, i := range stores {
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		to := b.Cast(ir.BitCast, i.Arg(1), i.Parent.Parent.Module.PtrTo(ir.I64))
		i.SetArg(0, w)
		i.SetArg(1, to)
		i.Meta = edit.DebugLoc(i)
	}
	for _, i := range bits {
		edit.Replace(i, w)
	}
}
