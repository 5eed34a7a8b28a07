package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// This file is about words in registers that are addresses or two floats of 32 bits each (see pairs.go): what they
// leave in shadow memory in the forward sweep, and how their adjoints come from there and go there.

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
		shs.isShadow[b.CallFunc(shs.fn.env.moves().BarePair(), at, word, own)] = true
	})
}

// addPairs is addWord for words that are addresses or two floats of 32 bits.
func (acs *accesses) addPairs(p, d ir.Value, t *ir.Type) {
	add := acs.cu.s.fn.env.moves().AddPair()
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
	take := acs.cu.s.fn.env.moves().TakePair()
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
