package typeanalysis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/ir"
)

const head = `target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @llvm.smin.i64(i64, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
`

// Each function f(x, n) reads doubles at x; want is a part of what makes it doubtful.
var verdicts = []struct{ name, want, text string }{
	{"an array that a loop fills and sums", "", `
define double @f(ptr %x, i64 %n) {
entry:
  %m = shl i64 %n, 3
  %h = call ptr @malloc(i64 %m)
  %end = getelementptr double, ptr %h, i64 %n
  br label %loop
loop:
  %p = phi ptr [ %h, %entry ], [ %p1, %loop ]
  %q = phi ptr [ %x, %entry ], [ %q1, %loop ]
  %v = load double, ptr %q, align 8
  store double %v, ptr %p, align 8
  %p1 = getelementptr i8, ptr %p, i64 8
  %q1 = getelementptr i8, ptr %q, i64 8
  %c = icmp eq ptr %p1, %end
  br i1 %c, label %out, label %loop
out:
  %last = getelementptr i8, ptr %p1, i64 -8
  %r = load double, ptr %last, align 8
  call void @free(ptr %h)
  ret double %r
}`},
	{"elements of an array that an address stands behind", "", `
%pair = type { double, double }
%both = type { [2 x %pair], ptr }
define double @f(ptr %x, i64 %n) {
  %o = alloca %both, align 8
  %at = getelementptr i8, ptr %o, i64 32
  store ptr %x, ptr %at, align 8
  %v = load double, ptr %x, align 8
  %e = getelementptr %pair, ptr %o, i64 %n, i32 0
  store double %v, ptr %e, align 8
  %p = load ptr, ptr %at, align 8
  %w = load double, ptr %p, align 8
  %d = load double, ptr %e, align 8
  %r = fmul double %w, %d
  ret double %r
}`},
	{"walks up and down an array between addresses, by pairs, from one function to another", "", `
%m = type { i64, ptr, [4 x double], ptr, ptr }
define double @f(ptr %x, i64 %n) {
  %o = alloca %m, align 16
  %at = getelementptr i8, ptr %o, i64 8
  %a = getelementptr i8, ptr %o, i64 16
  %behind = getelementptr i8, ptr %o, i64 48
  store ptr %x, ptr %behind, align 8
  store ptr %x, ptr %at, align 8
  call void @fill(ptr %a, ptr %at, i64 %n)
  %e = getelementptr double, ptr %a, i64 %n
  %s = call double @back(ptr %e, ptr %a)
  %s1 = call double @back(ptr %a, ptr %a)
  %p = load ptr, ptr %at, align 8
  %w = load double, ptr %p, align 8
  %p2 = load ptr, ptr %behind, align 8
  %w2 = load double, ptr %p2, align 8
  %r = fmul double %w, %s
  %r2 = fmul double %r, %w2
  ret double %r2
}
define void @fill(ptr %a, ptr %at, i64 %n) {
entry:
  %x = load ptr, ptr %at, align 8
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %p1, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %v = load <2 x double>, ptr %x, align 8
  store <2 x double> %v, ptr %p, align 8
  %p1 = getelementptr i8, ptr %p, i64 16
  %k1 = add i64 %k, 2
  %c = icmp ult i64 %k1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
define double @back(ptr %e, ptr %a) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %e, %entry ], [ %p1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %p1 = getelementptr i8, ptr %p, i64 -8
  %v = load double, ptr %p1, align 8
  %s1 = fadd double %s, %v
  %c = icmp eq ptr %p1, %a
  br i1 %c, label %out, label %loop
out:
  ret double %s1
}`},
	{"an array that is moved up to where its address is a multiple", "", `
define double @f(ptr %x, i64 %n) {
  %bytes = shl i64 %n, 3
  %more = add i64 %bytes, 65
  %m = call ptr @malloc(i64 %more)
  %word = ptrtoint ptr %m to i64
  %over = srem i64 %word, 64
  %is = icmp eq i64 %over, 0
  %under = sub nsw i64 64, %over
  %by = select i1 %is, i64 0, i64 %under
  %a = getelementptr i8, ptr %m, i64 %by
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  %e = getelementptr double, ptr %a, i64 %n
  store double %v, ptr %e, align 8
  %r = load double, ptr %a, align 8
  ret double %r
}`},
	{"addresses in vectors, each moved on its own", "", `
define double @f(ptr %x, i64 %n) {
  %o = alloca [4 x i64], align 8
  %p = insertelement <2 x ptr> poison, ptr %o, i64 0
  %q = insertelement <2 x ptr> %p, ptr %o, i64 1
  %both = getelementptr i8, <2 x ptr> %q, <2 x i64> <i64 8, i64 16>
  %k = insertelement <2 x i64> <i64 0, i64 3>, i64 1, i64 0
  %more = getelementptr i64, ptr %o, <2 x i64> %k
  %a = extractelement <2 x ptr> %both, i64 0
  %b = extractelement <2 x ptr> %both, i64 1
  %c = extractelement <2 x ptr> %more, i64 0
  %d = extractelement <2 x ptr> %more, i64 1
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  store ptr %x, ptr %b, align 8
  store double %v, ptr %d, align 8
  %w = load double, ptr %c, align 8
  %p2 = load ptr, ptr %b, align 8
  %u = load double, ptr %p2, align 8
  %t = load double, ptr %d, align 8
  %wu = fmul double %w, %u
  %r = fmul double %wu, %t
  ret double %r
}`},
	{"addresses in vectors that meet", "an address at offset 8 and a double at offset 8", `
define double @f(ptr %x, i64 %n) {
  %o = alloca [4 x i64], align 8
  %both = getelementptr i8, ptr %o, <2 x i64> <i64 8, i64 8>
  %a = extractelement <2 x ptr> %both, i64 0
  %b = extractelement <2 x ptr> %both, i64 1
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  %w = load double, ptr %a, align 8
  store ptr %x, ptr %b, align 8
  %p = load ptr, ptr %b, align 8
  %u = load double, ptr %p, align 8
  %r = fmul double %w, %u
  ret double %r
}`},
	{"a vector of addresses that is moved by indices of which nothing is known", "an address at offset 8", `
define double @f(ptr %x, <2 x i64> %n) {
  %o = alloca [4 x i64], align 8
  %at = getelementptr i8, ptr %o, i64 16
  %k = add <2 x i64> %n, <i64 1, i64 1>
  %both = getelementptr i64, ptr %at, <2 x i64> %k
  %a = extractelement <2 x ptr> %both, i64 0
  %b = getelementptr i8, ptr %o, i64 8
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  %w = load double, ptr %a, align 8
  store ptr %x, ptr %b, align 8
  %p = load ptr, ptr %b, align 8
  %u = load double, ptr %p, align 8
  %r = fmul double %w, %u
  ret double %r
}`},
	{"an address that is moved to any byte", "a double at any of its bytes", `
define double @f(ptr %x, i64 %n) {
  %m = call ptr @malloc(i64 128)
  %over = srem i64 %n, 64
  %by = sub nsw i64 64, %over
  %a = getelementptr i8, ptr %m, i64 %by
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 1
  %r = load double, ptr %a, align 1
  ret double %r
}`},
	{"the length of a container that is empty at first", "", `
%vector = type { ptr, ptr }
define double @f(ptr %x, i64 %n) {
  %v = alloca %vector, align 8
  %last = getelementptr i8, ptr %v, i64 8
  store ptr null, ptr %v, align 8
  store ptr null, ptr %last, align 8
  %w = load double, ptr %x, align 8
  %p = call double @push(ptr %v, double %w)
  %q = call double @push(ptr %v, double %w)
  %r = fmul double %p, %q
  ret double %r
}
define double @push(ptr %v, double %w) {
  %last = getelementptr i8, ptr %v, i64 8
  %e = load ptr, ptr %last, align 8
  %b = load ptr, ptr %v, align 8
  %ei = ptrtoint ptr %e to i64
  %bi = ptrtoint ptr %b to i64
  %bytes = sub i64 %ei, %bi
  %more = add i64 %bytes, 8
  %m = call ptr @malloc(i64 %more)
  %at = getelementptr i8, ptr %m, i64 %bytes
  store double %w, ptr %at, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %b, i64 %bytes, i1 false)
  %next = getelementptr i8, ptr %at, i64 8
  store ptr %m, ptr %v, align 8
  store ptr %next, ptr %last, align 8
  %r = load double, ptr %at, align 1
  ret double %r
}`},
	{"a copy of unknown length to an array in front of an address", "", `
%m = type { ptr, [4 x double], ptr }
define double @f(ptr %x, i64 %n) {
  %o = alloca %m, align 16
  %a = getelementptr i8, ptr %o, i64 8
  %at = getelementptr i8, ptr %o, i64 40
  store ptr %x, ptr %at, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %x, i64 %n, i1 false)
  %p = load ptr, ptr %at, align 8
  %w = load double, ptr %p, align 8
  %d = call double @up(ptr %a, i64 %n)
  %r = fmul double %w, %d
  ret double %r
}
define double @up(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %a, %entry ], [ %p1, %loop ]
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %v = load double, ptr %p, align 8
  %s1 = fadd double %s, %v
  %p1 = getelementptr i8, ptr %p, i64 8
  %k1 = add i64 %k, 1
  %c = icmp ult i64 %k1, %n
  br i1 %c, label %loop, label %out
out:
  ret double %s1
}`},
	{"a copy of a whole object keeps what stands behind its array", "an address at offset 24 and a double at offset 24", `
%m = type { [2 x double], ptr, i64 }
define double @f(ptr %x, i64 %n) {
  %o = alloca %m, align 16
  %q = alloca %m, align 16
  %v = load double, ptr %x, align 8
  %at = getelementptr i8, ptr %o, i64 24
  store double %v, ptr %at, align 8
  %p = getelementptr i8, ptr %o, i64 16
  store ptr %x, ptr %p, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %o, i64 32, i1 false)
  %at2 = getelementptr i8, ptr %q, i64 24
  %d = load double, ptr %at2, align 8
  store ptr %x, ptr %at2, align 8
  %p2 = load ptr, ptr %at2, align 8
  %w = load double, ptr %p2, align 8
  %r = fmul double %w, %d
  ret double %r
}`},
	{"elements of an array, and an address, of a member that is declared otherwise", "an address at offset 32 and a double at offsets 0, 16, ... 32", `
%pair = type { double, double }
%both = type { [2 x %pair], i64 }
define double @f(ptr %x, i64 %n) {
  %o = alloca %both, align 8
  %at = getelementptr i8, ptr %o, i64 32
  store ptr %x, ptr %at, align 8
  %v = load double, ptr %x, align 8
  %e = getelementptr %pair, ptr %o, i64 %n, i32 0
  store double %v, ptr %e, align 8
  %p = load ptr, ptr %at, align 8
  %w = load double, ptr %p, align 8
  %d = load double, ptr %e, align 8
  %r = fmul double %w, %d
  ret double %r
}`},
	{"indices in bytes: products, words that are extended, the lesser of two", "", `
define double @f(ptr %x, i64 %n) {
  %m = mul i64 %n, 24
  %h = call ptr @malloc(i64 %m)
  %v = load double, ptr %x, align 8
  %wide = shl i64 %n, 32
  %less = add i64 %wide, -4294967296
  %i = ashr exact i64 %less, 29
  %rows = add i64 %m, -8
  %j = mul i64 %rows, %n
  %k = call i64 @llvm.smin.i64(i64 %i, i64 %j)
  %at = getelementptr i8, ptr %h, i64 %i
  store double %v, ptr %at, align 1
  %b = getelementptr i8, ptr %h, i64 %j
  store double %v, ptr %b, align 1
  %c = getelementptr i8, ptr %h, i64 %k
  %r = load double, ptr %c, align 1
  ret double %r
}`},
	{"an index in bytes that is no multiple of the elements", "a double at any of its bytes", `
define double @f(ptr %x, i64 %n) {
  %m = mul i64 %n, 24
  %h = call ptr @malloc(i64 %m)
  %v = load double, ptr %x, align 8
  %wide = shl i64 %n, 32
  %less = add i64 %wide, -4294967296
  %i = ashr exact i64 %less, 30
  %rows = add i64 %m, -8
  %j = mul i64 %rows, %n
  %k = call i64 @llvm.smin.i64(i64 %i, i64 %j)
  %at = getelementptr i8, ptr %h, i64 %i
  store double %v, ptr %at, align 1
  %b = getelementptr i8, ptr %h, i64 %j
  store double %v, ptr %b, align 1
  %c = getelementptr i8, ptr %h, i64 %k
  %r = load double, ptr %c, align 1
  ret double %r
}`},
	{"addresses where a loop counts to three, and a double behind", "", `
define double @f(ptr %x, i64 %n) {
entry:
  %o = alloca [32 x i8], align 8
  %behind = getelementptr i8, ptr %o, i64 24
  %v = load double, ptr %x, align 8
  store double %v, ptr %behind, align 8
  br label %test
test:
  %k = phi i64 [ 0, %entry ], [ %k1, %body ]
  %s = phi double [ 0.0, %entry ], [ %s1, %body ]
  %more = icmp slt i64 %k, 3
  br i1 %more, label %body, label %out
body:
  %e = getelementptr ptr, ptr %o, i64 %k
  store ptr %x, ptr %e, align 8
  %p = load ptr, ptr %e, align 8
  %w = load double, ptr %p, align 8
  %s1 = fadd double %s, %w
  %k1 = add i64 %k, 1
  br label %test
out:
  %d = load double, ptr %behind, align 8
  %r = fmul double %s, %d
  ret double %r
}`},
	{"a cell that holds an address, then a double", "an address at offset 0 and a double at offset 0", `
define double @f(ptr %x, i64 %n) {
  %cell = alloca i64, align 8
  store ptr %x, ptr %cell, align 8
  %p = load ptr, ptr %cell, align 8
  %v = load double, ptr %p, align 8
  store double %v, ptr %cell, align 8
  %r = load double, ptr %cell, align 8
  ret double %r
}`},
	{"a cell that holds an address, then a number", "", `
define double @f(ptr %x, i64 %n) {
  %cell = alloca i64, align 8
  store ptr %x, ptr %cell, align 8
  %p = load ptr, ptr %cell, align 8
  %v = load double, ptr %p, align 8
  store i64 %n, ptr %cell, align 8
  %w = load i64, ptr %cell, align 8
  %d = uitofp i64 %w to double
  %r = fmul double %v, %d
  ret double %r
}`},
	{"an address that is moved as a double", "", `
define double @f(ptr %x, i64 %n) {
  %cell = alloca i64, align 8
  %copy = alloca i64, align 8
  store ptr %x, ptr %cell, align 8
  %w = load double, ptr %cell, align 8
  store double %w, ptr %copy, align 8
  %p = load ptr, ptr %copy, align 8
  %r = load double, ptr %p, align 8
  ret double %r
}`},
	{"doubles at any byte of a buffer", "a double at any of its bytes", `
define double @f(ptr %x, i64 %n) {
  %h = call ptr @malloc(i64 64)
  %v = load double, ptr %x, align 8
  %p = getelementptr i8, ptr %h, i64 %n
  store double %v, ptr %p, align 1
  %r = load double, ptr %p, align 1
  call void @free(ptr %h)
  ret double %r
}`},
	{"doubles at any byte, where the access is aligned", "", `
define double @f(ptr %x, i64 %n) {
  %h = call ptr @malloc(i64 64)
  %v = load double, ptr %x, align 8
  %p = getelementptr i8, ptr %h, i64 %n
  store double %v, ptr %p, align 8
  %r = load double, ptr %p, align 8
  call void @free(ptr %h)
  ret double %r
}`},
	{"records of an address and a double, copied in blocks", "", `
define double @f(ptr %x, i64 %n) {
  %a = alloca [4 x { ptr, double }], align 8
  %b = alloca [4 x { ptr, double }], align 8
  %e = getelementptr [4 x { ptr, double }], ptr %a, i64 0, i64 %n
  %d = getelementptr i8, ptr %e, i64 8
  %v = load double, ptr %x, align 8
  store ptr %x, ptr %e, align 8
  store double %v, ptr %d, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 64, i1 false)
  %p = load ptr, ptr %b, align 8
  %c = getelementptr i8, ptr %b, i64 24
  %v1 = load double, ptr %c, align 8
  %v2 = load double, ptr %p, align 8
  %r = fmul double %v1, %v2
  ret double %r
}`},
	{"an address beside the distance to another, kept in memory", "computed from a distance", `
define double @f(ptr %x, i64 %n) {
  %a = alloca double, align 8
  %cell = alloca i64, align 8
  %v = load double, ptr %x, align 8
  store double %v, ptr %a, align 8
  %ia = ptrtoint ptr %a to i64
  %ic = ptrtoint ptr %cell to i64
  %d = sub i64 %ia, %ic
  store i64 %d, ptr %cell, align 8
  %k = load i64, ptr %cell, align 8
  %p = getelementptr i8, ptr %cell, i64 %k
  %r = load double, ptr %p, align 8
  ret double %r
}`},
	{"a distance that counts elements", "", `
define double @f(ptr %x, i64 %n) {
  %h = call ptr @malloc(i64 64)
  %cell = alloca i64, align 8
  %end = getelementptr double, ptr %h, i64 %n
  %v = load double, ptr %x, align 8
  store double %v, ptr %h, align 8
  %ia = ptrtoint ptr %end to i64
  %ic = ptrtoint ptr %h to i64
  %d = sub i64 %ia, %ic
  %k = ashr exact i64 %d, 3
  store i64 %k, ptr %cell, align 8
  %j = load i64, ptr %cell, align 8
  %p = getelementptr double, ptr %h, i64 %j
  %r = load double, ptr %p, align 8
  ret double %r
}`},
	{"addresses linked by exclusive or", "computed from a distance in memory, or from parts", `
define double @f(ptr %x, i64 %n) {
  %cell = alloca i64, align 8
  %y = getelementptr i8, ptr %x, i64 8
  %a = ptrtoint ptr %x to i64
  %b = ptrtoint ptr %y to i64
  %w = xor i64 %a, %b
  store i64 %w, ptr %cell, align 8
  %k = load i64, ptr %cell, align 8
  %c = xor i64 %k, %a
  %p = inttoptr i64 %c to ptr
  %r = load double, ptr %p, align 8
  ret double %r
}`},
	{"a hash of an address", "", `
define double @f(ptr %x, i64 %n) {
  %a = ptrtoint ptr %x to i64
  %b = lshr i64 %a, 5
  %w = xor i64 %a, %b
  %k = and i64 %w, 7
  %p = getelementptr double, ptr %x, i64 %k
  %r = load double, ptr %p, align 8
  ret double %r
}`},
	{"what functions in a table do", "an address at offset 8 and a double at offset 8", `
@table = internal constant [2 x ptr] [ptr @keep, ptr @give]
define internal double @keep(ptr %s, ptr %x) {
  %c = getelementptr i8, ptr %s, i64 8
  store ptr %x, ptr %c, align 8
  ret double 0.0
}
define internal double @give(ptr %s, ptr %x) {
  %c = getelementptr i8, ptr %s, i64 8
  %p = load ptr, ptr %c, align 8
  %v = load double, ptr %p, align 8
  store double %v, ptr %c, align 8
  %w = load double, ptr %c, align 8
  ret double %w
}
define double @f(ptr %x, i64 %n) {
  %s = alloca [2 x i64], align 8
  %e = getelementptr [2 x ptr], ptr @table, i64 0, i64 %n
  %g = load ptr, ptr %e, align 8
  %a = call double %g(ptr %s, ptr %x)
  %b = call double %g(ptr %s, ptr %x)
  %r = fadd double %a, %b
  ret double %r
}`},
	{"classes with other members in the same bytes", "", `
@A = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @length] }
@B = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @through] }
define internal double @length(ptr %s) {
  %c = getelementptr i8, ptr %s, i64 8
  %v = load double, ptr %c, align 8
  ret double %v
}
define internal double @through(ptr %s) {
  %c = getelementptr i8, ptr %s, i64 8
  %p = load ptr, ptr %c, align 8
  %v = load double, ptr %p, align 8
  ret double %v
}
define double @f(ptr %x, i64 %n) {
  %a = call ptr @malloc(i64 16)
  %b = call ptr @malloc(i64 16)
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @A, i64 0, i32 0, i64 2), ptr %a, align 8
  store ptr getelementptr inbounds ({ [3 x ptr] }, ptr @B, i64 0, i32 0, i64 2), ptr %b, align 8
  %ma = getelementptr i8, ptr %a, i64 8
  %mb = getelementptr i8, ptr %b, i64 8
  %v = load double, ptr %x, align 8
  store double %v, ptr %ma, align 8
  store ptr %x, ptr %mb, align 8
  %c = icmp eq i64 %n, 0
  %o = select i1 %c, ptr %a, ptr %b
  %t = load ptr, ptr %o, align 8
  %g = load ptr, ptr %t, align 8
  %r = call double %g(ptr %o)
  ret double %r
}`},
	{"the caller's records", "", `
define double @f(ptr %x, i64 %n) {
  %p = load ptr, ptr %x, align 8
  %c = getelementptr i8, ptr %x, i64 8
  %v = load double, ptr %c, align 8
  %w = load double, ptr %p, align 8
  %r = fmul double %v, %w
  store double %r, ptr %c, align 8
  ret double %r
}`},
}

