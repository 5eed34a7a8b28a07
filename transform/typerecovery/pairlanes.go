package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// PairLanes replaces extractions of floats from bitcasts of vectors of doubles or 64-bit
// integers by what the floats are, and loads and stores pairs of floats as such where they are
// accessed as one double for nothing else: calling conventions pass three or four floats in
// two registers so. It reports whether anything changed.
func PairLanes(f *ir.Function) bool {
	if f.Module.Layout.BigEndian() {
		return false
	}
	changed := edit.RewriteEach(f, ir.RPO(f), pairsOut)
	lanes := edit.RewriteEach(f, ir.RPO(f), func(i *ir.Instr) func(b *ir.Builder) ir.Value {
		if i.Op == ir.BitCast && i.Typ == ir.Float {
			return oneLane(i)
		}
		if !floatLanes(i) {
			return nil
		}
		lanes := halfLanes(i)
		if lanes == nil {
			lanes = wholePair(i)
		}
		if lanes == nil {
			return nil
		}
		return func(b *ir.Builder) ir.Value {
			var v ir.Value = ir.Poison(i.Typ)
			for k, l := range lanes {
				if l.of != nil {
					v = b.InsertElement(v, l.take(b), ir.NewInt(ir.I32, int64(k)))
				}
			}
			return v
		}
	})
	if changed || lanes {
		canon.DCE(f) // what the vectors were put together with reads doubles too
	}
	stored := storePairs(f)
	return readPairs(f) || stored || lanes || changed
}

// floatLanes reports whether i bitcasts to a vector of floats.
func floatLanes(i *ir.Instr) bool {
	return i.Op == ir.BitCast && i.Typ.IsVector() && i.Typ.Elem == ir.Float && !i.Typ.Scalable
}

// pairsOut bitcasts the pairs of floats one by one, where they were combined to a vector of
// doubles or integers.
func pairsOut(i *ir.Instr) func(b *ir.Builder) ir.Value {
	if !floatLanes(i) || !i.Arg(0).Type().IsVector() || 2*i.Arg(0).Type().Len != i.Typ.Len {
		return nil
	}
	pairs := insertedLanes(i.Arg(0))
	if pairs == nil {
		return nil
	}
	return func(b *ir.Builder) ir.Value {
		var v ir.Value = ir.Poison(i.Typ)
		for k, x := range pairs {
			two := b.Cast(ir.BitCast, x, b.Module().Types.Vector(ir.Float, 2, false))
			for half := range int64(2) {
				v = b.InsertElement(v, b.ExtractElement(two, ir.NewInt(ir.I32, half)), ir.NewInt(ir.I32, 2*int64(k)+half))
			}
		}
		return v
	}
}

// storePairs stores as two floats a double that is a pair of lanes.
func storePairs(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Store || i.Arg(0).Type() != ir.Double || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			x, ok := i.Arg(0).(*ir.Instr)
			if !ok || x.Op == ir.Load {
				continue
			}
			lower, ok := floatOf(x, 0, maxPairSteps)
			upper, ok2 := floatOf(x, 1, maxPairSteps)
			if !ok || !ok2 || lower.of == nil || upper.of == nil {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(i)
			t := f.Module.Types.Vector(ir.Float, 2, false)
			v := at.InsertElement(ir.Poison(t), lower.take(at), ir.NewInt(ir.I32, 0))
			v = at.InsertElement(v, upper.take(at), ir.NewInt(ir.I32, 1))
			at.Store(v, at.Cast(ir.BitCast, i.Arg(1), f.Module.PtrTo(t)), int(max(i.Align, 1)))
			i.Erase()
			changed = true
		}
	}
	return changed
}

