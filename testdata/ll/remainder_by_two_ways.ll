; The loop of what is left over after an unrolled one, in a loop: reached where there are fewer than four
; iterations, or some are left. Its number of iterations is none where there are none.
; llad: grad f(0.3, 4) = 0.36462461882812497, 1.5207538562499998, 0
; llad: grad f(0.3, 5) = 0.36740035675363708, 1.5763142864887163, 0
; llad: grad f(0.3, 2) = 0.36740035675363708, 1.5763142864887163, 0
; llad: grad f(0.3, 8) = 0.36740035675363708, 1.5763142864887163, 0
; llad: grad f(0.3, 0) = 0.29999999999999999, 1, 0
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @f(double %x, double %number) {
entry:
  %n = fptosi double %number to i32
  %some = icmp sgt i32 %n, 0
  %few = icmp ult i32 %n, 4
  %left = and i32 %n, 3
  %fours = and i32 %n, 2147483644
  %none = icmp eq i32 %left, 0
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi double [ %x, %entry ], [ %s.out, %latch ]
  br i1 %some, label %choose, label %latch

choose:
  br i1 %few, label %rest.begin, label %main

main:
  %k = phi i32 [ 0, %choose ], [ %k.next, %main ]
  %a = phi double [ %s, %choose ], [ %a.next, %main ]
  %a.square = fmul double %a, %a
  %a.half = fmul double %a.square, 5.000000e-01
  %a.next = fadd double %a.half, %x
  %k.next = add i32 %k, 4
  %main.done = icmp eq i32 %k.next, %fours
  br i1 %main.done, label %between, label %main

between:
  br i1 %none, label %latch, label %rest.begin

rest.begin:
  %s.rest = phi double [ %s, %choose ], [ %a.next, %between ]
  br label %rest

rest:
  %j = phi i32 [ 0, %rest.begin ], [ %j.next, %rest ]
  %b = phi double [ %s.rest, %rest.begin ], [ %b.next, %rest ]
  %b.square = fmul double %b, %b
  %b.half = fmul double %b.square, 5.000000e-01
  %b.next = fadd double %b.half, %x
  %j.next = add i32 %j, 1
  %rest.done = icmp eq i32 %j.next, %left
  br i1 %rest.done, label %latch, label %rest

latch:
  %s.out = phi double [ %s, %outer ], [ %a.next, %between ], [ %b.next, %rest ]
  %i.next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i.next, 3
  br i1 %done, label %out, label %outer

out:
  ret double %s.out
}
