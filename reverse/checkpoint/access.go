package checkpoint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
)

// What the instructions of a loop do to memory, and where addresses come from.

// access is one place where the loop reads or writes memory.
type access struct {
	i    *ir.Instr
	ptr  ir.Value
	size int64 // -1 when not known
}

func (f *stateFinder) isMemSet(i *ir.Instr) bool {
	k := f.knownOf(i)
	return k != nil && k.Class == rules.MemSet
}

// refuse notes why the loop cannot be run again.
func (f *stateFinder) refuse(i *ir.Instr, code, hint, format string, args ...any) {
	if f.bad == nil {
		f.bad = ir.DiagAt(i, code, format, args...)
		f.bad.Hint = hint
		tellLoop(f.bad, i, f.l)
	}
}

// tellLoop adds to what is said of an instruction where the program calls it, and which
// loop it is about.
func tellLoop(d *ir.Diagnostic, i *ir.Instr, l *analysis.Loop) {
	if file, line, ok := l.Header.Parent.Module.Metadata().CalledAt(i); ok {
		d.Causes = append(d.Causes, fmt.Sprintf("it is part of what is called at %s:%d", file, line))
	}
	if file, line := loopPos(l); line > 0 && (file != d.File || line != d.Line) {
		d.Causes = append(d.Causes, fmt.Sprintf("the loop is at %s:%d", file, line))
	}
}

// visit notes what an instruction of the loop does to memory.
func (f *stateFinder) visit(i *ir.Instr) {
	size := func(t *ir.Type) int64 { return f.m.Layout.StoreSize(t) }
	switch i.Op {
	case ir.Load, ir.Store, ir.AtomicRMW:
		if i.Flags&(ir.Volatile|ir.Atomic) != 0 && i.Op != ir.AtomicRMW || i.Flags&ir.Volatile != 0 {
			f.refuse(i, CodeNotAgain, "", "a volatile or atomic access cannot be run again")
			return
		}
		switch i.Op {
		case ir.Load:
			f.reads = append(f.reads, access{i, i.Arg(0), size(i.Typ)})
		case ir.Store:
			f.writes = append(f.writes, access{i, i.Arg(1), size(i.Arg(0).Type())})
		default:
			f.writes = append(f.writes, access{i, i.Arg(0), size(i.Arg(1).Type())})
		}
	case ir.CmpXchg, ir.Fence, ir.VAArg:
		f.refuse(i, CodeNotAgain, "", "%s cannot be run again", i.Op)
	case ir.Call, ir.Invoke:
		f.visitCall(i)
	}
}

func (f *stateFinder) visitCall(i *ir.Instr) {
	callee := i.CalledFunc()
	if f.widens(i) {
		return
	}
	if callee == nil {
		f.refuse(i, CodeNotAgain, "call the function directly", "the function called here is known only at run time: it is not known whether it can be run again")
		return
	}
	if m := rules.MaskedOf(i); m.Kind != rules.NotMasked {
		a := access{i, i.Arg(m.Addr), -1}
		switch {
		case m.Kind == rules.ManyAddresses:
			f.refuse(i, CodeNotAgain, "", "gathers and scatters are not followed here")
		case m.Load:
			f.reads = append(f.reads, a)
		default:
			f.writes = append(f.writes, a)
		}
		return
	}
	if callee.IsDecl {
		f.visitKnown(i, callee)
		return
	}
	if g := rules.GivenOf(callee); g != nil && g.Writes != nil {
		for k, a := range i.CallArgs() {
			switch {
			case !a.Type().IsPtr():
			case slices.Contains(g.Writes, k):
				f.writes = append(f.writes, access{i, a, -1})
			default:
				f.reads = append(f.reads, access{i, a, -1})
			}
		}
		return
	}
	e := analysis.NewEffects(KnownEffects).Of(callee)
	if e.Other&analysis.Writes != 0 || e.Inaccessible&analysis.Writes != 0 {
		f.refuse(i, CodeNotAgain, "", "'%s' may write memory that is not behind its arguments, or do what cannot be done twice", callee.SourceName())
		return
	}
	if e.Other&analysis.Reads != 0 {
		f.refuse(i, CodeNotAgain, "", "'%s' may read memory that is not behind its arguments", callee.SourceName())
		return
	}
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			f.writes = append(f.writes, access{i, a, -1})
		}
	}
}

