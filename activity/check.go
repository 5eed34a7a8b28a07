package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// checkInstr refuses what has no derivative.
func (a *Info) checkInstr(i *ir.Instr) {
	switch i.Op {
	case ir.Store:
		if v := i.Arg(0); a.variedValue(v) {
			a.checkTarget(i, i.Arg(1))
			a.checkLostInConstant(i)
			a.checkMoved(i, v)
		}
		a.checkGivenAway(i)
		a.checkPart(i)
		a.checkHalf(i)
	case ir.AtomicRMW:
		if a.env.Forward {
			return // has tangents of its own
		}
		op := i.Extra().RMWOp
		if (a.Active(i) || a.Active(i.Arg(1))) && op != "fadd" && op != "fsub" && !(op == "xchg" && onlyFloat(a.Pieces(i))) {
			a.report(i, CodeAtomic, "atomic operation '"+op+"' on active data", "use an atomic addition or plain accesses")
		}
	case ir.CmpXchg:
		if !a.env.Forward && (a.Active(i) || a.Active(i.Arg(2)) && !onlyFloat(a.Pieces(i))) {
			a.report(i, CodeAtomic, "compare-and-exchange on active data", "use an atomic addition or plain accesses")
		}
	case ir.Phi, ir.Select, ir.Freeze:
		a.checkPassed(i)
		a.checkChosen(i)
	case ir.Ret:
		a.checkPassed(i)
		if i.NumArgs() > 0 && a.Seed.Ret {
			a.checkDecided(i, i.Arg(0))
		}
	case ir.Load, ir.BitCast, ir.ShuffleVector, ir.ExtractElement, ir.InsertElement:
		a.checkMoved(i, i)
		a.checkNumber(i)
		a.checkFirstPart(i)
		if i.Op == ir.Load {
			a.checkRead(i)
			a.checkTaken(i)
			a.checkSplit(i)
		}
		if i.Op == ir.BitCast {
			a.checkTakenOut(i)
			a.checkMade(i)
		}
	case ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.Add, ir.Sub, ir.Mul, ir.Trunc, ir.ZExt, ir.SExt:
		a.checkBits(i)
		a.checkChosen(i)
		if i.Op == ir.Or || i.Op == ir.Add || i.Op == ir.Xor {
			a.checkTagged(i)
		}
		if i.Op == ir.Trunc {
			a.checkTakenOut(i)
			a.checkSplit(i)
		}
	case ir.SIToFP, ir.UIToFP:
		a.checkCounted(i)
	case ir.IntToPtr:
		a.checkAddress(i)
		a.checkComputed(i)
	case ir.VAArg:
		if a.Seed.Any() && i.Typ.HasFloat() {
			a.report(i, CodeInstruction, "va_arg of a float in a function that is differentiated", "pass the values as named parameters or an array")
		}
	}
}

// onlyFloat reports whether what is moved is one float.
func onlyFloat(l []memtypes.Piece) bool { return len(l) == 1 && l[0].Class == memtypes.FloatData }

// checkMoved is checkDecided where words may tell at run time.
func (a *Info) checkMoved(i *ir.Instr, v ir.Value) {
	if !a.sol.g.ty.word(v) {
		a.checkDecided(i, v)
	}
}

// checkDecided refuses to move an integer that may hold an active float or
// not.
func (a *Info) checkDecided(i *ir.Instr, v ir.Value) {
	t := a.sol.g.ty
	if a.env.Forward {
		a.checkEither(i, v)
		return
	}
	if !v.Type().Scalar().IsInt() || !a.Active(v) {
		return
	}
	if rep := t.p.Class.Find(t.p.Index.At(v)); !memtypes.Decided(t.valuePieces(v)) && !a.told[rep] && !a.narrow(v, maxNarrow) {
		a.told[rep] = true
		a.undecided(i, v)
	}
}

