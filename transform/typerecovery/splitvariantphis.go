package typerecovery

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// maxVariantRounds bounds the rounds: a tag that one round finds may decide others.
const maxVariantRounds = 4

// SplitVariantPhis gives the words of an enum in registers a phi of their own for each
// variant. After a branch on the tag, which is a phi, only the incoming edges with such a tag
// are possible, and the phis of the words have the values of these edges: a number on one
// side, the bits of a float on the other, where the common phi has neither type. It reports
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

// variants is the state of SplitVariantPhis in one function.
type variants struct {
	f             *ir.Function
	dt            *ir.DomTree // this and preds once a branch on a tag is found
	preds         [][]*ir.Block
	made          map[variant]*ir.Instr
	changed, some bool
}

// need computes the block order when it is first needed.
func (v *variants) need() {
	if v.dt == nil {
		v.dt, v.preds = ir.Dominators(v.f), v.f.Preds()
	}
}

// variant is a phi restricted to the incoming edges marked 1.
type variant struct {
	of   *ir.Instr
	ways string
}

// branch visits the terminator t: it may exclude incoming edges of the phi that it tests.
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

// below replaces p, on an edge and in the blocks that the edge dominates, by its value for the
// given incoming edges.
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

// value is the value of a phi for the given incoming edges; nil where it does not pay to
// distinguish it.
func (v *variants) value(p *ir.Instr, ways string) ir.Value {
	now := v.single(p, ways)
	if now == nil && worthApart(p) {
		now = v.apart(p, ways)
	}
	return now
}

// single is the common incoming value, where it is available.
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

// apart is a new phi of the incoming values of the given edges.
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

// worthApart reports whether a phi may have bits of a float on some incoming edges and
// something else on others: a word moved as an integer, an address or a double that was one of
// these.
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

// mayBeBits reports whether an integer may be the bits of a float: it is bitcast from one,
// converted from an address, loaded, or merged from such values.
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

// maxTagSteps bounds the computation of a condition from a tag.
const maxTagSteps = 6

// tagOf is the phi from which v is computed together with constants.
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

// valueWith is v where the tag of v is n; nil where it is not defined.
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
