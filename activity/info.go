package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Env is shared by the analyses of one module: summaries of callees, activity
// of globals. The functions that one request reaches are analysed in the same
// Env, the requested one first: it decides which globals are active.
type Env struct {
	M *ir.Module
	// Calls tells where calls lead that name no function.
	Calls *callgraph.Graph
	// Forward says that the derivatives wanted are tangents. They are moved as
	// the primal's bytes are, so moves of bytes of undecided type are no error
	// where both sides have a shadow; package forward refuses the others.
	Forward bool
	// Body, if any, gives what calls of a function with a body come to, another body
	// or its own. It is asked once for each.
	Body       func(*ir.Function) *ir.Function
	bodies     map[*ir.Function]*ir.Function
	sums       summaries
	module     *pointsto.Module
	context    map[*ir.Function][]pointsto.ParamType
	inContext  map[*ir.Function]map[pointsto.ParamType]bool
	original   map[*ir.Function]*ir.Function
	written    map[*ir.Function]map[*ir.Global]bool
	active     map[*ir.Global]uint8
	shadowFunc map[*ir.Function]bool         // called through addresses on active data
	plainFunc  map[*ir.Function]*ir.Function // whose addresses a function given out uses as they are
	issued     map[*ir.Global]*ir.Function   // globals that a function given out treats as inactive
	doubles    bool                          // a body works with doubles
	nested     bool                          // a body is the gradient of a gradient
	others     map[*ir.Function]bool         // bodies that work with other floating-point types, of which nothing more is known
	settled    map[*ir.Function]bool         // bodies that were found not to have such that are active
	mixes      bool                          // one has
	unsettled  bool                          // see Unsettled
	Trusting   bool                          // that none has
	Brief      bool                          // an attempt before was Exhausted
	held       map[*ir.Global]*held
	varied     map[*ir.Global]bool // see Varied
	bitsOut    []lostEnd           // see checkBitsLost
	bitsIn     []lostEnd
	asked      map[ir.Value]bool // see Ask
}

// What is active of a global: its own memory, the memory behind pointers in it.
const (
	activeSelf uint8 = 1 << iota
	activeBehind
)

func activeBit(k pointsto.ObjKind) uint8 {
	if k == pointsto.ObjDeep {
		return activeBehind
	}
	return activeSelf
}

// NewEnv prepares the analysis of functions of m.
func NewEnv(m *ir.Module) *Env {
	calls := callgraph.New(m)
	return &Env{M: m, Calls: calls, module: newModule(m, calls), context: map[*ir.Function][]pointsto.ParamType{}, inContext: map[*ir.Function]map[pointsto.ParamType]bool{}, original: map[*ir.Function]*ir.Function{}, active: map[*ir.Global]uint8{}, shadowFunc: map[*ir.Function]bool{}, plainFunc: map[*ir.Function]*ir.Function{}, issued: map[*ir.Global]*ir.Function{},
		bodies: map[*ir.Function]*ir.Function{}, others: map[*ir.Function]bool{}, settled: map[*ir.Function]bool{}, held: map[*ir.Global]*held{}, varied: map[*ir.Global]bool{}}
}

// Info is what is known about one function under one Seed.
type Info struct {
	env        *Env
	F          *ir.Function
	Seed       signature.Seed
	sol        *solution
	calls      map[*ir.Instr]*CallInfo
	diags      []*ir.Diagnostic
	values     []ir.Value                     // by node; made when first asked for
	hinted     map[hintKey]bool               // what callees have been told of
	told       map[pointsto.Node]bool         // undecided integers that a diagnostic has named
	moved      map[*ir.Instr][]memtypes.Piece // what block operations and stores of integers move
	spread     []*ir.Instr                    // copies of unknown extent
	parts      map[*ir.Instr][]Part           // see Parts
	mantissas  map[ir.Value]digits            // see growsWith
	halves     map[*ir.Instr][]half           // see noteHalves
	computed   map[computedAt]bool            // where integers that are no constants are stored; see advances
	fed        map[int32]uint8                // see fedByVaried
	nowhere    map[*ir.Instr]bool             // see CheckNowhere
	strewn     map[int32]bool                 // see checkPlace
	unaligned  map[int32]bool                 // see isUnaligned
	bare       map[int32]bool                 // see HoldsBare
	constReads map[int32][]*ir.Instr          // see constantReads
}

