package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// DCE removes instructions that no instruction with a side effect needs, cycles of phis
// included. It reports whether it removed any.
func DCE(f *ir.Function) bool {
	_, n := f.Number()
	live := make([]bool, n)
	var work []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !Removable(i) {
				live[i.ID] = true
				work = append(work, i)
			}
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range i.NumArgs() {
			if d, ok := i.Arg(k).(*ir.Instr); ok && !live[d.ID] {
				live[d.ID] = true
				work = append(work, d)
			}
		}
	}
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if !live[i.ID] {
				edit.Kill(i)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// Removable reports whether i may be removed when its value is unused.
func Removable(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.Fence, ir.CmpXchg, ir.AtomicRMW, ir.VAArg, ir.LandingPad, ir.CatchPad, ir.CleanupPad:
		return false
	case ir.Load:
		return i.Flags&(ir.Volatile|ir.Atomic) == 0
	case ir.Call:
		return removableCall(i)
	}
	return !i.Op.IsTerminator()
}

func removableCall(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || i.Flags&ir.MustTail != 0 {
		return false
	}
	if isDebug(f) {
		return true
	}
	if name, ok := strings.CutPrefix(f.Name, "llvm."); ok && IsPureIntrinsic(name) {
		return true
	}
	return !callMayWrite(i, f) && HasAttr(i, f, "willreturn") && HasAttr(i, f, "nounwind")
}

// HasAttr reports whether the call i, or the function f that it calls, has an attribute.
func HasAttr(i *ir.Instr, f *ir.Function, name string) bool {
	return i.HasAttr(name) || f.HasAttr(name)
}

// callMayWrite reports whether the attributes of a call allow it to write memory.
func callMayWrite(i *ir.Instr, f *ir.Function) bool {
	if HasAttr(i, f, "readnone") || HasAttr(i, f, "readonly") {
		return false
	}
	for _, get := range []func(string) (string, bool){f.Attr, i.Attr} {
		if m, ok := get("memory"); ok && !strings.Contains(m, "write") {
			return false
		}
	}
	return true
}

// IsHint reports whether i is a call without effect at run time: an assumption, a lifetime
// marker, or a declaration of an alias scope.
func IsHint(i *ir.Instr) bool {
	return IsAssume(i) || DeclaresScope(i)
}

// DeclaresScope reports whether i declares an alias scope.
func DeclaresScope(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && f.Name == "llvm.experimental.noalias.scope.decl"
}

// isDebug reports whether f is a debug-info intrinsic.
func isDebug(f *ir.Function) bool { return strings.HasPrefix(f.Name, "llvm.dbg.") }

// pureIntrinsics are the intrinsics, without llvm. and overload suffixes, that only compute a
// value from their arguments; the declaration may lack the attributes.
var pureIntrinsics = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(`
		sqrt powi sin cos tan asin acos atan atan2 sinh cosh tanh pow exp exp2 exp10 log log2 log10 ldexp frexp modf
		sincos sincospi fma fmuladd fabs copysign floor ceil trunc rint nearbyint round roundeven lround llround lrint llrint
		minnum maxnum minimum maximum minimumnum maximumnum canonicalize is.fpclass
		abs smax smin umax umin scmp ucmp bswap bitreverse ctpop ctlz cttz fshl fshr
		sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow smul.with.overflow umul.with.overflow
		sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat
		fptosi.sat fptoui.sat expect expect.with.probability objectsize is.constant ptrmask ssa.copy
		vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor
		vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin
		vector.reduce.fadd vector.reduce.fmul vector.reduce.fmax vector.reduce.fmin vector.reduce.fmaximum vector.reduce.fminimum
		vector.insert vector.extract vector.reverse vector.splice get.active.lane.mask stepvector vscale
		launder.invariant.group strip.invariant.group threadlocal.address`) {
		m[s] = true
	}
	return m
}()

// IsPureIntrinsic looks a name up in pureIntrinsics, removing overload suffixes one by one.
func IsPureIntrinsic(name string) bool {
	for {
		if pureIntrinsics[name] {
			return true
		}
		k := strings.LastIndexByte(name, '.')
		if k < 0 {
			return false
		}
		name = name[:k]
	}
}

// StripDebug removes calls of debug-info intrinsics: their metadata operands are text and
// would name values that passes remove. It reports whether there were any.
func StripDebug(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if callee := i.CalledFunc(); callee != nil && isDebug(callee) {
				edit.Kill(i)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}
