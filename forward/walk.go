package forward

import (
	"errors"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/loopopt"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// synth writes one tangent function.
type synth struct {
	env  *Env
	m    *ir.Module
	t    *tangent
	info *activity.Info
	b    *ir.Builder

	contract ir.Flags // see rules.Contraction

	d       map[ir.Value][]ir.Value // tangents and shadows of instructions and parameters
	globals map[*ir.Global]bool     // variables with a shadow
	old     []ir.Value              // values that the new function has no more,
	new     []ir.Value              // and what stands for them
	phis    []*ir.Instr             // the original's phis
	lanes   map[*ir.Instr]int       // whose shadow memory accesses are of, -1 for the primal's
	effects [][]*ir.Instr           // what writes to the shadow memory of each lane

	block *ir.Block               // the original block at hand
	tail  map[*ir.Block]*ir.Block // where an original block ends now
	edges map[edge]*ir.Block      // the new predecessor of an edge that does not leave from tail
	extra []edge                  // further edges like an old one, in order: to, from (old), by (new)
	diags []error
	split *splitter // nil for tangent functions that do what the primal does
}

type edge struct {
	from, to *ir.Block
	by       *ir.Block // extra: the additional predecessor
}

// write turns the clone f into the body of t.
func (env *Env) write(t *tangent, f *ir.Function, info *activity.Info) error {
	s := &synth{env: env, m: env.M, t: t, info: info, contract: rules.Contraction(f),
		d: map[ir.Value][]ir.Value{}, globals: map[*ir.Global]bool{},
		tail: map[*ir.Block]*ir.Block{}, edges: map[edge]*ir.Block{}, lanes: map[*ir.Instr]int{}}
	for _, g := range info.ShadowGlobals() {
		s.globals[g] = true
	}
	if env.split {
		s.split = newSplitter(s, f)
	}
	order := ir.RPO(f)
	s.takeBody(f, order)
	s.params(f)
	for _, blk := range order {
		for _, phi := range blk.Phis() {
			s.phis = append(s.phis, phi)
			if s.carries(phi) {
				s.tangentPhi(phi)
			}
		}
	}
	for _, blk := range order {
		s.walk(blk, blk == order[0], f)
	}
	for _, phi := range s.phis {
		s.fillPhi(phi)
	}
	for k, v := range s.old {
		ir.ReplaceAllUses(v, s.new[k])
		if i, ok := v.(*ir.Instr); ok {
			i.DropArgs()
		}
	}
	env.M.Remove(f)
	typerecovery.DropShadowOnly(s.t.fn)
	if s.split != nil && len(s.diags) == 0 {
		s.split.finish()
		return errors.Join(s.diags...)
	}
	if len(s.diags) == 0 {
		if s.t.width >= manyLanes {
			loopopt.InterleaveShadows(s.t.fn, s.teams(), s.t.width)
			loopopt.DistributeDirections(s.t.fn, s.lanes, s.t.width)
		}
		canon.PlainExceptions(s.t.fn)
		loopopt.UnrollAndJam(s.t.fn)
	}
	return errors.Join(s.diags...)
}

// teams lists the instructions that do the same for each lane.
func (s *synth) teams() [][]*ir.Instr {
	list := s.effects
	for _, b := range s.t.fn.Blocks {
		for _, i := range b.Instrs {
			var lanes []*ir.Instr
			for _, d := range s.d[i] {
				if t, ok := d.(*ir.Instr); ok {
					lanes = append(lanes, t)
				}
			}
			if len(lanes) == s.t.width {
				list = append(list, lanes)
			}
		}
	}
	return list
}

// takeBody moves the reachable blocks of f to the new function.
func (s *synth) takeBody(f *ir.Function, order []*ir.Block) {
	keep := map[*ir.Block]bool{}
	for _, b := range order {
		keep[b] = true
	}
	for _, b := range f.Blocks {
		if !keep[b] {
			for _, i := range b.Instrs {
				i.DropArgs()
			}
		}
	}
	for _, b := range order {
		for _, phi := range b.Phis() {
			for k := len(phi.Blocks) - 1; k >= 0; k-- {
				if !keep[phi.Blocks[k]] {
					phi.RemoveIncoming(k)
				}
			}
		}
	}
	f.Blocks = order
	s.t.fn.TakeBody(f)
	s.t.fn.Suffix = f.Suffix
}

// params pairs the old parameters with the new ones and their tangents.
func (s *synth) params(f *ir.Function) {
	k := 0
	for j, p := range f.Params {
		s.replace(p, s.t.fn.Params[k])
		if s.split != nil {
			s.split.from[s.t.fn.Params[k]] = j
		}
		k++
		if paramKind(s.t.seed, j) == activity.Const {
			continue
		}
		for range s.t.width {
			s.d[p] = append(s.d[p], s.t.fn.Params[k])
			k++
		}
	}
}

// replace notes that new stands for old. Until the body is complete operands
// keep the old value, which is what the analysis knows.
func (s *synth) replace(old, new ir.Value) {
	s.old, s.new = append(s.old, old), append(s.new, new)
}

func (s *synth) tangentPhi(phi *ir.Instr) {
	for range s.t.width {
		t := ir.NewInstr(ir.Phi, phi.Typ)
		t.Flags = tangentFlags(phi.Flags)
		s.d[phi] = append(s.d[phi], t)
	}
}

// walk writes a block anew: every primal instruction followed by its tangents.
func (s *synth) walk(blk *ir.Block, entry bool, f *ir.Function) {
	instrs := blk.Instrs
	phis := append([]*ir.Instr(nil), blk.Phis()...)
	blk.Instrs = make([]*ir.Instr, 0, 2*len(instrs))
	s.block = blk
	s.b = ir.NewBuilder(blk)
	for _, phi := range phis {
		s.b.Insert(phi)
	}
	for _, phi := range phis {
		for _, t := range s.d[phi] {
			s.b.Insert(t.(*ir.Instr))
		}
	}
	if entry {
		s.copyByvalShadows(f)
	}
	for _, i := range instrs[len(phis):] {
		s.b.Meta, s.b.Flags = nil, s.contract
		switch {
		case i.Op == ir.Ret:
			s.ret(i)
		case i.Op == ir.Invoke:
			s.invoke(i)
		case i.Op.IsTerminator():
			if c := s.info.Call(i); c != nil && c.Active || i.Op == ir.CatchSwitch || i.Op == ir.CleanupRet {
				s.refuse(i, CodeControl, "%s has no tangent form", i.Op)
			}
			s.info.CheckNumbers(s.b, i, func(v ir.Value) ir.Value { return v })
			s.b.Insert(i)
		default:
			s.instr(i)
		}
	}
	s.tail[blk] = s.b.B
}

// newBlock appends a block to the function.
func (s *synth) newBlock(name string) *ir.Block { return s.t.fn.NewBlock(name) }

// fillPhi gives a phi its new predecessors, and its tangents their operands.
func (s *synth) fillPhi(phi *ir.Instr) {
	blk, tangents := phi.Parent, s.d[phi]
	for k := range len(phi.Blocks) {
		old := phi.Blocks[k]
		from := s.edges[edge{from: old, to: blk}]
		if from == nil {
			from = s.tail[old]
		}
		phi.Blocks[k] = from
		s.incoming(phi, phi.Arg(k), tangents, from)
		for _, e := range s.extra {
			if e.from == old && e.to == blk {
				phi.AddIncoming(phi.Arg(k), e.by)
				s.incoming(phi, phi.Arg(k), tangents, e.by)
			}
		}
	}
}

func (s *synth) incoming(phi *ir.Instr, v ir.Value, tangents []ir.Value, from *ir.Block) {
	if len(tangents) == 0 {
		return
	}
	s.b.Before(from.Term())
	for lane, t := range tangents {
		t.(*ir.Instr).AddIncoming(s.chosen(phi, v, lane), from)
	}
}

// ret delivers the tangents of the result beside it.
func (s *synth) ret(i *ir.Instr) {
	typ := s.t.of.Typ
	if i.NumArgs() == 0 || !hasRetTangent(typ, s.t.seed) {
		s.b.Insert(i)
		return
	}
	v := i.Arg(0)
	floats := s.t.seed.Ret
	if s.t.public {
		out := s.t.fn.Params[len(s.t.fn.Params)-1]
		if s.split != nil {
			out = s.t.fn.Params[len(s.t.fn.Params)-2]
		}
		for lane := range s.t.width {
			p := s.b.GEP(typ.Ret, out, ir.NewInt(ir.I64, int64(lane)))
			s.b.Store(s.moved(v, lane, floats), p, 0)
		}
		s.b.Insert(i)
		return
	}
	var agg ir.Value = ir.Poison(s.t.fn.Typ.Ret)
	agg = s.b.InsertValue(agg, v, 0)
	for lane := range s.t.width {
		agg = s.b.InsertValue(agg, s.moved(v, lane, floats), lane+1)
	}
	s.b.Ret(agg)
	i.DropArgs()
}

// refuse notes that i cannot be differentiated.
func (s *synth) refuse(i *ir.Instr, code, format string, args ...any) {
	s.diags = append(s.diags, s.diagnose(i, code, format, args...))
}

// diagnose makes a diagnostic at i, which may stand in no block any more.
func (s *synth) diagnose(i *ir.Instr, code, format string, args ...any) *ir.Diagnostic {
	parent := i.Parent
	if parent == nil {
		i.Parent = s.block
	}
	d := ir.DiagAt(i, code, format, args...)
	i.Parent = parent
	d.Causes = s.info.Reason(i)
	return d
}