// KnownEffects tells package ir what library functions do.
func KnownEffects(name string) (analysis.Effects, bool) {
	k := rules.Lookup(name)
	switch {
	case k == nil:
		return analysis.Effects{}, false
	case k.Pure:
		return analysis.Effects{}, true
	case k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet || k.WritesArgs:
		return analysis.Effects{Arg: analysis.Reads | analysis.Writes}, true
	case k.Class == rules.Free:
		return analysis.Effects{Arg: analysis.Reads | analysis.Writes, Inaccessible: analysis.Reads | analysis.Writes}, true
	}
	return analysis.Effects{}, false
}

func (f *stateFinder) visitKnown(i *ir.Instr, callee *ir.Function) {
	k := rules.Lookup(callee.Name)
	if k == nil {
		if rules.ForInstr(i) == nil {
			f.refuse(i, CodeNotAgain, "give its IR too, or choose another loop", "'%s' has no body: it is not known whether it can be run again", callee.Name)
		}
		return
	}
	switch k.Class {
	case rules.MemCpy, rules.MemMove:
		f.reads = append(f.reads, access{i, i.Arg(1), -1})
		f.writes = append(f.writes, access{i, i.Arg(0), -1})
	case rules.MemSet:
		f.writes = append(f.writes, access{i, i.Arg(0), -1})
	case rules.Math:
		if r := rules.ForInstr(i); r != nil {
			for _, o := range r.Outs {
				if o.Arg >= 0 {
					f.writes = append(f.writes, access{i, i.Arg(o.Arg), -1})
				}
			}
		}
	case rules.Alloc, rules.Same, rules.NoReturn:
	case rules.Free:
		if f.fromPool != nil {
			return
		}
		for _, r := range f.rootsOf(i.Arg(k.PtrArg)) {
			if c, ok := r.(*ir.Instr); !ir.IsConstant(r) && (!ok || !f.inLoop(c) || !f.isAlloc(c)) {
				f.refuse(i, CodeNotAgain, "free it behind the loop", "the loop frees memory that was allocated before the iteration")
			}
		}
	default:
		if comparesOnly(callee.Name) {
			for _, a := range i.CallArgs() {
				if a.Type().IsPtr() {
					f.reads = append(f.reads, access{i, a, -1})
				}
			}
			return
		}
		if !k.Pure && !isHint(callee.Name) && !printsOnly(i) && !IsPool(i, poolFree) && !IsPool(i, poolTick) {
			f.refuse(i, CodeNotAgain, "take it out of the loop, or choose another loop", "'%s' cannot be run again: what it does is seen outside", callee.Name)
		}
	}
}

// comparesOnly reports whether a library function does no more than look at the memory
// behind its arguments.
func comparesOnly(name string) bool {
	switch name {
	case "memcmp", "bcmp", "strcmp", "strncmp", "strlen", "memchr", "strchr":
		return true
	}
	return false
}

// isHint reports whether a function without derivative leaves no trace.
func isHint(name string) bool {
	switch name {
	case "llvm.assume", "llvm.donothing", "llvm.experimental.noalias.scope.decl":
		return true
	}
	return strings.HasPrefix(name, "llvm.lifetime.")
}

func (f *stateFinder) inLoop(i *ir.Instr) bool { return f.l.Contains(i.Parent) }

func (f *stateFinder) isAlloc(i *ir.Instr) bool {
	g := i.CalledFunc()
	if g == nil {
		return false
	}
	k := rules.Lookup(g.Name)
	return k != nil && k.Class == rules.Alloc
}

