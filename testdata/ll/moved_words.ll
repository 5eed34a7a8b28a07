; a word that is a float on one way and an address on the other, moved as an address and as an
; integer, as optimisers move the words of Rust's enums
; llad: grad f(3, 1) = 18, 12
; llad: grad f(3, -1) = 3, 0
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@text = private unnamed_addr constant [3 x i8] c"abc"

define double @f(double %x, i32 %k) {
start:
  %a = alloca [32 x i8], align 8
  %b = alloca [32 x i8], align 8
  %n = and i32 %k, 3
  %i = zext i32 %n to i64
  %p = getelementptr double, ptr %a, i64 %i
  %q = getelementptr double, ptr %b, i64 %i
  %c = icmp slt i32 %k, 0
  br i1 %c, label %err, label %ok

err:
  store ptr @text, ptr %p, align 8
  br label %move

ok:
  %y = fmul double %x, %x
  store double %y, ptr %p, align 8
  br label %move

move:
  %w = load ptr, ptr %p, align 8
  br i1 %c, label %other, label %same

other:
  br label %same

same:
  %v = phi ptr [ %w, %move ], [ @text, %other ]
  store ptr %v, ptr %q, align 8
  br i1 %c, label %length, label %float

length:
  ret double 3.0

float:
  %r = load double, ptr %q, align 8
  %s = fadd double %r, %r
  ret double %s
}
