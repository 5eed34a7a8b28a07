package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A loop says which values an integer takes that it counts, and how many of them each block sees.
func TestCounted(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		start, step int64
		header      int64 // how many the header sees
		body        int64 // and block body
		out         int64 // and what follows the loop
	}{
		{"tested at the end", `
define void @f(i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 2, %entry ], [ %i1, %body ]
  br label %body
body:
  %i1 = add i64 %i, 3
  %c = icmp eq i64 %i1, 14
  br i1 %c, label %out, label %head
out:
  ret void
}`, 2, 3, 4, 4, 4},
		{"tested at the begin", `
define void @f(i64 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %c = icmp slt i32 %i, 6
  br i1 %c, label %body, label %out
body:
  %i1 = add nsw i32 %i, 1
  br label %head
out:
  ret void
}`, 0, 1, 7, 6, 7},
	} {
		f, l := onlyLoop(t, c.text)
		v := l.Header.Instrs[0]
		got, ok := l.Counted(v)
		require.True(t, ok, c.name)
		assert.Equal(t, [2]int64{c.start, c.step}, [2]int64{got.Start, got.Step}, c.name)
		seen := map[string]int64{}
		for _, b := range f.Blocks {
			seen[b.Name] = got.Values(b)
		}
		assert.Equal(t, []int64{c.header, c.body, c.out}, []int64{seen["head"], seen["body"], seen["out"]}, c.name)
	}
}

// Nothing is said of an integer that the loop counts to what the caller says, or that wraps.
func TestNotCounted(t *testing.T) {
	for _, test := range []string{"icmp eq i8 %i1, %n", "icmp eq i8 %i1, 0"} {
		_, l := onlyLoop(t, `
define void @f(i8 %n) {
entry:
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %i1, %head ]
  %i1 = add i8 %i, 1
  %c = `+test+`
  br i1 %c, label %out, label %head
out:
  ret void
}`)
		_, ok := l.Counted(l.Header.Instrs[0])
		assert.False(t, ok, test)
	}
}
