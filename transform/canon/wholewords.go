package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// wholeWords finds the words of stack slots that may hold a double or an address at some
// times: an enum or a union may hold a shorter integer there at others, and a slot split after
// that integer would split what is copied through it.
type wholeWords struct {
	layout *ir.Layout
	like   map[BaseOffset]BaseOffset // what is copied to or from each word, up to one that stands for all
	wide   map[BaseOffset]bool
	floats map[BaseOffset]bool // those that hold doubles
	addrs  map[BaseOffset]bool // those that hold addresses
	words  []BaseOffset        // all that are copied
}

// maxWordCopy bounds the size of copies whose words are followed.
const maxWordCopy = 512

// newWholeWords visits the accesses of f; nil where words may be split.
func newWholeWords(f *ir.Function) *wholeWords {
	if f.Module.Layout.PtrBits(0) != 64 {
		return nil
	}
	w := &wholeWords{layout: f.Module.Layout, like: map[BaseOffset]BaseOffset{}, wide: map[BaseOffset]bool{}, floats: map[BaseOffset]bool{}, addrs: map[BaseOffset]bool{}}
	var wide []BaseOffset
	floats, addrs := map[BaseOffset]bool{}, map[BaseOffset]bool{}
	DoublesStoredByCallees(f, floats)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			var p ir.Value
			var t *ir.Type
			switch i.Op {
			case ir.Load:
				p, t = i.Arg(0), i.Typ
			case ir.Store:
				p, t = i.Arg(1), i.Arg(0).Type()
			case ir.Call:
				if kind := edit.MemIntrinsic(i); kind == "memcpy" || kind == "memmove" {
					w.copied(i)
				}
				continue
			default:
				continue
			}
			if at, ok := BaseOffsetOf(w.layout, p); ok && at.Off&7 == 0 && (t == ir.Double || t.IsPtr()) {
				wide = append(wide, at)
				floats[at] = floats[at] || t == ir.Double
				addrs[at] = addrs[at] || t.IsPtr()
			}
		}
	}
	for _, at := range wide {
		w.wide[w.find(at)] = true
	}
	for at, some := range addrs {
		if some {
			w.addrs[w.find(at)] = true
		}
	}
	for at, some := range floats {
		if some {
			w.wide[w.find(at)], w.floats[w.find(at)] = true, true
		}
	}
	return w
}

// doublesBehind records at which offsets behind its parameters g stores doubles, or copies
// words that it stored doubles to.
func doublesBehind(g *ir.Function, known map[*ir.Param][]int64) {
	w := &wholeWords{layout: g.Module.Layout, like: map[BaseOffset]BaseOffset{}}
	floats := map[BaseOffset]bool{}
	EachStoredDouble(g, func(x BaseOffset) {
		floats[w.find(x)] = true
		w.words = append(w.words, x)
	})
	for _, x := range w.words {
		if p, ok := x.Base.(*ir.Param); ok && floats[w.find(x)] && !slices.Contains(known[p], x.Off) {
			known[p] = append(known[p], x.Off)
		}
	}
}

// copied records the words that a memcpy moves.
func (w *wholeWords) copied(i *ir.Instr) {
	n, ok := ir.IntValue(i.Arg(2))
	to, okTo := BaseOffsetOf(w.layout, i.Arg(0))
	from, okFrom := BaseOffsetOf(w.layout, i.Arg(1))
	if !ok || !okTo || !okFrom || n > maxWordCopy || (to.Off-from.Off)&7 != 0 {
		return
	}
	for k := -to.Off & 7; k+8 <= n; k += 8 {
		x, y := BaseOffset{to.Base, to.Off + k}, BaseOffset{from.Base, from.Off + k}
		w.words = append(w.words, x, y)
		if x, y = w.find(x), w.find(y); x != y {
			w.like[x] = y
		}
	}
}

func (w *wholeWords) find(x BaseOffset) BaseOffset {
	for {
		y, ok := w.like[x]
		if !ok {
			return x
		}
		x = y
	}
}

// join joins the parts of a slot that split such words.
func (w *wholeWords) join(slot ir.Value, parts []*part) []*part {
	if w == nil {
		return parts
	}
	var out []*part
	for _, p := range parts {
		if n := len(out); n > 0 && w.cut(slot, out[n-1], p) {
			out[n-1].end = max(p.end, out[n-1].end)
			out[n-1].mem = out[n-1].mem || p.mem
			continue
		}
		out = append(out, p)
	}
	if len(out) < len(parts) {
		for _, p := range out { // their words begin where the slot's do
			if k := slices.Index(out, p); p.end-p.off > 8 && p.off&7 != 0 && k > 0 && out[k-1].end == p.off {
				out[k-1].end, out[k-1].mem = p.end, out[k-1].mem || p.mem
				out = slices.Delete(out, k, k+1)
				return w.join(slot, out)
			}
		}
	}
	return out
}

// holdsAddress reports whether a word of a slot may hold an address.
func (w *wholeWords) holdsAddress(slot ir.Value, off int64) bool {
	return w != nil && off&7 == 0 && w.addrs[w.find(BaseOffset{slot, off})]
}

// cut reports whether two adjacent parts share a word that must stay whole.
func (w *wholeWords) cut(slot ir.Value, p, q *part) bool {
	word := p.end &^ 7
	return p.end == q.off && p.end&7 != 0 && w.wide[w.find(BaseOffset{slot, word})]
}

// DoublesStoredByCallees adds the places in stack slots where callees that get their addresses
// store doubles: results that are structs.
func DoublesStoredByCallees(f *ir.Function, stored map[BaseOffset]bool) {
	known := map[*ir.Param][]int64{}
	seen := map[*ir.Function]bool{}
	layout := f.Module.Layout
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			g := i.CalledFunc()
			if g == nil || g.IsDecl || g.Load() != nil || i.NumCallArgs() != len(g.Params) {
				continue
			}
			if !seen[g] {
				seen[g] = true
				doublesBehind(g, known)
			}
			for k, p := range g.Params {
				if len(known[p]) == 0 {
					continue
				}
				if w, ok := BaseOffsetOf(layout, i.Arg(k)); ok {
					for _, off := range known[p] {
						stored[BaseOffset{w.Base, w.Off + off}] = true
					}
				}
			}
		}
	}
}

// EachStoredDouble calls note for each place where f stores a double.
func EachStoredDouble(f *ir.Function, note func(BaseOffset)) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Store || i.Arg(0).Type().Scalar() != ir.Double {
				continue
			}
			if w, ok := BaseOffsetOf(f.Module.Layout, i.Arg(1)); ok {
				for k := range edit.NumLanes(i.Arg(0).Type()) {
					note(BaseOffset{w.Base, w.Off + 8*k})
				}
			}
		}
	}
}

// BaseOffset is a place at a constant offset from a base.
type BaseOffset struct {
	Base ir.Value
	Off  int64
}

// BaseOffsetOf takes an address apart into a base and a constant number of bytes, through
// casts and GEPs; false where the way is too long.
func BaseOffsetOf(layout *ir.Layout, p ir.Value) (BaseOffset, bool) {
	w := BaseOffset{Base: p}
	for range 100 {
		i, ok := w.Base.(*ir.Instr)
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return w, true
		}
		if i.Op == ir.GetElementPtr {
			n, ok := edit.ConstOffset(layout, i)
			if !ok || i.Typ.IsVector() {
				return w, true
			}
			w.Off += n
		}
		w.Base = i.Arg(0)
	}
	return w, false
}
