package loopopt

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// packer builds vector instructions, one lane for each direction, from teams whose operands
// are interleaved.
type packer struct {
	s       *interleaver
	vectors map[*team]ir.Value    // reads of numbers side by side, and what was made of other teams
	made    map[ir.Value]ir.Value // vectors of the same value in all lanes, by the value
	phis    map[*team]bool
	wanted  map[*team]bool
	packed  []*team
	filled  int // of packed: phis that have their operands
}

func newPacker(s *interleaver) *packer {
	return &packer{s: s, vectors: map[*team]ir.Value{}, made: map[ir.Value]ir.Value{}, phis: map[*team]bool{}}
}

const maxInterleaveRounds = 16 // until phis are settled

// plan finds the phis that become phis of vectors: those that carry vectors from one iteration
// to the next.
func (p *packer) plan() {
	for _, t := range p.s.teams {
		if t.reach.Op == ir.Phi && t.reach.Typ.IsFloat() {
			p.phis[t] = true
		}
	}
	for round, again := 0, true; again; round++ {
		again = false
		p.wanted = map[*team]bool{}
		if round == maxInterleaveRounds {
			clear(p.phis)
		}
		for _, t := range p.s.teams {
			if p.phis[t] && !p.carries(t) {
				delete(p.phis, t)
				again = true
			}
		}
	}
	p.wanted = map[*team]bool{}
}

// carries reports whether all incoming values of a phi are vectors or constants, and at least
// one is a vector.
func (p *packer) carries(t *team) bool {
	computed := false
	for k := range t.reach.Blocks {
		args := t.args(k)
		if ir.IsConstant(args[0]) && t.same(k) {
			continue
		}
		u := p.team(args)
		if u == nil || !p.wants(u) {
			return false
		}
		computed = computed || u.reach.Op != ir.Phi
	}
	return computed
}

// wants reports whether t becomes a vector instruction: one exists, and one of its operands is
// a vector.
func (p *packer) wants(t *team) bool {
	if p.vectors[t] != nil || p.phis[t] {
		return true
	}
	if known, ok := p.wanted[t]; ok {
		return known
	}
	p.wanted[t] = false
	if !p.can(t) {
		return false
	}
	for k := range operands(t.reach) {
		if u := p.team(t.args(k)); u != nil && p.wants(u) {
			p.wanted[t] = true
			break
		}
	}
	return p.wanted[t]
}

// operands is how many operands of i are values to compute with.
func operands(i *ir.Instr) int {
	if i.IsCall() {
		return i.NumCallArgs()
	}
	return i.NumArgs()
}

// can reports whether t has a vector instruction.
func (p *packer) can(t *team) bool {
	i := t.reach
	if !i.Typ.IsFloat() && i.Op != ir.FCmp {
		return false
	}
	switch i.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg, ir.FPExt, ir.FPTrunc, ir.Select:
		return true
	case ir.FCmp:
		return i.Arg(0).Type().IsFloat()
	case ir.Call:
		return packedIntrinsic(i) != ""
	}
	return false
}

// packedIntrinsic is the name, without overload suffixes, of the intrinsic that i calls, if
// its vector form is as fast.
func packedIntrinsic(i *ir.Instr) string {
	f := i.CalledFunc()
	if f == nil {
		return ""
	}
	for _, name := range []string{"fmuladd", "fma", "fabs", "copysign", "sqrt"} {
		if rest, ok := strings.CutPrefix(f.Name, "llvm."+name+"."); ok && !strings.Contains(rest, ".") {
			return name
		}
	}
	return ""
}

// team is the team of the values; one is made where they are instructions that lead to a
// tangent.
func (p *packer) team(values []ir.Value) *team {
	if t := p.s.teamOf(values); t != nil {
		return t
	}
	lanes := make([]*ir.Instr, len(values))
	for k, v := range values {
		i, ok := v.(*ir.Instr)
		if !ok {
			return nil
		}
		lanes[k] = i
	}
	if lanes[0].Op == ir.Load || lanes[0].Op == ir.Phi {
		return nil
	}
	return p.s.enlist(lanes)
}

// write emits the vector instructions.
func (p *packer) write() {
	for n := 0; n < len(p.s.teams); n++ {
		if t := p.s.teams[n]; p.vectors[t] == nil && t.reach.Op != ir.Load && p.wants(t) {
			p.of(t)
		}
	}
	for ; p.filled < len(p.packed); p.filled++ {
		t := p.packed[p.filled]
		if t.reach.Op != ir.Phi {
			continue
		}
		for k, by := range t.reach.Blocks {
			p.vectors[t].(*ir.Instr).AddIncoming(p.vector(t.args(k), by.Term()), by)
		}
	}
}