// readPairs loads as two floats a double that is only used as two floats.
func readPairs(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), b.Instrs...) {
			if i.Op != ir.Load || i.Typ != ir.Double || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				continue
			}
			uses := edit.UsesOf(i)
			pairs := len(uses) > 0
			for _, u := range uses {
				pairs = pairs && floatLanes(u.User)
			}
			if !pairs {
				continue
			}
			at := ir.NewBuilder(b)
			at.Before(i)
			t := uses[0].User.Typ
			two := at.Load(t, at.Cast(ir.BitCast, i.Arg(0), f.Module.PtrTo(t)), int(max(i.Align, 1)))
			for _, u := range uses {
				ir.ReplaceAllUses(u.User, two)
				u.User.Erase()
			}
			i.Erase()
			changed = true
		}
	}
	return changed
}

// oneLane extracts from its vector the float whose bits a 32-bit integer is.
func oneLane(i *ir.Instr) func(b *ir.Builder) ir.Value {
	l, ok := shortOf(i.Arg(0), maxPairSteps)
	if !ok || l.of == nil {
		return nil
	}
	return l.take
}

// halfLanes are the lanes of i, a bitcast of 32-bit integers; nil where it is none.
func halfLanes(i *ir.Instr) []floatLane {
	if t := i.Arg(0).Type(); !t.IsVector() || t.Elem != ir.I32 || t.Len != i.Typ.Len {
		return nil
	}
	lanes := make([]floatLane, i.Typ.Len)
	for k := range lanes {
		var ok bool
		if lanes[k], ok = shortAt(i.Arg(0), int64(k), maxPairSteps); !ok {
			return nil
		}
	}
	return lanes
}

// wholePair are the lanes of i, a bitcast of one pair; nil where it is none.
func wholePair(i *ir.Instr) []floatLane {
	if x, ok := i.Arg(0).(*ir.Instr); !ok || x.Op == ir.Load || x.Typ.IsVector() || i.Typ.Len != 2 {
		return nil
	}
	lanes := make([]floatLane, 2)
	for half := range lanes {
		var ok bool
		if lanes[half], ok = floatOf(i.Arg(0), int64(half), maxPairSteps); !ok {
			return nil
		}
	}
	return lanes
}

// floatLane is a lane of a vector of floats, or half of a double; of is nil where any value
// will do.
type floatLane struct {
	of ir.Value
	at int64
}

// take emits the extraction of the lane.
func (l floatLane) take(b *ir.Builder) ir.Value {
	v := l.of
	if !v.Type().IsVector() {
		v = b.Cast(ir.BitCast, v, b.Module().Types.Vector(ir.Float, 2, false))
	}
	return b.ExtractElement(v, ir.NewInt(ir.I32, l.at))
}

// maxPairSteps bounds the shuffles that are followed.
const maxPairSteps = 8

// floatAt is the float in the lower (half 0) or upper half of lane k of a vector of doubles or
// 64-bit integers.
func floatAt(v ir.Value, k, half int64, steps int) (floatLane, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return floatLane{}, ir.IsUndef(v)
	}
	switch i.Op {
	case ir.BitCast:
		t := i.Arg(0).Type()
		if !t.IsVector() || t.Len != 2*i.Typ.Len {
			break
		}
		if t.Elem == ir.I32 {
			return shortAt(i.Arg(0), 2*k+half, steps-1)
		}
		return floatLane{i.Arg(0), 2*k + half}, t.Elem == ir.Float
	case ir.LShr:
		if half == 0 && allLanes(i.Arg(1), 32) {
			return floatAt(i.Arg(0), k, 1, steps-1)
		}
	case ir.InsertElement:
		at, ok := ir.IntValue(i.Arg(2))
		switch {
		case ok && at == k:
			return floatOf(i.Arg(1), half, steps-1)
		case ok:
			return floatAt(i.Arg(0), k, half, steps-1)
		}
	case ir.ShuffleVector:
		return shuffled(i, k, func(v ir.Value, k int64) (floatLane, bool) { return floatAt(v, k, half, steps-1) })
	}
	return floatLane{}, false
}