// checkPart refuses an integer store that changes a part of an active float,
// or gives one bits computed from others.
func (a *Info) checkPart(i *ir.Instr) {
	s, v := a.sol, i.Arg(0)
	if !v.Type().Scalar().IsInt() {
		return
	}
	t := s.g.ty
	if t.word(v) || t.element[i] {
		return
	}
	plainInt := ir.IsConstant(v) || plain(t.valuePieces(v)) || a.narrow(v, maxNarrow)
	for _, d := range s.p.Pointees(i.Arg(1)) {
		n := s.g.obj[d.Obj]
		if s.useful[n] && a.makesPart(v, d) {
			a.refuseBits(i)
			return
		}
		if !s.active(n) || !plainInt || t.begins(i, d) {
			continue
		}
		l := t.partsAt(d, t.p.Layout.StoreSize(v.Type()))
		if len(l) > 0 && !a.mayCut(i, d, l) || t.taint[v] && a.Active(v) && !a.narrow(v, maxNarrow) && !a.CountedWord(v) {
			a.refuseBits(i)
			return
		}
	}
}

// checkBits refuses integer arithmetic on the bits of active floats, except
// lanes that are put together or taken apart and sign bits.
func (a *Info) checkBits(i *ir.Instr) {
	if !a.Active(i) || a.Counted(i) != nil {
		return
	}
	t := a.sol.g.ty
	switch i.Op {
	case ir.Mul, ir.AShr, ir.SExt:
	default:
		if !isBitOp(i) {
			break
		}
		if t.signOp(i) != NoSignOp || memtypes.Decided(t.transfer(i)) || i.Op != ir.Add && i.Op != ir.Sub && memtypes.Decided(t.singleValue(i, t.transfer(i))) {
			return
		}
	}
	a.refuseBits(i)
}

func (a *Info) refuseBits(i *ir.Instr) {
	d := ir.DiagAt(i, CodeBits, "%s works on the bits of an active float", a.doing(i))
	d.Causes = a.Reason(i)
	if i.Op == ir.Store {
		d.Causes = a.Reason(i.Arg(0))
	}
	d.Hint = "write it with floating-point operations (fabs, copysign, ldexp)"
	d.NoRule = (i.Op == ir.SIToFP || i.Op == ir.UIToFP) && !a.storedApart(i.Arg(0), maxApart)
	a.diags = append(a.diags, d)
}

// maxApart bounds the values that are looked through to where an integer was loaded.
const maxApart = 8

// storedApart reports whether an integer is loaded from memory of the function's own, which may hold
// floats at some times and integers at others, as that of a tagged union: the program tells which. It may be loaded
// beside another, or in several places.
func (a *Info) storedApart(v ir.Value, depth int) bool {
	l, ok := v.(*ir.Instr)
	if !ok || depth == 0 {
		return ir.IsConstant(v)
	}
	switch l.Op {
	case ir.Load:
		return slices.ContainsFunc(a.sol.p.Pointees(l.Arg(0)), func(d memtypes.Addr) bool {
			return a.sol.p.Objs[d.Obj].Kind != pointsto.ObjParam
		})
	case ir.ExtractElement, ir.Freeze, ir.BitCast:
		return !l.Arg(0).Type().IsFP() && a.storedApart(l.Arg(0), depth-1)
	case ir.Phi, ir.Select:
		from := l.Args()
		if l.Op == ir.Select {
			from = from[1:]
		}
		return !slices.ContainsFunc(from, func(v ir.Value) bool { return !a.storedApart(v, depth-1) })
	}
	return false
}

func (a *Info) movedPieces(i *ir.Instr, v ir.Value) []memtypes.Piece {
	if v != nil {
		return a.sol.g.ty.valuePieces(v)
	}
	return a.Pieces(i)
}

// undecided refuses to move bytes of which it is not known whether they are
// floats.
func (a *Info) undecided(i *ir.Instr, v ir.Value) {
	code, what := CodeUndecided, "nothing tells whether the bytes are floats or integers"
	for _, p := range a.movedPieces(i, v) {
		if p.Class == memtypes.Mixed {
			code, what = CodeMixed, "the bytes are floats at some times and integers at others"
		}
	}
	d := ir.DiagAt(i, code, "%s moves active data of undecided type: %s", a.doing(i), what)
	if v != nil {
		d.Causes = a.Reason(v)
	}
	d.Hint = "copy with typed loads and stores, or compile with type metadata"
	a.diags = append(a.diags, d)
}

func (a *Info) variedValue(v ir.Value) bool {
	n, ok := a.sol.p.Index.Of(v)
	return ok && !ir.IsConstant(v) && a.sol.varied[n] && a.sol.g.carries(v)
}

