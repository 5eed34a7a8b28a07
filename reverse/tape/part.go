package tape

import "github.com/llad-ad/llad/ir"

// A part of a sweep, such as the gradient of one step of a loop, works on the
// tape of the whole: it pushes onto it and takes it back to where it was. The
// memory whose end it puts off ends with the part.

// BeginPart begins a part, and gives what endPart needs: where the tape was, and
// what the whole has put off.
func (rt *Runtime) BeginPart(b *ir.Builder, tape ir.Value) ir.Value {
	outer := b.CallFunc(rt.PushFunc(), tape, i64(HandleSize-tapeEnds))
	for off := int64(0); off < HandleSize-tapeEnds; off += 8 {
		rt.Store(b, rt.Load(b, ir.I64, tape, tapeEnds+off), outer, off)
		rt.Store(b, i64(0), tape, tapeEnds+off)
	}
	return outer
}

// EndPartFunc: void endpart(ptr tape, ptr outer) ends a part.
func (rt *Runtime) EndPartFunc() *ir.Function {
	const name = "llad.tape.endpart"
	if f := rt.Made(name); f != nil {
		return f
	}
	m := rt.M
	f, b := rt.Fn(name, ir.Void, m.Ptr(), m.Ptr())
	rt.Helper(name, f)
	tape, outer := f.Params[0], f.Params[1]
	rt.runEnds(b, tape)
	for off := int64(0); off < HandleSize-tapeEnds; off += 8 {
		rt.Store(b, rt.Load(b, ir.I64, outer, off), tape, tapeEnds+off)
	}
	b.CallFunc(rt.PopFunc(), tape, outer)
	b.Ret(nil)
	return f
}
