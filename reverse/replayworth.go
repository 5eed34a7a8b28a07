package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// keptIn is what the iterations of a loop keep without replays, by the loops in it.
type keptIn struct {
	deepest int // how deep the loops are that keep something
	values  map[*analysis.Loop][]*ir.Instr
}

// noteKept notes that v is kept, for all loops around it.
func noteKept(all map[*analysis.Loop]*keptIn, v *ir.Instr, in *analysis.Loop) {
	for l := in; l != nil; l = l.Parent {
		k := all[l]
		if k == nil {
			k = &keptIn{values: map[*analysis.Loop][]*ir.Instr{}}
			all[l] = k
		}
		k.deepest = max(k.deepest, in.Depth)
		k.values[in] = append(k.values[in], v)
	}
}

// keepsLittle reports whether iterations of l had better keep what they would than be run
// twice: what they do lies in loops deeper than those that keep something, and those
// write as much for others as they keep, each time elsewhere. Then the tape grows only as
// memory does that is there anyway.
func (rps *replays) keepsLittle(l *analysis.Loop, k *keptIn) bool {
	if k == nil || !loopsDeeper(l, k.deepest) {
		return false
	}
	for in, values := range k.values {
		bytes := int64(0)
		for _, v := range values {
			bytes += rps.fn.m.Layout.StoreSize(tape.StoreType(rps.fn.m, v.Typ))
		}
		if bytes > rps.mem.writtenElsewhere(l, in) {
			return false
		}
	}
	return true
}

// loopsDeeper reports whether there are loops in l that are deeper than that.
func loopsDeeper(l *analysis.Loop, depth int) bool {
	for _, in := range l.Inner {
		if in.Depth > depth || loopsDeeper(in, depth) {
			return true
		}
	}
	return false
}

// writtenElsewhere is how many bytes an iteration of in, a loop in l, stores outside of
// local objects at places that change with all loops from in to l.
func (mem *memory) writtenElsewhere(l, in *analysis.Loop) int64 {
	bytes := int64(0)
	for _, b := range in.Blocks {
		if mem.fn.loops.Of(b) != in {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != ir.Store || mem.sh.isShadow[i] || mem.localObject(i.Arg(1)) != nil {
				continue
			}
			on := map[*analysis.Loop]bool{}
			mem.changesWith(i.Arg(1), l, on, map[ir.Value]bool{})
			all := on[l]
			for x := in; x != l; x = x.Parent {
				all = all && on[x]
			}
			if all {
				bytes += mem.fn.m.Layout.StoreSize(i.Arg(0).Type())
			}
		}
	}
	return bytes
}

// changesWith collects the loops, from l on, whose counters v is computed from.
func (mem *memory) changesWith(v ir.Value, l *analysis.Loop, on map[*analysis.Loop]bool, seen map[ir.Value]bool) {
	i, ok := v.(*ir.Instr)
	if !ok || seen[v] || len(seen) > 60 || !l.Contains(i.Parent) {
		return
	}
	seen[v] = true
	if in := mem.fn.loops.Of(i.Parent); i.Op == ir.Phi && in.Header == i.Parent {
		if in.Recurrence(i) == nil {
			return
		}
		on[in] = true
	}
	for _, a := range i.Args() {
		mem.changesWith(a, l, on, seen)
	}
}
