package tape

import "github.com/llad-ad/llad/ir"

// A function in the split form collects what it keeps in a frame on the stack,
// which it pushes when it is done: behind the frames of its callees. When the
// reverse function is called everything that was pushed later has been popped,
// so the frame lies on top of the tape and nobody need remember where. The
// reverse function takes it off before it does anything else, which brings its
// last callee's frame to the top.

// LocalFrame makes the frame on the stack; nil when there is nothing to keep.
func (l *Layout) LocalFrame(top *ir.Builder) ir.Value {
	if l.frameSize == 0 {
		return nil
	}
	return top.Alloca(l.frame.typ, nil, Align)
}

// PushFrame puts the local frame on the tape and gives its address there.
func (l *Layout) PushFrame(b *ir.Builder, local, tape ir.Value) ir.Value {
	if local == nil {
		return ir.Zero(l.rt.M.Ptr())
	}
	size := i64(l.bytes(l.frame.typ))
	p := b.CallFunc(l.rt.PushFunc(), tape, size)
	b.MemCpy(p, local, size)
	return p
}

// PopFrame takes the frame off the tape and gives a copy on the stack; nil when
// there is none.
func (l *Layout) PopFrame(b *ir.Builder, frame, tape ir.Value) ir.Value {
	local := l.LocalFrame(b)
	if local != nil {
		b.MemCpy(local, frame, i64(l.bytes(l.frame.typ)))
		b.CallFunc(l.rt.PopFunc(), tape, frame)
	}
	return local
}
