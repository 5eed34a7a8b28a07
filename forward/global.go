package forward

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

type tableKey struct {
	g    *ir.Global
	lane int
}

// shadowGlobal is the variable that holds the tangents and shadows of g: internal,
// of g's type, thread-local as g is.
func (s *synth) shadowGlobal(g *ir.Global, lane int) ir.Value {
	key := tableKey{g, lane}
	sg := s.env.tables[key]
	if sg == nil {
		sg = activity.ShadowGlobal(s.m, g, ".shadow")
		s.env.tables[key] = sg
		s.env.states = append(s.env.states, state{g, sg})
		s.initShadow(g, sg, lane)
	}
	return sg
}

// initShadow gives the shadow of a variable that holds addresses its initial
// value: the shadows of those addresses, zeros for numbers.
func (s *synth) initShadow(g, sg *ir.Global, lane int) {
	if !g.ValueType.HasPtr() {
		return
	}
	if err := g.LoadInit(); err != nil {
		s.diags = append(s.diags, err)
		return
	}
	if g.Init != nil {
		sg.Init = s.of(g.Init, lane, false)
	}
}

// state is a variable and its shadow.
type state struct{ g, shadow *ir.Global }

// resetStates makes the public function start with what is true when it is
// entered: no variable depends on its arguments, so tangents of variables are
// zero, and addresses found in them have no shadow unless they are those that
// the variables were initialised with.
func (env *Env) resetStates(fn *ir.Function) {
	b := ir.NewBuilder(fn.Entry())
	b.AtStart(fn.Entry())
	for _, st := range env.states {
		if st.g.IsConst() || !st.g.ValueType.HasFloat() && !st.g.ValueType.HasPtr() {
			continue
		}
		t := st.g.ValueType
		size := ir.NewInt(ir.I64, env.M.Layout.AllocSize(t))
		if !t.HasPtr() {
			b.MemSet(st.shadow, size)
			continue
		}
		b.MemCpy(st.shadow, st.g, size)
		env.zeroFloatFields(b, st.shadow, t, nil)
		env.initialAddresses(b, st, st.g.Init, st.shadow.Init, nil)
	}
}

// zeroFloatFields stores zero to the numbers among the members of a variable.
func (env *Env) zeroFloatFields(b *ir.Builder, g *ir.Global, t *ir.Type, path []int) {
	switch {
	case !t.HasFloat():
	case !t.IsAggregate():
		b.Store(ir.Zero(t), env.field(b, g, path), 1)
	case !t.HasPtr():
		b.MemSet(env.field(b, g, path), ir.NewInt(ir.I64, env.M.Layout.AllocSize(t)))
	default:
		for k := range t.NumElems() {
			env.zeroFloatFields(b, g, t.At(k), append(path[:len(path):len(path)], k))
		}
	}
}

// initialAddresses restores the shadows of initial addresses where the
// variable still holds them.
func (env *Env) initialAddresses(b *ir.Builder, st state, init, shadow ir.Value, path []int) {
	c, ok := init.(*ir.Const)
	if ok && (c.Kind == ir.ConstArray || c.Kind == ir.ConstStruct) {
		for k, e := range c.Elems {
			env.initialAddresses(b, st, e, shadow.(*ir.Const).Elems[k], append(path[:len(path):len(path)], k))
		}
		return
	}
	if init == nil || init == shadow || !init.Type().IsPtr() || ok && c.Kind != ir.ConstExpr {
		return
	}
	now := b.Load(init.Type(), env.field(b, st.g, path), 0)
	v := b.Select(b.ICmp(ir.EQ, now, init), shadow, now)
	b.Store(v, env.field(b, st.shadow, path), 0)
}

func (env *Env) field(b *ir.Builder, g *ir.Global, path []int) ir.Value {
	if len(path) == 0 {
		return g
	}
	idx := []ir.Value{ir.NewInt(ir.I32, 0)}
	for _, k := range path {
		idx = append(idx, ir.NewInt(ir.I32, int64(k)))
	}
	return b.GEP(g.ValueType, g, idx...)
}

// shadowFunc is the shadow of a function's address: that of its tangent
// function. A function without a body gets one that calls it.
func (s *synth) shadowFunc(f *ir.Function) ir.Value {
	target := f
	if f.IsDecl && !rules.GivenOf(f).Has(true) {
		if target = activity.BodyOf(f); target == nil {
			return f
		}
	}
	fn := s.env.tangentOf(target, addressSeed(f.Typ), s.t.width).fn
	if s.m.Typed { // in a table it stands where f stood
		return &ir.Const{Kind: ir.ConstExpr, Op: ir.BitCast, Typ: f.Type(), Elems: []ir.Value{fn}}
	}
	return fn
}

// zeroFloats zeroes the numbers in n bytes at p, which hold both numbers and
// addresses laid out as pieces.
func (s *synth) zeroFloats(p, n ir.Value, pieces []activity.Piece) {
	s.b.CallFunc(s.env.zeroer(pieces), p, n)
}

// zeroer is a function void (ptr, i64) that steps through memory by the period
// of the pieces and zeroes the numbers.
func (env *Env) zeroer(pieces []activity.Piece) *ir.Function {
	var name strings.Builder
	name.WriteString("llad.zero")
	var period int64
	for _, p := range pieces {
		period = max(period, p.Offset+p.Size)
		if p.Class == activity.FloatData {
			fmt.Fprintf(&name, ".%d.%d", p.Offset, p.Size)
		}
	}
	fmt.Fprintf(&name, ".of.%d", period)
	if f := env.M.Func(name.String()); f != nil {
		return f
	}
	m := env.M
	f := m.AddFunc(name.String(), m.FuncType(ir.Void, m.Ptr(), ir.I64))
	f.Prefix, f.IsDecl = "internal", false
	entry, loop, exit := f.NewBlock("entry"), f.NewBlock("loop"), f.NewBlock("exit")
	b := ir.NewBuilder(entry)
	zero := ir.NewInt(ir.I64, 0)
	b.CondBr(b.ICmp(ir.EQ, f.Params[1], zero), exit, loop)
	b.AtEnd(loop)
	at := b.Phi(ir.I64)
	at.AddIncoming(zero, entry)
	for _, p := range pieces {
		if p.Class == activity.FloatData {
			b.MemSet(b.Offset(f.Params[0], b.Add(at, ir.NewInt(ir.I64, p.Offset))), ir.NewInt(ir.I64, p.Size))
		}
	}
	next := b.Add(at, ir.NewInt(ir.I64, period))
	at.AddIncoming(next, loop)
	b.CondBr(b.ICmp(ir.ULT, next, f.Params[1]), loop, exit)
	b.AtEnd(exit)
	b.Ret(nil)
	return f
}
