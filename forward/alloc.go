package forward

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// An array of largeArray bytes or more begins where no vector of a loop along it is
// in two cache lines: there are more such loops than in the primal.
const (
	cacheLine  = 64
	largeArray = 1024
)

// alloca gives a stack slot its shadow, zeroed: bytes that the program fills
// by ways that move no derivative (a library function) have tangent zero.
func (acs *accesses) alloca(i *ir.Instr) {
	if !acs.bd.info.Shadow(i) {
		return
	}
	n := acs.bd.b.Mul(acs.bd.toI64(i.Arg(0)), ir.NewInt(ir.I64, acs.bd.m.Layout.AllocSize(i.Elem)))
	if bytes, ok := ir.IntValue(n); !ok || bytes >= largeArray {
		i.Align = max(i.Align, cacheLine)
	}
	var team []*ir.Instr
	for range acs.bd.t.width {
		c := acs.bd.b.Insert(i.Copy())
		c.Meta = nil
		acs.tg.set(i, c)
		team = append(team, acs.bd.b.MemSet(c, n))
	}
	acs.effects = append(acs.effects, team)
}

func (bo *body) toI64(v ir.Value) ir.Value {
	switch bits := v.Type().Bits; {
	case bits < 64:
		return bo.b.Cast(ir.ZExt, v, ir.I64)
	case bits > 64:
		return bo.b.Cast(ir.Trunc, v, ir.I64)
	}
	return v
}

// copyByvalShadows gives parameters passed by a hidden copy a copy of their
// shadow: the function may write to it.
func (acs *accesses) copyByvalShadows(f *ir.Function) {
	for _, p := range f.Params {
		text, ok := p.Attr("byval")
		if !ok || len(acs.tg.d[p]) == 0 {
			continue
		}
		t, err := acs.bd.m.ParseType(text)
		if err != nil {
			acs.bd.diags = append(acs.bd.diags, ir.InFunc(f, ir.Diagnostic{Code: activity.CodeNoRule,
				Message: "the type of byval parameter " + p.Ident() + " is not known"}))
			continue
		}
		for lane, d := range acs.tg.d[p] {
			c := acs.bd.b.Alloca(t, nil, 16)
			acs.bd.b.MemCpy(c, d, ir.NewInt(ir.I64, acs.bd.m.Layout.AllocSize(t)))
			acs.tg.d[p][lane] = c
		}
	}
}

// alloc repeats an allocation for shadow memory, which starts as zeros.
func (acs *accesses) alloc(i *ir.Instr, k *rules.Known) {
	if !acs.tg.shadowed(i) {
		return
	}
	for range acs.bd.t.width {
		acs.tg.set(i, acs.allocOne(i, k))
	}
}

func (acs *accesses) allocOne(i *ir.Instr, k *rules.Known) ir.Value {
	if f := i.CalledFunc(); f != nil && f.Name == "malloc" {
		n := i.Arg(0)
		calloc := acs.bd.m.Declare("calloc", acs.bd.m.FuncType(i.Typ, n.Type(), n.Type()))
		return acs.bd.b.CallFunc(calloc, ir.NewInt(n.Type(), 1), n)
	}
	c := acs.bd.again(i)
	if !k.Zeroed && len(k.SizeArgs) > 0 {
		// A program may ask for more than there is and go on without.
		none := acs.bd.b.ICmp(ir.EQ, c, ir.Zero(c.Type()))
		acs.bd.b.MemSet(c, acs.bd.b.Select(none, ir.NewInt(ir.I64, 0), acs.allocSize(i, k)))
	}
	return c
}

func (acs *accesses) allocSize(i *ir.Instr, k *rules.Known) ir.Value {
	var n ir.Value = ir.NewInt(ir.I64, 1)
	for _, a := range k.SizeArgs {
		n = acs.bd.b.Mul(n, acs.bd.toI64(i.Arg(a)))
	}
	return n
}

// free ends shadow memory with its primal.
func (acs *accesses) free(i *ir.Instr, k *rules.Known) {
	p := i.Arg(k.PtrArg)
	if !acs.tg.shadowed(p) {
		return
	}
	acs.bd.mayEnd(i, p)
	var team []*ir.Instr
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		release := func() []ir.Value {
			if acs.bd.info.Held(p) {
				acs.bd.b.CallFunc(acs.tg.variables(lane).Ended(), acs.bd.b.Cast(ir.BitCast, sp, acs.bd.m.Ptr()))
			}
			c := acs.bd.callLike(i)
			c.SetArg(k.PtrArg, sp)
			team = append(team, acs.bd.b.Insert(c))
			return nil
		}
		if !acs.tg.endsShared(p) {
			release()
			continue
		}
		acs.bd.branch(acs.bd.info.NoShadowEnds(acs.bd.b, p, sp), func() []ir.Value { return nil }, release)
	}
	acs.effects = append(acs.effects, team)
}

// realloc moves shadow memory with its primal. A null pointer has no shadow and
// gets one. What is added to the memory is not zeroed: its old size is not known.
func (acs *accesses) realloc(i *ir.Instr, k *rules.Known) {
	if !acs.tg.shadowed(i) {
		return
	}
	p := i.Arg(k.PtrArg)
	acs.bd.mayEnd(i, p)
	for lane := range acs.bd.t.width {
		sp := acs.tg.of(p, lane, false)
		grow := func() []ir.Value {
			c := acs.bd.callLike(i)
			c.SetArg(k.PtrArg, sp)
			return []ir.Value{acs.bd.b.Insert(c)}
		}
		if acs.tg.shadowed(p) && !acs.tg.endsShared(p) || ir.IsZero(p) {
			acs.tg.set(i, grow()[0])
			continue
		}
		shared := acs.bd.b.Binary(ir.And, acs.tg.isShadowless(sp, p), acs.bd.b.ICmp(ir.NE, p, ir.Zero(p.Type())))
		v := acs.bd.branch(shared, func() []ir.Value { return []ir.Value{i} }, grow)
		acs.tg.set(i, v[0])
	}
}

// branch writes two alternatives and gives the merged values of both.
func (bo *body) branch(c ir.Value, yes, no func() []ir.Value) []ir.Value {
	then, els, join := bo.newBlock("shadow.then"), bo.newBlock("shadow.else"), bo.newBlock("shadow.join")
	bo.b.CondBr(c, then, els)
	bo.b.AtEnd(then)
	a := yes()
	then = bo.b.B
	bo.b.Br(join)
	bo.b.AtEnd(els)
	b := no()
	els = bo.b.B
	bo.b.Br(join)
	bo.b.AtEnd(join)
	out := make([]ir.Value, len(a))
	for k := range a {
		phi := bo.b.Phi(a[k].Type())
		phi.AddIncoming(a[k], then)
		phi.AddIncoming(b[k], els)
		out[k] = phi
	}
	return out
}
