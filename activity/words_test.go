package activity

import (
	"testing"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/require"
)

// Structs whose last word is not copied as a whole are copied word by word too where hints
// alone tell that they have no floats; what is smaller than a word has none.
func TestWeakPieces(t *testing.T) {
	m, err := ir.Read("weak.ll", []byte(`
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @f(ptr %a, ptr %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 28, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 4, i1 false)
  ret void
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	copies := f.Entry().Instrs
	links := []memtypes.Piece{{Size: 8, Class: memtypes.Pointer, Rank: memtypes.RankStrided}}
	for k, want := range []bool{true, true, false} {
		require.Equal(t, want, weak(copies[k], links), "%d", k)
	}
	require.False(t, weak(copies[1], []memtypes.Piece{{Size: 8, Class: memtypes.Pointer, Rank: memtypes.RankAccess}}))
}
