package reverse

import (
	"maps"
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// guards knows which selects and phis keep adjoints from values that are not finite.
type guards struct {
	fn *primal
	sh *shadows
	rv *reversals
	cf *controlFlow

	guards map[*ir.Instr]bool    // see guarded
	arms   map[*ir.Instr]*arm    // the innermost arm that an instruction is in
	sides  map[*ir.Instr][2]*arm // of selects: for their second and their third operand
	next   map[*analysis.Loop]*arm
}

// arm is one side of a select: active values that are computed in its block for that side
// alone. Where the select takes the other side their adjoints may be anything, NaN too; what
// they add to adjoints of values outside is zero then. One condition does what guards of all
// of them would. The values that an iteration of a loop computes for the next one alone are an
// arm, too: there is no next one where control leaves the loop.
type arm struct {
	sel  *ir.Instr
	at   int            // the operand of sel
	loop *analysis.Loop // the loop, for the values of its next iteration
	in   *arm           // the arm that sel is in
}

// guarded reports whether what i computes may be dropped, by a select (or the
// like: fmin, fmax), or because control goes another way than to its users, in
// front of which the compiler computes it: its adjoint is then zero, and must
// stay zero even where its partials are infinite.
func (gs *guards) guarded(i *ir.Instr) bool {
	if gs.guards == nil {
		gs.findGuarded()
	}
	return gs.guards[i]
}

// hasFactor reports whether the adjoint of i is multiplied for operand k, by what may be infinite.
func hasFactor(i *ir.Instr, r *rules.Rule, k int) bool {
	n := r.Needs(k)
	return (n.Args != 0 || n.Result) && !timesConstant(i, k)
}

func (gs *guards) findGuarded() {
	var dropped, left []ir.Value
	poles := map[*ir.Instr]bool{} // see hasPole
	for _, b := range gs.fn.p.Blocks {
		for _, i := range b.Instrs {
			if gs.drops(i) {
				for k := range i.NumArgs() {
					dropped = append(dropped, i.Arg(k))
				}
			}
		}
		for _, i := range gs.leftBehind(b, poles) {
			left = append(left, i)
		}
	}
	isDropped, isLeft := gs.computedFrom(dropped), gs.computedFrom(left)
	gs.guards = map[*ir.Instr]bool{}
	maps.Copy(gs.guards, isDropped)
	maps.Copy(gs.guards, isLeft)
	gs.keepDropped()
	gs.next = map[*analysis.Loop]*arm{}
	for _, l := range gs.fn.allLoops() {
		if gs.endsInLatch(l) {
			gs.next[l] = &arm{loop: l}
		}
	}
	gs.findArms()
	// What control passes by is guarded against the poles that it comes from: other
	// partials are as finite as what memory holds.
	unguarded := func(i *ir.Instr) bool { return !gs.guards[i] || !isDropped[i] && !gs.meetsPole(i, poles) }
	if gs.dropDearArms(unguarded) {
		gs.findArms()
	}
	for i := range isLeft {
		if !isDropped[i] && !gs.meetsPole(i, poles) {
			delete(gs.guards, i)
		}
	}
}

// endsInLatch reports whether control leaves l behind whole iterations alone.
func (gs *guards) endsInLatch(l *analysis.Loop) bool {
	n := 0
	for _, e := range l.ExitEdges() {
		if gs.fn.reach[e.To] {
			if n++; e.From != l.Latch() {
				return false
			}
		}
	}
	return n == 1 && gs.cf.loopWork[l]
}

// dropDearArms gives up the arms of next iterations that take more conditions, one for each adjoint outside that
// they add to, than there are guards in them.
func (gs *guards) dropDearArms(unguarded func(*ir.Instr) bool) (dropped bool) {
	saved := map[*arm]int{}
	for i, a := range gs.arms {
		if a = a.ofLoop(); a == nil {
			continue
		}
		r := rules.ForInstr(i)
		for k := range i.NumArgs() {
			if !gs.rv.isActive(i.Arg(k)) {
				continue
			}
			x, _ := i.Arg(k).(*ir.Instr)
			if gs.arms[x].ofLoop() != a {
				saved[a]--
			}
			if i.Op != ir.Select && hasFactor(i, r, k) && !unguarded(i) {
				saved[a]++
			}
		}
	}
	for l, a := range gs.next {
		if n, ok := saved[a]; ok && n < 0 {
			delete(gs.next, l)
			dropped = true
		}
	}
	return dropped
}

// keepDropped takes from the values that may be dropped those with a use that is not, where they
// are computed: their adjoints are zero only if that use makes them so. So are those of which one of two
// uses is not: select c, i, x and select c, y, i, or what either is computed from.
func (gs *guards) keepDropped() {
	for _, b := range gs.fn.p.Blocks {
		taken := map[*ir.Instr]map[use]bool{}
		for _, i := range slices.Backward(b.Instrs) {
			if gs.guards[i] && gs.usedAnyway(i, taken) {
				delete(gs.guards, i)
			}
		}
	}
}

// usedAnyway reports whether an active use of i in its block is not dropped, or one of two are not. It notes in taken
// which operands of selects hand an adjoint on to i, by itself or by what is computed from it.
func (gs *guards) usedAnyway(i *ir.Instr, taken map[*ir.Instr]map[use]bool) bool {
	by := map[use]bool{}
	for u := range ir.Uses(i) {
		user := u.User
		switch active := gs.rv.isActive(user); {
		case !active && !gs.rv.hasReversal(user), user.Op == ir.Phi, user.Parent != i.Parent:
		case user.Op == ir.Select && u.Index() > 0:
			if !gs.guards[user] {
				by[use{user.Arg(0), u.Index()}] = true
			}
		case gs.drops(user):
		case gs.guards[user]:
			maps.Copy(by, taken[user])
		default:
			return true
		}
	}
	for u := range by {
		if by[use{u.cond, 3 - u.at}] {
			return true
		}
	}
	taken[i] = by
	return false
}

// use is an operand of a select with a condition.
type use struct {
	cond ir.Value
	at   int
}

// findArms finds the arms of selects whose own adjoints are zero only where the selects whose
// arms they are in make them so.
func (gs *guards) findArms() {
	gs.arms, gs.sides = map[*ir.Instr]*arm{}, map[*ir.Instr][2]*arm{}
	for _, b := range slices.Backward(gs.fn.p.Blocks) {
		for _, i := range slices.Backward(b.Instrs) {
			if gs.sh.isShadow[i] || !gs.rv.isActive(i) || !i.Typ.IsFP() || i.Op != ir.Select && !hasRuleOnly(i) {
				continue
			}
			a := gs.commonArm(i)
			if a != nil {
				gs.arms[i] = a
			}
			if i.Op == ir.Select && gs.cf.choices[i] == nil && (a != nil || !gs.guards[i]) {
				gs.sides[i] = [2]*arm{{sel: i, at: 1, in: a}, {sel: i, at: 2, in: a}}
			}
		}
	}
}

// hasRuleOnly reports whether the adjoint of i is what a row of package rules says, for the
// operands of i alone.
func hasRuleOnly(i *ir.Instr) bool {
	switch i.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg:
		return true
	case ir.Call:
		r := rules.ForInstr(i)
		return r != nil && len(r.Outs) == 0 && rules.MaskedOf(i).Kind == rules.NotMasked
	}
	return false
}