// usefulFloat reports whether a float computed here may influence an active
// output.
func (a *Info) usefulFloat(v ir.Value) bool {
	n, ok := a.sol.p.Index.Of(v)
	return ok && a.sol.useful[n]
}

// checkTarget refuses a store of varied data through a pointer of which it is
// not known whose memory it leads to.
func (a *Info) checkTarget(i *ir.Instr, ptr ir.Value) {
	if a.ofRefused(ptr) {
		return
	}
	l := a.sol.p.Pointees(ptr)
	for _, t := range l {
		if a.sol.p.Objs[t.Obj].Kind == pointsto.ObjUnknown {
			a.unknownTarget(i)
			return
		}
	}
	if a.nowhere[i] && !neverSet(ptr) {
		return // a member that is null in this program
	}
	if (len(l) == 0 || len(l) == 1 && l[0].Obj == pointsto.Foreign) && !ir.IsConstant(ptr) && !atNull(ptr) {
		a.unknownTarget(i) // found in memory that nothing here stored it to
	}
}

// ofRefused reports whether an address is what a call gave that has been refused for want of a body: one mistake.
func (a *Info) ofRefused(ptr ir.Value) bool {
	for {
		i, ok := ptr.(*ir.Instr)
		switch {
		case !ok:
			return false
		case i.IsCall():
			c := a.calls[i]
			return c != nil && c.Active && a.sol.p.TargetOf(i).Kind == pointsto.ToUnknown
		case i.Op != ir.GetElementPtr && i.Op != ir.BitCast && i.Op != ir.ExtractValue:
			return false
		}
		ptr = i.Arg(0)
	}
}

// checkGivenAway refuses a store of the address of varied data through a pointer of
// which it is not known where it leads, when floats that matter come from such places.
func (a *Info) checkGivenAway(i *ir.Instr) {
	s, v := a.sol, i.Arg(0)
	if !s.useful[s.g.obj[0]] || ir.IsConstant(v) || !s.p.MayPoint(v) {
		return
	}
	for _, t := range s.p.Pointees(i.Arg(1)) {
		if s.p.Objs[t.Obj].Kind != pointsto.ObjUnknown {
			continue
		}
		for _, o := range s.p.Reachable(s.p.Pointees(v)) {
			if s.varied[s.g.obj[o]] {
				a.unknownTarget(i)
				return
			}
		}
	}
}

// atNull reports whether an address is so far from null, or from an alignment that
// stands for an address: nothing is stored there, where a container is known to be empty.
func atNull(v ir.Value) bool {
	for {
		i, ok := v.(*ir.Instr)
		if ok && i.Op == ir.IntToPtr {
			return pointsto.SmallNumber(i.Arg(0), 0)
		}
		if !ok || i.Op != ir.GetElementPtr && i.Op != ir.BitCast {
			return v.Type().IsPtr() && ir.IsZero(v)
		}
		v = i.Arg(0)
	}
}

func (a *Info) unknownTarget(i *ir.Instr) {
	d := ir.DiagAt(i, CodeUnknownMem, "active data is stored through a pointer of unknown origin")
	d.Causes = a.Reason(i.Arg(0))
	d.Hint = "pass the memory as a dup parameter"
	a.diags = append(a.diags, d)
}

// checkLost refuses a call whose callee stores varied data at addresses of
// unknown origin, from where it may come back.
func (a *Info) checkLost(i *ir.Instr, t *pointsto.Target) {
	s := a.sol
	for _, sum := range s.p.SummariesAt(i, t) {
		for _, fl := range sum.Floats {
			if fl.To.Kind != pointsto.EndUnknownMem {
				continue
			}
			lost := fl.From.Kind == pointsto.EndArg && fl.From.Arg < i.NumCallArgs() && a.variedValue(i.Arg(fl.From.Arg))
			if fl.From.Kind != pointsto.EndArg {
				for _, o := range s.g.reach(i, t, fl.From) {
					lost = lost || s.varied[s.g.obj[o]]
				}
			}
			if lost {
				a.unknownTarget(i)
				return
			}
		}
	}
}

