package forward

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

type tableKey struct {
	g    *ir.Global
	lane int
}

// shadowGlobal is the variable that holds the tangents and shadows of g: internal,
// of g's type, thread-local as g is.
func (tgs *tangents) shadowGlobal(g *ir.Global, lane int) ir.Value {
	key := tableKey{g, lane}
	sg := tgs.bd.env.tables[key]
	if sg == nil {
		if tgs.bd.split != nil && !g.IsConst() && g.ValueType.HasPtr() {
			tgs.bd.diags = append(tgs.bd.diags, tgs.bd.env.refuseSplit(tgs.bd.t.of, "the variable '"+g.Name+"' holds addresses of memory that takes part in derivatives: there are no tangents from a tape"))
		}
		sg = shadowrt.ShadowGlobal(tgs.bd.m, g, ".shadow")
		tgs.bd.env.tables[key] = sg
		tgs.variables(lane).Add(g, sg)
		tgs.initShadow(g, sg, lane)
	}
	return sg
}

// initShadow gives the shadow of a variable that holds addresses its initial
// value: the shadows of those addresses, zeros for numbers.
func (tgs *tangents) initShadow(g, sg *ir.Global, lane int) {
	if !g.ValueType.HasPtr() && !pointsto.InitWords(g) {
		return
	}
	if err := g.LoadInit(); err != nil {
		tgs.bd.diags = append(tgs.bd.diags, err)
		return
	}
	if g.Init != nil {
		sg.Init = tgs.of(g.Init, lane, false)
	}
}

// shadowFunc is the shadow of a function's address: that of its tangent
// function. A function without a body gets one that calls it.
func (tgs *tangents) shadowFunc(f *ir.Function) ir.Value {
	target := f
	if f.IsDecl && !rules.GivenOf(f).Has(true) {
		if target = pointsto.BodyOf(f); target == nil {
			return f
		}
	}
	if tgs.bd.split != nil { // calls go by the primal's address
		tgs.bd.env.codes = append(tgs.bd.env.codes, code{f, target})
		return f
	}
	fn := tgs.bd.env.tangentOf(target, addressSeed(f.Typ), tgs.bd.t.width).fn
	shadow := ir.Value(fn)
	if tgs.bd.m.Typed { // in a table it stands where f stood
		shadow = &ir.Const{Kind: ir.ConstExpr, Op: ir.BitCast, Typ: f.Type(), Elems: []ir.Value{fn}}
	}
	for lane := range tgs.bd.t.width {
		tgs.variables(lane).AddCode(f, shadow)
	}
	for _, l := range tgs.bd.env.lookups {
		if l.width == tgs.bd.t.width && shadowrt.Fits(f, l.typ) {
			l.Add(tgs.bd.m, f, shadow)
		}
	}
	return shadow
}

// variables are the shadows of variables in a lane.
func (tgs *tangents) variables(lane int) *shadowrt.Variables {
	for len(tgs.bd.env.variables) <= lane {
		vs := tgs.bd.info.NewVariables()
		vs.Keep = true
		tgs.bd.env.variables = append(tgs.bd.env.variables, vs)
	}
	return tgs.bd.env.variables[lane]
}

// enterVariables makes the public function start and end with shadows of
// variables that are true.
func (env *Env) enterVariables(fn *ir.Function) {
	b := ir.NewBuilder(fn.Entry())
	b.AtStart(fn.Entry())
	for _, vs := range env.variables {
		vs.Enter(b)
		env.Stops = append(env.Stops, vs.Stops()...)
	}
	for _, block := range fn.Blocks {
		if t := block.Term(); t != nil && t.Op == ir.Ret {
			b.Before(t)
			for _, vs := range env.variables {
				vs.Leave(b)
			}
		}
	}
	canon.SlotsFirst(fn) // what Enter calls may be inlined
}

// zeroFloats zeroes the numbers in n bytes at p, which hold both numbers and
// addresses laid out as pieces.
func (tgs *tangents) zeroFloats(p, n ir.Value, pieces []memtypes.Piece) {
	tgs.bd.b.CallFunc(tgs.bd.env.zeroer(pieces), p, n)
}

// zeroer is a function void (ptr, i64) that steps through memory by the period
// of the pieces and zeroes the numbers.
func (env *Env) zeroer(pieces []memtypes.Piece) *ir.Function {
	var name strings.Builder
	name.WriteString("llad.zero")
	var period int64
	for _, p := range pieces {
		period = max(period, p.Offset+p.Size)
		if p.Class == memtypes.FloatData {
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
		if p.Class == memtypes.FloatData {
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
