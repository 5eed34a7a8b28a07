package forward

import (
	"errors"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/loopopt"
)

// body is the function that is being written, and where.
type body struct {
	env      *Env
	m        *ir.Module
	t        *tangent
	info     *activity.Info
	b        *ir.Builder
	contract ir.Flags                // see rules.Contraction
	old      []ir.Value              // values that the new function has no more,
	new      []ir.Value              // and what stands for them
	phis     []*ir.Instr             // the original's phis
	block    *ir.Block               // the original block at hand
	tail     map[*ir.Block]*ir.Block // where an original block ends now
	edges    map[edge]*ir.Block      // the new predecessor of an edge that does not leave from tail
	extra    []edge                  // further edges like an old one, in order: to, from (old), by (new)
	diags    []error
	split    *splitter // nil for tangent functions that do what the primal does
}

// synth writes one tangent function.
type synth struct {
	bd *body
	tg *tangents
	ac *accesses
	ar *arithmetic
	cl *calls
}

type edge struct {
	from, to *ir.Block
	by       *ir.Block // extra: the additional predecessor
}

func newSynth(env *Env, t *tangent, info *activity.Info, contract ir.Flags) *synth {
	bd := &body{env: env, m: env.M, t: t, info: info, contract: contract, tail: map[*ir.Block]*ir.Block{}, edges: map[edge]*ir.Block{}}
	tg := &tangents{bd: bd, d: map[ir.Value][]ir.Value{}, globals: map[*ir.Global]bool{}}
	ac := &accesses{bd: bd, tg: tg, lanes: map[*ir.Instr]int{}}
	ar := &arithmetic{bd: bd, tg: tg, ac: ac}
	return &synth{bd: bd, tg: tg, ac: ac, ar: ar, cl: &calls{bd: bd, tg: tg, ac: ac, ar: ar}}
}

// write turns the clone f into the body of t.
func (env *Env) write(t *tangent, f *ir.Function, info *activity.Info) error {
	s := newSynth(env, t, info, rules.Contraction(f))
	for _, g := range info.ShadowGlobals() {
		s.tg.globals[g] = true
		if err := shadowrt.Unsized(f, g); err != nil {
			s.bd.diags = append(s.bd.diags, err)
		}
	}
	if env.split {
		s.bd.split = newSplitter(s.bd, f)
	}
	order := ir.RPO(f)
	s.bd.takeBody(f, order)
	s.params(f)
	for _, blk := range order {
		for _, phi := range blk.Phis() {
			s.bd.phis = append(s.bd.phis, phi)
			if s.tg.carries(phi) {
				s.tg.tangentPhi(phi)
			}
		}
	}
	for _, blk := range order {
		s.walk(blk, blk == order[0], f)
	}
	for _, phi := range s.bd.phis {
		s.tg.fillPhi(phi)
	}
	for k, v := range s.bd.old {
		ir.ReplaceAllUses(v, s.bd.new[k])
		if i, ok := v.(*ir.Instr); ok {
			i.DropArgs()
		}
	}
	env.M.Remove(f)
	if s.bd.split != nil && len(s.bd.diags) == 0 {
		s.bd.split.finish()
		return errors.Join(s.bd.diags...)
	}
	if len(s.bd.diags) == 0 {
		if s.bd.t.width >= manyLanes {
			loopopt.InterleaveShadows(s.bd.t.fn, s.ac.teams(), s.bd.t.width)
			loopopt.DistributeDirections(s.bd.t.fn, s.ac.lanes, s.bd.t.width)
		}
		canon.PlainExceptions(s.bd.t.fn)
		loopopt.UnrollAndJam(s.bd.t.fn)
	}
	return errors.Join(s.bd.diags...)
}

// teams lists the instructions that do the same for each lane.
func (acs *accesses) teams() [][]*ir.Instr {
	list := acs.effects
	for _, b := range acs.bd.t.fn.Blocks {
		for _, i := range b.Instrs {
			var lanes []*ir.Instr
			for _, d := range acs.tg.d[i] {
				if t, ok := d.(*ir.Instr); ok {
					lanes = append(lanes, t)
				}
			}
			if len(lanes) == acs.bd.t.width {
				list = append(list, lanes)
			}
		}
	}
	return list
}

// takeBody moves the reachable blocks of f to the new function.
func (bo *body) takeBody(f *ir.Function, order []*ir.Block) {
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
	bo.t.fn.TakeBody(f)
	bo.t.fn.Suffix = f.Suffix
}

// params pairs the old parameters with the new ones and their tangents.
func (s *synth) params(f *ir.Function) {
	k := 0
	for j, p := range f.Params {
		s.bd.replace(p, s.bd.t.fn.Params[k])
		if s.bd.split != nil {
			s.bd.split.from[s.bd.t.fn.Params[k]] = j
		}
		k++
		if paramKind(s.bd.t.seed, j) == signature.Const {
			continue
		}
		for range s.bd.t.width {
			s.tg.d[p] = append(s.tg.d[p], s.bd.t.fn.Params[k])
			k++
		}
	}
}

