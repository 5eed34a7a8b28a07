package reverse

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/tape"
)

// firstKept is how many results of a function a loop keeps that could compute it again
// (findAgain): what a call costs is saved for the first iterations, and the memory for it
// does not grow with their number.
const firstKept = 1 << 15

// firstResults is where a loop keeps the first results of a call.
type firstResults struct {
	room *ir.Instr // one place for each iteration, firstKept at most
	loop *analysis.Loop
}

// keepFirst lets the loop of i keep the first results of i. What that takes in the reverse
// sweep is added to needed.
func (kp *keeping) keepFirst(i *ir.Instr, needed []ir.Value) []ir.Value {
	l := kp.fn.loops.Of(i.Parent)
	pre := l.Preheader()
	if kp.cf.counter[l] == nil || pre == nil || i.Op != ir.Call || !i.Typ.IsFP() || i.Typ.IsVector() {
		return needed
	}
	kp.fn.usesTape = true
	size := i64(kp.fn.m.Layout.AllocSize(i.Typ))
	b := ir.NewBuilder(pre)
	b.Before(pre.Term())
	n := kp.sh.mark(b.Add(kp.cf.trip[l], i64(1)))
	few := kp.sh.mark(b.ICmp(ir.ULT, n, i64(firstKept)))
	n = kp.sh.mark(b.Select(few, n, i64(firstKept)))
	room := b.CallFunc(kp.fn.env.runtime().PushFunc(), kp.fn.tape, kp.sh.mark(b.Mul(n, size)))
	kp.sh.isShadow[room] = true
	b.After(i)
	to := kp.firstPlace(b, room, kp.cf.counter[l], i.Typ)
	for _, x := range []ir.Value{to.at, to.in, to.p} {
		kp.sh.mark(x)
	}
	st := b.Store(i, to.p, 0)
	kp.sh.isShadow[st] = true
	kp.fn.env.accesses(st, tape.Records)
	kp.firsts[i] = &firstResults{room, l}
	return append(needed, room)
}

// firstPlace is a place among the first results.
type firstPlace struct{ in, at, p ir.Value }

// firstPlace computes where the result of iteration n lies, and whether it is kept: all
// behind the first ones go to the last place, which tells nothing.
func (kp *keeping) firstPlace(b *ir.Builder, room, n ir.Value, t *ir.Type) firstPlace {
	in := b.ICmp(ir.ULT, n, i64(firstKept-1))
	at := b.Select(in, n, i64(firstKept-1))
	return firstPlace{in, at, b.GEP(t, room, at)}
}

// firstResult gives the result of i in the iteration that is reversed, from where it was
// kept or computed again.
func (lks *lookups) firstResult(i *ir.Instr, k *firstResults) ir.Value {
	s := lks.cu.s
	at := s.kp.firstPlace(lks.cu.b, lks.lookup(k.room), lks.fetchOnce(s.cf.counter[k.loop], lks.cu.seg), i.Typ)
	args := []ir.Value{at.in, at.p}
	for _, a := range i.CallArgs() {
		args = append(args, lks.lookup(a))
	}
	return lks.cu.b.CallFunc(s.kp.keptOrAgain(i), args...)
}

// keptOrAgain makes the function that reads the result of i where it was kept, and calls
// what i calls where not.
func (kp *keeping) keptOrAgain(i *ir.Instr) *ir.Function {
	params := []*ir.Type{ir.I1, kp.fn.m.Ptr()}
	for _, a := range i.CallArgs() {
		params = append(params, a.Type())
	}
	f, b := kp.fn.env.runtime().Fn("llad.kept.or.again", i.Typ, params...)
	f.Suffix = "alwaysinline nounwind"
	kept, again := f.NewBlock("kept"), f.NewBlock("again")
	b.CondBr(f.Params[0], kept, again)
	b.AtEnd(kept)
	b.Ret(kp.fn.env.accesses(b.Load(i.Typ, f.Params[1], 0), tape.Records))
	b.AtEnd(again)
	c := i.Copy()
	c.Flags &^= ir.TailCall | ir.MustTail
	c.DropMetadata()
	for k := range i.NumCallArgs() {
		c.SetArg(k, f.Params[2+k])
	}
	b.Insert(c)
	b.Ret(c)
	return f
}
