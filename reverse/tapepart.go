package reverse

import "github.com/llad-ad/llad/ir"

// A part of a sweep, such as the gradient of one step of a loop, works on the
// tape of the whole: it pushes onto it and takes it back to where it was. The
// memory whose end it puts off ends with the part.

// beginPart begins a part, and gives what endPart needs: where the tape was, and
// what the whole has put off.
func (rt *runtime) beginPart(b *ir.Builder, tape ir.Value) ir.Value {
	outer := b.CallFunc(rt.pushFunc(), tape, i64(tapeSize-tapeEnds))
	for off := int64(0); off < tapeSize-tapeEnds; off += 8 {
		rt.store(b, rt.load(b, ir.I64, tape, tapeEnds+off), outer, off)
		rt.store(b, i64(0), tape, tapeEnds+off)
	}
	return outer
}

// endPartFunc: void endpart(ptr tape, ptr outer) ends a part.
func (rt *runtime) endPartFunc() *ir.Function {
	const name = "llad.tape.endpart"
	if f := rt.made(name); f != nil {
		return f
	}
	m := rt.m
	f, b := rt.fn(name, ir.Void, m.Ptr(), m.Ptr())
	rt.helper(name, f)
	tape, outer := f.Params[0], f.Params[1]
	rt.runEnds(b, tape)
	for off := int64(0); off < tapeSize-tapeEnds; off += 8 {
		rt.store(b, rt.load(b, ir.I64, outer, off), tape, tapeEnds+off)
	}
	b.CallFunc(rt.popFunc(), tape, outer)
	b.Ret(nil)
	return f
}