// replace notes that new stands for old. Until the body is complete operands
// keep the old value, which is what the analysis knows.
func (bo *body) replace(old, new ir.Value) {
	bo.old, bo.new = append(bo.old, old), append(bo.new, new)
}

func (tgs *tangents) tangentPhi(phi *ir.Instr) {
	for range tgs.bd.t.width {
		t := ir.NewInstr(ir.Phi, phi.Typ)
		t.Flags = tangentFlags(phi.Flags)
		tgs.d[phi] = append(tgs.d[phi], t)
	}
}

// walk writes a block anew: every primal instruction followed by its tangents.
func (s *synth) walk(blk *ir.Block, entry bool, f *ir.Function) {
	instrs := blk.Instrs
	phis := append([]*ir.Instr(nil), blk.Phis()...)
	blk.Instrs = make([]*ir.Instr, 0, 2*len(instrs))
	s.bd.block = blk
	s.bd.b = ir.NewBuilder(blk)
	for _, phi := range phis {
		s.bd.b.Insert(phi)
	}
	for _, phi := range phis {
		for _, t := range s.tg.d[phi] {
			s.bd.b.Insert(t.(*ir.Instr))
		}
	}
	if entry {
		s.ac.copyByvalShadows(f)
	}
	for _, i := range instrs[len(phis):] {
		s.bd.b.Meta, s.bd.b.Flags = i.DebugLoc(), s.bd.contract
		switch {
		case i.Op == ir.Ret:
			s.ret(i)
		case i.Op == ir.Invoke:
			s.cl.invoke(i)
		case i.Op.IsTerminator():
			if c := s.bd.info.Call(i); c != nil && c.Active || i.Op == ir.CatchSwitch || i.Op == ir.CleanupRet {
				s.bd.refuse(i, CodeInstr, "%s has no tangent form", i.Op)
			}
			s.bd.info.CheckNumbers(s.bd.b, i, func(v ir.Value) ir.Value { return v })
			s.bd.b.Insert(i)
		default:
			s.instr(i)
		}
	}
	s.bd.tail[blk] = s.bd.b.B
}

// newBlock appends a block to the function.
func (bo *body) newBlock(name string) *ir.Block { return bo.t.fn.NewBlock(name) }

// fillPhi gives a phi its new predecessors, and its tangents their operands.
func (tgs *tangents) fillPhi(phi *ir.Instr) {
	blk, tangents := phi.Parent, tgs.d[phi]
	for k := range len(phi.Blocks) {
		old := phi.Blocks[k]
		from := tgs.bd.edges[edge{from: old, to: blk}]
		if from == nil {
			from = tgs.bd.tail[old]
		}
		phi.Blocks[k] = from
		tgs.incoming(phi, phi.Arg(k), tangents, from)
		for _, e := range tgs.bd.extra {
			if e.from == old && e.to == blk {
				phi.AddIncoming(phi.Arg(k), e.by)
				tgs.incoming(phi, phi.Arg(k), tangents, e.by)
			}
		}
	}
}

func (tgs *tangents) incoming(phi *ir.Instr, v ir.Value, tangents []ir.Value, from *ir.Block) {
	if len(tangents) == 0 {
		return
	}
	tgs.bd.b.Before(from.Term())
	for lane, t := range tangents {
		t.(*ir.Instr).AddIncoming(tgs.chosen(phi, v, lane), from)
	}
}

// ret delivers the tangents of the result beside it.
func (s *synth) ret(i *ir.Instr) {
	typ := s.bd.t.of.Typ
	if i.NumArgs() == 0 || !hasRetTangent(typ, s.bd.t.seed) {
		s.bd.b.Insert(i)
		return
	}
	v := i.Arg(0)
	floats := s.bd.t.seed.Ret
	if s.bd.t.public {
		out := s.bd.t.fn.Params[len(s.bd.t.fn.Params)-1]
		if s.bd.split != nil {
			out = s.bd.t.fn.Params[len(s.bd.t.fn.Params)-2]
		}
		for lane := range s.bd.t.width {
			p := s.bd.b.GEP(typ.Ret, out, ir.NewInt(ir.I64, int64(lane)))
			s.bd.b.Store(s.tg.moved(v, lane, floats), p, 0)
		}
		s.bd.b.Insert(i)
		return
	}
	var agg ir.Value = ir.Poison(s.bd.t.fn.Typ.Ret)
	agg = s.bd.b.InsertValue(agg, v, 0)
	for lane := range s.bd.t.width {
		agg = s.bd.b.InsertValue(agg, s.tg.moved(v, lane, floats), lane+1)
	}
	s.bd.b.Ret(agg)
	i.DropArgs()
}

// refuse notes that i cannot be differentiated.
func (bo *body) refuse(i *ir.Instr, code, format string, args ...any) {
	bo.diags = append(bo.diags, bo.diagnose(i, code, format, args...))
}

// diagnose makes a diagnostic at i, which may stand in no block any more.
func (bo *body) diagnose(i *ir.Instr, code, format string, args ...any) *ir.Diagnostic {
	parent := i.Parent
	if parent == nil {
		i.Parent = bo.block
	}
	d := ir.DiagAt(i, code, format, args...)
	i.Parent = parent
	d.Causes = bo.info.Reason(i)
	return d
}
