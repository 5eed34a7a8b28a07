package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SharedWords moves as integers the words that are loaded as doubles or as addresses and
// stored again, where the program has words that are one at some times and the other at
// others, and nothing says which they are here: a compiler copies unions as if
// they were one of their members. An integer may be either. What computes with the word
// goes on with what was loaded. It reports whether it changed anything.
func SharedWords(f *ir.Function) bool {
	m := f.Module
	if !m.SharesWords() || m.Layout.PtrBits(0) != 64 {
		return false
	}
	w := &sharedWords{m: m, tagged: m.HasAliasTags(), as: map[*ir.Instr]*ir.Instr{}}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			switch {
			case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0 && w.isWord(i.Arg(0).Type()) && i.MayBeAnything():
				if v, ok := i.Arg(0).(*ir.Instr); ok && w.moved(v) {
					w.store(i, w.word(v, nil))
					changed = true
				}
			case i.Op == ir.BitCast && i.Typ == ir.I64 && i.Arg(0).Type() == ir.Double:
				if v, ok := i.Arg(0).(*ir.Instr); ok && chooses(v) && w.moved(v) {
					edit.Replace(i, w.word(v, nil))
					changed = true
				}
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// maxMoved bounds the instructions that move one word.
const maxMoved = 64

// sharedWords finds and makes the integers that words are moved as.
type sharedWords struct {
	m      *ir.Module
	tagged bool                    // alias metadata tells of other words what they are
	as     map[*ir.Instr]*ir.Instr // the integer, or several, that stands for a word
}

// store has a store write a word as an integer.
func (w *sharedWords) store(i *ir.Instr, word ir.Value) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	i.SetArg(1, b.Cast(ir.BitCast, i.Arg(1), w.m.PtrTo(word.Type())))
	i.SetArg(0, word)
	i.Meta = edit.DebugLoc(i)
}

// isWord reports whether a type is that of a double or an address, or of a vector of such.
func (w *sharedWords) isWord(t *ir.Type) bool {
	s := t.Scalar()
	return !t.Scalable && (s == ir.Double || s.IsPtr() && w.m.Layout.BitSize(s) == 64)
}

// moved reports whether a word is to be moved as an integer.
func (w *sharedWords) moved(i *ir.Instr) bool {
	seen := map[*ir.Instr]bool{}
	if !w.open(i, seen) || len(seen) > maxMoved {
		return false
	}
	for j := range seen {
		if chooses(j) && !w.castable(j) {
			return false
		}
	}
	return true
}

// open reports whether a word may be another thing than its type says: on one way it comes
// from memory, or from a word of another type.
func (w *sharedWords) open(i *ir.Instr, seen map[*ir.Instr]bool) bool {
	if seen[i] || len(seen) > maxMoved {
		return false
	}
	seen[i] = true
	switch {
	case w.loads(i), (i.Op == ir.IntToPtr || i.Op == ir.BitCast) && i.Arg(0).Type().Scalar() == ir.I64:
		return true
	case chooses(i):
		open := false
		for _, a := range copiedFrom(i) {
			if j, ok := a.(*ir.Instr); ok {
				open = w.open(j, seen) || open
			}
		}
		return open
	}
	return false
}

// castable reports whether what a choice is one of can be taken as integers in front of
// where it is chosen: the result of a call that may throw cannot.
func (w *sharedWords) castable(i *ir.Instr) bool {
	for k, a := range i.Args() {
		if j, ok := a.(*ir.Instr); i.Op == ir.Phi && ok && j.Op == ir.Invoke && i.Blocks[k] == j.Parent {
			return false
		}
	}
	return true
}

// loads reports whether i loads a word of which nothing says what it is. Where there are no tags
// that would, doubles count as such: such code copies a union as bytes, or in registers as its
// first member, and moves none from one double to another.
func (w *sharedWords) loads(i *ir.Instr) bool {
	return i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0 && w.isWord(i.Typ) && i.MayBeAnything() && (w.tagged || i.Typ.IsPtr())
}

// chooses reports whether i is one of its operands.
func chooses(i *ir.Instr) bool {
	return i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze
}

// word is the integer that stands for a word; at is the instruction in front of which it
// is needed, nil for right behind the word.
func (w *sharedWords) word(v ir.Value, at *ir.Instr) ir.Value {
	t := v.Type()
	words := ir.I64
	if t.IsVector() {
		words = w.m.Types.Vector(ir.I64, t.Len, false)
	}
	i, ok := v.(*ir.Instr)
	switch {
	case ir.IsUndef(v) || ir.IsZero(v):
		return ir.Zero(words)
	case !ok || !w.loads(i) && !chooses(i):
		if ok && (i.Op == ir.IntToPtr || i.Op == ir.BitCast) && i.Arg(0).Type() == words {
			return i.Arg(0)
		}
		b := ir.NewBuilder(at.Parent)
		b.Before(at)
		if t.Scalar() == ir.Double {
			return b.Cast(ir.BitCast, v, words)
		}
		return b.Cast(ir.PtrToInt, v, words)
	}
	if known := w.as[i]; known != nil {
		return known
	}
	b := ir.NewBuilder(i.Parent)
	b.Meta = edit.DebugLoc(i)
	if i.Op == ir.Load {
		b.After(i)
		l := b.Load(words, b.Cast(ir.BitCast, i.Arg(0), w.m.PtrTo(words)), int(i.Align))
		l.Line = i.Line
		w.as[i] = l
		return l
	}
	n := ir.NewInstr(i.Op, words)
	n.Line, n.Meta = i.Line, edit.DebugLoc(i)
	w.as[i] = n
	b.After(i)
	b.Insert(n)
	for k, a := range i.Args() {
		switch {
		case i.Op == ir.Phi:
			n.AddIncoming(w.word(a, i.Blocks[k].Term()), i.Blocks[k])
		case i.Op == ir.Select && k == 0:
			n.AddArg(a)
		default:
			n.AddArg(w.word(a, n))
		}
	}
	return n
}
