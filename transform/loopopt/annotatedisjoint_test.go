package loopopt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/edit"
)

// Accesses through the marks of one check are apart, also where the base of a row is hidden, and those
// that are reached through no mark, or through either, are not.
func TestAnnotateDisjoint(t *testing.T) {
	m, err := ir.Read("f.ll", []byte(`
define void @f(ptr %a, ptr %b, i1 %c) {
  %ma = getelementptr inbounds i8, ptr %a, i64 0
  %mb = getelementptr inbounds i8, ptr %b, i64 0
  %pa = getelementptr inbounds double, ptr %ma, i64 3
  %pb = getelementptr inbounds double, ptr %mb, i64 3
  %either = select i1 %c, ptr %pa, ptr %pb
  %x = load double, ptr %pa
  %y = load double, ptr %a
  %z = load double, ptr %either
  store double %x, ptr %pb
  %row = call ptr @llvm.launder.invariant.group.p0(ptr %pa)
  %prow = getelementptr double, ptr %row, i64 1
  store double %x, ptr %prow
  ret void
}

declare ptr @llvm.launder.invariant.group.p0(ptr)
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	i := f.Entry().Instrs
	require.False(t, AnnotateDisjoint(f))
	analysis.MarkDisjoint(i[0], 7, 0)
	analysis.MarkDisjoint(i[1], 7, 1)
	require.True(t, AnnotateDisjoint(f))
	x, y, z, store := i[5], i[6], i[7], i[8]
	require.True(t, edit.DisjointScopes(m, x, store))
	require.False(t, edit.DisjointScopes(m, y, store))
	require.False(t, edit.DisjointScopes(m, z, store))
	require.False(t, edit.DisjointScopes(m, x, x))
	row := i[11]
	require.True(t, edit.DisjointScopes(m, row, store))
	require.False(t, edit.DisjointScopes(m, row, x))
	// In a region of their own, too.
	m.AddScopes(2).Attach(x, 1)
	require.True(t, edit.DisjointScopes(m, x, store))
}
