package shadowmem

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// pairWord is a function for one word of shadow memory at p, of which body emits what it does.
func (mv *Functions) pairWord(op string, ret *ir.Type, params []*ir.Type, body func(f *ir.Function, b *ir.Builder)) *ir.Function {
	name := "llad." + op + ".pair"
	if f := mv.Tape.Made(name); f != nil {
		return f
	}
	f, b := mv.Tape.Fn(name, ret, append([]*ir.Type{mv.Tape.M.Ptr()}, params...)...)
	mv.Tape.Helper(name, f)
	activity.StopAtLowAddresses(f, b)
	body(f, b)
	return f
}

// BarePair: void f(ptr p, i64 w, i1 own) is what a word leaves in shadow memory at p in the forward sweep, if that
// is no memory of the primal's: an address, and none where it is none. A derivative that stands there already stays.
func (mv *Functions) BarePair() *ir.Function {
	return mv.pairWord("bare", ir.Void, []*ir.Type{ir.I64, ir.I1}, func(f *ir.Function, b *ir.Builder) {
		p, w := f.Params[0], ir.Value(f.Params[1])
		old := b.Load(ir.I64, p, 1)
		kept := b.Select(activity.InAddressRange(b, old), i64(0), old)
		left := b.Select(activity.InAddressRange(b, w), b.Insert(ir.NewInstr(ir.Freeze, ir.I64, w)), kept)
		b.Store(b.Select(f.Params[2], left, old), p, 1)
		b.Ret(nil)
	})
}

// AddPair: void f(ptr p, <2 x float> d) adds the adjoint of a word to shadow memory. Where that has an address the
// word was one, and d is none.
func (mv *Functions) AddPair() *ir.Function {
	two := mv.Tape.M.Types.Vector(ir.Float, 2, false)
	return mv.pairWord("add", ir.Void, []*ir.Type{two}, func(f *ir.Function, b *ir.Builder) {
		p, d := f.Params[0], f.Params[1]
		adds, done := f.NewBlock("adds"), f.NewBlock("done")
		b.CondBr(b.ICmp(ir.EQ, b.Binary(ir.And, b.Cast(ir.BitCast, d, ir.I64), i64(AllButSigns)), i64(0)), done, adds)
		b.AtEnd(adds)
		sum := b.FAdd(b.Cast(ir.BitCast, b.Load(ir.I64, p, 1), two), d)
		b.Store(b.Cast(ir.BitCast, sum, ir.I64), p, 1)
		b.Br(done)
		b.AtEnd(done)
		b.Ret(nil)
	})
}

// AllButSigns masks the signs of two floats of 32 bits.
const AllButSigns = 1<<63 - 1 - 1<<31

// TakePair: <2 x float> f(ptr p) reads the derivatives in a word of shadow memory, none where that is an address, and
// clears it.
func (mv *Functions) TakePair() *ir.Function {
	two := mv.Tape.M.Types.Vector(ir.Float, 2, false)
	return mv.pairWord("take", two, nil, func(f *ir.Function, b *ir.Builder) {
		p := f.Params[0]
		old := b.Load(ir.I64, p, 1)
		b.Store(i64(0), p, 1)
		b.Ret(b.Cast(ir.BitCast, b.Select(activity.InAddressRange(b, old), i64(0), old), two))
	})
}
