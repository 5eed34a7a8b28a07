package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// addressLanes gives the indices of the words, in a loaded vector of numbers, that are
// converted to addresses: a number and a pointer beside it were moved at once, as a small
// object is copied, and extracted later.
func addressLanes(i *ir.Instr) map[int64]bool {
	t := i.Typ
	if t.Kind != ir.VectorKind || t.Scalable || perWord(t) == 0 || t.Len%perWord(t) != 0 || wordLen(t) < 2 || wordLen(t) > 4 {
		return nil
	}
	var lanes map[int64]bool
	for _, x := range wordsOf(i) {
		k, _ := ir.IntValue(x.Arg(1))
		for u := range ir.Uses(x) {
			if u.User.Op == ir.IntToPtr {
				if lanes == nil {
					lanes = map[int64]bool{}
				}
				lanes[k] = true
			}
		}
	}
	return lanes
}

// perWord is how many elements of a vector are a word, 0 for types that do not make words.
func perWord(t *ir.Type) int64 {
	switch t.Elem {
	case ir.Double, ir.I64:
		return 1
	case ir.Float, ir.I32:
		return 2
	}
	return 0
}

// wordLen is the number of words in a vector.
func wordLen(t *ir.Type) int64 { return t.Len / perWord(t) }

// wordsOf lists the integers that are extracted from a vector, directly or after a bitcast.
func wordsOf(i *ir.Instr) []*ir.Instr {
	var out []*ir.Instr
	take := func(v *ir.Instr) {
		for u := range ir.Uses(v) {
			k, ok := int64(0), false
			if u.User.Op == ir.ExtractElement && u.Index() == 0 {
				k, ok = ir.IntValue(u.User.Arg(1))
			}
			if ok && u.User.Typ == ir.I64 && k >= 0 && k < wordLen(i.Typ) {
				out = append(out, u.User)
			}
		}
	}
	if i.Typ.Elem == ir.I64 {
		take(i)
	}
	for u := range ir.Uses(i) {
		if u.User.Op == ir.BitCast && u.User.Typ.Kind == ir.VectorKind && u.User.Typ.Elem == ir.I64 {
			take(u.User)
		}
	}
	return out
}

// splitAddresses loads the elements of i one by one; the words with the given indices are
// loaded as pointers.
func splitAddresses(i *ir.Instr, words map[int64]bool) {
	m, t := i.Parent.Parent.Module, i.Typ
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	per := perWord(t)
	loads := make([]ir.Value, t.Len) // an address stands for the first of its elements
	for k := range t.Len {
		typ := t.Elem
		if words[k/per] {
			if typ = m.Ptr(); k%per != 0 {
				continue
			}
		}
		loads[k] = b.Load(typ, b.GEP(t, i.Arg(0), ir.NewInt(ir.I32, 0), ir.NewInt(ir.I32, k)), memberAlign(i, t, int(k)))
	}
	for _, x := range wordsOf(i) {
		k, _ := ir.IntValue(x.Arg(1))
		if !words[k] {
			continue
		}
		address := loads[k*per]
		b.Before(x)
		var pointers []*ir.Instr
		for u := range ir.Uses(x) {
			if u.User.Op == ir.IntToPtr {
				pointers = append(pointers, u.User)
			}
		}
		for _, p := range pointers {
			b.Before(p)
			ir.ReplaceAllUses(p, b.Cast(ir.BitCast, address, p.Typ))
			p.Erase()
		}
		if ir.HasUses(x) {
			b.Before(x)
			ir.ReplaceAllUses(x, b.Cast(ir.PtrToInt, address, ir.I64))
		}
		x.Erase()
	}
	wanted := lanesRead(i)
	b.Before(i)
	all := ir.Poison(t)
	for k := range t.Len {
		v := loads[k]
		switch {
		case !wanted[k]:
			continue
		case words[k/per]:
			v = b.Cast(ir.PtrToInt, loads[k/per*per], ir.I64)
			if per > 1 {
				v = b.Cast(ir.BitCast, v, m.Types.Vector(t.Elem, per, false))
				v = b.ExtractElement(v, ir.NewInt(ir.I32, k%per))
			} else if t.Elem != ir.I64 {
				v = b.Cast(ir.BitCast, v, t.Elem)
			}
		}
		all = b.InsertElement(all, v, ir.NewInt(ir.I32, k))
	}
	ir.ReplaceAllUses(i, all)
	i.Erase()
}

// lanesRead gives the lanes of i that have users.
func lanesRead(i *ir.Instr) []bool {
	read := make([]bool, i.Typ.Len)
	every := func() {
		for k := range read {
			read[k] = true
		}
	}
	for u := range ir.Uses(i) {
		x := u.User
		switch {
		case x.Op == ir.BitCast && !ir.HasUses(x):
		case x.Op == ir.ExtractElement && u.Index() == 0:
			if k, ok := ir.IntValue(x.Arg(1)); ok && k >= 0 && k < i.Typ.Len {
				read[k] = true
			} else {
				every()
			}
		case x.Op == ir.ShuffleVector && u.Index() < 2:
			mask := edit.ConstLanes(x.Arg(2))
			if mask == nil {
				every()
			}
			for _, l := range mask {
				k, ok := ir.IntValue(l)
				if k -= int64(u.Index()) * i.Typ.Len; ok && k >= 0 && k < i.Typ.Len {
					read[k] = true
				}
			}
		default:
			every()
		}
	}
	return read
}