// Analyze studies f (loaded; normalised by package transform) under seed. What cannot be
// decided and matters comes back as diagnostics; the Info is then not usable.
func (e *Env) Analyze(f *ir.Function, seed signature.Seed) (*Info, []*ir.Diagnostic) {
	if d := e.instrumented(f); d != nil {
		return &Info{env: e, F: f, Seed: seed}, []*ir.Diagnostic{d}
	}
	if e.Exhausted() {
		return e.unknown(f, seed)
	}
	p, ty := newStudy(e, f, func(q *ir.Param) bool { return q.Index < len(seed.Params) && seed.Params[q.Index] == signature.Dup })
	a := &Info{env: e, F: f, Seed: seed, sol: solve(newFlow(p, ty, false), seed), calls: map[*ir.Instr]*CallInfo{}, told: map[pointsto.Node]bool{}}
	a.settleOthers()
	a.findMoved()
	a.findNowhere()
	a.keepGlobals()
	a.findHeld()
	a.keepFunctions()
	a.checkMemory()
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			a.checkPlace(i)
			if i.IsCall() {
				a.calls[i] = a.callInfo(i)
				a.checkPassed(i)
			} else {
				a.checkInstr(i)
			}
		}
	}
	a.checkBitsLost()
	a.checkUntagged()
	if e.Exhausted() {
		return e.unknown(f, seed)
	}
	return a, distinct(a.diags)
}

// Studied reports whether the function was looked at: not so where that would have taken too long. Nothing else
// may be asked of an Info then.
func (a *Info) Studied() bool { return a.sol != nil }

// distinct drops diagnostics that say the same of the same place: a body that
// was put into several places comes up in each.
func distinct(l []*ir.Diagnostic) []*ir.Diagnostic {
	seen := map[string]bool{}
	var out []*ir.Diagnostic
	for _, d := range l {
		if text := d.Error(); !seen[text] {
			seen[text] = true
			out = append(out, d)
		}
	}
	return out
}

// Varied reports whether an analysed function puts floats that depend on active inputs
// into a variable, or into memory that it leads to.
func (e *Env) Varied(g *ir.Global) bool { return e.varied[g] }

// keepGlobals records which globals are active, for the callees.
func (a *Info) keepGlobals() {
	s := a.sol
	for k := range s.p.Objs {
		ob := &s.p.Objs[k]
		g, ok := s.p.Objs[ob.Root].Site.(*ir.Global)
		if !ok {
			continue
		}
		if s.varied[s.g.obj[k]] {
			s.env.varied[g] = true
		}
		if !s.shadow[k] {
			if _, ok := a.env.issued[g]; !ok {
				a.env.issued[g] = a.F
			}
			continue
		}
		bit := activeBit(ob.Kind)
		if s.env.active[g]&bit != 0 || pointsto.Constant(g) {
			continue
		}
		s.env.active[g] |= bit
		if by := s.env.issued[g]; by != nil && by != a.F {
			a.diags = append(a.diags, &ir.Diagnostic{
				File: s.env.M.Name, Code: CodeLateGlobal,
				Message: "global '" + g.Name + "' becomes active in '" + s.env.NameOfFunc(a.F) + "' but '" + s.env.NameOfFunc(by) + "' was differentiated with it inactive",
				Hint:    "leave out `-transport settled`: by names it has a derivative",
			})
		}
	}
}

// Active reports whether the value carries floating-point data that may depend
// on an active input and may influence an active output.
func (a *Info) Active(v ir.Value) bool {
	if ir.IsConstant(v) {
		return false
	}
	n, ok := a.sol.p.Index.Of(v)
	return ok && a.sol.active(n) && a.sol.g.carries(v)
}