// An object with many addresses: of floats, and of a table of addresses.
func TestManyMembers(t *testing.T) {
	const members = 100
	var text strings.Builder
	text.WriteString("define double @f(ptr %x, i64 %n) {\n  %o = alloca [100 x ptr], align 8\n  %v = load double, ptr %x, align 8\n")
	for k := range members {
		fmt.Fprintf(&text, "  %%m%d = call ptr @malloc(i64 80)\n  %%a%d = getelementptr i8, ptr %%o, i64 %d\n  store ptr %%m%d, ptr %%a%d, align 8\n", k, k, 8*k, k, k)
		what := "double %v"
		if k == members/2 {
			what = "ptr %x"
		}
		fmt.Fprintf(&text, "  %%l%d = load ptr, ptr %%a%d, align 8\n  %%e%d = getelementptr double, ptr %%l%d, i64 %%n\n  store %s, ptr %%e%d, align 8\n", k, k, k, k, what, k)
	}
	text.WriteString("  %p = load ptr, ptr %e50, align 8\n  %w = load double, ptr %p, align 8\n  %u = load double, ptr %e7, align 8\n  %r = fmul double %w, %u\n  ret double %r\n}\n")
	v := decide(t, text.String(), nil)
	assert.False(t, v.Unknown)
	assert.Empty(t, v.Conflicts)
}

