package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTypedCasts takes every cast between pointers out of LLVM 14's code, as
// transformations that know only one pointer type would leave it, and wants
// the writer to put back what typed text needs.
func TestTypedCasts(t *testing.T) {
	for _, level := range some([]string{"-O0", "-O2", "-O3"}) {
		t.Run(level, func(t *testing.T) {
			total := 0
			for _, src := range append(sources(t, "c"), sources(t, "cpp")...) {
				m, err := Read(src, compile(t, "14", src, level))
				require.NoError(t, err)
				loadAll(t, m)
				gone := 0
				for _, n := range m.FuncNames() {
					f := m.Func(n)
					f.MarkChanged()
					gone += dropPointerCasts(f)
					require.NoError(t, Verify(f))
				}
				total += gone
				Accepted(t, "14", m.Bytes())
			}
			require.NotZero(t, total)
		})
	}
}

// dropPointerCasts replaces casts between pointers, and constant ones in
// operands, by what they cast, and says how many there were.
func dropPointerCasts(f *Function) (gone int) {
	for _, b := range f.Blocks {
		for k := 0; k < len(b.Instrs); k++ {
			i := b.Instrs[k]
			for a := range i.NumArgs() {
				c, ok := i.Arg(a).(*Const)
				if !ok || c.Kind != ConstExpr || c.Op != BitCast || i.Op == LandingPad {
					continue
				}
				if Same(c.Typ, c.Elems[0].Type()) {
					i.SetArg(a, c.Elems[0])
					gone++
				}
			}
			if i.Op == BitCast && i.Typ.IsPtr() {
				ReplaceAllUses(i, i.Arg(0))
				i.Erase()
				gone++
				k--
			}
		}
	}
	return gone
}
