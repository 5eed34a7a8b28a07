package analysis

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// passedNest is a loop over i from 0 to n around one over j, which reads at %from and
// writes at %to. The question is whether the store has left behind what the load read.
const passedNest = `
define void @f(ptr %a, i64 %n, i64 %m) {
entry:
  br label %i.head
i.head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  IN.I
  br i1 %i.some, label %j.pre, label %i.latch
j.pre:
  br label %j.head
j.head:
  %j = phi i64 [ START, %j.pre ], [ %j.next, %j.head ]
  IN.J
  %r = load double, ptr %from
  store double %r, ptr %to
  %j.next = add nsw i64 %j, STEP
  %j.done = icmp eq i64 %j.next, END
  br i1 %j.done, label %j.out, label %j.head
j.out:
  br label %i.latch
i.latch:
  %i.next = add nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, BOUND
  br i1 %i.done, label %out, label %i.head
out:
  ret void
}
`

// nestOf is passedNest with what the replaced words stand for, its load and its store.
func nestOf(t *testing.T, in, at, start, step, end, bound string) (f *ir.Function, l, w *ir.Instr) {
	t.Helper()
	text := strings.NewReplacer("IN.I", in+"\n  %i.next2 = add nsw i64 %i, 1", "IN.J", at,
		"START", start, "STEP", step, "END", end, "BOUND", bound).Replace(passedNest)
	m, err := ir.Read("f.ll", []byte(text))
	require.NoError(t, err)
	f = m.Func("f")
	require.NoError(t, f.Load())
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				l = i
			case ir.Store:
				w = i
			}
		}
	}
	return f, l, w
}

// Loops over columns, of which each reads what the one before wrote, to a number that the program tells: no column
// is one of the next row where the number is no more than the row's length.
func TestRowLimits(t *testing.T) {
	const all, triangle = `%i.some = icmp sgt i64 %n, 0`, `%i.some = icmp sgt i64 %i, 0`
	for _, c := range []struct {
		name, in, start, end, bound, at string
		of                              int // the parameter that is limited
		most                            int64
	}{
		{"columns", all, "1", "%m", "%n",
			"%b = sub nsw i64 %j, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %b\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", 2, 8},
		{"a row's address by itself", all, "1", "%m", "%n",
			"%row = getelementptr inbounds [8 x double], ptr %a, i64 %i\n%b = sub nsw i64 %j, 1\n%from = getelementptr inbounds double, ptr %row, i64 %b\n%to = getelementptr inbounds double, ptr %row, i64 %j", 2, 8},
		{"a triangle", triangle, "0", "%i", "%n",
			"%from = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", 1, 8},
	} {
		f, l, w := nestOf(t, c.in, c.at, c.start, "1", c.end, c.bound)
		x := NewDependenceTest(f, Loops(f, ir.Dominators(f)))
		require.False(t, x.NoAntiDependence(l, w), c.name)
		limits := x.RowLimits(l, w)
		require.NotEmpty(t, limits, c.name)
		require.Equal(t, Limit{f.Params[c.of], c.most}, limits[0], c.name)
		require.True(t, x.Assuming(limits).NoAntiDependence(l, w), c.name)
		limits[0].Most += 12 // what is written lies further away than a row
		require.False(t, x.Assuming(limits[:1]).NoAntiDependence(l, w), c.name)
	}
}

