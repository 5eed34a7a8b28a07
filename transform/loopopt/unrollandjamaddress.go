package loopopt

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// jamLeaf is a factor of a product: an iteration number of a loop, or a value that is
// invariant in the loop to be jammed.
type jamLeaf struct {
	loop *analysis.Loop
	v    ir.Value
}

// jamTerm is a coefficient times a product of factors.
type jamTerm struct {
	coef   int64
	leaves []int // numbers of factors, ascending
}

// jamSum is a sum of terms with different factors: the value of integer arithmetic that does
// not wrap. narrow lists the values that must be between 0 and 2^31 for that.
type jamSum []jamTerm

const (
	maxJamTerms  = 8
	maxJamSteps  = 8       // of an address
	maxJamFactor = 1 << 26 // with two factors and eight terms no sum comes near 2^63
	maxJamCoef   = 1 << 6
)

// jamSums decomposes addresses into sums.
type jamSums struct {
	j      *unrollAndJam
	leaves []jamLeaf
	number map[jamLeaf]int
	narrow []jamSum
}

func (x *jamSums) leaf(l jamLeaf) jamSum {
	k, ok := x.number[l]
	if !ok {
		k = len(x.leaves)
		x.leaves = append(x.leaves, l)
		x.number[l] = k
	}
	return jamSum{{1, []int{k}}}
}

func jamNumber(n int64) jamSum {
	if n == 0 {
		return jamSum{}
	}
	return jamSum{{n, nil}}
}

func (a jamSum) plus(b jamSum, factor int64) (jamSum, bool) {
	sum := slices.Clone(a)
next:
	for _, t := range b {
		for k := range sum {
			if slices.Equal(sum[k].leaves, t.leaves) {
				sum[k].coef += factor * t.coef
				continue next
			}
		}
		sum = append(sum, jamTerm{factor * t.coef, t.leaves})
	}
	sum = slices.DeleteFunc(sum, func(t jamTerm) bool { return t.coef == 0 })
	return sum, len(sum) <= maxJamTerms && sum.small()
}

func (a jamSum) times(b jamSum) (jamSum, bool) {
	product := jamSum{}
	for _, t := range a {
		for _, u := range b {
			leaves := append(slices.Clone(t.leaves), u.leaves...)
			slices.Sort(leaves)
			var ok bool
			if product, ok = product.plus(jamSum{{t.coef * u.coef, leaves}}, 1); !ok {
				return nil, false
			}
		}
	}
	return product, product.small()
}

// small reports whether evaluating the sum cannot overflow.
func (a jamSum) small() bool {
	for _, t := range a {
		limit := int64(maxJamCoef)
		if len(t.leaves) < 2 {
			limit = 1 << 30
		}
		if len(t.leaves) > 2 || t.coef > limit || t.coef < -limit {
			return false
		}
	}
	return true
}

func (a jamSum) equal(b jamSum) bool {
	d, ok := a.plus(b, -1)
	return ok && len(d) == 0
}

// of decomposes an integer.
func (x *jamSums) of(v ir.Value, depth int) (jamSum, bool) {
	if n, ok := ir.IntValue(v); ok {
		sum := jamNumber(n)
		return sum, sum.small()
	}
	w := edit.IntWidth(v.Type())
	if w != 32 && w != 64 || depth > 20 {
		return nil, false
	}
	if x.j.l.Invariant(v) {
		if i, ok := v.(*ir.Instr); ok && (i.Op == ir.ZExt || i.Op == ir.SExt) && edit.IntWidth(i.Arg(0).Type()) == 32 {
			v = i.Arg(0) // the same: it is found not to be negative
		}
		return x.leaf(jamLeaf{v: v}), !ir.IsUndef(v)
	}
	i := v.(*ir.Instr)
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Shl:
		a, ok := x.of(i.Arg(0), depth+1)
		if !ok {
			return nil, false
		}
		b, ok := x.of(i.Arg(1), depth+1)
		if !ok {
			return nil, false
		}
		switch i.Op {
		case ir.Add:
			return a.plus(b, 1)
		case ir.Sub:
			return a.plus(b, -1)
		case ir.Mul:
			return a.times(b)
		}
		n, ok := ir.IntValue(i.Arg(1))
		if !ok || n < 0 || n > 16 {
			return nil, false
		}
		return a.times(jamNumber(1 << n))
	case ir.ZExt, ir.SExt:
		a, ok := x.of(i.Arg(0), depth+1)
		if ok {
			x.narrow = append(x.narrow, a)
		}
		return a, ok
	case ir.Trunc:
		return x.of(i.Arg(0), depth+1)
	case ir.Phi:
		return x.counter(i, depth)
	}
	return nil, false
}

// counter decomposes a header phi that grows by a constant step.
func (x *jamSums) counter(i *ir.Instr, depth int) (jamSum, bool) {
	l := x.j.li.Of(i.Parent)
	if l == nil || l.Header != i.Parent || l.Preheader() == nil {
		return nil, false
	}
	r := l.Recurrence(i)
	if r == nil {
		return nil, false
	}
	step, ok := r.Step()
	if !ok {
		return nil, false
	}
	start, ok := x.of(i.Incoming(l.Preheader()), depth+1)
	if !ok {
		return nil, false
	}
	return start.plus(x.leaf(jamLeaf{loop: l}), step)
}

// address decomposes an address into a base that is invariant in the loop, and an offset in
// bytes.
func (x *jamSums) address(p ir.Value) (base ir.Value, off jamSum, ok bool) {
	off = jamSum{}
	for depth := 0; !x.j.l.Invariant(p); depth++ {
		i := p.(*ir.Instr)
		if depth > maxJamSteps || i.Typ.IsVector() {
			return nil, nil, false
		}
		switch i.Op {
		case ir.BitCast:
		case ir.GetElementPtr:
			if off, ok = x.step(i, off); !ok {
				return nil, nil, false
			}
		default:
			return nil, nil, false
		}
		p = i.Arg(0)
	}
	return p, off, true
}

// step adds what the address computation i adds to its base.
func (x *jamSums) step(i *ir.Instr, off jamSum) (jamSum, bool) {
	ok := true
	good := x.j.f.Module.Layout.Steps(i.Elem, i.Args()[1:], func(index ir.Value, bytes int64) bool {
		if index == nil {
			off, ok = off.plus(jamNumber(bytes), 1)
			return ok
		}
		if edit.IntWidth(index.Type()) == 0 {
			ok = false
			return false
		}
		a, fine := x.of(index, 0)
		if fine && edit.IntWidth(index.Type()) < 64 {
			if _, constant := ir.IntValue(index); !constant {
				x.narrow = append(x.narrow, a)
			}
		}
		if fine {
			off, fine = off.plus(a, bytes)
		}
		ok = ok && fine
		return fine
	})
	return off, ok && good
}

// root follows an address that is invariant in the loop as far as its distance from there is a sum.
func (x *jamSums) root(p ir.Value) (ir.Value, jamSum) {
	off := jamSum{}
	for range maxJamSteps {
		i, ok := p.(*ir.Instr)
		if !ok || i.Typ.IsVector() || i.Op != ir.BitCast && i.Op != ir.GetElementPtr {
			break
		}
		if i.Op == ir.GetElementPtr {
			more, ok := x.step(i, off)
			if !ok {
				break
			}
			off = more
		}
		p = i.Arg(0)
	}
	return p, off
}
