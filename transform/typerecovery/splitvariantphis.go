package typerecovery

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// maxVariantRounds bounds how often SplitVariantPhis looks again: what one round tells of a tag tells more
// of those that are made of it.
const maxVariantRounds = 4

// SplitVariantPhis gives the words of an enum that is in registers a value of their own for each of its
// variants. Where a branch has looked at the tag, a phi, only those ways into its block were gone that
// brought such a tag, and the phis of the words had what these bring: a number on one side, the bits of
// a float on the other. Nobody could tell the type of the word of both. It reports
// whether anything changed.
func SplitVariantPhis(f *ir.Function) bool {
	v := variants{f: f, made: map[variant]*ir.Instr{}}
	for range maxVariantRounds {
		v.changed = false
		for _, b := range f.Blocks {
			v.choices(b)
			v.branch(b.Term())
		}
		if !v.changed {
			break
		}
		v.some = true
	}
	return v.some
}

type variants struct {
	f             *ir.Function
	dt            *ir.DomTree // this and preds once a branch on a tag is found
	preds         [][]*ir.Block
	made          map[variant]*ir.Instr
	changed, some bool
}

// need has the blocks' order found, once there is something to be asked of it.
func (v *variants) need() {
	if v.dt == nil {
		v.dt, v.preds = ir.Dominators(v.f), v.f.Preds()
	}
}

// variant is a phi where, of the ways into its block, those that are marked 1 may have been gone.
type variant struct {
	of   *ir.Instr
	ways string
}

// branch looks at what t, the end of a block, tells of the phi that it goes by.
func (v *variants) branch(t *ir.Instr) {
	if t.Op != ir.Switch && (t.Op != ir.Br || len(t.Blocks) < 2) {
		return
	}
	v.again(t)
	tag := tagOf(t.Arg(0))
	if tag == nil || !slices.ContainsFunc(tag.Args(), ir.IsConstant) {
		return
	}
	v.need()
	if !v.dt.Reachable(t.Parent) {
		return
	}
	into := v.preds[tag.Parent.ID]
	goes := make([]*ir.Block, len(into)) // where each way leads, nil where that is not known
	never := make([]bool, len(into))
	for k, from := range into {
		a := tag.Incoming(from)
		never[k] = ir.IsUndef(a)
		if n, ok := ir.IntValue(a); ok {
			goes[k] = target(t, tag, n)
		}
	}
	var done []*ir.Block
	for _, s := range t.Blocks {
		if slices.Contains(done, s) {
			continue
		}
		done = append(done, s)
		ways, some := make([]byte, len(goes)), false
		for k, to := range goes {
			ways[k] = '0'
			if !never[k] && (to == nil || to == s) {
				ways[k], some = '1', true
			}
		}
		if !some || !slices.Contains(ways, '0') {
			continue
		}
		for _, p := range tag.Parent.Phis() {
			v.below(t.Parent, s, p, string(ways))
		}
	}
}

// below puts what p has where only some of the ways may have been gone for its uses on the edge
// from one block to another and below that.
func (v *variants) below(from, to *ir.Block, p *ir.Instr, ways string) {
	var uses []*ir.Use
	for u := range ir.Uses(p) {
		at := u.User.Parent
		if u.User.Op == ir.Phi {
			at = u.User.Blocks[u.Index()]
			if at == from && u.User.Parent == to {
				uses = append(uses, u)
				continue
			}
		}
		if at != nil && len(v.preds[to.ID]) == 1 && v.dt.Reachable(at) && v.dt.Dominates(to, at) {
			uses = append(uses, u)
		}
	}
	if len(uses) == 0 {
		return
	}
	now := v.value(p, ways)
	if now == nil || now == ir.Value(p) {
		return
	}
	for _, u := range uses {
		u.User.SetArg(u.Index(), now)
	}
	v.changed = true
}

// value is what a phi has where only some of the ways may have been gone; nil where it is not worth to be told.
func (v *variants) value(p *ir.Instr, ways string) ir.Value {
	now := v.single(p, ways)
	if now == nil && worthApart(p) {
		now = v.apart(p, ways)
	}
	return now
}

// single is the value that all of the ways bring, where it is known behind them too.
func (v *variants) single(p *ir.Instr, ways string) ir.Value {
	var one ir.Value
	for k, from := range v.preds[p.Parent.ID] {
		a := p.Incoming(from)
		if ways[k] == '0' || ir.IsUndef(a) {
			continue
		}
		if one != nil && !edit.SameValue(one, a) {
			return nil
		}
		one = a
	}
	if i, ok := one.(*ir.Instr); ok && (i.Parent == p.Parent || !v.dt.Dominates(i.Parent, p.Parent)) {
		return nil
	}
	return one
}

