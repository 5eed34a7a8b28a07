package pointsto

import (
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// progression is the set of values off + k*stride; stride 0 is one value.
type progression struct{ off, stride int64 }

var anyNumber = progression{0, 1}

func (a progression) join(b progression) progression {
	j := joinAddr(memtypes.Addr{Off: a.off, Stride: a.stride}, memtypes.Addr{Off: b.off, Stride: b.stride})
	return progression{j.Off, j.Stride}
}

func (a progression) plus(b progression, sign int64) progression {
	r := memtypes.Addr{Off: a.off + sign*b.off, Stride: memtypes.Gcd(a.stride, b.stride)}.Norm()
	return progression{r.Off, r.Stride}
}

func (a progression) times(k int64) progression {
	if k == 0 {
		return progression{}
	}
	r := memtypes.Addr{Off: a.off * k, Stride: a.stride * k}.Norm()
	return progression{r.Off, r.Stride}
}

// maxMultiplier keeps the products of times far from overflow.
const maxMultiplier = 1 << 20

// numbers finds the progressions that integers run through: what address
// arithmetic in bytes needs to tell the members of structs in arrays apart.
type numbers struct {
	known map[ir.Value]progression
	shaky []ir.Value // known for what phis are assumed to be that are being looked at
	open  int        // those phis
	steps int
	dom   *ir.DomTree // nil until it is asked for
	loops countedLoops
}

// maxSteps bounds the work for one function.
const maxSteps = 1 << 20

func (n *numbers) of(v ir.Value, depth int) progression {
	if c, ok := ConstIndex(v); ok {
		return progression{off: c}
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 12 || n.steps > maxSteps {
		return anyNumber
	}
	if p, ok := n.known[v]; ok {
		return p
	}
	n.steps++
	switch i.Op {
	case ir.Add:
		return n.of(i.Arg(0), depth+1).plus(n.of(i.Arg(1), depth+1), 1)
	case ir.Sub:
		if size := n.elements(i); size > 1 {
			return progression{stride: size}
		}
		return n.of(i.Arg(0), depth+1).plus(n.of(i.Arg(1), depth+1), -1)
	case ir.Or:
		if i.Flags&ir.Disjoint != 0 {
			return n.of(i.Arg(0), depth+1).plus(n.of(i.Arg(1), depth+1), 1)
		}
	case ir.Mul:
		if k, ok := ConstIndex(i.Arg(1)); ok && k > -maxMultiplier && k < maxMultiplier {
			return n.of(i.Arg(0), depth+1).times(k)
		}
	case ir.Shl:
		if k, ok := ConstIndex(i.Arg(1)); ok && k >= 0 && k < 20 {
			return n.of(i.Arg(0), depth+1).times(1 << k)
		}
	case ir.SExt, ir.ZExt, ir.Freeze:
		return n.of(i.Arg(0), depth+1)
	case ir.Select:
		return n.of(i.Arg(1), depth+1).join(n.of(i.Arg(2), depth+1))
	case ir.Phi:
		return n.phi(i, depth)
	}
	return anyNumber
}

// elements is the size of the elements that the program takes the difference of two
// addresses for a number of: it divides by it, exactly, before it does anything else
// with the difference than compare it or hand it to a deallocation. 1 where it does not.
func (n *numbers) elements(sub *ir.Instr) int64 {
	for _, v := range sub.Args() {
		if a, ok := v.(*ir.Instr); !ok || a.Op != ir.PtrToInt && a.Op != ir.PtrToAddr {
			return 1
		}
	}
	size, by := divided(sub)
	if size <= 1 {
		size, by = n.alike(sub)
	}
	if size <= 1 {
		return 1
	}
	if n.dom == nil {
		n.dom = ir.Dominators(by.Parent)
	}
	for u := range ir.Uses(sub) {
		if !noAddress(u, maxIdle) && exactly(u) <= 1 && !n.dom.Dominates(by, u.User.Parent) {
			return 1
		}
	}
	return size
}

// divided is the number that the program divides a difference by exactly, and where.
func divided(sub *ir.Instr) (size int64, by *ir.Block) {
	for u := range ir.Uses(sub) {
		if k := exactly(u); k > 1 {
			size, by = memtypes.Gcd(size, k), u.User.Parent
		}
	}
	return size, by
}

// maxIdle bounds the copies that noAddress follows.
const maxIdle = 3

// noAddress reports whether no address is computed from what a use is of: it is compared
// or handed to a deallocation, as are the copies of it.
func noAddress(u *ir.Use, steps int) bool {
	i := u.User
	switch {
	case i.Op == ir.ICmp, i.IsCall() && Classify(i, false).Kind == ToFree:
		return true
	case i.Op != ir.Phi || steps == 0:
		return false
	}
	for v := range ir.Uses(i) {
		if v.User != i && !noAddress(v, steps-1) {
			return false
		}
	}
	return true
}

// exactly is the number that a use divides by without a remainder, 1 for none.
func exactly(u *ir.Use) int64 {
	if u.User.Flags&ir.Exact == 0 || u.Index() != 0 {
		return 1
	}
	k, ok := ir.IntValue(u.User.Arg(1))
	switch {
	case !ok || k <= 0:
	case u.User.Op == ir.SDiv && k < maxMultiplier:
		return k
	case u.User.Op == ir.AShr && k < 20:
		return 1 << k
	}
	return 1
}

// phi assumes the phi to be its first constant or known input, and widens that
// until it is right, and with it what was found of other phis meanwhile.
func (n *numbers) phi(i *ir.Instr, depth int) progression {
	guess, ok := progression{}, false
	for _, a := range i.Args() {
		if c, isConst := ConstIndex(a); isConst {
			guess, ok = progression{off: c}, true
			break
		}
	}
	if !ok {
		return anyNumber
	}
	n.open++
	defer func() {
		if n.open--; n.open > 0 {
			n.shaky = append(n.shaky, i)
		} else {
			n.shaky = n.shaky[:0]
		}
	}()
	inner := len(n.shaky)
	for range 4 {
		n.known[i] = guess
		now := guess
		for _, a := range i.Args() {
			now = now.join(n.of(a, depth+1))
		}
		if now == guess {
			return guess
		}
		guess = now
		for _, v := range n.shaky[inner:] { // others found on the way, which was too narrow
			delete(n.known, v)
		}
		n.shaky = n.shaky[:inner]
	}
	n.known[i] = anyNumber
	return anyNumber
}

// forward reports whether a getelementptr never steps back: it stays in its object,
// and its variable indices are unsigned.
func forward(i *ir.Instr) bool {
	if i.Flags&ir.InBounds == 0 {
		return false
	}
	for _, x := range i.Args()[1:] {
		if _, ok := ConstIndex(x); !ok && !unsigned(x, map[*ir.Instr]bool{}) {
			return false
		}
	}
	return true
}

// unsigned reports whether an integer, taken for a signed one, is not negative,
// supposing that it is below half of what its type holds. seen has the phis that are
// being looked at.
func unsigned(v ir.Value, seen map[*ir.Instr]bool) bool {
	i, ok := v.(*ir.Instr)
	if !ok || len(seen) > 16 {
		n, ok := ir.IntValue(v)
		return ok && n >= 0
	}
	switch i.Op {
	case ir.URem, ir.UDiv, ir.ZExt:
		return true
	case ir.LShr:
		n, ok := ir.IntValue(i.Arg(1))
		return ok && n > 0
	case ir.And:
		return unsigned(i.Arg(0), seen) || unsigned(i.Arg(1), seen)
	case ir.Freeze:
		return unsigned(i.Arg(0), seen)
	case ir.Select:
		return unsigned(i.Arg(1), seen) && unsigned(i.Arg(2), seen)
	case ir.Phi:
		if seen[i] {
			return true
		}
		seen[i] = true
		for _, a := range i.Args() {
			if !unsigned(a, seen) {
				return false
			}
		}
		return true
	}
	return false
}

// MaxNumbers bounds the values that are computed from a number.
const MaxNumbers = 64
