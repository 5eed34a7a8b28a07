package analysis

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
)

// disjointKind is the metadata kind of a GEP with offset 0: the memory accessed through it is
// disjoint from that accessed through other GEPs with the same node. The node names the
// run-time check that proves it.
const disjointKind = "llad.apart"

// MarkDisjoint marks i, a GEP with offset 0 in a block that runs at most once: memory accessed
// through it is accessed through no other instruction marked for the same check. number is the
// index of its range among those of the check.
func MarkDisjoint(i *ir.Instr, check, number int) {
	node := fmt.Sprintf("%d %d", check, number)
	i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], ir.Attachment{Kind: disjointKind, Node: node})
}

// DisjointMark gives the check that i was marked for, and the index of its range.
func DisjointMark(i *ir.Instr) (check, number int, ok bool) {
	if i.Op != ir.GetElementPtr || len(i.Meta) == 0 {
		return 0, 0, false
	}
	n, err := fmt.Sscanf(i.Metadata(disjointKind), "%d %d", &check, &number)
	return check, number, n == 2 && err == nil
}

func isMark(i *ir.Instr) bool {
	return i.Op == ir.GetElementPtr && len(i.Meta) > 0 && i.Metadata(disjointKind) != ""
}

// marksOf lists the marked instructions and the objects that p is based on; nil where one is
// unknown.
func (a *Alias) marksOf(p ir.Value) []ir.Value {
	l, ok := a.marks[p]
	if !ok {
		l = findMarks(p)
		a.marks[p] = l
	}
	return l
}

func findMarks(p ir.Value) []ir.Value {
	var out []ir.Value
	seen := map[ir.Value]bool{}
	work := []ir.Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for range 1000 {
			from := madeFrom(v)
			if from == nil {
				break
			}
			v = from
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		i, ok := v.(*ir.Instr)
		switch {
		case len(seen) > maxObjects:
			return nil
		case kindOf(v) == objNone:
		case kindOf(v) != objUnknown && kindOf(v) != objParam:
			out = append(out, v)
		case !ok:
			return nil
		case i.Op == ir.Phi:
			for k := range i.Blocks {
				work = append(work, i.Arg(k))
			}
		case i.Op == ir.Select:
			work = append(work, i.Arg(1), i.Arg(2))
		case isMark(i):
			out = append(out, i)
		default:
			return nil
		}
	}
	return out
}

// madeFrom is the address in the same object that v is computed from, or is; nil where v is
// marked, or none.
func madeFrom(v ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || isMark(i):
		return nil
	case i.Op == ir.BitCast || i.Op == ir.GetElementPtr:
		return i.Arg(0)
	case i.Op == ir.Call:
		return passedOn(i)
	}
	return nil
}

// foundApart reports whether a run-time check proved the memory of p and q disjoint.
func (a *Alias) foundApart(p, q ir.Value) bool {
	if !a.anyMarks {
		return false
	}
	x, y := a.marksOf(p), a.marksOf(q)
	for _, v := range x {
		for _, w := range y {
			if !a.parted(v, w) {
				return false
			}
		}
	}
	return len(x) > 0 && len(y) > 0
}

// parted reports whether v and w, marked instructions or objects, are disjoint.
func (a *Alias) parted(v, w ir.Value) bool {
	i, ok := v.(*ir.Instr)
	j, ok2 := w.(*ir.Instr)
	if ok && ok2 && isMark(i) && isMark(j) {
		first, _, _ := DisjointMark(i)
		second, _, _ := DisjointMark(j)
		return i != j && first == second
	}
	v, w = StripAddress(v), StripAddress(w)
	return a.distinct(object{kindOf(v), v}, object{kindOf(w), w})
}

// hasMarks reports whether a function has instructions marked by MarkDisjoint.
func hasMarks(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if isMark(i) {
				return true
			}
		}
	}
	return false
}

// OneMark gives the check and the range that all addresses p may be were marked for.
func (a *Alias) OneMark(p ir.Value) (check, number int, ok bool) {
	if !a.anyMarks {
		return 0, 0, false
	}
	for k, v := range a.marksOf(p) {
		i, isInstr := v.(*ir.Instr)
		if !isInstr || !isMark(i) {
			return 0, 0, false
		}
		c, n, _ := DisjointMark(i)
		if k > 0 && (c != check || n != number) {
			return 0, 0, false
		}
		check, number, ok = c, n, true
	}
	return check, number, ok
}
