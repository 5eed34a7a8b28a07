package llad

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// Rows of a matrix, each a product of exponentials: rows meet in a sum.
const rows = `
declare double @llvm.exp.f64(double)
declare double @llvm.log.f64(double)

define double @f(ptr noalias %x, i64 %n) {
entry:
  br label %row

row:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %s = phi double [ 0.0, %entry ], [ %s2, %next ]
  %base = mul i64 %i, 5
  %r = getelementptr double, ptr %x, i64 %base
  br label %cell

cell:
  %k = phi i64 [ 0, %row ], [ %k2, %cell ]
  %q = phi double [ 1.0, %row ], [ %q2, %cell ]
  %p = getelementptr double, ptr %r, i64 %k
  %v = load double, ptr %p
  %e = call double @llvm.exp.f64(double %v)
  %q2 = fmul double %q, %e
  %k2 = add nuw nsw i64 %k, 1
  %c = icmp eq i64 %k2, 5
  br i1 %c, label %next, label %cell

next:
  %l = call double @llvm.log.f64(double %q2)
  %s2 = fadd double %s, %l
  %i2 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i2, %n
  br i1 %d, label %out, label %row

out:
  ret double %s2
}
`

func explained(t *testing.T, text string, req Request) *Explanation {
	t.Helper()
	m, err := ir.Read("rows.ll", []byte(text))
	require.NoError(t, err)
	e, err := Explain(m, req)
	require.NoError(t, err)
	return e
}

// The loop over rows runs once, forward and in reverse, so the tape is that of
// one row: what its cells keep, five times.
func TestExplainFusedLoop(t *testing.T) {
	e := explained(t, rows, Request{Mode: Reverse})
	require.Equal(t, "f", e.Func)
	f := e.Functions[0]
	require.Len(t, f.Loops, 2)
	require.Equal(t, "fuse", f.Loops[0].Strategy)
	require.Equal(t, "inside", f.Loops[1].Strategy)
	require.Equal(t, "5", f.Loops[1].Trips)
	require.Equal(t, 5*f.Loops[1].Kept, f.Totals.TapeBytes)
	require.Empty(t, f.Totals.Open)
	var kept int64
	for _, v := range f.Values {
		require.NotEmpty(t, v.How)
		require.NotEmpty(t, v.NeededBy, v.Text)
		if v.Bytes > 0 {
			require.Equal(t, "each iteration of the loop at rows.ll:25", v.Extent)
			kept += v.Bytes
		}
	}
	require.Equal(t, f.Loops[1].Kept, kept)

	page, err := e.HTML()
	require.NoError(t, err)
	require.Contains(t, string(page), "run once, in the reverse sweep")
	b, err := json.Marshal(e)
	require.NoError(t, err)
	var back Explanation
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, e, &back)
}

// In forward mode there is nothing but activity; an error is that of the
// derivative.
func TestExplainForward(t *testing.T) {
	e := explained(t, rows, Request{Mode: Forward})
	require.Nil(t, e.Functions[0].Totals)
	require.True(t, strings.HasPrefix(e.String(), "f: forward mode\n"))
	m, err := ir.Read("rows.ll", []byte(rows))
	require.NoError(t, err)
	_, err = Explain(m, Request{Mode: Reverse, Args: map[string]Activity{"x": Const}})
	require.ErrorContains(t, err, "nothing to differentiate")
}

// A member that C's loops read behind a guard is compared with what they write before them: one
// version of the loop keeps the element that is overwritten and not the factor.
const guardedMember = `
%struct.s = type { i32, ptr }
define void @f(ptr %p, ptr %x, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %loops, label %done
loops:
  %count = zext i32 %n to i64
  %at = getelementptr %struct.s, ptr %p, i64 0, i32 1
  br label %step
step:
  %t = phi i32 [ 0, %loops ], [ %t.next, %step.end ]
  %k = load ptr, ptr %at, !tbaa !0
  br label %loop
loop:
  %i = phi i64 [ 0, %step ], [ %i.next, %loop ]
  %q = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %q, !tbaa !3
  %r = getelementptr double, ptr %k, i64 %i
  %w = load double, ptr %r, !tbaa !3
  %m = fmul double %v, %w
  store double %m, ptr %q, !tbaa !3
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %loop, label %step.end
step.end:
  %t.next = add nuw nsw i32 %t, 1
  %again = icmp ult i32 %t.next, %n
  br i1 %again, label %step, label %done
done:
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"any pointer", !2, i64 0}
!2 = !{!"omnipotent char"}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !2, i64 0}
`

func TestExplainGuardedMember(t *testing.T) {
	e := explained(t, guardedMember, Request{Mode: Reverse})
	var kept []int64
	for _, l := range e.Functions[0].Loops {
		if l.Kept > 0 {
			kept = append(kept, l.Kept)
		}
	}
	slices.Sort(kept)
	require.Equal(t, []int64{8, 16}, kept)
}

// Blocks of results are stored to memory with a shadow, and a table without one is indexed by what memory
// holds: no range of it can be compared with the results before the loop. Each block is run once all the same, since
// active data is stored to memory with a shadow alone.
const blocksByTable = `
define void @f(ptr %deck, ptr %x, ptr %y, i64 %n) {
entry:
  %scratch = alloca [16 x double]
  %room = getelementptr i8, ptr %deck, i64 8
  br label %block
block:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %xs = getelementptr inbounds double, ptr %x, i64 %i
  %ys = getelementptr inbounds double, ptr %y, i64 %i
  %types = load ptr, ptr %deck
  %table = load ptr, ptr %room
  br label %first
first:
  %k = phi i64 [ 0, %block ], [ %k.next, %first ]
  %xp = getelementptr inbounds double, ptr %xs, i64 %k
  %v = load double, ptr %xp
  %kind = getelementptr inbounds i32, ptr %types, i64 %k
  %number = load i32, ptr %kind
  %wide = sext i32 %number to i64
  %entry.at = getelementptr inbounds double, ptr %table, i64 %wide
  %c = load double, ptr %entry.at
  %m = fmul double %v, %c
  %sq = fmul double %m, %m
  %sp = getelementptr inbounds [16 x double], ptr %scratch, i64 0, i64 %k
  store double %sq, ptr %sp
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 16
  br i1 %k.done, label %between, label %first
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %sq.at = getelementptr inbounds [16 x double], ptr %scratch, i64 0, i64 %j
  %s = load double, ptr %sq.at
  %e = call double @llvm.exp.f64(double %s)
  %yp = getelementptr inbounds double, ptr %ys, i64 %j
  store double %e, ptr %yp
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 16
  br i1 %j.done, label %next, label %second
next:
  %i.next = add nuw nsw i64 %i, 16
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %block, label %out
out:
  ret void
}
declare double @llvm.exp.f64(double)
`

func TestExplainBlocksOfResults(t *testing.T) {
	e := explained(t, blocksByTable, Request{Mode: Reverse, Args: map[string]Activity{"deck": Const}})
	strategies := map[string]int{}
	for _, l := range e.Functions[0].Loops {
		strategies[l.Strategy]++
	}
	require.Equal(t, map[string]int{"fuse": 1, "inside": 2, "keep": 2, "nothing": 1}, strategies)
	e = explained(t, blocksByTable, Request{Mode: Reverse})
	for _, l := range e.Functions[0].Loops {
		require.NotEqual(t, "fuse", l.Strategy)
	}
}
