package analysis

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

// coverageNest is a loop over i around %first and %second, loops over j. The
// question is always about %r and the iterations of i.
const coverageNest = `
define void @f(ptr %p, i64 %n, i64 %m, i1 %c) {
entry:
  %t = alloca [64 x double]
  %g = icmp sgt i64 %m, 0
  br i1 %g, label %pre, label %out
pre:
  br label %i.head
i.head:
  %i = phi i64 [ 0, %pre ], [ %i.next, %i.latch ]
  br label %first
first:
  %j = phi i64 [ FIRST, %i.head ], [ %j.next, %first.latch ]
  WRITE
  br label %first.latch
first.latch:
  %j.next = add nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %m
  br i1 %j.done, label %mid, label %first
mid:
  br label %second
second:
  %k = phi i64 [ START, %mid ], [ %k.next, %second ]
  %q = getelementptr double, ptr %t, i64 %k
  %r = load double, ptr %q
  store double %r, ptr %p
  %k.next = add nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %m
  br i1 %k.done, label %i.latch, label %second
i.latch:
  %i.next = add nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %out, label %i.head
out:
  ret void
}
`

const plainWrite = `%a = getelementptr double, ptr %t, i64 %j
  store double 1.0, ptr %a`

func TestCoverage(t *testing.T) {
	for _, c := range []struct {
		name, first, write, start string
		want                      bool
	}{
		{"all of it", "0", plainWrite, "0", true},
		{"read begins later", "0", plainWrite, "1", true},
		{"write begins later", "1", plainWrite, "0", false},
		{"another start", "%i", plainWrite, "0", false},
		{"the same start", "%i", plainWrite, "%i", true},
		{"every second element", "0", strings.Replace(plainWrite, "double, ptr %t, i64 %j", "{ double, double }, ptr %t, i64 %j", 1), "0", false},
		{"half of each element", "0", strings.NewReplacer("store double 1.0", "store float 1.0").Replace(plainWrite), "0", false},
		{"an array behind it", "0", strings.Replace(plainWrite, "double, ptr %t, i64 %j", "double, ptr %p, i64 %j", 1), "0", false},
		{"a fixed element", "0", strings.Replace(plainWrite, "i64 %j", "i64 0", 1), "0", false},
		{"an element of the iteration", "0", strings.Replace(plainWrite, "i64 %j", "i64 %i", 1), "%i", false},
		{"sometimes", "0", "br i1 %c, label %then, label %first.latch\nthen:\n" + plainWrite, "0", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.NewReplacer("FIRST", c.first, "WRITE", c.write, "START", c.start).Replace(coverageNest)
			m, err := ir.Read("f.ll", []byte(text))
			require.NoError(t, err)
			f := m.Func("f")
			require.NoError(t, f.Load())
			dt := ir.Dominators(f)
			loops := Loops(f, dt)
			var load *ir.Instr
			var writers []*ir.Instr
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					switch {
					case i.Op == ir.Load:
						load = i
					case i.Op == ir.Store:
						writers = append(writers, i)
					}
				}
			}
			require.Equal(t, c.want, NewCoverage(f, dt, loops).Written(load, loops.Top[0], writers))
		})
	}
}

// A buffer of m elements, perhaps none, is filled by a loop that is left out
// when there are none, and read behind it without a question.
const coverageBuffer = `
declare noalias ptr @malloc(i64)
declare i64 @llvm.smax.i64(i64, i64)
define void @f(i64 %n, i64 %m) {
entry:
  %k = trunc i64 %n to i32
  %k1 = add i32 %k, 1
  %signed = sext i32 %k1 to i64
  %places = zext i32 %k1 to i64
  %m1 = add nsw i64 %m, 1
  %bytes = shl nsw i64 NUMBER, 3
  %t = call noalias ptr @malloc(i64 %bytes)
  %most = call i64 @llvm.smax.i64(i64 %m, i64 1)
  br label %i.head
i.head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  EARLY
  %g = icmp GUARD
  br i1 %g, label %pre, label %mid
pre:
  br label %first
first:
  %j = phi i64 [ 0, %pre ], [ %j.next, %first ]
  %a = getelementptr double, ptr %t, i64 %j
  store double 1.0, ptr %a
  %j.next = add nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, END
  br i1 %j.done, label %done, label %first
done:
  br label %mid
mid:
  LATE
  br label %i.latch
i.latch:
  %i.next = add nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %out, label %i.head
out:
  ret void
}
`

