package typeanalysis_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const allocator = `
define ptr @obtain(i64 %n, i64 %each) {
  %bytes = mul i64 %n, %each
  %m = call ptr @malloc(i64 %bytes)
  ret ptr %m
}`

// What allocates for others gives each of them memory of its own: integers of one array are no
// halves of the doubles of another.
func TestAllocatorForSeveralCallers(t *testing.T) {
	v := decide(t, allocator+`
define double @f(ptr %x, i64 %n) {
  %d = call ptr @obtain(i64 %n, i64 8)
  %k = call ptr @obtain(i64 %n, i64 4)
  %v = load double, ptr %x, align 8
  %e = getelementptr double, ptr %d, i64 %n
  store double %v, ptr %e, align 8
  %a = getelementptr i32, ptr %k, i64 %n
  store i32 7, ptr %a, align 4
  %c = load i32, ptr %k, align 4
  %b = getelementptr i32, ptr %k, i64 3
  store i32 %c, ptr %b, align 4
  %u = load i32, ptr %a, align 4
  %at = sext i32 %u to i64
  %q = getelementptr double, ptr %d, i64 %at
  store i32 %u, ptr %a, align 4
  %r = load double, ptr %q, align 8
  ret double %r
}`, nil)
	assert.False(t, v.Unknown)
	assert.Empty(t, v.Conflicts)
}

// Memory that is told apart by the calls in which it is made is still seen whole where two of them
// lead to the same.
func TestAllocatorWhoseMemoryHoldsTwoFormats(t *testing.T) {
	v := decide(t, allocator+`
define void @put(ptr %to, ptr %from, i64 %at) {
  %w = load i64, ptr %from, align 8
  %e = getelementptr i64, ptr %to, i64 %at
  store i64 %w, ptr %e, align 8
  ret void
}
define double @f(ptr %x, i64 %n) {
  %cell = alloca ptr, align 8
  store ptr %x, ptr %cell, align 8
  %m = call ptr @obtain(i64 %n, i64 8)
  call void @put(ptr %m, ptr %x, i64 0)
  %v = load double, ptr %m, align 8
  call void @put(ptr %m, ptr %cell, i64 0)
  %p = load ptr, ptr %m, align 8
  %r = load double, ptr %p, align 8
  %s = fadd double %r, %v
  ret double %s
}`, nil)
	require.NotEmpty(t, v.Conflicts)
	assert.Contains(t, v.Conflicts[0].What, "in the same bytes")
}

// A function that calls itself ends: its calls in itself are one.
func TestSmallFunctionThatCallsItself(t *testing.T) {
	v := decide(t, `
define double @sum(ptr %p, i64 %n) {
entry:
  %none = icmp eq i64 %n, 0
  br i1 %none, label %out, label %more
more:
  %v = load double, ptr %p, align 8
  %q = getelementptr double, ptr %p, i64 1
  %m = sub i64 %n, 1
  %s = call double @sum(ptr %q, i64 %m)
  %t = fadd double %s, %v
  br label %out
out:
  %r = phi double [ 0.0, %entry ], [ %t, %more ]
  ret double %r
}
define double @f(ptr %x, i64 %n) {
  %r = call double @sum(ptr %x, i64 %n)
  ret double %r
}`, nil)
	assert.False(t, v.Unknown)
	assert.Empty(t, v.Conflicts)
}
