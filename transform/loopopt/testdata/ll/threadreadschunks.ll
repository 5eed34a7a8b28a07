; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Pieces of 64 iterations that threads get in turn: one at each end of a piece is near others.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, i32 %num) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %some = icmp sgt i32 %num, 2
  br i1 %some, label %share, label %end

share:
  %most = add nsw i32 %num, -3
  %id = load i32, ptr %thread, align 4
  store i32 0, ptr %is, align 4
  store i32 0, ptr %first, align 4
  store i32 %most, ptr %last, align 4
  store i32 1, ptr %stride, align 4
  call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 33, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 64)
  %step = load i32, ptr %stride, align 4
  %ub = load i32, ptr %last, align 4
  %lb = load i32, ptr %first, align 4
  %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
  %none = icmp sgt i32 %lb, %to
  br i1 %none, label %fini, label %pre

pre:
  %lb.64 = sext i32 %lb to i64
  %step.64 = sext i32 %step to i64
  br label %piece

piece:
  %begin = phi i64 [ %lb.64, %pre ], [ %begin.next, %done ]
  %final = phi i32 [ %to, %pre ], [ %final.next, %done ]
  %final.64 = sext i32 %final to i64
  br label %loop

loop:
  %i = phi i64 [ %begin, %piece ], [ %i.next, %loop ]
  %i.next = add nsw i64 %i, 1
  %p = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %u, i64 %i.next
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %v, i64 %i
  store double %s, ptr %o, align 8
  %more = icmp slt i64 %i, %final.64
  br i1 %more, label %loop, label %done

done:
  %begin.next = add i64 %begin, %step.64
  %begin.32 = trunc i64 %begin.next to i32
  %sum = add nsw i32 %step, %final
  %final.next = call i32 @llvm.smin.i32(i32 %sum, i32 %most)
  %behind = icmp slt i32 %final.next, %begin.32
  br i1 %behind, label %fini, label %piece

fini:
  call void @__kmpc_for_static_fini(ptr @where, i32 %id)
  br label %end