func TestCoverageUnlessEmpty(t *testing.T) {
	const read = "%r = load double, ptr %t"
	for _, c := range []struct {
		name, number, guard, end, early, late string
		want                                  bool
	}{
		{"unless empty", "%m", "sgt i64 %m, 0", "%m", "", read, true},
		{"unless zero", "%m", "ne i64 %m, 0", "%m", "", read, true},
		{"at least one", "%m", "sgt i64 %m, 0", "%most", "", read, true},
		{"unless one", "%m", "sgt i64 %m, 1", "%m", "", read, false},
		{"another guard", "%m", "sgt i64 %n, 0", "%m", "", read, false},
		{"another end", "%m", "sgt i64 %m, 0", "%n", "", read, false},
		{"read before", "%m", "sgt i64 %m, 0", "%m", read, "", false},
		{"places 0 to m", "%m1", "sge i64 %m, 0", "%m1", "", read, true},
		{"places 1 to m", "%m1", "sgt i64 %m, 0", "%m1", "", read, false},
		{"places 0 to k", "%signed", "sgt i32 %k, -1", "%places", "", read, true},
		{"places 1 to k", "%signed", "sgt i32 %k, 0", "%places", "", read, false},
		{"k places or one more", "%signed", "sgt i32 %k1, 1", "%places", "", read, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := loaded(t, strings.NewReplacer("NUMBER", c.number, "GUARD", c.guard, "END", c.end, "EARLY", c.early, "LATE", c.late).Replace(coverageBuffer))
			dt := ir.Dominators(f)
			loops := Loops(f, dt)
			var load, store *ir.Instr
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					switch i.Op {
					case ir.Load:
						load = i
					case ir.Store:
						store = i
					}
				}
			}
			cover := NewCoverage(f, dt, loops)
			cover.Size = func(i *ir.Instr) ir.Value { return i.Arg(0) }
			require.Equal(t, c.want, cover.Written(load, loops.Top[0], []*ir.Instr{store}))
		})
	}
}

// An object that several stores fill, each at a place of its own.
const coverageParts = `
define void @f(ptr %p, i64 %n) {
entry:
  %t = alloca [4 x double]
  %t1 = getelementptr i8, ptr %t, i64 8
  %t2 = getelementptr i8, ptr %t, i64 16
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  STORES
  %k = and i64 %i, 3
  %q = getelementptr double, ptr %t, i64 INDEX
  %r = load double, ptr %q
  store double %r, ptr %p
  %next = add nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %head
out:
  ret void
}
`

func TestCoverageByParts(t *testing.T) {
	const low, high = "store <2 x double> zeroinitializer, ptr %t", "store <2 x double> zeroinitializer, ptr %t2"
	for _, c := range []struct {
		name, stores, index string
		want                bool
	}{
		{"all of it", high + "\n" + low, "%k", true},
		{"half of it", low + "\nstore double 1.0, ptr %t1", "%k", false},
		{"a hole", "store double 1.0, ptr %t\n" + high, "%k", false},
		{"what is read", "store double 1.0, ptr %t1\n" + high, "2", true},
		{"beside what is read", "store double 1.0, ptr %t\nstore double 1.0, ptr %t2", "1", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := loaded(t, strings.NewReplacer("STORES", c.stores, "INDEX", c.index).Replace(coverageParts))
			dt := ir.Dominators(f)
			loops := Loops(f, dt)
			var load *ir.Instr
			var writers []*ir.Instr
			for _, i := range f.Blocks[1].Instrs {
				switch i.Op {
				case ir.Load:
					load = i
				case ir.Store:
					writers = append(writers, i)
				}
			}
			require.Equal(t, c.want, NewCoverage(f, dt, loops).Written(load, loops.Top[0], writers))
		})
	}
}