// checkInactive refuses library functions that write over active floats or
// upset the order of execution.
func (a *Info) checkInactive(i *ir.Instr, t *pointsto.Target) {
	if t.Known == nil || t.Known.ReadOnly || t.Known.NoFloats || t.Known.Class != rules.Inactive {
		return
	}
	for _, v := range i.CallArgs() {
		if !v.Type().IsPtr() || !a.sol.hasShadow(v) {
			continue
		}
		for _, at := range a.sol.p.Pointees(v) {
			if a.sol.shadow[at.Obj] && overlapsFloat(a.sol.g.ty.lookup(at, 1)) && !(t.Known.Leaves && a.holdsAddress(at)) {
				a.report(i, CodeOverwrite, "call to '"+t.Fn.Name+"' may write over floats that have derivatives", "let it write to a variable of its own and assign from that")
				return
			}
		}
	}
}

// HoldsAddress reports whether there is an address at a place, and nothing else.
func (a *Info) holdsAddress(at memtypes.Addr) bool {
	l := a.sol.g.ty.lookup(at, 8)
	return len(l) == 1 && l[0].Class == memtypes.Pointer
}

// checkTwice refuses calls that may return twice.
func (a *Info) checkTwice(i *ir.Instr, t *pointsto.Target) {
	if t.Fn == nil || !a.Seed.Any() {
		return
	}
	name := strings.TrimLeft(t.Fn.Name, "_")
	if t.Fn.HasAttr("returns_twice") || i.HasAttr("returns_twice") || name == "setjmp" || name == "sigsetjmp" || name == "vfork" {
		a.report(i, CodeTwice, "call to '"+t.Fn.Name+"' may return twice", "leave the function by its return values")
	}
}

// checkMemory refuses active memory that no shadow can be made for.
func (a *Info) checkMemory() {
	s := a.sol
	told := map[ir.Value]bool{}
	for k := range s.p.Objs {
		ob := &s.p.Objs[k]
		if ob.Kind != pointsto.ObjDeep || s.p.Objs[ob.Root].Kind != pointsto.ObjGlobal || !s.varied[s.g.obj[k]] || told[ob.Site] {
			continue
		}
		if len(s.p.Contained(ob.Root)) > 1 {
			continue // reachable code puts a pointer there, and its shadow beside it
		}
		if ob.Site.(*ir.Global).Derived {
			continue // so does code that called this one
		}
		if s.env.writtenBefore(a.F, ob.Site.(*ir.Global)) {
			continue // so does the code before a part of a function
		}
		if s.env.onlyVectors(ob.Site.(*ir.Global)) {
			continue // see Variables
		}
		told[ob.Site] = true
		a.diags = append(a.diags, &ir.Diagnostic{
			File: a.F.Module.Name, Code: shadowrt.CodeGlobalDeep,
			Message: "active data is stored in memory reached through global '" + ob.Site.(*ir.Global).Name + "', which other code set",
			Hint:    "pass the memory as a dup parameter of '" + a.env.NameOfFunc(a.F) + "'",
		})
	}
}

// checkBlock refuses a memcpy of bytes of undecided type where they matter:
// where active data may be moved, or overwritten in memory that others see.
func (a *Info) checkBlock(i *ir.Instr, t *pointsto.Target) {
	if a.env.Forward || memtypes.Decided(a.Pieces(i)) || t.Kind == pointsto.ToSet && ir.IsZero(i.Arg(1)) {
		return
	}
	a.undecided(i, nil)
}

// checkVariadic refuses varied data among the variable arguments of a function
// that takes them apart, itself or in functions that it hands them to: which of them it
// reads where is not followed. What goes to vprintf and the like moves no derivative.
func (a *Info) checkVariadic(i *ir.Instr, fn *ir.Function) {
	if fn.Typ.Variadic && rules.ReadsVariadic(fn) {
		a.checkVariables(i, len(fn.Params), "of a call to '"+fn.Name+"'")
	}
}

// checkVariables refuses varied data among the arguments behind the named ones.
func (a *Info) checkVariables(i *ir.Instr, named int, call string) {
	for k := named; k < i.NumCallArgs(); k++ {
		if v := i.Arg(k); a.variedValue(v) || a.sol.hasShadow(v) {
			d := ir.DiagAt(i, CodeInstruction, "variable argument %d %s may carry a derivative", k+1, call)
			d.Causes = a.Reason(v)
			d.Hint = "pass the values as named parameters or an array"
			a.diags = append(a.diags, d)
			return
		}
	}
}
