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

// The bytes of a double are mixed with a number, and back, in functions that are called through addresses: neither has a
// float that has a derivative.
const mixedBytes = `
@table = internal constant [2 x ptr] [ptr @put, ptr @get]
define internal void @put(ptr %to, double %v) noinline {
entry:
  %u = bitcast double %v to i64
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %by = shl i64 %k, 3
  %s = lshr i64 %u, %by
  %b = trunc i64 %s to i8
  %c = xor i8 %b, 53
  %p = getelementptr i8, ptr %to, i64 %k
  store i8 %c, ptr %p, align 1
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
define internal double @get(ptr %from) noinline {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %w = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %p = getelementptr i8, ptr %from, i64 %k
  %b = load i8, ptr %p, align 1
  %c = xor i8 %b, 53
  %z = zext i8 %c to i64
  %by = shl i64 %k, 3
  %t = shl i64 %z, %by
  %sum = add i64 %w, %t
  %next = add i64 %k, 1
  %done = icmp eq i64 %next, 8
  br i1 %done, label %exit, label %loop
exit:
  %v = bitcast i64 %sum to double
  ret double %v
}
define double @f(ptr %x, i64 %n) {
entry:
  %y = call ptr @calloc(i64 8, i64 1)
  %a = load double, ptr %x, align 8
  %put = load ptr, ptr @table, align 8
  call void %put(ptr %y, double %a)
  %at = getelementptr [2 x ptr], ptr @table, i64 0, i64 1
  %get = load ptr, ptr %at, align 8
  %b = call double %get(ptr %y)
  call void @free(ptr %y)
  %r = fmul double %a, %b
  ret double %r
}
declare ptr @calloc(i64, i64)
declare void @free(ptr)
`

// A variant of a tagged union has the halves of a double, another one its bits turned round: with the first the float that is
// made of either has a derivative.
const turnedBits = `
define internal void @put(ptr %cell, double %v, i1 %whole) noinline {
  %b = bitcast double %v to i64
  %u = lshr i64 %b, 32
  %h = trunc i64 %u to i32
  %tag = select i1 %whole, i32 1, i32 2
  %second = select i1 %whole, i32 undef, i32 %h
  %turned = call i64 @llvm.fshl.i64(i64 %b, i64 %b, i64 13)
  %l = and i64 %b, 4294967295
  %third = select i1 %whole, i64 %turned, i64 %l
  store i32 %tag, ptr %cell, align 8
  %p = getelementptr i8, ptr %cell, i64 4
  store i32 %second, ptr %p, align 4
  %q = getelementptr i8, ptr %cell, i64 8
  store i64 %third, ptr %q, align 8
  ret void
}
define internal double @get(ptr %cell) noinline {
entry:
  %tag = load i32, ptr %cell, align 8
  %q = getelementptr i8, ptr %cell, i64 8
  %is = icmp eq i32 %tag, 1
  br i1 %is, label %whole, label %halves
whole:
  %w = load i64, ptr %q, align 8
  %turned = call i64 @llvm.fshl.i64(i64 %w, i64 %w, i64 51)
  br label %exit
halves:
  %p = getelementptr i8, ptr %cell, i64 4
  %h = load i32, ptr %p, align 4
  %l = load i32, ptr %q, align 8
  %hw = zext i32 %h to i64
  %up = shl i64 %hw, 32
  %lw = zext i32 %l to i64
  %both = or i64 %up, %lw
  br label %exit
exit:
  %bits = phi i64 [ %both, %halves ], [ %turned, %whole ]
  %v = bitcast i64 %bits to double
  ret double %v
}
define double @f(ptr %x, i64 %n) {
entry:
  %y = call ptr @calloc(i64 %n, i64 16)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %px = getelementptr double, ptr %x, i64 %k
  %a = load double, ptr %px, align 8
  %py = getelementptr [16 x i8], ptr %y, i64 %k
  %odd = trunc i64 %k to i1
  call void @put(ptr %py, double %a, i1 %odd)
  %b = call double @get(ptr %py)
  %t = fadd double %s, %b
  %next = add i64 %k, 1
  %done = icmp uge i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @free(ptr %y)
  ret double %t
}
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare i64 @llvm.fshl.i64(i64, i64, i64)
`

// Floats that count and that no type of an access shows are not taken for anything else: the derivative is made by
// names, or refused.
func TestFloatsThatAccessesDoNotShow(t *testing.T) {
	multipliedBits := strings.NewReplacer("%v = add", "%v = mul", "%iv = sub", "%iv = mul").Replace(addedToBits)
	for name, of := range map[string]struct{ text, refused string }{
		"single moved as address": {singleMovedAsAddress, "L0202"},
		"added to bits":           {addedToBits, "L0202"},
		"multiplied bits":         {multipliedBits, "L0202"},
		"mixed bytes":             {mixedBytes, "L0202"},
		"turned bits":             {turnedBits, "L0203"},
	} {
		for _, mode := range []llad.Mode{llad.Reverse, llad.Forward} {
			t.Run(name+"/"+mode.String(), func(t *testing.T) {
				m, err := ir.Read("f.ll", []byte(of.text))
				require.NoError(t, err)
				d := llad.New(m)
				_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
				require.NoError(t, err)
				require.Len(t, d.Notes, 1)
				require.Equal(t, "L0718", d.Notes[0].Code)
				m, err = ir.Read("f.ll", []byte(of.text))
				require.NoError(t, err)
				d = llad.New(m)
				d.Transport = llad.TransportSettled
				_, err = d.Differentiate(llad.Request{Func: "f", Mode: mode})
				var refused *ir.Diagnostic
				require.ErrorAs(t, err, &refused)
				require.Equal(t, of.refused, refused.Code)
			})
		}
	}
}
