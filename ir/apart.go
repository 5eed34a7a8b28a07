package ir

import (
	"fmt"
	"slices"
)

// apartKind is the attachment of a getelementptr that goes nowhere: what is
// accessed through it, and through others with the same node, has no byte in
// common. The node names the check that finds this out when the program runs.
const apartKind = "llad.apart"

// MarkApart says of i, a getelementptr of distance 0 in a block that runs at most
// once, that memory reached through it is reached through no other instruction
// marked for the same check. It is for the range of that number among those checked.
func MarkApart(i *Instr, check, number int) {
	node := fmt.Sprintf("%d %d", check, number)
	i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], Attachment{Kind: apartKind, Node: node})
}

// ApartMark gives the check that i was marked for and the number of its range.
func ApartMark(i *Instr) (check, number int, ok bool) {
	if i.Op != GetElementPtr || len(i.Meta) == 0 {
		return 0, 0, false
	}
	n, err := fmt.Sscanf(i.Metadata(apartKind), "%d %d", &check, &number)
	return check, number, n == 2 && err == nil
}

func isMark(i *Instr) bool {
	return i.Op == GetElementPtr && len(i.Meta) > 0 && i.Metadata(apartKind) != ""
}

// marksOf lists the marked instructions that p comes from, nil where it may come
// from elsewhere too.
func (a *Alias) marksOf(p Value) []*Instr {
	l, ok := a.marks[p]
	if !ok {
		l = findMarks(p)
		a.marks[p] = l
	}
	return l
}

func findMarks(p Value) []*Instr {
	var out []*Instr
	seen := map[Value]bool{}
	work := []Value{p}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for range 1000 {
			i, ok := v.(*Instr)
			if !ok || i.Op != BitCast && i.Op != GetElementPtr || isMark(i) {
				break
			}
			v = i.Arg(0)
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		i, ok := v.(*Instr)
		switch {
		case len(seen) > maxObjects:
			return nil
		case kindOf(v) == objNone:
		case !ok:
			return nil
		case i.Op == Phi:
			for k := range i.Blocks {
				work = append(work, i.Arg(k))
			}
		case i.Op == Select:
			work = append(work, i.Arg(1), i.Arg(2))
		case isMark(i):
			out = append(out, i)
		default:
			return nil
		}
	}
	return out
}

// foundApart reports whether a check when the program ran found the memory of p and
// that of q apart.
func (a *Alias) foundApart(p, q Value) bool {
	if !a.anyMarks {
		return false
	}
	x, y := a.marksOf(p), a.marksOf(q)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	first, _, _ := ApartMark(x[0])
	for _, i := range append(slices.Clone(x), y...) {
		if check, _, _ := ApartMark(i); check != first {
			return false
		}
	}
	for _, i := range x {
		if slices.Contains(y, i) {
			return false
		}
	}
	return true
}

// hasMarks reports whether a function has instructions that MarkApart marked.
func hasMarks(f *Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if isMark(i) {
				return true
			}
		}
	}
	return false
}
