package ownership

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// TeamSize and ThreadSize are the bytes of what the support functions know of a team and of a thread.
const (
	TeamSize   = 24
	ThreadSize = 64 + 16*lines
)

// Sweep is the reverse sweep of a region whose additions were rewritten.
type Sweep struct{ s *support }

// BeginTeam gives a team of so many threads its record, TeamSize bytes at team.
func (sw *Sweep) BeginTeam(b *ir.Builder, team, threads ir.Value) {
	b.CallFunc(sw.s.fn("take", ir.Void, ir.I64, ir.I64), address(b, team), threads)
}

// EndTeam ends the team, all of whose threads have ended.
func (sw *Sweep) EndTeam(b *ir.Builder, team ir.Value) {
	b.CallFunc(sw.s.fn("give", ir.Void, ir.I64), address(b, team))
}

// BeginThread gives thread number of the team its record, ThreadSize bytes at record.
func (sw *Sweep) BeginThread(b *ir.Builder, record, team, number ir.Value) {
	b.CallFunc(sw.s.fn("begin", ir.Void, ir.I64, ir.I64, ir.I64), address(b, record), address(b, team), number)
}

// EndThread ends what a thread does: it brings home what it has in copies, when all threads are there. number is
// that of the thread in the program.
func (sw *Sweep) EndThread(b *ir.Builder, record, location, number ir.Value) {
	at := address(b, record)
	b.CallFunc(sw.s.rt.Made(tableName+".meet"), at, location, number)
	b.CallFunc(sw.s.fn("end", ir.Void, ir.I64), at)
}

func address(b *ir.Builder, p ir.Value) ir.Value { return b.Cast(ir.PtrToInt, p, ir.I64) }

// Rewrite rewrites f, the reverse sweep of a parallel region: its atomic additions become plain ones to memory
// that the thread owns, and to copies elsewhere. record gives, at the function's entry, the address of the
// thread's record; location is the type of the runtime library's places in the program. The result is
// nil where f is left as it is: it adds nothing atomically, or does something that is not understood.
func Rewrite(rt *tape.Runtime, f *ir.Function, location *ir.Type, record func(*ir.Builder) ir.Value) *Sweep {
	at := find(rt, f)
	if at == nil {
		return nil
	}
	s := supportIn(rt, location)
	r := newRewriter(s, f, record)
	for _, i := range at.touches {
		r.touch(i)
	}
	for _, mv := range at.blocks {
		r.move(mv)
	}
	for _, group := range at.groups(rt.M.Layout) {
		r.add(group)
	}
	for _, i := range at.barriers {
		r.barrier(i)
	}
	for _, i := range at.pops {
		r.pop(i)
	}
	return &Sweep{s}
}