// of is the vector of t.
func (p *packer) of(t *team) ir.Value {
	if v := p.vectors[t]; v != nil {
		return v
	}
	i := t.reach
	b := ir.NewBuilder(i.Parent)
	if i.Op == ir.Phi {
		b.Before(i)
		v := b.Insert(ir.NewInstr(ir.Phi, p.lanes(i.Typ)))
		v.Flags = i.Flags
		p.vectors[t] = v
		p.packed = append(p.packed, t)
		return v
	}
	last := t.last()
	var args []ir.Value
	for k := range operands(i) {
		if i.Op == ir.Select && k == 0 && t.same(0) {
			args = append(args, i.Arg(0))
			continue
		}
		args = append(args, p.vector(t.args(k), last))
	}
	b.After(last)
	var v *ir.Instr
	if name := packedIntrinsic(i); name != "" {
		v = b.Intrinsic(name, p.lanes(i.Typ), []*ir.Type{p.lanes(i.Typ)}, args...)
	} else {
		v = b.Insert(ir.NewInstr(i.Op, p.lanes(i.Typ), args...))
	}
	v.Flags, v.Pred = i.Flags&^(ir.TailCall|ir.MustTail), i.Pred
	p.vectors[t] = v
	p.packed = append(p.packed, t)
	return v
}

// last is the instruction of the team that comes last in its block.
func (t *team) last() *ir.Instr {
	last, at := t.reach, -1
	for _, i := range t.lanes {
		if k := i.Parent.Index(i); k > at {
			last, at = i, k
		}
	}
	return last
}

func (p *packer) lanes(t *ir.Type) *ir.Type {
	return p.s.f.Module.Types.Vector(t, int64(p.s.width), false)
}

// vector is the vector of the values: computed by a team, or assembled before the instruction
// at.
func (p *packer) vector(values []ir.Value, at *ir.Instr) ir.Value {
	first := values[0]
	typ := p.lanes(first.Type())
	same := true
	for _, v := range values[1:] {
		same = same && equalValues(v, first)
	}
	if same {
		return p.splat(first, typ, at)
	}
	t := p.team(values)
	if t != nil && (p.wants(t) || p.can(t)) {
		return p.of(t)
	}
	if t != nil {
		if v := p.made[t.reach]; v != nil {
			return v
		}
		at = nil
	}
	b := ir.NewBuilder(p.s.f.Entry())
	if at != nil {
		b.Before(at)
	} else {
		b.After(t.last())
	}
	v := ir.Poison(typ)
	for k, x := range values {
		v = b.InsertElement(v, x, ir.NewInt(ir.I32, int64(k)))
	}
	if t != nil {
		p.made[t.reach] = v
	}
	return v
}

// splat is the vector with x in all lanes, emitted once, where x is defined.
func (p *packer) splat(x ir.Value, typ *ir.Type, at *ir.Instr) ir.Value {
	if c, ok := x.(*ir.Const); ok {
		if ir.IsZero(c) && !strings.HasPrefix(c.Text, "-") {
			return ir.Zero(typ)
		}
		elems := make([]ir.Value, p.s.width)
		for k := range elems {
			elems[k] = c
		}
		return &ir.Const{Kind: ir.ConstVector, Typ: typ, Elems: elems}
	}
	if v := p.made[x]; v != nil {
		return v
	}
	b := ir.NewBuilder(p.s.f.Entry())
	b.Before(at)
	i, ok := x.(*ir.Instr)
	own := ok && !i.Op.IsTerminator()
	if own {
		b.After(i)
	}
	one := b.InsertElement(ir.Poison(typ), x, ir.NewInt(ir.I32, 0))
	mask := ir.Zero(p.lanes(ir.I32))
	v := b.Insert(ir.NewInstr(ir.ShuffleVector, typ, one, ir.Poison(typ), mask))
	if own {
		p.made[x] = v
	}
	return v
}

// unpack extracts lanes from vectors for the remaining scalar users.
func (p *packer) unpack() {
	at := map[*ir.Instr]int{}
	for _, b := range p.s.f.Blocks {
		for k, i := range b.Instrs {
			at[i] = k
		}
	}
	type taken struct {
		v    *ir.Instr
		lane int
		uses []*ir.Use
	}
	var all []taken
	for _, t := range p.s.teams {
		v, ok := p.vectors[t].(*ir.Instr)
		if !ok {
			continue
		}
		for lane, i := range t.lanes {
			x := taken{v: v, lane: lane}
			for u := range ir.Uses(i) {
				if u.User.Parent != v.Parent || u.User.Op == ir.Phi || at[u.User] > at[v] {
					x.uses = append(x.uses, u)
				}
			}
			if len(x.uses) > 0 {
				all = append(all, x)
			}
		}
	}
	for _, x := range all {
		b := ir.NewBuilder(x.v.Parent)
		b.After(x.v)
		e := b.ExtractElement(x.v, ir.NewInt(ir.I32, int64(x.lane)))
		for _, u := range x.uses {
			u.User.SetArg(u.Index(), e)
		}
	}
}
