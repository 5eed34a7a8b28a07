package ir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
			m, err := Read("f.ll", []byte(text))
			require.NoError(t, err)
			f := m.Func("f")
			require.NoError(t, f.Load())
			dt := Dominators(f)
			loops := Loops(f, dt)
			var load *Instr
			var writers []*Instr
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					switch {
					case i.Op == Load:
						load = i
					case i.Op == Store:
						writers = append(writers, i)
					}
				}
			}
			require.Equal(t, c.want, NewCoverage(f, dt, loops).Written(load, loops.Top[0], writers))
		})
	}
}
