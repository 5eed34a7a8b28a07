package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// SharedWords loads as integers the words that are loaded as doubles or pointers and stored
// again, where the program has unions of both and no metadata says what a word is: a compiler
// copies a union as one of its members. An integer may be either. Other users of the word keep
// the original load. It reports whether anything changed.
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

// sharedWords is the state of SharedWords in one function.
type sharedWords struct {
	m      *ir.Module
	tagged bool                    // alias metadata tells of other words what they are
	as     map[*ir.Instr]*ir.Instr // the integer, or several, that stands for a word
}

// store stores a word as an integer.
func (w *sharedWords) store(i *ir.Instr, word ir.Value) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	i.SetArg(1, b.Cast(ir.BitCast, i.Arg(1), w.m.PtrTo(word.Type())))
	i.SetArg(0, word)
	i.Meta = edit.DebugLoc(i)
}

// isWord reports whether a type is a double, a pointer, or a vector of these.
func (w *sharedWords) isWord(t *ir.Type) bool {
	s := t.Scalar()
	return !t.Scalable && (s == ir.Double || s.IsPtr() && w.m.Layout.BitSize(s) == 64)
}

// moved reports whether a word is moved as an integer.
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

// open reports whether a word may be of another type than its own: it may be loaded, or cast
// from another type.
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

// castable reports whether the operands of a phi or select can be cast before it: the result
// of an invoke cannot.
func (w *sharedWords) castable(i *ir.Instr) bool {
	for k, a := range i.Args() {
		if j, ok := a.(*ir.Instr); i.Op == ir.Phi && ok && j.Op == ir.Invoke && i.Blocks[k] == j.Parent {
			return false
		}
	}
	return true
}

// loads reports whether i loads a word whose type no metadata gives. In modules without type
// metadata doubles count as such: unions are copied as bytes, or in registers as their first
// member, and never as doubles.
func (w *sharedWords) loads(i *ir.Instr) bool {
	return i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0 && w.isWord(i.Typ) && i.MayBeAnything() && (w.tagged || i.Typ.IsPtr())
}

// chooses reports whether i is a phi or select.
func chooses(i *ir.Instr) bool {
	return i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze
}

// word is a word as an integer, available before at; right after the word for nil.
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