// Shadow reports whether the value is (or contains) a pointer to memory that
// has a shadow.
func (a *Info) Shadow(v ir.Value) bool {
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.AtomicRMW && !ir.HasUses(i) {
		return false // an exchange that is but a store
	}
	if i, ok := v.(*ir.Instr); ok && i.IsCall() && a.sol.p.TargetOf(i).Kind == pointsto.ToInactive && !ir.HasUses(i) {
		return false // strcpy and its like give back what they got
	}
	return a.sol.hasShadow(v)
}

// MaybeConst reports whether a value with Shadow may at run time point to
// memory without one. Its shadow then equals the primal pointer, and code that
// would read tangents from the shadow or write to it must compare the two
// first.
func (a *Info) MaybeConst(v ir.Value) bool {
	s := a.sol
	if !s.hasShadow(v) {
		return false
	}
	l := s.p.Pointees(v)
	return !s.allShadow(l) || a.Seed.Mixed && s.anyExternal(l)
}

// NeverShadowed reports whether a pointer is known to lead to memory without a shadow alone.
func (a *Info) NeverShadowed(v ir.Value) bool {
	s := a.sol
	l := s.p.Pointees(v)
	return len(l) > 0 && !slices.ContainsFunc(l, func(x memtypes.Addr) bool {
		k := s.p.Objs[x.Obj].Kind
		return s.shadow[x.Obj] || k == pointsto.ObjUnknown || k == pointsto.ObjForeign
	})
}

// EndsShared is MaybeConst for an address at which memory ends. What comes with copied
// memory, as the buffers of strings that hold characters alone, has no shadow.
func (a *Info) EndsShared(v ir.Value) bool {
	if i, ok := v.(*ir.Instr); ok && i.IsCall() && !a.MaybeConst(v) {
		return false // as it was made
	}
	return a.sol.hasShadow(v)
}

// NoShadowEnds writes whether dp is no memory that ends with that at p: p itself, or a number
// that stands for the address of no memory, as empty buffers in Rust have it.
func (a *Info) NoShadowEnds(b *ir.Builder, p, dp ir.Value) ir.Value {
	return b.Binary(ir.Or, b.ICmp(ir.EQ, p, dp), b.ICmp(ir.ULT, b.Cast(ir.PtrToInt, dp, ir.I64), ir.NewInt(ir.I64, pointsto.FirstPage)))
}

// anyExternal reports whether one of the addresses may have come in through a
// parameter or a variable's memory.
func (s *solution) anyExternal(l pointsto.AddrSet) bool {
	return slices.ContainsFunc(l, func(a memtypes.Addr) bool { return s.handedIn(a.Obj) })
}

// handedIn reports whether memory came in through a parameter, or lies behind memory that was there
// before the function began.
func (s *solution) handedIn(o int32) bool {
	k := s.p.Objs[o].Kind
	return k == pointsto.ObjParam || k == pointsto.ObjDeep
}

// Stands says that now, a value that synthesis made, has taken the place of old:
// what is known of old is known of it.
func (a *Info) Stands(now, old ir.Value) {
	if n, ok := a.sol.p.Index.Of(old); ok {
		a.sol.p.Index.Alias(now, n)
	}
}

// Call gives how a call takes part; nil for other instructions.
func (a *Info) Call(i *ir.Instr) *CallInfo { return a.calls[i] }

// ShadowGlobals lists the variables that need a shadow, in order of first use.
func (a *Info) ShadowGlobals() []*ir.Global {
	var list []*ir.Global
	for k := range a.sol.p.Objs {
		if ob := &a.sol.p.Objs[k]; ob.Kind == pointsto.ObjGlobal && a.sol.shadow[k] {
			list = append(list, ob.Site.(*ir.Global))
		}
	}
	return list
}

// SetsColour reports whether the store i may set the colour of a node, an integer
// that functions of the library read in shadow nodes too.
func (a *Info) SetsColour(i *ir.Instr) bool {
	if i.Arg(0).Type() != ir.I32 || !rules.ReadsColours(i.Parent.Parent.Module) {
		return false
	}
	for _, p := range a.Pieces(i) {
		if p.Class != memtypes.Integer {
			return false
		}
	}
	return true
}
