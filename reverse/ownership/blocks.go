package ownership

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// block is a call that moves or clears a block of shadow memory.
type block struct {
	call      *ir.Instr
	elem      *ir.Type // what is moved; nil where all is cleared
	src, dst  ir.Value // src is nil where nothing is added to it that threads share
	bytes, to ir.Value // to says when the program runs whether there is a source; nil for always
}

// blockOf is what the call i does with blocks of shadow memory of floats, nil where that is something else.
func blockOf(rt *tape.Runtime, i *ir.Instr) *block {
	f := i.CalledFunc()
	if strings.HasPrefix(f.Name, "llvm.memset.") {
		if !ir.IsZero(i.Arg(1)) {
			return nil
		}
		return &block{call: i, dst: i.Arg(0), bytes: i.Arg(2)}
	}
	for _, t := range []*ir.Type{ir.Double, ir.Float} {
		name := rt.M.Mangle(t)
		mv := &block{call: i, elem: t}
		switch f {
		case rt.Made("llad.move.plain." + name + ".shared"):
			mv.src, mv.dst, mv.bytes = i.Arg(0), i.Arg(1), i.Arg(2)
		case rt.Made("llad.move.plain." + name):
			mv.dst, mv.bytes = i.Arg(1), i.Arg(2)
		case rt.Made("llad.move." + name + ".shared"):
			if !whole(rt, i, t) {
				return nil
			}
			mv.src, mv.dst, mv.bytes, mv.to = i.Arg(0), i.Arg(1), i.Arg(2), i.Arg(6)
		default:
			continue
		}
		return mv
	}
	return nil
}

// whole reports whether a call of a block function works on all elements of type t of its block.
func whole(rt *tape.Runtime, i *ir.Instr, t *ir.Type) bool {
	period, ok := ir.IntValue(i.Arg(3))
	count, ok1 := ir.IntValue(i.Arg(5))
	return ok && ok1 && ir.IsZero(i.Arg(4)) && period == count*rt.M.Layout.AllocSize(t)
}

// move has a call move or clear its block where the thread adds.
func (r *rewriter) move(mv *block) {
	i := mv.call
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	dst, bytes := address(b, mv.dst), b.Cast(ir.ZExt, mv.bytes, ir.I64)
	if mv.src == nil {
		for _, t := range []*ir.Type{ir.Double, ir.Float} {
			if mv.elem == nil || mv.elem == t {
				b.CallFunc(r.s.fn("settles."+nameOf(t), ir.Void, ir.I64, ir.I64, ir.I64), r.thread, dst, bytes)
			}
		}
		return
	}
	to := mv.to
	if to == nil {
		to = ir.NewBool(true)
	}
	b.CallFunc(r.s.fn("moves."+nameOf(mv.elem), ir.Void, ir.I64, ir.I64, ir.I64, ir.I64, ir.I1), r.thread, address(b, mv.src), dst, bytes, to)
	i.Erase()
}