end:
  ret void
}
; want:
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, i32 %num) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %some = icmp sgt i32 %num, 2
;   br i1 %some, label %share, label %end
;
; share:
;   %most = add nsw i32 %num, -3
;   %id = load i32, ptr %thread, align 4
;   store i32 0, ptr %is, align 4
;   store i32 0, ptr %first, align 4
;   store i32 %most, ptr %last, align 4
;   store i32 1, ptr %stride, align 4
;   call void @__kmpc_for_static_init_4(ptr @where, i32 %id, i32 33, ptr %is, ptr %first, ptr %last, ptr %stride, i32 1, i32 64)
;   %step = load i32, ptr %stride, align 4
;   %ub = load i32, ptr %last, align 4
;   %lb = load i32, ptr %first, align 4
;   %to = call i32 @llvm.smin.i32(i32 %ub, i32 %most)
;   %none = icmp sgt i32 %lb, %to
;   br i1 %none, label %fini, label %pre
;
; pre:
;   %lb.64 = sext i32 %lb to i64
;   %step.64 = sext i32 %step to i64
;   br label %piece
;
; piece:
;   %begin = phi i64 [ %lb.64, %pre ], [ %begin.next, %done ]
;   %final = phi i32 [ %to, %pre ], [ %final.next, %done ]
;   %final.64 = sext i32 %final to i64
;   %v.1 = sext i32 %final to i64
;   %v.2 = add i64 %v.1, 1
;   %v.3 = sext i32 %most to i64
;   %v.4 = icmp ule i64 %v.3, 2147483647
;   %v.5 = sext i32 %step to i64
;   %v.6 = icmp ule i64 %v.5, 2147483647
;   %v.7 = add i64 %v.3, %v.5
;   %v.8 = icmp sle i64 %v.7, 2147483647
;   %v.9 = add i64 %begin, 1
;   %v.10 = sub i64 %v.2, 1
;   %v.11 = icmp slt i64 %v.9, %v.2
;   %v.12 = select i1 %v.11, i64 %v.9, i64 %v.2
;   %v.13 = select i1 %v.4, i64 %v.12, i64 %v.2
;   %v.14 = select i1 %v.6, i64 %v.13, i64 %v.2
;   %v.15 = select i1 %v.8, i64 %v.14, i64 %v.2
;   %v.16 = icmp slt i64 %v.10, %v.15
;   %v.17 = select i1 %v.16, i64 %v.15, i64 %v.10
;   %v.18 = icmp slt i64 %begin, %v.15
;   br i1 %v.18, label %peel.enter.4, label %peel.next.6
;
; peel.enter.4:
;   br label %loop.near.2
;
; loop.near.2:
;   %v.19 = phi i64 [ %begin, %peel.enter.4 ], [ %v.20, %loop.near.2 ]
;   %v.20 = add nsw i64 %v.19, 1
;   %v.21 = getelementptr inbounds double, ptr %u, i64 %v.19
;   %v.22 = load double, ptr %v.21, align 8
;   %v.23 = getelementptr inbounds double, ptr %u, i64 %v.20
;   %v.24 = load double, ptr %v.23, align 8
;   %v.25 = fmul double %v.22, %v.24
;   %v.26 = getelementptr inbounds double, ptr %v, i64 %v.19
;   store double %v.25, ptr %v.26, align 8
;   %v.27 = icmp slt i64 %v.19, %final.64
;   %v.28 = icmp ne i64 %v.20, %v.2
;   %v.29 = icmp ne i64 %v.20, %v.15
;   br i1 %v.29, label %loop.near.2, label %peel.left.5
;
; peel.left.5:
;   br label %peel.next.6
;
; peel.next.6:
;   %v.30 = phi i64 [ %begin, %piece ], [ %v.20, %peel.left.5 ]
;   %v.31 = icmp slt i64 %v.30, %v.17
;   br i1 %v.31, label %peel.enter.7, label %peel.next.9
;
; peel.enter.7:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %v.30, %peel.enter.7 ], [ %i.next, %loop ]
;   %i.next = add nsw i64 %i, 1
;   %p = getelementptr inbounds double, ptr %u, i64 %i
;   %owned.13 = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %u, i64 %i.next
;   %owned.14 = load double, ptr %q, align 8
;   %s = fmul double %owned.13, %owned.14
;   %o = getelementptr inbounds double, ptr %v, i64 %i
;   store double %s, ptr %o, align 8
;   %more = icmp slt i64 %i, %final.64
;   %v.32 = icmp ne i64 %i.next, %v.2
;   %v.33 = icmp ne i64 %i.next, %v.17
;   br i1 %v.33, label %loop, label %peel.left.8
;
; peel.left.8:
;   br label %peel.next.9
;
; peel.next.9:
;   %v.34 = phi i64 [ %v.30, %peel.next.6 ], [ %i.next, %peel.left.8 ]
;   %v.35 = icmp slt i64 %v.34, %v.2
;   br i1 %v.35, label %peel.enter.10, label %peel.next.12
;
; peel.enter.10:
;   br label %loop.near.3
;
; loop.near.3:
;   %v.36 = phi i64 [ %v.34, %peel.enter.10 ], [ %v.37, %loop.near.3 ]
;   %v.37 = add nsw i64 %v.36, 1
;   %v.38 = getelementptr inbounds double, ptr %u, i64 %v.36
;   %v.39 = load double, ptr %v.38, align 8
;   %v.40 = getelementptr inbounds double, ptr %u, i64 %v.37
;   %v.41 = load double, ptr %v.40, align 8
;   %v.42 = fmul double %v.39, %v.41
;   %v.43 = getelementptr inbounds double, ptr %v, i64 %v.36
;   store double %v.42, ptr %v.43, align 8
;   %v.44 = icmp slt i64 %v.36, %final.64
;   %v.45 = icmp ne i64 %v.37, %v.2
;   %v.46 = icmp ne i64 %v.37, %v.2
;   br i1 %v.46, label %loop.near.3, label %peel.left.11
;
; peel.left.11:
;   br label %peel.next.12
;
; peel.next.12:
;   %v.47 = phi i64 [ %v.34, %peel.next.9 ], [ %v.37, %peel.left.11 ]
;   br label %done
;
; done:
;   %begin.next = add i64 %begin, %step.64
;   %begin.32 = trunc i64 %begin.next to i32
;   %sum = add nsw i32 %step, %final
;   %final.next = call i32 @llvm.smin.i32(i32 %sum, i32 %most)
;   %behind = icmp slt i32 %final.next, %begin.32
;   br i1 %behind, label %fini, label %piece
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
