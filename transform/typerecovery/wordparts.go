package typerecovery

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// maxMoved bounds the instructions that move one word.
const maxMoved = 64

// object is an address without its constant offset: a base, and indices times sizes.
type object struct {
	base  ir.Value
	steps string
}

// bytePlace is a constant offset from an object's address.
type bytePlace struct {
	object
	off int64
}

// partWords finds the words of a function that are moved in parts.
type partWords struct {
	f             *ir.Function
	layout        *ir.Layout
	begins        map[object]int64    // how far behind an address the next word begins, by what accesses claim
	reads, writes map[bytePlace]uint8 // the bytes of words that are read or written by parts
	bytes         map[*ir.Instr]wordStarts
	words         map[wordKey]ir.Value
}

// survey records where words begin, and which of their parts are loaded and stored; false
// where none are.
func (w *partWords) survey() bool {
	w.eachAccess(func(p ir.Value, _, align int64, _ bool) {
		if align >= 8 {
			at := w.place(p)
			w.begins[at.object] = -at.off & 7
		}
	})
	found := false
	w.eachAccess(func(p ir.Value, size, align int64, writes bool) {
		for _, r := range w.partsAt(p, size, align) {
			found = true
			if writes {
				w.writes[r.word] |= r.bytes
			} else {
				w.reads[r.word] |= r.bytes
			}
		}
	})
	return found
}

// eachAccess calls note for accesses of integers and copies of bytes.
func (w *partWords) eachAccess(note func(p ir.Value, size, align int64, writes bool)) {
	for _, b := range w.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Flags&(ir.Volatile|ir.Atomic) != 0:
			case i.Op == ir.Load:
				note(i.Arg(0), wholeBytes(i.Typ), int64(i.Align), false)
			case i.Op == ir.Store:
				size := wholeBytes(i.Arg(0).Type())
				if ir.IsConstant(i.Arg(0)) {
					size = 0
				}
				note(i.Arg(1), size, int64(i.Align), true)
			case i.Op == ir.Call && plainCopy(i):
				n, _ := ir.IntValue(i.Arg(2))
				note(i.Arg(0), n, edit.ArgAlign(i, 0), true)
				note(i.Arg(1), n, edit.ArgAlign(i, 1), false)
			}
		}
	}
}

// partAt is a part of a word in memory.
type partAt struct {
	word  bytePlace
	off   int64 // of the first byte of the part from where the access begins
	bytes uint8 // of the word, a bit for each
}

// partsAt are the words of which an access touches some bytes only, at its begin and end.
func (w *partWords) partsAt(p ir.Value, size, align int64) []partAt {
	in, ok := w.inWord(p, align)
	if !ok || size <= 0 {
		return nil
	}
	at := w.place(p)
	var l []partAt
	for off := -in; off < size; off += 8 {
		from, to := max(off, 0), min(off+8, size)
		if to-from == 8 || off > 0 && off+8 <= size {
			continue
		}
		l = append(l, partAt{bytePlace{at.object, at.off + off}, from, uint8((1<<(to-from) - 1) << (from - off))})
	}
	return l
}

// inWord is the offset of an address in its word.
func (w *partWords) inWord(p ir.Value, align int64) (int64, bool) {
	if align >= 8 {
		return 0, true
	}
	at := w.place(p)
	if at.steps == "" && canon.KnownAlignment(w.layout, at.base) >= 8 {
		return at.off & 7, true
	}
	begin, ok := w.begins[at.object]
	return (at.off - begin) & 7, ok
}

// place decomposes an address.
func (w *partWords) place(p ir.Value) bytePlace {
	at := bytePlace{object: object{base: p}}
	var steps []byte
	for range maxMoved {
		i, ok := at.base.(*ir.Instr)
		if !ok || i.Op != ir.BitCast && i.Op != ir.GetElementPtr || !i.Arg(0).Type().IsPtr() {
			break
		}
		if i.Op == ir.GetElementPtr {
			off, more := at.off, steps
			if !w.layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, size int64) bool {
				n, ok := int64(1), true
				if index != nil {
					n, ok = ir.IntValue(index)
				}
				if ok {
					off += n * size
				} else {
					more = fmt.Appendf(more, "%p*%d ", index, size)
				}
				return true
			}) {
				break
			}
			at.off, steps = off, more
		}
		at.base = i.Arg(0)
	}
	at.steps = string(steps)
	return at
}

// inside reports whether the eight bytes at an address belong to its object, as far as that is
// a stack slot of known size.
func (w *partWords) inside(p ir.Value, off int64) bool {
	at := w.place(p)
	a, local := at.base.(*ir.Instr)
	if !local || a.Op != ir.Alloca || at.steps != "" {
		return true
	}
	n, fixed := ir.IntValue(a.Arg(0))
	return fixed && at.off+off >= 0 && at.off+off+8 <= n*w.layout.AllocSize(a.Elem)
}
