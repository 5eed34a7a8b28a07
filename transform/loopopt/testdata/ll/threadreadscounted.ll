; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4u(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Neighbours on a line, counted from 0 as MLIR's lowering does, with a number that may wrap. No other thread writes what the
; threads load as the number of iterations: none waits for another.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %n) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %num = load i32, ptr %n, align 4
  %most = add i32 %num, -3
  %id = load i32, ptr %thread, align 4
  store i32 0, ptr %first, align 4
  store i32 %most, ptr %last, align 4
  store i32 1, ptr %stride, align 4
  call void @__kmpc_for_static_init_4u(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 0)
  %ub = load i32, ptr %last, align 4
  %lb = load i32, ptr %first, align 4
  %distance = sub i32 %ub, %lb
  %trips = add i32 %distance, 1
  %none = icmp eq i32 %distance, -1
  br i1 %none, label %fini, label %pre

pre:
  br label %loop

loop:
  %c = phi i32 [ 0, %pre ], [ %c.next, %loop ]
  %i = add i32 %c, %lb
  %i.1 = add i32 %i, 1
  %at = sext i32 %i to i64
  %at.1 = sext i32 %i.1 to i64
  %p = getelementptr inbounds double, ptr %u, i64 %at
  %a = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %u, i64 %at.1
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %v, i64 %at
  store double %s, ptr %o, align 8
  %c.next = add i32 %c, 1
  %e = icmp eq i32 %c.next, %trips
  br i1 %e, label %fini, label %loop

