package activity

import (
	"testing"

	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A vector's capacity, which grows, is a number; the word of a result that it is chosen for beside
// another may be anything.
func TestCountedWords(t *testing.T) {
	m, err := ir.Read("counted.ll", []byte(`
define void @f(ptr %a, ptr %b, ptr %c, i1 %t) personality ptr @rust_eh_personality {
entry:
  %cap = load i64, ptr %a
  %word = load i64, ptr %b
  br i1 %t, label %grow, label %join
grow:
  %more = phi i64 [ %cap, %entry ]
  %half = lshr i64 %more, 1
  %sum = add i64 %half, %more
  store i64 %sum, ptr %a
  br label %join
join:
  %w = phi i64 [ %more, %grow ], [ %word, %entry ]
  store i64 %w, ptr %c
  ret void
}
declare i32 @rust_eh_personality(...)
`))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	env := NewEnv(m)
	env.doubles = true
	p := env.points(f)
	at := map[string]pointsto.Node{}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Typ == ir.I64 {
				at[i.Ident()] = p.Index.At(i)
			}
		}
	}
	for name, want := range map[string]bool{"%cap": true, "%more": true, "%half": true, "%word": false, "%w": false} {
		assert.Equal(t, want, p.Class.Counted[at[name]], name)
	}
	assert.Equal(t, p.Class.Find(at["%cap"]), p.Class.Find(at["%more"]))
	assert.Equal(t, p.Class.Find(at["%word"]), p.Class.Find(at["%w"]))
	assert.NotEqual(t, p.Class.Find(at["%cap"]), p.Class.Find(at["%w"]))
}
