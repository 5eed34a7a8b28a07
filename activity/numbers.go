package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// This file tells lengths and counters of Rust's vectors and reference counts from
// bits of floats, where memory may hold either: an object behind a dyn pointer may be
// of any type that has the trait.

// indexes reports whether a number tells how far an address is moved, or is bounded by
// an assumption, as lengths of vectors are. Tables that are looked up by the bits of
// floats are so by some of them, which shifts and masks leave.
func indexes(v ir.Value, seen map[ir.Value]bool) bool {
	if seen[v] || len(seen) > maxIndexed {
		return false
	}
	seen[v] = true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.GetElementPtr:
			if u.Index() > 0 {
				return true
			}
		case ir.ICmp:
			if assumed(i) {
				return true
			}
		case ir.Add, ir.Sub, ir.Mul, ir.Shl, ir.Phi, ir.Select:
			if indexes(i, seen) {
				return true
			}
		}
	}
	return false
}

// maxIndexed bounds the numbers that are computed from one that may be an index.
const maxIndexed = 16

// assumed reports whether a comparison is known to hold.
func assumed(i *ir.Instr) bool {
	for u := range ir.Uses(i) {
		if f := u.User.CalledFunc(); f != nil && f.Name == "llvm.assume" {
			return true
		}
	}
	return false
}

// counts reports whether a number that is loaded goes up or down by one where it
// stands, and is looked at then.
func counts(i *ir.Instr) bool {
	looked := func(v ir.Value) bool {
		for u := range ir.Uses(v) {
			if u.User.Op == ir.ICmp && ir.IsConstant(u.User.Arg(1-u.Index())) {
				return true
			}
		}
		return false
	}
	for u := range ir.Uses(i) {
		n, ok := ir.IntValue(u.User.Arg(u.User.NumArgs() - 1))
		if u.User.Op != ir.Add && u.User.Op != ir.Sub || !ok || n != 1 && n != -1 || !looked(u.User) && !looked(i) {
			continue
		}
		for w := range ir.Uses(u.User) {
			if w.User.Op == ir.Store && w.Index() == 0 && w.User.Arg(1) == i.Arg(0) {
				return true
			}
		}
	}
	return false
}

// findDoubts fills doubts: the words of Rust's, by representative, that go from memory to memory
// where nothing but accesses to numbers and addresses tells what they are. What a function
// accesses may be one variant of an enum, of which it moves another that has floats there.
func (t *types) findDoubts() {
	t.doubts = map[pointsto.Node]bool{}
	if t.env.singles() {
		t.findAmongBytes()
		return
	}
	if !t.env.module.Rust || !t.env.mayTellWords() {
		return
	}
	counted := map[pointsto.Node]bool{}
	for _, m := range t.move {
		if m.val == 0 || m.by.Op != ir.Load || m.size != 8 || !t.p.Class.Word(t.p.Index.At(m.by)) {
			continue
		}
		l := t.val[m.val]
		t.doubts[m.val] = len(l) > 0 && !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer && p.Class != memtypes.Pointer })
		counted[m.val] = counted[m.val] || t.p.Class.Counted[t.p.Index.At(m.by)]
	}
	for n := range counted {
		t.doubts[n] = t.doubts[n] && !counted[n]
	}
}

// findAmongBytes fills doubts where floats have 32 bits: with words that are taken for numbers and stand in memory
// of which bytes are accessed anywhere. A hash table has its entries there, of which what makes it grow looks at no more than the keys.
func (t *types) findAmongBytes() {
	for _, m := range t.move {
		if m.val == 0 || m.by.Op != ir.Load || m.size < 4 || !t.p.Class.Word(t.p.Index.At(m.by)) {
			continue
		}
		l := t.val[m.val]
		t.doubts[m.val] = t.doubts[m.val] || len(l) > 0 && !slices.ContainsFunc(l, func(p memtypes.Piece) bool { return p.Class != memtypes.Integer }) &&
			slices.ContainsFunc(t.p.Pointees(m.by.Arg(0)), func(x memtypes.Addr) bool { return t.mem[x.Obj].Bytes })
	}
}

// sipKeys are the constants with which SipHash starts, "somepseudorandomlygeneratedbytes"
// (J.-P. Aumasson, D. J. Bernstein: SipHash, 2012): what is mixed with them is a hash.
var sipKeys = []int64{0x736f6d6570736575, 0x646f72616e646f6d, 0x6c7967656e657261, 0x7465646279746573}

// findHashes fills t.hash: the integers of a hash that is computed in the function
// itself. They are numbers, whatever is hashed.
func (t *types) findHashes() {
	var list []*ir.Instr
	t.hash = map[ir.Value]bool{}
	mark := func(i *ir.Instr) {
		if !t.hash[i] {
			t.hash[i] = true
			list = append(list, i)
		}
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.Xor && i.Typ == ir.I64 && slices.ContainsFunc(i.Args(), isSipKey) {
				mark(i)
			}
		}
	}
	for k := 0; k < len(list); k++ {
		for u := range ir.Uses(list[k]) {
			switch i := u.User; i.Op {
			case ir.Add, ir.Sub, ir.Xor, ir.Or, ir.And, ir.Shl, ir.LShr, ir.Mul, ir.ZExt, ir.Trunc, ir.Freeze:
				mark(i)
			case ir.Phi:
				if !slices.ContainsFunc(i.Args(), isAddress) { // an entry of a map has an address where it is occupied and a hash where not
					mark(i)
				}
			case ir.Select:
				if u.Index() > 0 && !slices.ContainsFunc(i.Args()[1:], isAddress) {
					mark(i)
				}
			case ir.Call:
				if i.Typ.IsInt() && t.p.TargetOf(i).Kind == pointsto.ToInactive {
					mark(i) // rotations
				}
			}
		}
	}
}

// isAddress reports whether an integer is an address of the program.
func isAddress(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.Op == ir.PtrToInt
}

func isSipKey(v ir.Value) bool {
	n, ok := ir.IntValue(v)
	return ok && slices.Contains(sipKeys, n)
}