func decide(t *testing.T, text string, d typeanalysis.Derivative) typeanalysis.Verdict {
	t.Helper()
	m, err := ir.Read("t.ll", []byte(head+text))
	require.NoError(t, err)
	f := m.Func("f")
	require.NoError(t, f.Load())
	s := typeanalysis.New(m)
	s.Add(f, f, d)
	return s.Decide(f, signature.Seed{Params: []signature.Kind{signature.Dup, signature.Const}, Ret: true}, func(g *ir.Function) *ir.Function {
		if g.IsDecl {
			return nil
		}
		require.NoError(t, g.Load())
		return g
	})
}

func TestVerdicts(t *testing.T) {
	for _, test := range verdicts {
		t.Run(test.name, func(t *testing.T) {
			v := decide(t, test.text, nil)
			assert.False(t, v.Unknown)
			assert.Empty(t, v.Elsewhere)
			if test.want == "" {
				assert.Empty(t, v.Conflicts)
				return
			}
			require.NotEmpty(t, v.Conflicts)
			assert.Contains(t, v.Conflicts[0].What, test.want)
		})
	}
}

// What a derivative takes for a number is compared with what the program does with it.
func TestNumbersThatHoldFloats(t *testing.T) {
	const word = `
define double @f(ptr %x, i64 %n) {
  %cell = alloca i64, align 8
  %w = load i64, ptr %x, align 8
  store i64 %w, ptr %cell, align 8
  %r = load double, ptr %cell, align 8
  ret double %r
}`
	const block = `
define double @f(ptr %x, i64 %n) {
  %cell = alloca [8 x double], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %cell, ptr %x, i64 %n, i1 false)
  %r = load double, ptr %cell, align 8
  ret double %r
}`
	const link = `
define double @f(ptr %x, i64 %n) {
  %cell = alloca [2 x i64], align 8
  store ptr %x, ptr %cell, align 8
  %w = load i64, ptr %cell, align 8
  %second = getelementptr i8, ptr %cell, i64 8
  store i64 %w, ptr %second, align 8
  %p = load ptr, ptr %second, align 8
  %r = load double, ptr %p, align 8
  ret double %r
}`
	for _, text := range []string{word, block, link} {
		assert.Empty(t, decide(t, text, taken(true)).Conflicts)
		v := decide(t, text, taken(false))
		require.NotEmpty(t, v.Conflicts)
		assert.Contains(t, v.Conflicts[0].What, "integer")
	}
}

// taken says whether the begin of what is moved has a shadow.
type taken bool

func (c taken) Carried(*ir.Instr) typeanalysis.Carried { return c }
func (c taken) Word(v ir.Value) bool                   { return false }
func (c taken) Active(v ir.Value) bool                 { return bool(c) }

func (c taken) Float(at, _ int64) bool { return bool(c) && at == 0 }
func (c taken) Address(at int64) bool  { return bool(c) && at == 0 }
func (c taken) Any() bool              { return bool(c) }
func (c taken) Words() bool            { return false }