// commonArm gives the innermost arm that has all the uses of i that matter to its adjoint, nil if there is none.
func (gs *guards) commonArm(i *ir.Instr) *arm {
	var common *arm
	for u := range ir.Uses(i) {
		if !gs.rv.isActive(u.User) && !gs.rv.hasReversal(u.User) {
			continue
		}
		a := gs.armOfUse(i, u)
		if a == nil {
			return nil
		}
		if common == nil {
			common = a
			continue
		}
		for common != nil && !common.has(a) {
			common = common.in
		}
		if common == nil {
			return nil
		}
	}
	return common
}

// armOfUse gives the innermost arm that has a use of i, nil if it is in none.
func (gs *guards) armOfUse(i *ir.Instr, u *ir.Use) *arm {
	user, l := u.User, gs.fn.loops.Of(i.Parent)
	if user.Op == ir.Phi {
		if l == nil || user.Parent != l.Header || user.Blocks[u.Index()] != l.Latch() {
			return nil
		}
		return gs.next[l]
	}
	if user.Parent != i.Parent {
		if a := gs.arms[user].ofLoop(); a != nil && a.loop == l {
			return a
		}
		return nil
	}
	if s, ok := gs.sides[user]; ok && u.Index() > 0 {
		return s[u.Index()-1]
	}
	return gs.arms[user]
}

