package activity

import (
	"testing"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/require"
)

// A flag is not part of the floats that accesses of unknown extent run over; bytes
// in an array may be.
func TestFlagsBesideStridedFloats(t *testing.T) {
	m, err := ir.Read("flags.ll", []byte("%s = type { [1 x double], i8, [7 x i8], double }\n"))
	require.NoError(t, err)
	typ, err := m.ParseType("%s")
	require.NoError(t, err)
	var mem memtypes.Memory
	mem.Declared(m.Layout, typ, 0, memtypes.RankDeclared)
	mem.Add(memtypes.Record{Stride: 8, Size: 8, Class: memtypes.FloatData, Typ: ir.Double, Rank: memtypes.RankStrided})
	at := func(b int64) memtypes.PieceClass { r, _ := mem.At(b); return r.Class }
	require.Equal(t, memtypes.FloatData, at(0))
	require.Equal(t, memtypes.Integer, at(8))
	require.Equal(t, memtypes.FloatData, at(16))

	var bytes memtypes.Memory
	bytes.Declared(m.Layout, m.Types.Array(ir.I8, 16), 0, memtypes.RankDeclared)
	bytes.Add(memtypes.Record{Stride: 8, Size: 8, Class: memtypes.FloatData, Typ: ir.Double, Rank: memtypes.RankStrided})
	r, ok := bytes.At(8)
	require.True(t, ok)
	require.Equal(t, memtypes.FloatData, r.Class)

	var empty memtypes.Memory // an empty class
	empty.Declared(m.Layout, m.Struct(ir.I8), 0, memtypes.RankDeclared)
	_, ok = empty.At(0)
	require.False(t, ok)
}
