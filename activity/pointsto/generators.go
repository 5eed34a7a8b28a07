package pointsto

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// This file looks for generators of random numbers: their state is integers that are read, mixed
// and written again, and some are moved from place to place as they are, as floats might be.

// maxGenerated bounds the values that a generator's step computes of one integer.
const maxGenerated = 48

// statePlace is a constant distance from an address.
type statePlace struct {
	base ir.Value
	off  int64
}

// findGenerated fills generated: the integers that are read in a step of a generator. Where one is
// read, something else is written in the same block, and what is computed of it by shifts,
// rotations, remainders or large factors goes back to the object from which it was read. So are those that
// are moved to such a place of the object, or counted up beside it.
func (c *Classes) findGenerated(f *ir.Function) {
	c.Generated = map[*ir.Instr]bool{}
	for _, b := range f.Blocks {
		state := map[statePlace]bool{}
		var rest []*ir.Instr
		for _, i := range b.Instrs {
			if i.Op == ir.Load && i.Typ.Scalar().IsInt() && i.Typ.Scalar().Bits >= 32 {
				rest = append(rest, i)
				if generates(i) {
					state[placeOf(i.Arg(0))] = true
				}
			}
		}
		for grown := len(state) > 0; grown; {
			grown = false
			for k, i := range rest {
				if i == nil || !anyState(state, i.Arg(0), i.Typ) && !entersState(i, state) {
					continue
				}
				grown, rest[k] = true, nil
				c.Generated[i] = true
				for _, at := range placesOf(i.Arg(0), i.Typ) {
					state[at] = true
				}
			}
		}
	}
}

// placesOf are the places that an access to integers works on.
func placesOf(p ir.Value, typ *ir.Type) (list []statePlace) {
	at := placeOf(p)
	for range max(typ.Len, 1) {
		list = append(list, at)
		at.off += int64(typ.Scalar().Bits / 8)
	}
	return list
}

// anyState reports whether an access works on a place of a generator's state.
func anyState(state map[statePlace]bool, p ir.Value, typ *ir.Type) bool {
	return slices.ContainsFunc(placesOf(p, typ), func(at statePlace) bool { return state[at] })
}

// entersState reports whether what is read is moved to a place of a generator's state, or is
// counted up where it stands in the same object.
func entersState(i *ir.Instr, state map[statePlace]bool) bool {
	from := placeOf(i.Arg(0))
	for u := range ir.Uses(i) {
		y := u.User
		switch {
		case y.Parent != i.Parent:
		case y.Op == ir.Store && u.Index() == 0 && placeOf(y.Arg(1)).base == from.base && anyState(state, y.Arg(1), i.Typ):
			return true
		case y.Op == ir.Add && ir.IsConstant(y.Arg(1)):
			for v := range ir.Uses(y) {
				if s := v.User; s.Op == ir.Store && v.Index() == 0 && s.Parent == i.Parent && placeOf(s.Arg(1)) == from {
					for at := range state {
						if at.base == from.base {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// generates reports whether a load reads what a generator mixes and replaces.
func generates(i *ir.Instr) bool {
	from := placeOf(i.Arg(0))
	mixed := map[*ir.Instr]bool{i: false}
	list := []*ir.Instr{i}
	goOn := func(y *ir.Instr, now bool) {
		if was, seen := mixed[y]; !seen || now && !was {
			mixed[y] = now
			list = append(list, y)
		}
	}
	for k := 0; k < len(list) && k < maxGenerated; k++ {
		x := list[k]
		for u := range ir.Uses(x) {
			y := u.User
			switch {
			case y.Parent != i.Parent:
			case y.Op == ir.Store && u.Index() == 0 && placeOf(y.Arg(1)).base == from.base:
				if mixed[x] {
					return replaced(i)
				}
				if x.Op == ir.Xor {
					for _, again := range readAgain(y) {
						goOn(again, false)
					}
				}
			case rotates(y):
				goOn(y, true)
			case isArithmetic(y) || (y.Op == ir.ZExt || y.Op == ir.Trunc) && y.Typ.IsInt():
				goOn(y, mixed[x] || mixes(y))
			}
		}
	}
	return false
}

// mixes reports whether an operation leaves nothing of a float that one of its operands may be.
func mixes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Xor:
		return scrambles(i.Arg(0), i.Arg(1)) || scrambles(i.Arg(1), i.Arg(0))
	case ir.URem, ir.SRem:
		return true
	case ir.Mul:
		n, ok := ir.IntValue(i.Arg(1))
		return ok && n != int64(int16(n))
	case ir.Add:
		// A counter that is mixed each time.
		if !ir.IsConstant(i.Arg(1)) {
			return false
		}
		for u := range ir.Uses(i) {
			if u.User.Parent == i.Parent && u.User.Op != ir.Add && mixes(u.User) {
				return true
			}
		}
	}
	return false
}

// rotates reports whether a call turns the bits of an integer.
func rotates(i *ir.Instr) bool {
	if !i.IsCall() {
		return false
	}
	f, ok := i.Callee().(*ir.Function)
	return ok && (strings.HasPrefix(f.Name, "llvm.fshl.i") || strings.HasPrefix(f.Name, "llvm.fshr.i")) && i.Arg(0) == i.Arg(1)
}

// replaced reports whether something else is stored in the block of a load where it reads.
func replaced(i *ir.Instr) bool {
	from := placeOf(i.Arg(0))
	return slices.ContainsFunc(i.Parent.Instrs, func(y *ir.Instr) bool {
		return y.Op == ir.Store && y.Arg(0) != ir.Value(i) && y.Arg(0).Type().Scalar() == i.Typ.Scalar() && slices.Contains(placesOf(y.Arg(1), y.Arg(0).Type()), from)
	})
}

// readAgain are the loads behind a store, in its block, that read where it writes.
func readAgain(s *ir.Instr) (list []*ir.Instr) {
	at := placeOf(s.Arg(1))
	for _, y := range s.Parent.Instrs[slices.Index(s.Parent.Instrs, s)+1:] {
		if y.Op == ir.Load && y.Typ == s.Arg(0).Type() && placeOf(y.Arg(0)) == at {
			list = append(list, y)
		}
	}
	return list
}

// placeOf is where an address leads, from the last one before it that is computed with anything but constants.
func placeOf(p ir.Value) statePlace {
	off := int64(0)
	for {
		i, ok := p.(*ir.Instr)
		switch {
		case ok && i.Op == ir.BitCast:
		case ok && i.Op == ir.GetElementPtr && i.Typ.IsPtr():
			by, stride := GepOffset(i.Parent.Parent.Module.Layout, i.Elem, i.Args(), nil)
			if stride != 0 {
				return statePlace{p, off}
			}
			off += by
		default:
			return statePlace{p, off}
		}
		p = i.Arg(0)
	}
}
