package forward

import (
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
func (s *synth) alloca(i *ir.Instr) {
	if !s.info.Shadow(i) {
		return
	}
	n := s.b.Mul(s.toI64(i.Arg(0)), ir.NewInt(ir.I64, s.m.Layout.AllocSize(i.Elem)))
	if bytes, ok := ir.IntValue(n); !ok || bytes >= largeArray {
		i.Align = max(i.Align, cacheLine)
	}
	var team []*ir.Instr
	for range s.t.width {
		c := s.b.Insert(i.Copy())
		c.Meta = nil
		s.set(i, c)
		team = append(team, s.b.MemSet(c, n))
	}
	s.effects = append(s.effects, team)
}

func (s *synth) toI64(v ir.Value) ir.Value {
	switch bits := v.Type().Bits; {
	case bits < 64:
		return s.b.Cast(ir.ZExt, v, ir.I64)
	case bits > 64:
		return s.b.Cast(ir.Trunc, v, ir.I64)
	}
	return v
}

// copyByvalShadows gives parameters passed by a hidden copy a copy of their
// shadow: the function may write to it.
func (s *synth) copyByvalShadows(f *ir.Function) {
	for _, p := range f.Params {
		text, ok := p.Attr("byval")
		if !ok || len(s.d[p]) == 0 {
			continue
		}
		t, err := s.m.ParseType(text)
		if err != nil {
			s.diags = append(s.diags, &ir.Diagnostic{File: s.m.Name, Line: int(f.Line), Code: CodeCall,
				Message: "the type of byval parameter " + p.Ident() + " is not known"})
			continue
		}
		for lane, d := range s.d[p] {
			c := s.b.Alloca(t, nil, 16)
			s.b.MemCpy(c, d, ir.NewInt(ir.I64, s.m.Layout.AllocSize(t)))
			s.d[p][lane] = c
		}
	}
}

// alloc repeats an allocation for shadow memory, which starts as zeros.
func (s *synth) alloc(i *ir.Instr, k *rules.Known) {
	if !s.shadowed(i) {
		return
	}
	for range s.t.width {
		s.set(i, s.allocOne(i, k))
	}
}

func (s *synth) allocOne(i *ir.Instr, k *rules.Known) ir.Value {
	if f := i.CalledFunc(); f != nil && f.Name == "malloc" {
		n := i.Arg(0)
		calloc := s.m.Declare("calloc", s.m.FuncType(i.Typ, n.Type(), n.Type()))
		return s.b.CallFunc(calloc, ir.NewInt(n.Type(), 1), n)
	}
	c := s.again(i)
	if !k.Zeroed && len(k.SizeArgs) > 0 {
		// A program may ask for more than there is and go on without.
		none := s.b.ICmp(ir.EQ, c, ir.Zero(c.Type()))
		s.b.MemSet(c, s.b.Select(none, ir.NewInt(ir.I64, 0), s.allocSize(i, k)))
	}
	return c
}

func (s *synth) allocSize(i *ir.Instr, k *rules.Known) ir.Value {
	var n ir.Value = ir.NewInt(ir.I64, 1)
	for _, a := range k.SizeArgs {
		n = s.b.Mul(n, s.toI64(i.Arg(a)))
	}
	return n
}

// free ends shadow memory with its primal.
func (s *synth) free(i *ir.Instr, k *rules.Known) {
	p := i.Arg(k.PtrArg)
	if !s.shadowed(p) {
		return
	}
	s.mayEnd(i, p)
	var team []*ir.Instr
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		release := func() []ir.Value {
			if s.info.Held(p) {
				s.b.CallFunc(s.variables(lane).Ended(), s.b.Cast(ir.BitCast, sp, s.m.Ptr()))
			}
			c := s.callLike(i)
			c.SetArg(k.PtrArg, sp)
			team = append(team, s.b.Insert(c))
			return nil
		}
		if !s.endsShared(p) {
			release()
			continue
		}
		s.branch(s.info.NoShadowEnds(s.b, p, sp), func() []ir.Value { return nil }, release)
	}
	s.effects = append(s.effects, team)
}

// realloc moves shadow memory with its primal. A null pointer has no shadow and
// gets one. What is added to the memory is not zeroed: its old size is not known.
func (s *synth) realloc(i *ir.Instr, k *rules.Known) {
	if !s.shadowed(i) {
		return
	}
	p := i.Arg(k.PtrArg)
	s.mayEnd(i, p)
	for lane := range s.t.width {
		sp := s.of(p, lane, false)
		grow := func() []ir.Value {
			c := s.callLike(i)
			c.SetArg(k.PtrArg, sp)
			return []ir.Value{s.b.Insert(c)}
		}
		if s.shadowed(p) && !s.endsShared(p) || ir.IsZero(p) {
			s.set(i, grow()[0])
			continue
		}
		shared := s.b.Binary(ir.And, s.isShadowless(sp, p), s.b.ICmp(ir.NE, p, ir.Zero(p.Type())))
		v := s.branch(shared, func() []ir.Value { return []ir.Value{i} }, grow)
		s.set(i, v[0])
	}
}

// branch writes two alternatives and gives the merged values of both.
func (s *synth) branch(c ir.Value, yes, no func() []ir.Value) []ir.Value {
	then, els, join := s.newBlock("shadow.then"), s.newBlock("shadow.else"), s.newBlock("shadow.join")
	s.b.CondBr(c, then, els)
	s.b.AtEnd(then)
	a := yes()
	then = s.b.B
	s.b.Br(join)
	s.b.AtEnd(els)
	b := no()
	els = s.b.B
	s.b.Br(join)
	s.b.AtEnd(join)
	out := make([]ir.Value, len(a))
	for k := range a {
		phi := s.b.Phi(a[k].Type())
		phi.AddIncoming(a[k], then)
		phi.AddIncoming(b[k], els)
		out[k] = phi
	}
	return out
}
