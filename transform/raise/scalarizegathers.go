package raise

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// ScalarizeGathers scalarizes vectors that loops carry from one iteration to the next and that
// are built lane by lane: sums of elements that are not adjacent, which the compiler gathers
// to add them as a vector. A derivative would scatter every adjoint again, in loops that are
// not vectorized any more. Values stay the same bit for bit. It must run before Devectorize,
// which looks at the start values of vectorized sums, and reports whether anything changed.
func ScalarizeGathers(f *ir.Function) bool {
	return newGatherScalarizer(f).run()
}

// ScalarizePackedLanes scalarizes vectors that an iteration packs from scalars and takes apart again, as the SLP vectorizer leaves them, where
// that takes more instructions than there are operations between: the loop's derivative is then a loop of scalars, which
// compilers vectorize. Values stay the same bit for bit. It reports whether anything changed.
func ScalarizePackedLanes(f *ir.Function) bool {
	g := newGatherScalarizer(f)
	g.packed = true
	return g.run()
}

func newGatherScalarizer(f *ir.Function) *gatherScalarizer {
	return &gatherScalarizer{f: f, web: map[*ir.Instr]*laneWeb{}, lanes: map[ir.Value][]ir.Value{}}
}

func (g *gatherScalarizer) run() bool {
	f := g.f
	if !g.any() {
		return false
	}
	g.li = analysis.Loops(f, ir.Dominators(f))
	order := ir.RPO(f)
	for _, b := range order {
		for _, i := range b.Instrs {
			if laneWork(i) {
				g.join(i)
			}
		}
	}
	for _, b := range order {
		for _, i := range b.Instrs {
			if w := g.web[i]; w != nil {
				g.weigh(i, w.root())
			}
		}
	}
	return g.split(order)
}

const maxGatheredLanes = 16

// gatherScalarizer is the state of ScalarizeGathers in one function.
type gatherScalarizer struct {
	f      *ir.Function
	packed bool // not only what loops carry
	li     *analysis.LoopInfo
	web    map[*ir.Instr]*laneWeb
	lanes  map[ir.Value][]ir.Value
}

// laneWeb is a set of vectors that are computed from each other.
type laneWeb struct {
	into    *laneWeb
	kept    bool // something needs them as vectors
	carried bool // a loop hands one of them on
	moves   int  // lanes put in and taken out in loops
	work    int  // operations with all lanes in loops
}

func (w *laneWeb) root() *laneWeb {
	for w.into != nil {
		w = w.into
	}
	return w
}

// any reports whether f has a phi of vectors, or a packed vector.
func (g *gatherScalarizer) any() bool {
	for _, b := range g.f.Blocks {
		if g.packed && slices.ContainsFunc(b.Instrs, func(i *ir.Instr) bool { return i.Op == ir.InsertElement && fewLanes(i.Typ) }) {
			return true
		}
		for _, phi := range b.Phis() {
			if fewLanes(phi.Typ) {
				return true
			}
		}
	}
	return false
}

func fewLanes(t *ir.Type) bool {
	return t.IsVector() && !t.Scalable && t.Len <= maxGatheredLanes && (t.Elem.IsInt() || t.Elem.IsFP())
}

// laneWork reports whether i computes a vector from others lane by lane.
func laneWork(i *ir.Instr) bool {
	if !fewLanes(i.Typ) {
		return false
	}
	switch {
	case i.Op == ir.Phi, i.Op == ir.FNeg, i.Op.IsBinary():
		return true
	case i.Op == ir.InsertElement:
		return laneNumber(i.Arg(2), i.Typ) >= 0
	case i.Op == ir.ShuffleVector:
		return fewLanes(i.Arg(0).Type()) && edit.ShuffleMask(i.Arg(2), i.Typ.Len) != nil
	}
	return edit.LanewiseIntrinsic(i) != ""
}

// laneNumber is the constant lane index v for vectors of type t, -1 where it is none.
func laneNumber(v ir.Value, t *ir.Type) int64 {
	if k, ok := ir.IntValue(v); ok && k >= 0 && k < t.Len {
		return k
	}
	return -1
}

// vectorArgs are the vector operands of i.
func vectorArgs(i *ir.Instr) []ir.Value {
	switch {
	case i.Op == ir.InsertElement:
		return i.Args()[:1]
	case i.Op == ir.ShuffleVector:
		return i.Args()[:2]
	case i.IsCall():
		return i.CallArgs()
	}
	return i.Args()
}

// join merges the webs of i and its operands.
func (g *gatherScalarizer) join(i *ir.Instr) {
	w := g.of(i)
	for _, a := range vectorArgs(i) {
		x, ok := a.(*ir.Instr)
		switch {
		case ok && laneWork(x):
			if o := g.of(x); o != w {
				w.kept = w.kept || o.kept
				o.into = w
			}
		case edit.ConstLanes(a) == nil:
			w.kept = true
		}
	}
}

func (g *gatherScalarizer) of(i *ir.Instr) *laneWeb {
	if g.web[i] == nil {
		g.web[i] = &laneWeb{}
	}
	return g.web[i].root()
}

