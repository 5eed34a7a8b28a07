package typerecovery_test

import (
	"testing"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/typerecovery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Doubles that are loaded and chosen become integers; what computes with them, and values from elsewhere, are cast.
func TestAsWords(t *testing.T) {
	m, err := ir.Read("t.ll", []byte(`define double @f(ptr %a, ptr %b, double %v, i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  %x = load double, ptr %a, align 8
  br label %two
two:
  %y = phi double [ %x, %one ], [ %v, %entry ]
  %z = select i1 %c, double %y, double 1.0
  store double %z, ptr %b, align 8
  %r = fmul double %z, %v
  ret double %r
}
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	var list []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Typ == ir.Double && i.Op != ir.FMul {
				list = append(list, i)
			}
		}
	}
	words := typerecovery.AsWords(list)
	require.Len(t, words, 3)
	require.NoError(t, ir.Verify(f))
	for k, op := range []ir.Op{ir.Load, ir.Phi, ir.Select} {
		assert.Equal(t, op, words[k].Op)
		assert.Equal(t, ir.I64, words[k].Typ)
	}
	var stored, floats []ir.Op
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store:
				assert.Same(t, words[2], i.Arg(0))
				stored = append(stored, i.Op)
			case i.Typ == ir.Double:
				floats = append(floats, i.Op)
			}
		}
	}
	assert.Len(t, stored, 1)
	assert.Equal(t, []ir.Op{ir.BitCast, ir.FMul}, floats)
	assert.Empty(t, typerecovery.AsWords(nil))
}
