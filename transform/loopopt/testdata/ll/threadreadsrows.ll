; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Rows of two lengths, and an element that all threads read, of what may be one array: apart when the program runs, or all iterations
; are at the end.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %w, ptr %to.0, ptr noalias %n, i64 %rows, i64 %columns) {
entry:
  %first = alloca i32, align 4
  %last = alloca i32, align 4
  %stride = alloca i32, align 4
  %is = alloca i32, align 4
  %num = load i32, ptr %n, align 4
  %some = icmp sgt i32 %num, 2
  br i1 %some, label %share, label %end

share:
  %most = add nsw i32 %num, -3
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
  %i = phi i64 [ %lb.64, %pre ], [ %i.next, %loop ]
  %i.next = add nsw i64 %i, 1
  %row = mul nsw i64 %i, %rows
  %p = getelementptr inbounds double, ptr %u, i64 %row
  %a = load double, ptr %p, align 8
  %column = mul nsw i64 %i, %columns
  %q = getelementptr inbounds double, ptr %v, i64 %column
  %b = load double, ptr %q, align 8
  %weight = load double, ptr %w, align 8
  %ab = fmul double %a, %b
  %s = fmul double %ab, %weight
  %o = getelementptr inbounds double, ptr %to.0, i64 %i.next
  store double %s, ptr %o, align 8
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
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr %w, ptr %to.0, ptr noalias %n, i64 %rows, i64 %columns) {
; entry:
;   %first = alloca i32, align 4
;   %last = alloca i32, align 4
;   %stride = alloca i32, align 4
;   %is = alloca i32, align 4
;   %num = load i32, ptr %n, align 4
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
;   %v.1 = sext i32 %to to i64
;   %v.2 = add i64 %v.1, 1
;   %v.3 = ptrtoint ptr %w to i64
;   %v.4 = mul i64 %columns, 8
;   %v.5 = ptrtoint ptr %v to i64
;   %v.6 = icmp sgt i64 %v.4, 0
;   %v.7 = icmp slt i64 %v.4, 1073741824
;   %v.8 = icmp sgt i64 8, %v.4
;   %v.9 = select i1 %v.8, i64 1, i64 0
;   %v.10 = add i64 %v.4, %v.4
;   %v.11 = icmp sgt i64 8, %v.10
;   %v.12 = select i1 %v.11, i64 2, i64 %v.9
;   %v.13 = add i64 %v.10, %v.4
;   %v.14 = icmp sgt i64 8, %v.13
;   %v.15 = select i1 %v.14, i64 3, i64 %v.12
;   %v.16 = add i64 %v.13, %v.4
;   %v.17 = icmp sle i64 8, %v.16
;   %v.18 = icmp sgt i64 %v.15, 0
;   %v.19 = select i1 %v.18, i64 %v.15, i64 0
;   %v.20 = mul i64 %rows, 8
;   %v.21 = ptrtoint ptr %u to i64
;   %v.22 = icmp sgt i64 %v.20, 0
;   %v.23 = icmp slt i64 %v.20, 1073741824
;   %v.24 = icmp sgt i64 8, %v.20
;   %v.25 = select i1 %v.24, i64 1, i64 0
;   %v.26 = add i64 %v.20, %v.20
;   %v.27 = icmp sgt i64 8, %v.26
;   %v.28 = select i1 %v.27, i64 2, i64 %v.25
;   %v.29 = add i64 %v.26, %v.20
;   %v.30 = icmp sgt i64 8, %v.29
;   %v.31 = select i1 %v.30, i64 3, i64 %v.28
;   %v.32 = add i64 %v.29, %v.20
;   %v.33 = icmp sle i64 8, %v.32
;   %v.34 = icmp sgt i64 %v.31, %v.19
;   %v.35 = select i1 %v.34, i64 %v.31, i64 %v.19
;   %v.36 = add i64 %v.5, 8
;   %v.37 = sext i32 %most to i64
;   %v.38 = icmp sle i64 0, %v.37
;   %v.39 = mul i64 0, %v.4
;   %v.40 = add i64 %v.5, %v.39
;   %v.41 = mul i64 %v.37, %v.4
;   %v.42 = add i64 %v.36, %v.41
;   %v.43 = add i64 %v.3, 8
;   %v.44 = icmp ule i64 %v.42, %v.3
;   %v.45 = icmp ule i64 %v.43, %v.40
;   %v.46 = or i1 %v.44, %v.45
;   %v.47 = add i64 %v.21, 8
;   %v.48 = sext i32 %most to i64
;   %v.49 = icmp sle i64 0, %v.48
;   %v.50 = mul i64 0, %v.20
;   %v.51 = add i64 %v.21, %v.50
;   %v.52 = mul i64 %v.48, %v.20
;   %v.53 = add i64 %v.47, %v.52
;   %v.54 = add i64 %v.3, 8
;   %v.55 = icmp ule i64 %v.53, %v.3
;   %v.56 = icmp ule i64 %v.54, %v.51
;   %v.57 = or i1 %v.55, %v.56
;   %v.58 = add i64 %v.21, 8
;   %v.59 = sext i32 %most to i64
;   %v.60 = icmp sle i64 0, %v.59
;   %v.61 = mul i64 0, %v.20
;   %v.62 = add i64 %v.21, %v.61
;   %v.63 = mul i64 %v.59, %v.20
;   %v.64 = add i64 %v.58, %v.63
;   %v.65 = add i64 %v.5, 8
;   %v.66 = sext i32 %most to i64
;   %v.67 = icmp sle i64 0, %v.66
;   %v.68 = mul i64 0, %v.4
;   %v.69 = add i64 %v.5, %v.68
;   %v.70 = mul i64 %v.66, %v.4
;   %v.71 = add i64 %v.65, %v.70
;   %v.72 = icmp ule i64 %v.64, %v.69
;   %v.73 = icmp ule i64 %v.71, %v.62
;   %v.74 = or i1 %v.72, %v.73
;   %v.75 = add i64 %lb.64, %v.35
;   %v.76 = sub i64 %v.2, %v.35
;   %v.77 = icmp slt i64 %v.75, %v.2
;   %v.78 = select i1 %v.77, i64 %v.75, i64 %v.2
;   %v.79 = select i1 %v.6, i64 %v.78, i64 %v.2
;   %v.80 = select i1 %v.7, i64 %v.79, i64 %v.2
;   %v.81 = select i1 %v.17, i64 %v.80, i64 %v.2
;   %v.82 = select i1 %v.22, i64 %v.81, i64 %v.2
;   %v.83 = select i1 %v.23, i64 %v.82, i64 %v.2
;   %v.84 = select i1 %v.33, i64 %v.83, i64 %v.2
;   %v.85 = select i1 %v.38, i64 %v.84, i64 %v.2
;   %v.86 = select i1 %v.46, i64 %v.85, i64 %v.2
;   %v.87 = select i1 %v.49, i64 %v.86, i64 %v.2
;   %v.88 = select i1 %v.57, i64 %v.87, i64 %v.2
;   %v.89 = select i1 %v.60, i64 %v.88, i64 %v.2
;   %v.90 = select i1 %v.67, i64 %v.89, i64 %v.2
;   %v.91 = select i1 %v.74, i64 %v.90, i64 %v.2
;   %v.92 = icmp slt i64 %v.76, %v.91
;   %v.93 = select i1 %v.92, i64 %v.91, i64 %v.76
;   %v.94 = icmp slt i64 %lb.64, %v.91
;   br i1 %v.94, label %peel.enter.4, label %peel.next.6
;
; peel.enter.4:
;   br label %loop.near.2
;
; loop.near.2:
;   %v.95 = phi i64 [ %lb.64, %peel.enter.4 ], [ %v.96, %loop.near.2 ]
;   %v.96 = add nsw i64 %v.95, 1
;   %v.97 = mul nsw i64 %v.95, %rows
;   %v.98 = getelementptr inbounds double, ptr %u, i64 %v.97
;   %v.99 = load double, ptr %v.98, align 8
;   %v.100 = mul nsw i64 %v.95, %columns
;   %v.101 = getelementptr inbounds double, ptr %v, i64 %v.100
;   %v.102 = load double, ptr %v.101, align 8
;   %v.103 = load double, ptr %w, align 8
;   %v.104 = fmul double %v.99, %v.102
;   %v.105 = fmul double %v.104, %v.103
;   %v.106 = getelementptr inbounds double, ptr %to.0, i64 %v.96
;   store double %v.105, ptr %v.106, align 8
;   %v.107 = trunc i64 %v.96 to i32
;   %v.108 = icmp eq i32 %v.107, %behind
;   %v.109 = icmp eq i64 %v.96, %v.2
;   %v.110 = icmp eq i64 %v.96, %v.91
;   br i1 %v.110, label %peel.left.5, label %loop.near.2
;
; peel.left.5:
;   br label %peel.next.6
;
; peel.next.6:
;   %v.111 = phi i64 [ %lb.64, %pre ], [ %v.96, %peel.left.5 ]
;   %v.112 = icmp slt i64 %v.111, %v.93
;   br i1 %v.112, label %peel.enter.7, label %peel.next.9
;
; peel.enter.7:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %v.111, %peel.enter.7 ], [ %i.next, %loop ]
;   %i.next = add nsw i64 %i, 1
;   %row = mul nsw i64 %i, %rows
;   %p = getelementptr inbounds double, ptr %u, i64 %row
;   %owned.13 = load double, ptr %p, align 8
;   %column = mul nsw i64 %i, %columns
;   %q = getelementptr inbounds double, ptr %v, i64 %column
;   %owned.14 = load double, ptr %q, align 8
;   %weight = load double, ptr %w, align 8
;   %ab = fmul double %owned.13, %owned.14
;   %s = fmul double %ab, %weight
;   %o = getelementptr inbounds double, ptr %to.0, i64 %i.next
;   store double %s, ptr %o, align 8
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   %v.113 = icmp eq i64 %i.next, %v.2
;   %v.114 = icmp eq i64 %i.next, %v.93
;   br i1 %v.114, label %peel.left.8, label %loop
;
; peel.left.8:
;   br label %peel.next.9
;
; peel.next.9:
;   %v.115 = phi i64 [ %v.111, %peel.next.6 ], [ %i.next, %peel.left.8 ]
;   %v.116 = icmp slt i64 %v.115, %v.2
;   br i1 %v.116, label %peel.enter.10, label %peel.next.12
;
; peel.enter.10:
;   br label %loop.near.3
;
; loop.near.3:
;   %v.117 = phi i64 [ %v.115, %peel.enter.10 ], [ %v.118, %loop.near.3 ]
;   %v.118 = add nsw i64 %v.117, 1
;   %v.119 = mul nsw i64 %v.117, %rows
;   %v.120 = getelementptr inbounds double, ptr %u, i64 %v.119
;   %v.121 = load double, ptr %v.120, align 8
;   %v.122 = mul nsw i64 %v.117, %columns
;   %v.123 = getelementptr inbounds double, ptr %v, i64 %v.122
;   %v.124 = load double, ptr %v.123, align 8
;   %v.125 = load double, ptr %w, align 8
;   %v.126 = fmul double %v.121, %v.124
;   %v.127 = fmul double %v.126, %v.125
;   %v.128 = getelementptr inbounds double, ptr %to.0, i64 %v.118
;   store double %v.127, ptr %v.128, align 8
;   %v.129 = trunc i64 %v.118 to i32
;   %v.130 = icmp eq i32 %v.129, %behind
;   %v.131 = icmp eq i64 %v.118, %v.2
;   %v.132 = icmp eq i64 %v.118, %v.2
;   br i1 %v.132, label %peel.left.11, label %loop.near.3
;
; peel.left.11:
;   br label %peel.next.12
;
; peel.next.12:
;   %v.133 = phi i64 [ %v.115, %peel.next.9 ], [ %v.118, %peel.left.11 ]
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