// weigh adds up the cost of i, of web w, in loops, and looks at its users.
func (g *gatherScalarizer) weigh(i *ir.Instr, w *laneWeb) {
	l := g.li.Of(i.Parent)
	switch {
	case i.Op == ir.Phi:
		w.carried = w.carried || l != nil && l.Header == i.Parent
	case l == nil || len(l.Inner) > 0:
	case i.Op == ir.InsertElement, i.Op == ir.ShuffleVector:
		w.moves++
	default:
		w.work++
	}
	for u := range ir.Uses(i) {
		x := u.User
		if x.Op == ir.ExtractElement && laneNumber(x.Arg(1), i.Typ) >= 0 {
			if lx := g.li.Of(x.Parent); lx != nil && len(lx.Inner) == 0 {
				w.moves++
			}
		} else if g.web[x] == nil {
			w.kept = true
		}
	}
}

// split scalarizes the webs for which it pays.
func (g *gatherScalarizer) split(order []*ir.Block) bool {
	worth := func(i *ir.Instr) bool {
		w := g.web[i]
		if w == nil {
			return false
		}
		w = w.root()
		return !w.kept && (w.carried || g.packed) && w.moves > w.work
	}
	var apart []*ir.Instr
	for _, b := range order {
		for _, i := range b.Instrs {
			if worth(i) {
				apart = append(apart, i)
			}
		}
	}
	if len(apart) == 0 {
		return false
	}
	for _, i := range apart { // an iteration's values may come from blocks further down
		if i.Op == ir.Phi {
			g.phis(i)
		}
	}
	for _, i := range apart {
		if i.Op != ir.Phi {
			g.lanes[i] = g.apart(i)
		}
	}
	for _, i := range apart {
		if i.Op == ir.Phi {
			for n, from := range i.Blocks {
				for k, v := range g.lanesOf(i.Arg(n)) {
					g.lanes[i][k].(*ir.Instr).AddIncoming(v, from)
				}
			}
		}
		for u := range ir.Uses(i) {
			if x := u.User; x.Op == ir.ExtractElement {
				edit.Replace(x, g.lanes[i][laneNumber(x.Arg(1), i.Typ)])
			}
		}
	}
	for _, i := range apart {
		edit.Kill(i)
	}
	edit.Compact(g.f)
	return true
}

func (g *gatherScalarizer) lanesOf(v ir.Value) []ir.Value {
	if list := g.lanes[v]; list != nil {
		return list
	}
	return edit.ConstLanes(v)
}

// scalar is v, or the scalar that it extracts from a scalarized vector.
func (g *gatherScalarizer) scalar(v ir.Value) ir.Value {
	if i, ok := v.(*ir.Instr); ok && i.Op == ir.ExtractElement {
		if list := g.lanes[i.Arg(0)]; list != nil {
			return list[laneNumber(i.Arg(1), i.Arg(0).Type())]
		}
	}
	return v
}

// phis makes the phis of the lanes of i, without incoming values.
func (g *gatherScalarizer) phis(i *ir.Instr) {
	b := ir.NewBuilder(i.Parent)
	for range i.Typ.Len {
		phi := b.Phi(i.Typ.Elem)
		phi.Line, phi.Flags, phi.Meta = i.Line, i.Flags, edit.DebugLoc(i)
		g.lanes[i] = append(g.lanes[i], phi)
	}
}

// apart computes the lanes of i before it.
func (g *gatherScalarizer) apart(i *ir.Instr) []ir.Value {
	switch i.Op {
	case ir.InsertElement:
		out := append([]ir.Value(nil), g.lanesOf(i.Arg(0))...)
		out[laneNumber(i.Arg(2), i.Typ)] = g.scalar(i.Arg(1))
		return out
	case ir.ShuffleVector:
		from := append(append([]ir.Value(nil), g.lanesOf(i.Arg(0))...), g.lanesOf(i.Arg(1))...)
		var out []ir.Value
		for _, k := range edit.ShuffleMask(i.Arg(2), i.Typ.Len) {
			if k < 0 || k >= int64(len(from)) {
				out = append(out, ir.Poison(i.Typ.Elem))
			} else {
				out = append(out, from[k])
			}
		}
		return out
	}
	b := ir.NewBuilder(i.Parent)
	b.Before(i)
	var out []ir.Value
	for k := range i.Typ.Len {
		var args []ir.Value
		for _, a := range vectorArgs(i) {
			args = append(args, g.lanesOf(a)[k])
		}
		var x *ir.Instr
		if name := edit.LanewiseIntrinsic(i); name != "" {
			x = b.Intrinsic(name, i.Typ.Elem, []*ir.Type{i.Typ.Elem}, args...)
		} else {
			x = b.Insert(ir.NewInstr(i.Op, i.Typ.Elem, args...))
		}
		x.Line, x.Flags, x.Meta = i.Line, i.Flags, edit.DebugLoc(i)
		out = append(out, x)
	}
	return out
}