func TestDependenceTest(t *testing.T) {
	const below, all = `%i.some = icmp sgt i64 %i, 0`, `%i.some = icmp sgt i64 %n, 0`
	const row = "%from = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j\n"
	for _, c := range []struct {
		name                            string
		in, start, step, end, bound, at string
		want                            bool
	}{
		{"what is before the element", below, "0", "1", "%i", "%n",
			"%from = getelementptr inbounds double, ptr %a, i64 %j\n%to = getelementptr inbounds double, ptr %a, i64 %i", true},
		{"the element too", all, "0", "1", "%i.next2", "%n",
			"%from = getelementptr inbounds double, ptr %a, i64 %j\n%to = getelementptr inbounds double, ptr %a, i64 %i", false},
		{"all of them", all, "0", "1", "%n", "%n",
			"%from = getelementptr inbounds double, ptr %a, i64 %j\n%to = getelementptr inbounds double, ptr %a, i64 %i", false},
		{"steps that may leave the array, as far as counters go", below, "0", "1", "%i", "%n",
			"%from = getelementptr double, ptr %a, i64 %j\n%to = getelementptr inbounds double, ptr %a, i64 %i", true},
		{"steps that may leave it, by numbers that were read", all, "1", "1", "%m", "%n",
			"%q = load i64, ptr %a\n%from = getelementptr double, ptr %a, i64 %q\n%b = add nsw i64 %q, %j\n%to = getelementptr double, ptr %a, i64 %b", false},
		{"another column of any row", all, "0", "1", "%m", "7",
			"%c = add nsw i64 %i, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %c", true},
		{"a column behind the row", all, "0", "1", "%m", "8",
			"%c = add nsw i64 %i, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %c", false},
		{"a column in front of the row", all, "0", "1", "%m", "8",
			"%c = sub nsw i64 %i, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %c\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i", false},
		{"columns of rows of any length", all, "0", "1", "%m", "7",
			"%c = add nsw i64 %i, 1\n%x = mul nsw i64 %j, %n\n%y = add nsw i64 %x, %i\n%z = add nsw i64 %x, %c\n%from = getelementptr inbounds double, ptr %a, i64 %y\n%to = getelementptr inbounds double, ptr %a, i64 %z", false},
		{"the next element", below, "0", "1", "%i", "%n",
			"%from = getelementptr inbounds double, ptr %a, i64 %i.next2\n%to = getelementptr inbounds double, ptr %a, i64 %i", false},
		{"the element before", below, "0", "1", "%i", "%n",
			"%b = sub nsw i64 %i, 1\n%from = getelementptr inbounds double, ptr %a, i64 %b\n%to = getelementptr inbounds double, ptr %a, i64 %i", true},
		{"downwards", below, "%i", "-1", "0", "%n",
			"%from = getelementptr inbounds double, ptr %a, i64 %i\n%b = sub nsw i64 %j, 1\n%to = getelementptr inbounds double, ptr %a, i64 %b", false},
		{"the row before", all, "1", "1", "8", "%n",
			row + "%b = sub nsw i64 %j, 1\n%c = add nsw i64 %i, 1\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %c, i64 %b", true},
		{"the column before", all, "1", "1", "8", "%n",
			"%b = sub nsw i64 %j, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %b\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", true},
		{"rows longer than their distance", all, "1", "1", "12", "%n",
			"%b = sub nsw i64 %j, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %b\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", false},
		{"rows of any length", all, "1", "1", "%m", "%n",
			"%b = sub nsw i64 %j, 1\n%from = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %b\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", false},
		{"rows as long as they are", all, "0", "1", "%m", "%n",
			"%x = mul nsw i64 %i, %m\n%y = add nsw i64 %x, %j\n%b = sub nsw i64 %y, 1\n%from = getelementptr inbounds double, ptr %a, i64 %b\n%to = getelementptr inbounds double, ptr %a, i64 %y", true},
		{"rows of another length", all, "0", "1", "%n", "%n",
			"%x = mul nsw i64 %i, %m\n%y = add nsw i64 %x, %j\n%b = sub nsw i64 %y, 1\n%from = getelementptr inbounds double, ptr %a, i64 %b\n%to = getelementptr inbounds double, ptr %a, i64 %y", false},
		{"a product that wraps for no array", all, "0", "1", "%m", "%n",
			"%x = mul i64 %i, %m\n%y = add nsw i64 %x, %j\n%b = sub nsw i64 %y, 1\n%from = getelementptr inbounds double, ptr %a, i64 %b\n%to = getelementptr inbounds double, ptr %a, i64 %y", true},
		{"triangle", below, "0", "1", "%i", "8",
			row + "%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %i", true},
		{"the other triangle", below, "0", "1", "%i", "8",
			"%from = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i\n%to = getelementptr inbounds [8 x double], ptr %a, i64 %i, i64 %j", true},
		{"from one to the other", below, "0", "1", "%i", "8",
			row + "%to = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i", true},
		{"from rows to columns", all, "0", "1", "8", "8",
			row + "%to = getelementptr inbounds [8 x double], ptr %a, i64 %j, i64 %i", false},
	} {
		f, l, w := nestOf(t, c.in, c.at, c.start, c.step, c.end, c.bound)
		require.Equal(t, c.want, NewDependenceTest(f, Loops(f, ir.Dominators(f))).NoAntiDependence(l, w), c.name)
	}
}

// Loops over blocks advance by as much as the loop inside of them does: what one writes is apart from
// what others do, if the blocks are as far apart as they are long.
func TestStoresOfBlocksAreApart(t *testing.T) {
	const blocks = `
define void @f(ptr %a, i64 %n) {
entry:
  br label %block
block:
  %i = phi i64 [ FIRST, %entry ], [ %i.next, %next ]
  %from = getelementptr inbounds double, ptr %a, i64 %i
  br label %lane
lane:
  %j = phi i64 [ 0, %block ], [ %j.next, %lane ]
  %to = getelementptr inbounds double, ptr %from, i64 %j
  store double 1.0, ptr %to
  %j.next = add nuw nsw i64 %j, INNER
  %j.more = icmp slt i64 %j.next, LENGTH
  br i1 %j.more, label %lane, label %next
next:
  %i.next = add nsw i64 %i, STEP
  %i.more = icmp MORE i64 %i.next, %n
  br i1 %i.more, label %block, label %out
out:
  ret void
}
`
	for _, c := range []struct {
		first, step, more, inner, length string
		want                             bool
	}{
		{"0", "16", "slt", "1", "16", true},
		{"0", "16", "slt", "1", "17", false},
		{"0", "15", "slt", "1", "16", false},
		{"%n", "-16", "sgt", "1", "16", true},
		{"0", "17", "ne", "4", "17", true}, // 0, 4, 8, 12, 16
		{"0", "16", "slt", "4", "17", false},
		{"0", "0", "slt", "1", "1", false},
		{"0", "100000", "slt", "1", "16", false}, // so large a step is not followed
	} {
		f := loaded(t, strings.NewReplacer("FIRST", c.first, "STEP", c.step, "MORE", c.more, "INNER", c.inner, "LENGTH", c.length).Replace(blocks))
		loops := Loops(f, ir.Dominators(f))
		st := f.Blocks[2].Instrs[2]
		require.Equal(t, ir.Store, st.Op)
		x := NewDependenceTest(f, loops)
		require.Equal(t, c.want, x.StoresApart(loops.Of(f.Blocks[1]), st, st), "%v", c)
	}
}