// ofLoop gives the arm around a, or a itself, that is one of a next iteration, nil if there is none.
func (a *arm) ofLoop() *arm {
	for a != nil && a.loop == nil {
		a = a.in
	}
	return a
}

// has reports whether b is a or in it.
func (a *arm) has(b *arm) bool {
	for ; b != nil; b = b.in {
		if a == b {
			return true
		}
	}
	return false
}

// armOf gives the innermost arm that v is in, nil if it is in none.
func (gs *guards) armOf(v ir.Value) *arm {
	if gs.guards == nil {
		gs.findGuarded()
	}
	i, _ := v.(*ir.Instr)
	return gs.arms[i]
}

// nextOf gives the arm of what iterations of l compute for the next one, nil if there is none.
func (gs *guards) nextOf(l *analysis.Loop) *arm {
	if gs.guards == nil {
		gs.findGuarded()
	}
	return gs.next[l]
}

// sideOf gives the arm for operand k of a select, nil if the select has no arms.
func (gs *guards) sideOf(sel *ir.Instr, k int) *arm {
	if gs.guards == nil {
		gs.findGuarded()
	}
	return gs.sides[sel][k-1]
}

// computedFrom gives active values with all that they are computed from.
func (gs *guards) computedFrom(values []ir.Value) map[*ir.Instr]bool {
	all := map[*ir.Instr]bool{}
	for len(values) > 0 {
		i, ok := values[len(values)-1].(*ir.Instr)
		values = values[:len(values)-1]
		if !ok || all[i] || !gs.rv.isActive(i) {
			continue
		}
		all[i] = true
		if i.Op != ir.Phi && i.Op != ir.Load {
			for k := range i.NumArgs() {
				values = append(values, i.Arg(k))
			}
		}
	}
	return all
}

// meetsPole reports whether partials of i itself can be infinite, or those of what
// it takes.
func (gs *guards) meetsPole(i *ir.Instr, poles map[*ir.Instr]bool) bool {
	if gs.isPole(i) {
		return true
	}
	for k := range i.NumArgs() {
		if a, ok := i.Arg(k).(*ir.Instr); ok && gs.hasPole(a, poles) {
			return true
		}
	}
	return false
}

// isPole reports whether partials of i can be infinite for operands that are finite, or
// are what they are taken for only on the way that control takes.
func (gs *guards) isPole(i *ir.Instr) bool {
	switch i.Op {
	case ir.FPExt, ir.FPTrunc, ir.BitCast, ir.Select, ir.Freeze:
		return false
	}
	r := rules.ForInstr(i)
	return r != nil && (r.Pole() || gs.takesStray(i, r))
}

// takesStray reports whether a partial of i needs a stray operand.
func (gs *guards) takesStray(i *ir.Instr, r *rules.Rule) bool {
	for k := range min(r.Arity, i.NumArgs()) {
		n := r.Needs(k)
		for j := range min(r.Arity, i.NumArgs()) {
			if (n.Args&(1<<j) != 0 || n.Result) && gs.stray(i.Arg(j), maxStraySteps) {
				return true
			}
		}
	}
	return false
}

