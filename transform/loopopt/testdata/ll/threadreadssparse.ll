; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Rows that an array says where they end: no two threads have an element in common where these numbers never fall.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr noalias %rows, i32 %num) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %some = icmp sgt i32 %num, 0
  br i1 %some, label %share, label %end

share:
  %most = add nsw i32 %num, -1
  %id = load i32, ptr %thread, align 4
  store i32 0, ptr %is, align 4
  store i32 0, ptr %first, align 4
  store i32 %most, ptr %last, align 4
  store i32 1, ptr %stride, align 4
  call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 1)
  %ub = load i32, ptr %last, align 4
  %lb = load i32, ptr %first, align 4
  %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
  %none = icmp sgt i32 %lb, %to
  br i1 %none, label %fini, label %pre

pre:
  %lb.64 = sext i32 %lb to i64
  %behind = add i32 %to, 1
  br label %loop

loop:
  %i = phi i64 [ %lb.64, %pre ], [ %i.next, %latch ]
  %i.next = add nsw i64 %i, 1
  %r.begin = getelementptr inbounds i32, ptr %rows, i64 %i
  %begin = load i32, ptr %r.begin, align 4
  %r.end = getelementptr inbounds i32, ptr %rows, i64 %i.next
  %stop = load i32, ptr %r.end, align 4
  %any = icmp slt i32 %begin, %stop
  br i1 %any, label %row, label %latch

row:
  %begin.64 = sext i32 %begin to i64
  %stop.64 = sext i32 %stop to i64
  br label %inner

inner:
  %k = phi i64 [ %begin.64, %row ], [ %k.next, %inner ]
  %p = getelementptr inbounds double, ptr %u, i64 %k
  %a = load double, ptr %p, align 8
  %o = getelementptr inbounds double, ptr %v, i64 %k
  %s = fmul double %a, %a
  store double %s, ptr %o, align 8
  %k.next = add nsw i64 %k, 1
  %same = icmp eq i64 %k.next, %stop.64
  br i1 %same, label %latch, label %inner

latch:
  %i.32 = trunc i64 %i.next to i32
  %c = icmp eq i32 %i.32, %behind
  br i1 %c, label %fini, label %loop

fini:
  call void @__kmpc_for_static_fini(ptr @where, i32 %id)
  br label %end

