package loopopt

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// nestCopy is the copy of what a nest reads through one root pointer.
type nestCopy struct {
	*dataCopier
	*nestReads
	at      *ir.Block
	l       *analysis.Loop
	lo, end ir.Value   // of what is read, as distances from root
	conds   []ir.Value // under which the copy may be read, and is worth it
	block   ir.Value   // the copy
	start   ir.Value   // where root would lie in front of it
}

// conflicts finds the stores of the nest that may alias its reads.
func (n *nestCopy) conflicts() {
	for _, w := range n.writers {
		for _, i := range n.loads {
			if n.l.Contains(w.Parent) && n.clobbers(w, i) {
				n.against = append(n.against, w)
				break
			}
		}
	}
}

// check emits the ranges and the conditions before the nest.
func (n *nestCopy) check() bool {
	s := n.bounds()
	var reads ir.Value
	for _, i := range n.loads {
		lo, end := s.Address(n.root, i.Arg(0), sizeOf(i, i.Typ), i.Parent)
		if lo == nil {
			return false
		}
		n.lo, n.end = widened(s, n.lo, n.end, lo, end)
		t := n.times(s, i, nil)
		if t == nil || !n.certain(s, i) {
			return false
		}
		if i.Typ.IsVector() {
			t = s.Builder().Mul(t, ir.NewInt(ir.I64, int64(i.Typ.Len)))
		}
		if reads != nil {
			t = s.Builder().Add(reads, t)
		}
		reads = t
	}
	b := s.Builder()
	bytes := b.Sub(n.end, n.lo)
	size := n.size()
	reuse, of := int64(minNestReuse), int64(1)
	if n.kind == shifted {
		reuse, of = minShiftedReuse, 2
	}
	whole := b.Binary(ir.And, n.lo, ir.NewInt(ir.I64, size-1))
	n.conds = append(n.conds, b.ICmp(ir.SGT, bytes, ir.NewInt(ir.I64, 0)), b.ICmp(ir.EQ, whole, ir.NewInt(ir.I64, 0)),
		b.ICmp(ir.SGE, reads, ir.NewInt(ir.I64, minNestReads)),
		b.ICmp(ir.SGE, b.Mul(reads, ir.NewInt(ir.I64, of*size)), b.Mul(bytes, ir.NewInt(ir.I64, reuse))))
	n.conds = append(n.conds, s.Holds()...)
	return n.apart()
}

func (n *nestCopy) bounds() *analysis.Bounds {
	var behind *ir.Instr
	if k := len(n.at.Instrs); k > 1 {
		behind = n.at.Instrs[k-2]
	}
	return analysis.NewBounds(n.f, n.at, behind, n.dt, n.li, maxVersionQueries)
}

// times is an upper bound for the number of executions of load i in the nest, where a loop of which nothing is known
// has unknown iterations; nil where there is one and that is nil.
func (n *nestCopy) times(s *analysis.Bounds, i *ir.Instr, unknown ir.Value) ir.Value {
	b := s.Builder()
	least := func(v ir.Value, most int64) ir.Value {
		c := ir.NewInt(ir.I64, most)
		return b.Select(b.ICmp(ir.SLT, v, c), v, c)
	}
	var times ir.Value = ir.NewInt(ir.I64, 1)
	for l := n.li.Of(i.Parent); ; l = l.Parent {
		t := unknown
		if k := s.Trips(l); k != nil {
			t = least(b.Add(k, ir.NewInt(ir.I64, 1)), tripCap)
		} else if t == nil {
			return nil
		}
		times = least(b.Mul(times, t), readsCap)
		if l == n.l {
			return times
		}
	}
}

func widened(s *analysis.Bounds, lo, end, newLo, newEnd ir.Value) (ir.Value, ir.Value) {
	b := s.Builder()
	if lo == nil {
		return newLo, newEnd
	}
	if lo != newLo {
		lo = b.Select(b.ICmp(ir.SLT, newLo, lo), newLo, lo)
	}
	if end != newEnd {
		end = b.Select(b.ICmp(ir.SGT, newEnd, end), newEnd, end)
	}
	return lo, end
}

// apart adds the conditions that the ranges written by the nest are disjoint from the range
// that is read.
func (n *nestCopy) apart() bool {
	done := map[ir.Value]bool{}
	for _, w := range n.against {
		root := plainRoot(addressesOf(w)[0].p)
		if done[root] {
			continue
		}
		done[root] = true
		s := n.bounds()
		var lo, end ir.Value
		for _, x := range n.against {
			a := addressesOf(x)[0]
			if plainRoot(a.p) != root {
				continue
			}
			from, to := s.Address(root, a.p, a.bytes, x.Parent)
			if from == nil {
				return false
			}
			lo, end = widened(s, lo, end, from, to)
		}
		b := s.Builder()
		read, written := b.Cast(ir.PtrToInt, n.root, ir.I64), b.Cast(ir.PtrToInt, root, ir.I64)
		below := b.ICmp(ir.ULE, b.Add(read, n.end), b.Add(written, lo))
		above := b.ICmp(ir.ULE, b.Add(written, end), b.Add(read, n.lo))
		n.conds = append(n.conds, b.Binary(ir.Or, below, above))
		n.conds = append(n.conds, s.Holds()...)
	}
	return true
}

// make emits the allocation and the memcpy.
func (n *nestCopy) make(b *ir.Builder) {
	bytes := b.Sub(n.end, n.lo)
	m := n.f.Module
	block := b.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), bytes)
	block.Extra().RetAttrs = "noalias" // the module may know malloc from nowhere else
	block.Name = n.f.FreshName("copy")
	n.block = block
	align := fmt.Sprintf("align %d", max(1, n.align()))
	b.MemCpy(block, b.Offset(b.Cast(ir.BitCast, n.root, m.Ptr()), n.lo), bytes).X.ArgAttrs = []string{align, align, "", ""}
	// Loads go by distances from root, which is no place in the copy: nothing may be said of
	// the addresses on the way. All start here, which gives their distances.
	elem := n.loads[0].Typ.Scalar()
	first := b.Binary(ir.Sub, ir.NewInt(ir.I64, 0), b.Binary(ir.SDiv, n.lo, ir.NewInt(ir.I64, n.size())))
	base := b.Cast(ir.BitCast, n.block, m.PtrTo(elem))
	start := ir.NewInstr(ir.GetElementPtr, base.Type(), base, first)
	start.Elem = elem
	n.start = b.Cast(ir.BitCast, b.Insert(start), n.root.Type())
}

// align is the alignment of all reads.
func (n *nestCopy) align() int32 {
	least := int32(n.size())
	for _, i := range n.loads {
		least = min(least, i.Align)
	}
	return least
}

// size is the size of an element.
func (n *nestCopy) size() int64 {
	return n.f.Module.Layout.StoreSize(n.loads[0].Typ.Scalar())
}

// redirect lets the copied load i read the copy.
func (n *nestCopy) redirect(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	var chain []*ir.Instr
	p := i.Arg(0)
	for p != n.root {
		x := p.(*ir.Instr)
		chain = append(chain, x)
		p = x.Arg(0)
	}
	q := n.start
	for k := len(chain) - 1; k >= 0; k-- {
		x := chain[k].Copy()
		x.SetArg(0, q)
		x.Name = ""
		x.Flags = 0
		q = b.Insert(x)
	}
	i.SetArg(0, q)
	i.Align = min(i.Align, int32(n.size())) // vectors, too, lie as the copy's elements do
}