// maxStraySteps bounds the arithmetic between a word and what takes it.
const maxStraySteps = 4

// stray reports whether a float is computed from a word of which one variant of an enum or
// a union makes a float and another an integer: on the way of the other it may be anything,
// NaN too.
func (gs *guards) stray(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return false
	}
	switch i.Op {
	case ir.BitCast:
		w, ok := i.Arg(0).(*ir.Instr)
		if !ok || !w.Typ.IsInt() {
			return false
		}
		switch w.Op {
		case ir.Load, ir.Phi, ir.Select, ir.ExtractValue:
			return true
		}
	case ir.Load:
		return gs.fn.info.SharedByNumber(i.Arg(0), i.Typ)
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FNeg:
		for k := range i.NumArgs() {
			if gs.stray(i.Arg(k), steps-1) {
				return true
			}
		}
	}
	return false
}

// drops reports whether i passes on one of its operands and drops the other.
func (gs *guards) drops(i *ir.Instr) bool {
	if !gs.rv.isActive(i) {
		return false
	}
	if i.Op == ir.Select {
		return true
	}
	if i.Op != ir.Call {
		return false
	}
	r := rules.ForInstr(i)
	return r != nil && r.Drops()
}

// leftBehind lists the active values that b computes for other blocks and that
// control may then pass by, where a partial that enters them can be infinite: b may
// decide that itself, or lead to a loop that does.
func (gs *guards) leftBehind(b *ir.Block, poles map[*ir.Instr]bool) []*ir.Instr {
	var list []*ir.Instr
	for _, i := range b.Instrs {
		if !gs.sh.isShadow[i] && gs.rv.isActive(i) && gs.hasPole(i, poles) && gs.passedBy(i) {
			list = append(list, i)
		}
	}
	return list
}

// hasPole reports whether i, or what it is computed from, has partials that can
// be infinite. known holds the answers so far.
func (gs *guards) hasPole(i *ir.Instr, known map[*ir.Instr]bool) bool {
	if p, ok := known[i]; ok {
		return p
	}
	known[i] = false
	if i.Op == ir.Phi || i.Op == ir.Load {
		return false
	}
	pole := gs.isPole(i)
	for k := range i.NumArgs() {
		if a, ok := i.Arg(k).(*ir.Instr); ok && !pole && gs.rv.isActive(a) {
			pole = gs.hasPole(a, known)
		}
	}
	known[i] = pole
	return pole
}

// passedBy reports whether there is a way from behind i to the end, or to i
// once more, that meets no active user of i, phis that pass it on aside.
func (gs *guards) passedBy(i *ir.Instr) bool {
	used := map[*ir.Block]bool{}
	seen := map[*ir.Instr]bool{}
	values := []*ir.Instr{i}
	for len(values) > 0 {
		v := values[len(values)-1]
		values = values[:len(values)-1]
		for u := range ir.Uses(v) {
			if !gs.rv.isActive(u.User) && !gs.rv.hasReversal(u.User) {
				continue
			}
			switch {
			case u.User.Op == ir.Phi && !seen[u.User]:
				seen[u.User] = true
				values = append(values, u.User)
			case u.User.Op != ir.Phi && u.User.Parent == i.Parent && v == i:
				return false
			case u.User.Op != ir.Phi:
				used[u.User.Parent] = true
			}
		}
	}
	visited := map[*ir.Block]bool{}
	stack := []*ir.Block{i.Parent}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, t := range b.Succs() {
			if !gs.fn.reach[t] || used[t] || visited[t] {
				continue
			}
			if t == i.Parent || t.Term().Op == ir.Ret {
				return true
			}
			visited[t] = true
			stack = append(stack, t)
		}
	}
	return false
}
