package typerecovery

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// laneMoves are intrinsics that move lanes of vectors of known length, by their name behind llvm.vector.
var laneMoves = map[string]lowering{
	"reverse":       reverseLanes,
	"interleave2":   interleaveLanes,
	"deinterleave2": deinterleaveLanes,
	"splice":        spliceLanes,
	"extract":       extractLanes,
	"insert":        insertLanes,
}

// lowerLaneMoves gives the lowering of an intrinsic that moves lanes: it is a shuffle.
func lowerLaneMoves(i *ir.Instr) lowering {
	name, ok := strings.CutPrefix(i.CalledName(), "llvm.vector.")
	if !ok {
		name, ok = strings.CutPrefix(i.CalledName(), "llvm.experimental.vector.")
	}
	name, _, _ = strings.Cut(name, ".")
	if !ok || laneMoves[name] == nil {
		return nil
	}
	for _, a := range i.CallArgs() {
		if a.Type().IsVector() && a.Type().Scalable {
			return nil
		}
	}
	return laneMoves[name]
}

// lanesFrom are n lanes: first, first + step, ...
func lanesFrom(first, step, n int) []int {
	lanes := make([]int, n)
	for k := range lanes {
		lanes[k] = first + step*k
	}
	return lanes
}

func reverseLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	n := i.Typ.NumElems()
	return edit.Shuffle(b, i.Arg(0), i.Arg(0), lanesFrom(n-1, -1, n))
}

func interleaveLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	n := i.Arg(0).Type().NumElems()
	lanes := make([]int, 2*n)
	for k := range n {
		lanes[2*k], lanes[2*k+1] = k, n+k
	}
	return edit.Shuffle(b, i.Arg(0), i.Arg(1), lanes)
}

func deinterleaveLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	v := i.Arg(0)
	n := v.Type().NumElems() / 2
	even := b.InsertValue(ir.Poison(i.Typ), edit.Shuffle(b, v, v, lanesFrom(0, 2, n)), 0)
	return b.InsertValue(even, edit.Shuffle(b, v, v, lanesFrom(1, 2, n)), 1)
}

// spliceLanes takes the lanes of both vectors in one row from a place on, which counts from the second one if negative.
func spliceLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	n := i.Typ.NumElems()
	at, ok := ir.IntValue(i.Arg(2))
	if !ok {
		return nil
	}
	if at < 0 {
		at += int64(n)
	}
	return edit.Shuffle(b, i.Arg(0), i.Arg(1), lanesFrom(int(at), 1, n))
}

func extractLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	at, ok := ir.IntValue(i.Arg(1))
	if !ok {
		return nil
	}
	return edit.Shuffle(b, i.Arg(0), i.Arg(0), lanesFrom(int(at), 1, i.Typ.NumElems()))
}

func insertLanes(b *ir.Builder, i *ir.Instr) ir.Value {
	at, ok := ir.IntValue(i.Arg(2))
	if !ok {
		return nil
	}
	n, part := i.Typ.NumElems(), i.Arg(1)
	wide := lanesFrom(0, 1, n)
	for k := part.Type().NumElems(); k < n; k++ {
		wide[k] = 0 // any
	}
	whole := edit.Shuffle(b, part, part, wide)
	lanes := lanesFrom(0, 1, n)
	for k := range part.Type().NumElems() {
		lanes[int(at)+k] = n + k
	}
	return edit.Shuffle(b, i.Arg(0), whole, lanes)
}
