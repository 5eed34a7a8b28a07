package raise

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// laneValue is a value or one lane of a vector. Compilers compute the terms of a sum as
// vectors, and extract the lanes to add them in order.
type laneValue struct {
	v    ir.Value
	lane int64 // -1 for all of it
}

// instr is the instruction that defines the value, nil if none does.
func (n laneValue) instr() *ir.Instr {
	i, _ := n.v.(*ir.Instr)
	return i
}

// typ is the type of the value or lane.
func (n laneValue) typ() *ir.Type {
	if n.lane >= 0 {
		return n.v.Type().Elem
	}
	return n.v.Type()
}

// with is the same lane of an operand.
func (n laneValue) with(v ir.Value) laneValue { return laneValue{v, n.lane} }

// origin follows a lane through inserts, extracts and shuffles.
func (n laneValue) origin() laneValue {
	for {
		i := n.instr()
		switch {
		case i == nil:
			if c := edit.ConstLanes(n.v); n.lane >= 0 && c != nil {
				return laneValue{c[n.lane], -1}
			}
			return n
		case n.lane < 0 && i.Op == ir.ExtractElement && fewLanes(i.Arg(0).Type()) && laneNumber(i.Arg(1), i.Arg(0).Type()) >= 0:
			n = laneValue{i.Arg(0), laneNumber(i.Arg(1), i.Arg(0).Type())}
		case n.lane >= 0 && i.Op == ir.InsertElement && laneNumber(i.Arg(2), i.Typ) >= 0:
			if laneNumber(i.Arg(2), i.Typ) == n.lane {
				n = laneValue{i.Arg(1), -1}
			} else {
				n = n.with(i.Arg(0))
			}
		case n.lane >= 0 && i.Op == ir.ShuffleVector && fewLanes(i.Arg(0).Type()):
			mask := edit.ShuffleMask(i.Arg(2), i.Typ.Len)
			if mask == nil || mask[n.lane] < 0 {
				return n
			}
			from, width := int64(mask[n.lane]), i.Arg(0).Type().Len
			n = laneValue{i.Arg(int(from / width)), from % width}
		default:
			return n
		}
	}
}

// isRead reports whether the value is loaded, by a load that each iteration may do.
func (n laneValue) isRead() bool {
	i := n.instr()
	return i != nil && i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0 && n.typ().IsFP() && !n.typ().IsVector() && (n.lane < 0 || fewLanes(i.Typ))
}

// isPart reports whether the value is computed in b for a term only, or in a vector with
// others.
func (n laneValue) isPart(b *ir.Block, depth int) bool {
	i := n.instr()
	if i == nil || depth >= maxRerolledDepth || i.Parent != b || !canon.ComputesFloat(i) || !n.typ().IsFP() || n.typ().IsVector() {
		return false
	}
	if n.lane >= 0 {
		return i.Op.IsBinary() || i.Op == ir.FNeg
	}
	return usedByOne(i)
}

// usedByOne reports whether one instruction alone uses i, perhaps twice.
func usedByOne(i *ir.Instr) bool {
	var user *ir.Instr
	for u := range ir.Uses(i) {
		if user != nil && user != u.User {
			return false
		}
		user = u.User
	}
	return user != nil
}
