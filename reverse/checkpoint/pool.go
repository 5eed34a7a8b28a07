package checkpoint

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// The functions of a pool, as rules knows them: declarations, until all functions
// have been analysed.
const (
	PoolMake  = "llad.pool.make"  // ptr ()
	PoolAlloc = "llad.pool.alloc" // ptr (ptr pool, i64 bytes, i64 kind): not 0 for blocks that hold addresses
	poolFree  = "llad.pool.free"  // void (ptr pool, ptr block)
	poolTick  = "llad.pool.tick"  // void (ptr pool): an iteration has ended
)

// poolAlign is how blocks of a pool are aligned.
const poolAlign = 64

// pooled is what has to be done with a pool so that a loop can be run again.
type pooled struct {
	allocs map[*ir.Instr]bool  // that have to come from it
	frees  []*ir.Instr         // of such memory
	kinds  map[*ir.Instr]int64 // of the allocations those whose blocks hold addresses, numbered from 1
}

// poolable reports whether a pool can stand in for an allocation.
func poolable(a *ir.Instr) bool {
	k := rules.Lookup(a.CalledFunc().Name)
	if len(k.SizeArgs) == 0 || !a.Typ.IsPtr() {
		return false
	}
	for n := range a.NumCallArgs() {
		if slices.Contains(k.SizeArgs, n) {
			continue
		}
		if align, ok := ir.IntValue(a.Arg(n)); a.Arg(n).Type().IsInt() && (!ok || align > poolAlign) {
			return false
		}
	}
	return true
}

// isNowhere reports whether an address is no object's: null, or that of an empty vector.
func isNowhere(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind != ir.ConstExpr
}

// pool has the allocations come from a pool, which is made when f begins, and gives
// the loop, found anew, and the pool.
func pool(f *ir.Function, l *analysis.Loop, p pooled) (*analysis.Loop, ir.Value) {
	m := f.Module
	declare := func(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
		return m.Declare(name, m.FuncType(ret, params...))
	}
	b := ir.NewBuilder(f.Entry())
	b.AtStart(f.Entry())
	at := b.CallFunc(declare(PoolMake, m.Ptr()))
	var drop []*ir.Instr
	for _, blk := range f.Blocks {
		for _, i := range append([]*ir.Instr(nil), blk.Instrs...) {
			if !p.allocs[i] && !slices.Contains(p.frees, i) {
				continue
			}
			k := rules.Lookup(i.CalledFunc().Name)
			b.Before(i)
			b.Meta = i.DebugLoc()
			if !p.allocs[i] && l.Contains(blk) { // others end with the pool
				b.CallFunc(declare(poolFree, ir.Void, m.Ptr(), m.Ptr()), at, b.Cast(ir.BitCast, i.Arg(k.PtrArg), m.Ptr()))
			} else if p.allocs[i] {
				size := ir.Value(nil)
				for _, n := range k.SizeArgs {
					v := b.Cast(ir.ZExt, i.Arg(n), ir.I64)
					if size != nil {
						v = b.Mul(size, v)
					}
					size = v
				}
				made := b.CallFunc(declare(PoolAlloc, m.Ptr(), m.Ptr(), ir.I64, ir.I64), at, size, i64(p.kinds[i]))
				made.Extra().RetAttrs = "noalias nonnull"
				if k.Zeroed {
					b.MemSet(made, size)
				}
				ir.ReplaceAllUses(i, b.Cast(ir.BitCast, made, i.Typ))
			}
			drop = append(drop, i)
		}
	}
	b.Before(l.Latch().Term())
	b.CallFunc(declare(poolTick, ir.Void, m.Ptr()), at)
	edit.DropCalls(f, drop)
	return loopAt(f, l.Header), at
}

// IsPool reports whether i is a call of one of a pool's functions.
func IsPool(i *ir.Instr, name string) bool { return i.IsCall() && i.CalledName() == name }

// PoolSpan is how far behind a block of so many bytes its shadow lies: more than
// no bytes, so that no two blocks begin at one place.
func PoolSpan(b *ir.Builder, bytes ir.Value, mark func(ir.Value) ir.Value) ir.Value {
	return mark(b.Binary(ir.And, mark(b.Add(bytes, i64(poolAlign))), i64(-poolAlign)))
}