// rootsOf lists where an address may come from: allocations, variables,
// parameters, and what cannot be followed further. Of addresses that were read
// from memory it asks what may have been stored there, unless the program states
// the extent of memory whose address it reads.
func (f *stateFinder) rootsOf(v ir.Value) []ir.Value {
	if r, ok := f.roots[v]; ok {
		return r
	}
	var out []ir.Value
	for _, r := range f.sourcesOf(v) {
		i, ok := r.(*ir.Instr)
		if !ok || i.Op != ir.Load || f.statesLoads() {
			out = append(out, r)
			continue
		}
		if f.origins == nil {
			f.origins = f.env.Origins(f.p)
		}
		sites, all := f.throughVariable(i)
		if !all {
			if sites, all = f.origins.Of(i); all && variableAt(i) != nil {
				f.setVariable(variableAt(i))
			}
		}
		if !all {
			sites = []ir.Value{r}
		}
		for _, s := range sites {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	f.roots[v] = out
	return out
}

// statesLoads reports whether the program states the extent of memory whose
// address it reads from memory.
func (f *stateFinder) statesLoads() bool {
	for _, s := range f.stated {
		for _, r := range f.sourcesOf(s.ptr) {
			if i, ok := r.(*ir.Instr); ok && i.Op == ir.Load {
				return true
			}
		}
	}
	return false
}

// sourcesOf lists the values that an address may be computed from.
func (f *stateFinder) sourcesOf(v ir.Value) []ir.Value {
	var out []ir.Value
	seen := map[ir.Value]bool{}
	work := []ir.Value{v}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		switch y := x.(type) {
		case *ir.Const:
			if y.Kind == ir.ConstExpr && len(y.Elems) > 0 {
				work = append(work, y.Elems[0])
			} else {
				out = append(out, x)
			}
			continue
		case *ir.Instr:
			switch y.Op {
			case ir.GetElementPtr, ir.BitCast, ir.AddrSpaceCast, ir.Freeze:
				work = append(work, y.Arg(0))
				continue
			case ir.Phi:
				work = append(work, y.Args()...)
				continue
			case ir.Select:
				work = append(work, y.Arg(1), y.Arg(2))
				continue
			case ir.Call:
				if g := y.CalledFunc(); g != nil {
					if k := rules.Lookup(g.Name); k != nil && (k.Class == rules.Same || (k.Class == rules.MemCpy || k.Class == rules.MemMove || k.Class == rules.MemSet) && y.Typ.IsPtr()) {
						work = append(work, y.Arg(0))
						continue
					}
				}
			}
		}
		out = append(out, x)
	}
	return out
}

// GEPBytes is the displacement of a getelementptr whose indices are constants.
func GEPBytes(l *ir.Layout, i *ir.Instr) (off int64, ok bool) {
	ok = l.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
		n, ok := int64(1), true
		if v != nil {
			n, ok = ir.IntValue(v)
		}
		off += n * bytes
		return ok
	})
	return off, ok
}

// constOffset is the constant distance of v from base.
func (f *stateFinder) constOffset(v, base ir.Value) (int64, bool) {
	var off int64
	for v != base {
		i, ok := v.(*ir.Instr)
		if !ok {
			return 0, false
		}
		switch i.Op {
		case ir.BitCast:
		case ir.GetElementPtr:
			n, ok := GEPBytes(f.m.Layout, i)
			if !ok {
				return 0, false
			}
			off += n
		default:
			return 0, false
		}
		v = i.Arg(0)
	}
	return off, true
}

// sameLoad reports whether two addresses were read from the same place: what
// the program stated of one holds of the other.
func sameLoad(a, b ir.Value) bool {
	x, ok1 := a.(*ir.Instr)
	y, ok2 := b.(*ir.Instr)
	return ok1 && ok2 && x.Op == ir.Load && y.Op == ir.Load && samePlace(x.Arg(0), y.Arg(0), 8)
}

func samePlace(a, b ir.Value, depth int) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ir.Instr)
	y, ok2 := b.(*ir.Instr)
	if !ok1 || !ok2 || depth == 0 || x.Op != y.Op || x.NumArgs() != y.NumArgs() || x.Elem != y.Elem {
		return false
	}
	if x.Op != ir.GetElementPtr && x.Op != ir.BitCast && x.Op != ir.Load {
		return false
	}
	for k := range x.NumArgs() {
		c, okc := ir.IntValue(x.Arg(k))
		d, okd := ir.IntValue(y.Arg(k))
		if okc && okd && c == d {
			continue
		}
		if !samePlace(x.Arg(k), y.Arg(k), depth-1) {
			return false
		}
	}
	return true
}

func (f *stateFinder) knownOf(i *ir.Instr) *rules.Known {
	g := i.CalledFunc()
	if g == nil {
		return nil
	}
	return rules.Lookup(g.Name)
}
