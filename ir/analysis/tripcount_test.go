package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

// eval computes an expression for given values of its leaves.
func (e *expr) eval(leaf map[string]int64) uint64 {
	mask := func(v uint64) uint64 { return exprInt(e.width, int64(v)).unsigned() }
	if e.op == ir.BadOp {
		if e.leaf == nil {
			return e.unsigned()
		}
		return mask(uint64(leaf[e.leaf.Ident()]))
	}
	var a []*expr
	for _, x := range e.args {
		a = append(a, exprInt(x.width, int64(x.eval(leaf))))
	}
	switch e.op {
	case ir.ICmp:
		if evalPred(e.pred, a[0], a[1]) {
			return 1
		}
		return 0
	case ir.Select:
		if a[0].val != 0 {
			return a[1].unsigned()
		}
		return a[2].unsigned()
	case ir.ZExt:
		return a[0].unsigned()
	case ir.SExt, ir.Trunc:
		return mask(uint64(a[0].val))
	}
	v, ok := exprBin(e.op, a[0], a[1]).isInt()
	if !ok {
		panic("cannot evaluate " + e.op.String())
	}
	return mask(uint64(v))
}

func onlyLoop(t *testing.T, text string) (*ir.Function, *Loop) {
	m, err := ir.Read("t.ll", []byte(text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NotNil(t, f)
	require.NoError(t, f.Load())
	li := Loops(f, ir.Dominators(f))
	require.Len(t, li.All, 1, text)
	return f, li.All[0]
}

type countCase struct {
	pred  ir.Pred
	step  int64
	flags string
	shape string // while, do
	other bool   // a second, uncountable exit
}

func (c countCase) text() string {
	var b strings.Builder
	b.WriteString("declare i1 @more()\ndefine void @f(i8 %s, i8 %e) {\nentry:\n  br label %loop\nloop:\n")
	latch := "latch"
	if c.shape == "do" {
		latch = "test"
	}
	fmt.Fprintf(&b, "  %%i = phi i8 [ %%s, %%entry ], [ %%n, %%%s ]\n", latch)
	if c.other {
		b.WriteString("  %m = call i1 @more()\n  br i1 %m, label %test, label %exit\n")
	} else {
		b.WriteString("  br label %test\n")
	}
	b.WriteString("test:\n")
	inc := fmt.Sprintf("  %%n = add %s i8 %%i, %d\n", c.flags, c.step)
	if c.shape == "do" {
		fmt.Fprintf(&b, "%s  %%c = icmp %s i8 %%n, %%e\n  br i1 %%c, label %%loop, label %%exit\n", inc, c.pred)
	} else {
		fmt.Fprintf(&b, "  %%c = icmp %s i8 %%i, %%e\n  br i1 %%c, label %%latch, label %%exit\nlatch:\n%s  br label %%loop\n", c.pred, inc)
	}
	b.WriteString("exit:\n  ret void\n}\n")
	return b.String()
}

// run counts the backedges taken until the comparison ends the loop; ub says
// that a flag was violated after that many, never that it does not end.
func (c countCase) run(s, e int64) (n int64, ub, never bool) {
	i := exprInt(8, s)
	end := exprInt(8, e)
	for ; n < 600; n++ {
		next := exprInt(8, i.val+c.step)
		wraps := c.flags == "nsw" && next.val != i.val+c.step ||
			c.flags == "nuw" && i.unsigned()+exprInt(8, c.step).unsigned() > 255
		test := i
		if c.shape == "do" {
			if wraps {
				return n, true, false
			}
			test = next
		}
		if !evalPred(c.pred, test, end) {
			return n, false, false
		}
		if wraps { // the next comparison is of poison
			return n, true, false
		}
		i = next
	}
	return 0, false, true
}

func TestBackedgeCountAgainstExecution(t *testing.T) {
	values := []int64{-128, -127, -126, -100, -65, -64, -50, -7, -3, -2, -1, 0, 1, 2, 3, 5, 8, 17, 63, 64, 65, 99, 100, 120, 125, 126, 127}
	counted := map[string]bool{}
	for pred := ir.EQ; pred <= ir.SLE; pred++ {
		for _, step := range []int64{1, -1, 2, -2, 3, 5, -7, 64, 96} {
			for _, flags := range []string{"", "nsw", "nuw"} {
				for _, shape := range []string{"while", "do"} {
					for _, other := range []bool{false, true} {
						c := countCase{pred, step, flags, shape, other}
						_, l := onlyLoop(t, c.text())
						exact, most := BackedgeCount(l), MaxBackedgeCount(l)
						if most == nil {
							require.Nil(t, exact)
							continue
						}
						require.Equal(t, other, exact == nil)
						counted[fmt.Sprintf("%s%d%s", pred, step, flags)] = true
						for _, s := range values {
							for _, e := range values {
								n, ub, never := c.run(s, e)
								got := most.e.eval(map[string]int64{"%s": s, "%e": e})
								switch {
								case !ub && !never:
									require.Equal(t, uint64(n), got, "%+v from %d to %d", c, s, e)
								case never && other:
									require.Equal(t, ^uint64(0), got, "%+v from %d to %d", c, s, e)
								case other:
									require.GreaterOrEqual(t, got, uint64(n), "%+v from %d to %d", c, s, e)
								}
							}
						}
					}
				}
			}
		}
	}
	for _, c := range []string{"ne1", "ne-1", "ne3", "ne2nsw", "eq1", "slt1", "slt2nsw", "sle1", "sgt-1", "sge-7nsw", "ult1", "ult3nuw", "ugt-1", "ult-1"} {
		require.True(t, counted[c], "%s in %v", c, counted)
	}
	require.False(t, counted["slt2"])
	require.False(t, counted["ult2nsw"])
}

func TestBackedgeCountConstant(t *testing.T) {
	for _, c := range []struct {
		loop string
		want int64
	}{
		{`%i = phi i32 [ 0, %entry ], [ %n, %loop ]
		  %n = add nsw i32 %i, 1
		  %c = icmp ne i32 %n, 100
		  br i1 %c, label %loop, label %exit`, 99},
		{`%i = phi i64 [ 10, %entry ], [ %n, %loop ]
		  %n = add nsw i64 %i, -3
		  %c = icmp sgt i64 %i, 0
		  br i1 %c, label %loop, label %exit`, 4},
		{`%i = phi i32 [ 5, %entry ], [ %n, %loop ]
		  %n = add nuw nsw i32 %i, 2
		  %w = zext i32 %n to i64
		  %x = mul nuw nsw i64 %w, 3
		  %c = icmp ult i64 %x, 60
		  br i1 %c, label %loop, label %exit`, 7},
		{`%i = phi i64 [ 0, %entry ], [ %n, %loop ]
		  %n = add i64 %i, 4
		  %t = trunc i64 %n to i32
		  %c = icmp eq i32 %t, 48
		  br i1 %c, label %exit, label %loop`, 11},
		{`%i = phi i32 [ 0, %entry ], [ %n, %loop ]
		  %j = phi i32 [ 20, %entry ], [ %k, %loop ]
		  %n = add nsw i32 %i, 1
		  %k = sub nsw i32 %j, 1
		  %c = icmp eq i32 %n, %k
		  br i1 %c, label %exit, label %loop`, 9},
		{`%p = phi ptr [ @a, %entry ], [ %n, %loop ]
		  %n = getelementptr inbounds { i32, double }, ptr %p, i64 1
		  %c = icmp eq ptr %n, getelementptr inbounds (i8, ptr @a, i64 0)
		  br i1 %c, label %exit, label %loop`, -1},
		{`%i = phi i32 [ 0, %entry ], [ %n, %loop ]
		  %n = add nsw i32 %i, 1
		  %a = icmp slt i32 %n, 12
		  %b = icmp slt i32 %i, 7
		  %c = select i1 %a, i1 %b, i1 false
		  br i1 %c, label %loop, label %exit`, 7},
	} {
		_, l := onlyLoop(t, "@a = external global [8 x { i32, double }]\ndefine void @f() {\nentry:\n  br label %loop\nloop:\n"+c.loop+"\nexit:\n  ret void\n}\n")
		n := BackedgeCount(l)
		require.NotNil(t, n, c.loop)
		v, ok := n.Const()
		require.Equal(t, c.want >= 0, ok, c.loop)
		if ok {
			require.Equal(t, c.want, v, c.loop)
		}
	}
}

func TestBackedgeCountRefuses(t *testing.T) {
	for name, loop := range map[string]string{
		"changing bound": `%i = phi i32 [ 0, %entry ], [ %n, %loop ]
		  %n = add nsw i32 %i, 1
		  %e = load i32, ptr %p
		  %c = icmp slt i32 %n, %e
		  br i1 %c, label %loop, label %exit`,
		"no induction": `%i = phi i32 [ 1, %entry ], [ %n, %loop ]
		  %n = mul nsw i32 %i, 2
		  %c = icmp slt i32 %n, 100
		  br i1 %c, label %loop, label %exit`,
		"floating point": `%x = phi double [ 0.0, %entry ], [ %n, %loop ]
		  %n = fadd double %x, 1.0
		  %c = fcmp olt double %n, 100.0
		  br i1 %c, label %loop, label %exit`,
		"wide": `%i = phi i128 [ 0, %entry ], [ %n, %loop ]
		  %n = add nsw i128 %i, 1
		  %c = icmp slt i128 %n, 100
		  br i1 %c, label %loop, label %exit`,
	} {
		_, l := onlyLoop(t, "define void @f(ptr %p) {\nentry:\n  br label %loop\nloop:\n"+loop+"\nexit:\n  ret void\n}\n")
		require.Nil(t, BackedgeCount(l), name)
		require.Nil(t, MaxBackedgeCount(l), name)
	}
}

func TestBackedgeCountIgnoresPanics(t *testing.T) {
	_, l := onlyLoop(t, `declare void @panic()
define void @f(i64 %n, i64 %len) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %k, %next ]
  %ok = icmp ult i64 %i, %len
  br i1 %ok, label %next, label %bad
next:
  %k = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %k, %n
  br i1 %c, label %exit, label %loop
bad:
  br label %worse
worse:
  call void @panic()
  unreachable
exit:
  ret void
}
`)
	n := BackedgeCount(l)
	require.NotNil(t, n)
	require.Equal(t, uint64(6), n.e.eval(map[string]int64{"%n": 7, "%len": 3}))
}

func TestBackedgeCountEmit(t *testing.T) {
	text := `define void @f(ptr %p, ptr %q, i32 %n, i64 %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %k, %loop ]
  %k = add nsw i64 %i, %s
  %m = sdiv i32 %n, 2
  %w = sext i32 %m to i64
  %c = icmp slt i64 %k, %w
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
`
	f, l := onlyLoop(t, text)
	n := BackedgeCount(l)
	require.NotNil(t, n)
	b := ir.NewBuilder(f.Entry())
	b.Before(f.Entry().Term())
	v := n.Emit(b)
	require.Equal(t, ir.I64, v.Type())
	f.MarkChanged()
	require.NoError(t, ir.Verify(f))
	irtest.Accepted(t, "19", f.Module.Bytes())
	r := l.Recurrence(l.Header.Phis()[0])
	require.NotNil(t, r)
	start, ok := r.Start()
	require.True(t, ok && start == 0)
	_, ok = r.Step()
	require.False(t, ok)
}

func TestRecurrenceOfAddresses(t *testing.T) {
	f, l := onlyLoop(t, `define void @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 3, %entry ], [ %k, %loop ]
  %q = phi ptr [ %p, %entry ], [ %r, %loop ]
  %j = sext i32 %i to i64
  %a = getelementptr inbounds [4 x { float, double }], ptr %p, i64 %j, i64 2, i32 1
  %r = getelementptr inbounds double, ptr %q, i64 -2
  %k = add nsw i32 %i, 2
  %c = icmp slt i32 %k, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
`)
	want := map[string]int64{"%a": 2 * 64, "%r": -16, "%q": -16, "%j": 2}
	for _, i := range f.Blocks[1].Instrs {
		s, ok := want[i.Ident()]
		if !ok {
			continue
		}
		delete(want, i.Ident())
		r := l.Recurrence(i)
		require.NotNil(t, r, i.Ident())
		got, ok := r.Step()
		require.True(t, ok)
		require.Equal(t, s, got, i.Ident())
	}
	require.Empty(t, want)
}
