; a float's bits that lie in an integer's memory and are made wider for a call,
; which stays a call because of recursion
; llad: grad f(3) = 9, 6
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal float @square(i64 %w) {
  %b = trunc i64 %w to i32
  %x = bitcast i32 %b to float
  %y = fmul float %x, %x
  ret float %y
}

define internal float @deep(ptr %p, i32 %depth) {
  %c = icmp eq i32 %depth, 0
  br i1 %c, label %leaf, label %more

more:
  %d = add i32 %depth, -1
  %r = call float @deep(ptr %p, i32 %d)
  ret float %r

leaf:
  %b = load i32, ptr %p, align 4
  %w = zext i32 %b to i64
  %s = call float @square(i64 %w)
  ret float %s
}

define double @f(double %a) {
  %slot = alloca i32, align 4
  %x = fptrunc double %a to float
  %b = bitcast float %x to i32
  store i32 %b, ptr %slot, align 4
  %r = call float @deep(ptr %slot, i32 2)
  %e = fpext float %r to double
  ret double %e
}
