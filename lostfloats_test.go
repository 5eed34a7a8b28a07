package llad_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad"
	"github.com/llad-ad/llad/ir"
)

// A float of 32 bits that goes through a slot of an address, as optimisers move a tagged union of both, and is read as a
// float again.
const singleMovedAsAddress = `
@table = internal constant [2 x ptr] [ptr @first, ptr @second]
define internal void @first(ptr %out, ptr %x) noinline {
entry:
  %slot = alloca ptr, align 8
  %n = load i64, ptr %out, align 8
  %c = icmp ugt i64 %n, 1
  br i1 %c, label %float, label %join
float:
  %v = load float, ptr %x, align 4
  store float %v, ptr %slot, align 8
  %w = load ptr, ptr %slot, align 8
  br label %join
join:
  %p = phi ptr [ @table, %entry ], [ %w, %float ]
  %at = getelementptr i8, ptr %out, i64 8
  store ptr %p, ptr %at, align 8
  ret void
}
define internal void @second(ptr %out, ptr %x) noinline {
  %at = getelementptr i8, ptr %out, i64 8
  store ptr null, ptr %at, align 8
  ret void
}
define float @f(ptr %x, i64 %n) {
entry:
  %out = alloca [16 x i8], align 8
  %copy = alloca [16 x i8], align 8
  store i64 %n, ptr %out, align 8
  %k = and i64 %n, 1
  %e = getelementptr ptr, ptr @table, i64 %k
  %callee = load ptr, ptr %e, align 8
  call void %callee(ptr %out, ptr %x)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %out, i64 16, i1 false)
  %m = load i64, ptr %copy, align 8
  %c = icmp ugt i64 %m, 1
  br i1 %c, label %float, label %none
float:
  %at = getelementptr i8, ptr %copy, i64 8
  %r = load float, ptr %at, align 8
  %s = fmul float %r, %r
  ret float %s
none:
  ret float 0.000000e+00
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`

// A word is added to the bits of doubles that are moved as integers, and of which a function of its own reads what they
// are then.
const addedToBits = `
define internal double @sum(ptr %p, i64 %n) noinline {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %q = getelementptr double, ptr %p, i64 %k
  %a = load double, ptr %q, align 8
  %t = fadd double %s, %a
  %next = add i64 %k, 1
  %done = icmp uge i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %t
}
define double @f(ptr %x, i64 %n) {
entry:
  %y = call ptr @calloc(i64 %n, i64 8)
  %by = shl i64 %n, 52
  br label %raise
raise:
  %k = phi i64 [ 0, %entry ], [ %next, %raise ]
  %from = getelementptr i8, ptr %x, i64 %k
  %to = getelementptr i8, ptr %y, i64 %k
  %u = load i64, ptr %from, align 8
  %v = add i64 %u, %by
  store i64 %v, ptr %to, align 8
  %next = add i64 %k, 8
  %raised = icmp eq i64 %next, 32
  br i1 %raised, label %lower, label %raise
lower:
  %i = phi i64 [ 4, %raise ], [ %inext, %lower ]
  %ifrom = getelementptr double, ptr %x, i64 %i
  %ito = getelementptr double, ptr %y, i64 %i
  %iu = load i64, ptr %ifrom, align 8
  %iv = sub i64 %iu, %by
  store i64 %iv, ptr %ito, align 8
  %inext = add i64 %i, 1
  %done = icmp uge i64 %inext, %n
  br i1 %done, label %exit, label %lower
exit:
  %s = call double @sum(ptr %y, i64 %n)
  call void @free(ptr %y)
  ret double %s
}
declare ptr @calloc(i64, i64)
declare void @free(ptr)
`

// Floats that count and that no type of an access shows are not taken for anything else: the derivative is made by
// names, or refused.
func TestFloatsThatAccessesDoNotShow(t *testing.T) {
	multipliedBits := strings.NewReplacer("%v = add", "%v = mul", "%iv = sub", "%iv = mul").Replace(addedToBits)
	for name, text := range map[string]string{"single moved as address": singleMovedAsAddress, "added to bits": addedToBits, "multiplied bits": multipliedBits} {
		for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
			t.Run(name+"/"+mode.String(), func(t *testing.T) {
				m, err := ir.Read("f.ll", []byte(text))
				require.NoError(t, err)
				d := llad.New(m)
				_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
				require.NoError(t, err)
				require.Len(t, d.Notes, 1)
				require.Equal(t, "L0718", d.Notes[0].Code)
				m, err = ir.Read("f.ll", []byte(text))
				require.NoError(t, err)
				d = llad.New(m)
				d.Transport = llad.TransportSettled
				_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
				var refused *ir.Diagnostic
				require.ErrorAs(t, err, &refused)
				require.Equal(t, "L0202", refused.Code)
			})
		}
	}
}
