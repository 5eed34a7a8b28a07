package activity

import "github.com/llad-ad/llad/ir"

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
