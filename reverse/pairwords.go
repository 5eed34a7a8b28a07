package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// This file is about words in registers that are addresses or two floats of 32 bits each (see pairs.go): what they
// leave in shadow memory in the forward sweep, and how their adjoints come from there and go there.

// pairWord is a function for one word of shadow memory at p, of which body emits what it does.
func (mv *moves) pairWord(op string, ret *ir.Type, params []*ir.Type, body func(f *ir.Function, b *ir.Builder)) *ir.Function {
	name := "llad." + op + ".pair"
	if f := mv.rt.Made(name); f != nil {
		return f
	}
	f, b := mv.rt.Fn(name, ret, append([]*ir.Type{mv.rt.M.Ptr()}, params...)...)
	mv.rt.Helper(name, f)
	activity.StopAtLowAddresses(f, b)
	body(f, b)
	return f
}

// barePair: void f(ptr p, i64 w, i1 own) is what a word leaves in shadow memory at p in the forward sweep, if that
// is no memory of the primal's: an address, and none where it is none. A derivative that stands there already stays.
func (mv *moves) barePair() *ir.Function {
	return mv.pairWord("bare", ir.Void, []*ir.Type{ir.I64, ir.I1}, func(f *ir.Function, b *ir.Builder) {
		p, w := f.Params[0], ir.Value(f.Params[1])
		old := b.Load(ir.I64, p, 1)
		kept := b.Select(activity.InAddressRange(b, old), i64(0), old)
		left := b.Select(activity.InAddressRange(b, w), b.Insert(ir.NewInstr(ir.Freeze, ir.I64, w)), kept)
		b.Store(b.Select(f.Params[2], left, old), p, 1)
		b.Ret(nil)
	})
}

// addPair: void f(ptr p, <2 x float> d) adds the adjoint of a word to shadow memory. Where that has an address the
// word was one, and d is none.
func (mv *moves) addPair() *ir.Function {
	two := mv.rt.M.Types.Vector(ir.Float, 2, false)
	return mv.pairWord("add", ir.Void, []*ir.Type{two}, func(f *ir.Function, b *ir.Builder) {
		p, d := f.Params[0], f.Params[1]
		adds, done := f.NewBlock("adds"), f.NewBlock("done")
		b.CondBr(b.ICmp(ir.EQ, b.Binary(ir.And, b.Cast(ir.BitCast, d, ir.I64), i64(allButSigns)), i64(0)), done, adds)
		b.AtEnd(adds)
		sum := b.FAdd(b.Cast(ir.BitCast, b.Load(ir.I64, p, 1), two), d)
		b.Store(b.Cast(ir.BitCast, sum, ir.I64), p, 1)
		b.Br(done)
		b.AtEnd(done)
		b.Ret(nil)
	})
}

// allButSigns masks the signs of two floats of 32 bits.
const allButSigns = 1<<63 - 1 - 1<<31

// takePair: <2 x float> f(ptr p) reads the derivatives in a word of shadow memory, none where that is an address, and
// clears it.
func (mv *moves) takePair() *ir.Function {
	two := mv.rt.M.Types.Vector(ir.Float, 2, false)
	return mv.pairWord("take", two, nil, func(f *ir.Function, b *ir.Builder) {
		p := f.Params[0]
		old := b.Load(ir.I64, p, 1)
		b.Store(i64(0), p, 1)
		b.Ret(b.Cast(ir.BitCast, b.Select(activity.InAddressRange(b, old), i64(0), old), two))
	})
}

// barePairs is bare for words that are addresses or two floats of 32 bits.
func (shs *shadows) barePairs(b *ir.Builder, i *ir.Instr, w, dp ir.Value) {
	own := ir.Value(ir.NewBool(true))
	if p := i.Arg(1); shs.fn.info.MaybeConst(p) {
		own = shs.mark(b.ICmp(ir.NE, p, dp))
	}
	eachWord(w.Type(), func(k int64) {
		word, at := w, dp
		if w.Type().IsVector() {
			word, at = shs.mark(b.ExtractElement(w, i64(k))), shs.mark(b.Offset(dp, i64(8*k)))
		}
		shs.isShadow[b.CallFunc(shs.fn.env.moves().barePair(), at, word, own)] = true
	})
}

// addPairs is addWord for words that are addresses or two floats of 32 bits.
func (acs *accesses) addPairs(p, d ir.Value, t *ir.Type) {
	add := acs.cu.s.fn.env.moves().addPair()
	eachWord(t, func(k int64) {
		acs.cu.b.CallFunc(add, acs.cu.b.Offset(p, i64(8*k)), acs.cu.pairAt(d, t, k))
	})
}

// pairAt is the adjoint of one word of several.
func (cu *cursor) pairAt(d ir.Value, t *ir.Type, k int64) ir.Value {
	if !t.IsVector() {
		return d
	}
	pair := none(cu.s.fn.m.Types.Vector(ir.Float, 2, false))
	for half := range int64(2) {
		pair = cu.b.InsertElement(pair, cu.b.ExtractElement(d, i64(2*k+half)), i64(half))
	}
	return pair
}

// takePairs is takeWord for words that are addresses or two floats of 32 bits.
func (acs *accesses) takePairs(p ir.Value, t *ir.Type) ir.Value {
	take := acs.cu.s.fn.env.moves().takePair()
	if !t.IsVector() {
		return acs.cu.b.CallFunc(take, p)
	}
	d := none(acs.cu.s.fn.m.Types.Vector(ir.Float, 2*t.Len, false))
	eachWord(t, func(k int64) {
		pair := acs.cu.b.CallFunc(take, acs.cu.b.Offset(p, i64(8*k)))
		for half := range int64(2) {
			d = acs.cu.b.InsertElement(d, acs.cu.b.ExtractElement(pair, i64(half)), i64(2*k+half))
		}
	})
	return d
}

// eachWord runs body for each word of a type.
func eachWord(t *ir.Type, body func(k int64)) {
	n := int64(1)
	if t.IsVector() {
		n = t.Len
	}
	for k := range n {
		body(k)
	}
}

// mayLookLikeAddress reports whether an integer is no address but may have the bits of one.
func (shs *shadows) mayLookLikeAddress(v ir.Value) bool {
	if n, ok := ir.IntValue(v); ok {
		return activity.LooksLikeAddress(shs.fn.m, n)
	}
	return !ir.IsConstant(v) && !shs.fn.info.MayBeAddress(v)
}