// apart is a phi of what the ways bring.
func (v *variants) apart(p *ir.Instr, ways string) ir.Value {
	key := variant{p, ways}
	if have := v.made[key]; have != nil {
		return have
	}
	into := v.preds[p.Parent.ID]
	same := true
	for k, from := range into {
		same = same && (ways[k] == '1' || ir.IsUndef(p.Incoming(from)))
	}
	if same {
		return p
	}
	n := ir.NewBuilder(p.Parent).Phi(p.Typ)
	for k, from := range p.Blocks { // some several times, where cases of a switch lead here
		a := p.Arg(k)
		if ways[slices.Index(into, from)] == '0' {
			a = ir.Undef(p.Typ)
		}
		n.AddIncoming(a, from)
	}
	v.made[key] = n
	return n
}

// worthApart reports whether a phi may have bits of a float on some ways into its block and something else on
// others: a word that is moved as an integer, an address or a double that was one of these.
func worthApart(p *ir.Instr) bool {
	switch t := p.Typ; {
	case t == ir.I64 || t == ir.I32:
	case t.IsPtr() || t == ir.Double || t == ir.Float:
		return slices.ContainsFunc(p.Args(), func(a ir.Value) bool {
			i, ok := a.(*ir.Instr)
			return ok && (i.Op == ir.IntToPtr || i.Op == ir.BitCast && !t.IsPtr())
		})
	default:
		return false
	}
	return slices.ContainsFunc(p.Args(), mayBeBits)
}

// mayBeBits reports whether an integer may be the bits of a float: one that a float or an address was made,
// that is read, or is a choice with one of these.
func mayBeBits(v ir.Value) bool {
	seen := []ir.Value{v}
	for k := 0; k < len(seen) && k < 8; k++ {
		i, ok := seen[k].(*ir.Instr)
		if !ok {
			continue
		}
		switch i.Op {
		case ir.BitCast, ir.Load, ir.PtrToInt, ir.ExtractValue:
			return true
		case ir.Phi, ir.Select, ir.Freeze:
			for _, a := range i.Args() {
				if !slices.Contains(seen, a) {
					seen = append(seen, a)
				}
			}
		}
	}
	return false
}

// maxTagSteps bounds what a condition is computed from a tag by.
const maxTagSteps = 6

// tagOf is the phi that v is computed from together with constants.
func tagOf(v ir.Value) *ir.Instr {
	for range maxTagSteps {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil
		}
		switch i.Op {
		case ir.Phi:
			if i.Typ.IsInt() && i.Typ.Bits <= 64 {
				return i
			}
			return nil
		case ir.ICmp, ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.LShr, ir.Shl:
			if !ir.IsConstant(i.Arg(1)) {
				return nil
			}
		case ir.Trunc, ir.ZExt, ir.SExt:
		default:
			return nil
		}
		v = i.Arg(0)
	}
	return nil
}

// target is where t goes when tag is n; nil where that is not known.
func target(t, tag *ir.Instr, n int64) *ir.Block {
	c, ok := ir.IntValue(valueWith(t.Arg(0), tag, ir.NewInt(tag.Typ, n)))
	if !ok {
		return nil
	}
	return canon.TargetFor(t, c)
}

// valueWith is v where the tag that tagOf finds for it is n; nil where that is not defined.
func valueWith(v ir.Value, tag *ir.Instr, n ir.Value) ir.Value {
	i, ok := v.(*ir.Instr)
	if !ok || i == tag {
		return n
	}
	x := valueWith(i.Arg(0), tag, n)
	if x == nil {
		return nil
	}
	switch i.Op {
	case ir.ICmp:
		a, ok := ir.IntValue(x)
		b, ok2 := ir.IntValue(i.Arg(1))
		if !ok || !ok2 {
			return nil
		}
		return ir.NewBool(edit.EvalICmp(i.Pred, a, b, x.Type().Bits))
	case ir.Trunc, ir.ZExt, ir.SExt:
		a, ok := ir.IntValue(x)
		if !ok {
			return nil
		}
		if i.Op == ir.ZExt {
			a = int64(edit.Unsigned(a, x.Type().Bits))
		}
		return ir.NewInt(i.Typ, a)
	}
	return canon.FoldBinary(i.Op, x, i.Arg(1))
}