// shortAt is the float whose bits lane k of a vector of 32-bit integers is.
func shortAt(v ir.Value, k int64, steps int) (floatLane, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return floatLane{}, ir.IsUndef(v)
	}
	switch i.Op {
	case ir.Trunc:
		if i.Arg(0).Type().Scalar() == ir.I64 {
			return floatAt(i.Arg(0), k, 0, steps-1)
		}
	case ir.BitCast:
		t := i.Arg(0).Type()
		if !t.IsVector() && i.Typ.Len == 2 {
			return floatOf(i.Arg(0), k, steps-1)
		}
		return floatLane{i.Arg(0), k}, t.IsVector() && t.Elem == ir.Float && t.Len == i.Typ.Len
	case ir.InsertElement:
		at, known := ir.IntValue(i.Arg(2))
		switch {
		case known && at == k:
			return shortOf(i.Arg(1), steps-1)
		case known:
			return shortAt(i.Arg(0), k, steps-1)
		}
	case ir.ShuffleVector:
		return shuffled(i, k, func(v ir.Value, k int64) (floatLane, bool) { return shortAt(v, k, steps-1) })
	}
	return floatLane{}, false
}

// shortOf is shortAt of a scalar integer.
func shortOf(v ir.Value, steps int) (floatLane, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return floatLane{}, ir.IsUndef(v)
	}
	switch i.Op {
	case ir.Trunc:
		if i.Arg(0).Type() == ir.I64 && i.Typ == ir.I32 {
			return floatOf(i.Arg(0), 0, steps-1)
		}
	case ir.ExtractElement:
		if n, ok := ir.IntValue(i.Arg(1)); ok && n >= 0 && n < i.Arg(0).Type().Len && i.Typ == ir.I32 {
			return shortAt(i.Arg(0), n, steps-1)
		}
	}
	return floatLane{}, false
}

// shuffled is the float in lane k of a shuffle, by those of its operands.
func shuffled(i *ir.Instr, k int64, lane func(v ir.Value, k int64) (floatLane, bool)) (floatLane, bool) {
	mask := edit.ShuffleMask(i.Arg(2), i.Typ.Len)
	if mask == nil {
		return floatLane{}, false
	}
	n := i.Arg(0).Type().Len
	switch m := mask[k]; {
	case m < 0:
		return floatLane{}, true
	case m < n:
		return lane(i.Arg(0), m)
	default:
		return lane(i.Arg(1), m-n)
	}
}

// floatOf is floatAt of a scalar double or integer.
func floatOf(v ir.Value, half int64, steps int) (floatLane, bool) {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return floatLane{}, ir.IsUndef(v)
	}
	if i.Op == ir.Load && i.Typ == ir.Double {
		return floatLane{i, half}, true
	}
	if i.Op == ir.BitCast && !i.Arg(0).Type().IsVector() {
		return floatOf(i.Arg(0), half, steps-1)
	}
	if i.Op == ir.BitCast && i.Arg(0).Type().Len == 2 {
		if i.Arg(0).Type().Elem == ir.I32 {
			return shortAt(i.Arg(0), half, steps-1)
		}
		return floatLane{i.Arg(0), half}, i.Arg(0).Type().Elem == ir.Float
	}
	n, known := int64(0), false
	if i.NumArgs() == 2 {
		n, known = ir.IntValue(i.Arg(1))
	}
	switch {
	case i.Op == ir.ExtractElement && known && n >= 0 && n < i.Arg(0).Type().Len:
		return floatAt(i.Arg(0), n, half, steps-1)
	case i.Op == ir.LShr && half == 0 && known && n == 32:
		return floatOf(i.Arg(0), 1, steps-1)
	}
	return floatLane{}, false
}

// allLanes reports whether every lane of a constant is n.
func allLanes(v ir.Value, n int64) bool {
	lanes := edit.ConstLanes(v)
	for _, l := range lanes {
		if x, ok := ir.IntValue(l); !ok || x != n {
			return false
		}
	}
	return lanes != nil
}