end:
  ret void
}
; want:
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr noalias %rows, i32 %num) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %some = icmp sgt i32 %num, 0
;   br i1 %some, label %share, label %end
;
; share:
;   %most = add nsw i32 %num, -1
;   %id = load i32, ptr %thread, align 4
;   store i32 0, ptr %is, align 4
;   store i32 0, ptr %first, align 4
;   store i32 %most, ptr %last, align 4
;   store i32 1, ptr %stride, align 4
;   call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 34, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 1)
;   %ub = load i32, ptr %last, align 4
;   %lb = load i32, ptr %first, align 4
;   %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
;   %none = icmp sgt i32 %lb, %to
;   br i1 %none, label %fini, label %pre
;
; pre:
;   %lb.64 = sext i32 %lb to i64
;   %behind = add i32 %to, 1
;   %v.1 = sext i32 %most to i64
;   %v.2 = icmp sle i64 0, %v.1
;   %v.3 = load i32, ptr %rows, align 4
;   br label %rows.1
;
; rows.1:
;   %v.4 = phi i64 [ 0, %pre ], [ %v.7, %rows.1 ]
;   %v.5 = phi i32 [ %v.3, %pre ], [ %v.10, %rows.1 ]
;   %v.6 = phi i1 [ true, %pre ], [ %v.12, %rows.1 ]
;   %v.7 = add i64 %v.4, 1
;   %v.8 = mul i64 %v.7, 4
;   %v.9 = getelementptr inbounds i8, ptr %rows, i64 %v.8
;   %v.10 = load i32, ptr %v.9, align 4
;   %v.11 = icmp sle i32 %v.5, %v.10
;   %v.12 = and i1 %v.6, %v.11
;   %v.13 = icmp sle i64 %v.7, %v.1
;   br i1 %v.13, label %rows.1, label %rows.checked.2
;
; rows.checked.2:
;   %v.14 = sext i32 %v.3 to i64
;   %v.15 = sext i32 %v.10 to i64
;   %v.16 = sext i32 %to to i64
;   %v.17 = add i64 %v.16, 1
;   %v.18 = add i64 %v.14, 4294967296
;   %v.19 = icmp ult i64 %v.18, 8589934592
;   %v.20 = sub i64 %v.15, %v.14
;   %v.21 = icmp ult i64 %v.20, 4294967296
;   %v.22 = ptrtoint ptr %u to i64
;   %v.23 = mul i64 %v.14, 8
;   %v.24 = mul i64 %v.15, 8
;   %v.25 = sub i64 %v.23, 8
;   %v.26 = add i64 %v.24, 8
;   %v.27 = icmp slt i64 %lb.64, %v.17
;   %v.28 = select i1 %v.27, i64 %lb.64, i64 %v.17
;   %v.29 = select i1 %v.2, i64 %v.28, i64 %v.17
;   %v.30 = select i1 %v.12, i64 %v.29, i64 %v.17
;   %v.31 = select i1 %v.19, i64 %v.30, i64 %v.17
;   %v.32 = select i1 %v.21, i64 %v.31, i64 %v.17
;   %v.33 = icmp slt i64 %v.17, %v.32
;   %v.34 = select i1 %v.33, i64 %v.32, i64 %v.17
;   %v.35 = icmp slt i64 %lb.64, %v.32
;   br i1 %v.35, label %peel.enter.8, label %peel.next.10
;
; peel.enter.8:
;   br label %loop.near.4
;
; loop.near.4:
;   %v.36 = phi i64 [ %lb.64, %peel.enter.8 ], [ %v.37, %latch.near.7 ]
;   %v.37 = add nsw i64 %v.36, 1
;   %v.38 = getelementptr inbounds i32, ptr %rows, i64 %v.36
;   %v.39 = load i32, ptr %v.38, align 4
;   %v.40 = getelementptr inbounds i32, ptr %rows, i64 %v.37
;   %v.41 = load i32, ptr %v.40, align 4
;   %v.42 = icmp slt i32 %v.39, %v.41
;   br i1 %v.42, label %row.near.5, label %latch.near.7
;
; row.near.5:
;   %v.43 = sext i32 %v.39 to i64
;   %v.44 = sext i32 %v.41 to i64
;   br label %inner.near.6
;
; inner.near.6:
;   %v.45 = phi i64 [ %v.43, %row.near.5 ], [ %v.50, %inner.near.6 ]
;   %v.46 = getelementptr inbounds double, ptr %u, i64 %v.45
;   %v.47 = load double, ptr %v.46, align 8
;   %v.48 = getelementptr inbounds double, ptr %v, i64 %v.45
;   %v.49 = fmul double %v.47, %v.47
;   store double %v.49, ptr %v.48, align 8
;   %v.50 = add nsw i64 %v.45, 1
;   %v.51 = icmp eq i64 %v.50, %v.44
;   br i1 %v.51, label %latch.near.7, label %inner.near.6
;
; latch.near.7:
;   %v.52 = trunc i64 %v.37 to i32
;   %v.53 = icmp eq i32 %v.52, %behind
;   %v.54 = icmp eq i64 %v.37, %v.17
;   %v.55 = icmp eq i64 %v.37, %v.32
;   br i1 %v.55, label %peel.left.9, label %loop.near.4
;
; peel.left.9:
;   br label %peel.next.10
;
; peel.next.10:
;   %v.56 = phi i64 [ %lb.64, %rows.checked.2 ], [ %v.37, %peel.left.9 ]
;   %v.57 = icmp slt i64 %v.56, %v.34
;   br i1 %v.57, label %peel.enter.11, label %peel.next.13
;
; peel.enter.11:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %v.56, %peel.enter.11 ], [ %i.next, %latch ]
;   %i.next = add nsw i64 %i, 1
;   %r.begin = getelementptr inbounds i32, ptr %rows, i64 %i
;   %begin = load i32, ptr %r.begin, align 4
;   %r.end = getelementptr inbounds i32, ptr %rows, i64 %i.next
;   %stop = load i32, ptr %r.end, align 4
;   %any = icmp slt i32 %begin, %stop
;   br i1 %any, label %row, label %latch
;
; row:
;   %begin.64 = sext i32 %begin to i64
;   %stop.64 = sext i32 %stop to i64
;   br label %inner
;
; inner:
;   %k = phi i64 [ %begin.64, %row ], [ %k.next, %inner ]
;   %p = getelementptr inbounds double, ptr %u, i64 %k
;   %owned.14 = load double, ptr %p, align 8
;   %o = getelementptr inbounds double, ptr %v, i64 %k
;   %s = fmul double %owned.14, %owned.14
;   store double %s, ptr %o, align 8
;   %k.next = add nsw i64 %k, 1
;   %same = icmp eq i64 %k.next, %stop.64
;   br i1 %same, label %latch, label %inner
;
; latch:
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   %v.58 = icmp eq i64 %i.next, %v.17
;   %v.59 = icmp eq i64 %i.next, %v.34
;   br i1 %v.59, label %peel.left.12, label %loop
;
; peel.left.12:
;   br label %peel.next.13
;
; peel.next.13:
;   %v.60 = phi i64 [ %v.56, %peel.next.10 ], [ %i.next, %peel.left.12 ]
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
