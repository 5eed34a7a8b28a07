package activity

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// A flag is not part of the floats that accesses of unknown extent run over; bytes
// in an array may be.
func TestFlagsBesideStridedFloats(t *testing.T) {
	m, err := ir.Read("flags.ll", []byte("%s = type { [1 x double], i8, [7 x i8], double }\n"))
	require.NoError(t, err)
	typ, err := m.ParseType("%s")
	require.NoError(t, err)
	var mem memTypes
	mem.declared(m.Layout, typ, 0, rankDeclared)
	mem.add(record{stride: 8, size: 8, class: FloatData, typ: ir.Double, rank: rankStrided})
	at := func(b int64) PieceClass { r, _ := mem.at(b); return r.class }
	require.Equal(t, FloatData, at(0))
	require.Equal(t, Integer, at(8))
	require.Equal(t, FloatData, at(16))

	var bytes memTypes
	bytes.declared(m.Layout, m.Types.Array(ir.I8, 16), 0, rankDeclared)
	bytes.add(record{stride: 8, size: 8, class: FloatData, typ: ir.Double, rank: rankStrided})
	r, ok := bytes.at(8)
	require.True(t, ok)
	require.Equal(t, FloatData, r.class)

	var empty memTypes // an empty class
	empty.declared(m.Layout, m.Struct(ir.I8), 0, rankDeclared)
	_, ok = empty.at(0)
	require.False(t, ok)
}