fini:
  call void @__kmpc_for_static_fini(ptr @where, i32 %id)
  ret void
}
; want:
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %n) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %num = load i32, ptr %n, align 4
;   %most = add i32 %num, -3
;   %id = load i32, ptr %thread, align 4
;   store i32 0, ptr %first, align 4
;   store i32 %most, ptr %last, align 4
;   store i32 1, ptr %stride, align 4
;   call void @__kmpc_for_static_init_4u(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 0)
;   %ub = load i32, ptr %last, align 4
;   %lb = load i32, ptr %first, align 4
;   %distance = sub i32 %ub, %lb
;   %trips = add i32 %distance, 1
;   %none = icmp eq i32 %distance, -1
;   br i1 %none, label %fini, label %pre
;
; pre:
;   %v.1 = sext i32 %most to i64
;   %v.2 = icmp sle i64 0, %v.1
;   %v.3 = icmp sge i64 %v.1, -2147483648
;   %v.4 = icmp sle i64 %v.1, 2147483647
;   %v.5 = sext i32 %most to i64
;   %v.6 = icmp sle i64 0, %v.5
;   %v.7 = add i64 %v.5, 1
;   %v.8 = icmp sge i64 %v.7, -2147483648
;   %v.9 = icmp sle i64 %v.7, 2147483647
;   %v.10 = sub i32 %trips, 1
;   %v.11 = icmp ult i32 1, %trips
;   %v.12 = select i1 %v.11, i32 1, i32 %trips
;   %v.13 = select i1 %v.2, i32 %v.12, i32 %trips
;   %v.14 = select i1 %v.3, i32 %v.13, i32 %trips
;   %v.15 = select i1 %v.4, i32 %v.14, i32 %trips
;   %v.16 = select i1 %v.6, i32 %v.15, i32 %trips
;   %v.17 = select i1 %v.8, i32 %v.16, i32 %trips
;   %v.18 = select i1 %v.9, i32 %v.17, i32 %trips
;   %v.19 = icmp ult i32 %trips, 1
;   %v.20 = select i1 %v.19, i32 %v.18, i32 %v.10
;   %v.21 = icmp ult i32 %v.20, %v.18
;   %v.22 = select i1 %v.21, i32 %v.18, i32 %v.20
;   %v.23 = icmp ult i32 0, %v.18
;   br i1 %v.23, label %peel.enter.4, label %peel.next.6
;
; peel.enter.4:
;   br label %loop.near.2
;
; loop.near.2:
;   %v.24 = phi i32 [ 0, %peel.enter.4 ], [ %v.35, %loop.near.2 ]
;   %v.25 = add i32 %v.24, %lb
;   %v.26 = add i32 %v.25, 1
;   %v.27 = sext i32 %v.25 to i64
;   %v.28 = sext i32 %v.26 to i64
;   %v.29 = getelementptr inbounds double, ptr %u, i64 %v.27
;   %v.30 = load double, ptr %v.29, align 8
;   %v.31 = getelementptr inbounds double, ptr %u, i64 %v.28
;   %v.32 = load double, ptr %v.31, align 8
;   %v.33 = fmul double %v.30, %v.32
;   %v.34 = getelementptr inbounds double, ptr %v, i64 %v.27
;   store double %v.33, ptr %v.34, align 8
;   %v.35 = add i32 %v.24, 1
;   %v.36 = icmp eq i32 %v.35, %trips
;   %v.37 = icmp eq i32 %v.35, %v.18
;   br i1 %v.37, label %peel.left.5, label %loop.near.2
;
; peel.left.5:
;   br label %peel.next.6
;
; peel.next.6:
;   %v.38 = phi i32 [ 0, %pre ], [ %v.35, %peel.left.5 ]
;   %v.39 = icmp ult i32 %v.38, %v.22
;   br i1 %v.39, label %peel.enter.7, label %peel.next.9
;
; peel.enter.7:
;   br label %loop
;
; loop:
;   %c = phi i32 [ %v.38, %peel.enter.7 ], [ %c.next, %loop ]
;   %i = add i32 %c, %lb
;   %i.1 = add i32 %i, 1
;   %at = sext i32 %i to i64
;   %at.1 = sext i32 %i.1 to i64
;   %p = getelementptr inbounds double, ptr %u, i64 %at
;   %owned.13 = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %u, i64 %at.1
;   %owned.14 = load double, ptr %q, align 8
;   %s = fmul double %owned.13, %owned.14
;   %o = getelementptr inbounds double, ptr %v, i64 %at
;   store double %s, ptr %o, align 8
;   %c.next = add i32 %c, 1
;   %e = icmp eq i32 %c.next, %trips
;   %v.40 = icmp eq i32 %c.next, %v.22
;   br i1 %v.40, label %peel.left.8, label %loop
;
; peel.left.8:
;   br label %peel.next.9
;
; peel.next.9:
;   %v.41 = phi i32 [ %v.38, %peel.next.6 ], [ %c.next, %peel.left.8 ]
;   %v.42 = icmp ult i32 %v.41, %trips
;   br i1 %v.42, label %peel.enter.10, label %peel.next.12
;
; peel.enter.10:
;   br label %loop.near.3
;
; loop.near.3:
;   %v.43 = phi i32 [ %v.41, %peel.enter.10 ], [ %v.54, %loop.near.3 ]
;   %v.44 = add i32 %v.43, %lb
;   %v.45 = add i32 %v.44, 1
;   %v.46 = sext i32 %v.44 to i64
;   %v.47 = sext i32 %v.45 to i64
;   %v.48 = getelementptr inbounds double, ptr %u, i64 %v.46
;   %v.49 = load double, ptr %v.48, align 8
;   %v.50 = getelementptr inbounds double, ptr %u, i64 %v.47
;   %v.51 = load double, ptr %v.50, align 8
;   %v.52 = fmul double %v.49, %v.51
;   %v.53 = getelementptr inbounds double, ptr %v, i64 %v.46
;   store double %v.52, ptr %v.53, align 8
;   %v.54 = add i32 %v.43, 1
;   %v.55 = icmp eq i32 %v.54, %trips
;   %v.56 = icmp eq i32 %v.54, %trips
;   br i1 %v.56, label %peel.left.11, label %loop.near.3
;
; peel.left.11:
;   br label %peel.next.12
;
; peel.next.12:
;   %v.57 = phi i32 [ %v.41, %peel.next.9 ], [ %v.54, %peel.left.11 ]
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   ret void
; }
