; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Both ends of the edges of a graph: an inspector finds what the thread reads, of which it reads a copy where that pays.
define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr noalias %edges, i32 %num) {
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
  %i = phi i64 [ %lb.64, %pre ], [ %i.next, %loop ]
  %k = getelementptr inbounds [2 x i32], ptr %edges, i64 %i
  %from = load i32, ptr %k, align 4
  %from.64 = sext i32 %from to i64
  %p = getelementptr inbounds double, ptr %u, i64 %from.64
  %a = load double, ptr %p, align 8
  %k.1 = getelementptr inbounds i8, ptr %k, i64 4
  %into = load i32, ptr %k.1, align 4
  %into.64 = sext i32 %into to i64
  %q = getelementptr inbounds double, ptr %u, i64 %into.64
  %b = load double, ptr %q, align 8
  %s = fmul double %a, %b
  %o = getelementptr inbounds double, ptr %v, i64 %i
  store double %s, ptr %o, align 8
  %i.next = add nsw i64 %i, 1
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
; define void @f(ptr %thread, ptr %bound, ptr %u, ptr %v, ptr noalias %edges, i32 %num) {
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
;   br label %loop.inspect.1
;
; loop.inspect.1:
;   %v.1 = phi i64 [ -1, %pre ], [ %v.33, %loop.inspect.1 ]
;   %v.2 = phi i64 [ 0, %pre ], [ %v.35, %loop.inspect.1 ]
;   %v.3 = phi i64 [ -1, %pre ], [ %v.25, %loop.inspect.1 ]
;   %v.4 = phi i64 [ 0, %pre ], [ %v.27, %loop.inspect.1 ]
;   %v.5 = phi i64 [ 0, %pre ], [ %v.28, %loop.inspect.1 ]
;   %v.6 = phi i64 [ %lb.64, %pre ], [ %v.36, %loop.inspect.1 ]
;   %v.7 = getelementptr inbounds [2 x i32], ptr %edges, i64 %v.6
;   %v.8 = load i32, ptr %v.7, align 4
;   %v.9 = sext i32 %v.8 to i64
;   %v.10 = getelementptr inbounds double, ptr %u, i64 %v.9
;   %v.11 = ptrtoint ptr %v.10 to i64
;   %v.12 = add i64 %v.11, 8
;   %v.13 = icmp ult i64 %v.11, %v.3
;   %v.14 = select i1 %v.13, i64 %v.11, i64 %v.3
;   %v.15 = icmp ugt i64 %v.12, %v.4
;   %v.16 = select i1 %v.15, i64 %v.12, i64 %v.4
;   %v.17 = add i64 %v.5, 8
;   %v.18 = getelementptr inbounds i8, ptr %v.7, i64 4
;   %v.19 = load i32, ptr %v.18, align 4
;   %v.20 = sext i32 %v.19 to i64
;   %v.21 = getelementptr inbounds double, ptr %u, i64 %v.20
;   %v.22 = ptrtoint ptr %v.21 to i64
;   %v.23 = add i64 %v.22, 8
;   %v.24 = icmp ult i64 %v.22, %v.14
;   %v.25 = select i1 %v.24, i64 %v.22, i64 %v.14
;   %v.26 = icmp ugt i64 %v.23, %v.16
;   %v.27 = select i1 %v.26, i64 %v.23, i64 %v.16
;   %v.28 = add i64 %v.17, 8
;   %v.29 = getelementptr inbounds double, ptr %v, i64 %v.6
;   %v.30 = ptrtoint ptr %v.29 to i64
;   %v.31 = add i64 %v.30, 8
;   %v.32 = icmp ult i64 %v.30, %v.1
;   %v.33 = select i1 %v.32, i64 %v.30, i64 %v.1
;   %v.34 = icmp ugt i64 %v.31, %v.2
;   %v.35 = select i1 %v.34, i64 %v.31, i64 %v.2
;   %v.36 = add nsw i64 %v.6, 1
;   %v.37 = trunc i64 %v.36 to i32
;   %v.38 = icmp eq i32 %v.37, %behind
;   br i1 %v.38, label %inspected.2, label %loop.inspect.1
;
; inspected.2:
;   %v.39 = phi i64 [ %v.35, %loop.inspect.1 ]
;   %v.40 = phi i64 [ %v.33, %loop.inspect.1 ]
;   %v.41 = phi i64 [ %v.28, %loop.inspect.1 ]
;   %v.42 = phi i64 [ %v.27, %loop.inspect.1 ]
;   %v.43 = phi i64 [ %v.25, %loop.inspect.1 ]
;   %v.44 = ptrtoint ptr %u to i64
;   %v.45 = sub i64 %v.43, %v.44
;   %v.46 = sub i64 %v.42, %v.44
;   %v.47 = and i64 %v.45, 7
;   %v.48 = icmp uge i64 %v.41, 1024
;   %v.49 = icmp eq i64 %v.47, 0
;   %v.50 = sub i64 %v.42, %v.43
;   %v.51 = mul i64 %v.50, 2
;   %v.52 = icmp uge i64 %v.41, %v.51
;   %v.53 = icmp ule i64 %v.42, %v.40
;   %v.54 = icmp ule i64 %v.39, %v.43
;   %v.55 = or i1 %v.53, %v.54
;   %v.56 = and i1 %v.48, %v.49
;   %v.57 = and i1 %v.56, %v.52
;   %v.58 = and i1 %v.57, %v.55
;   br i1 %v.58, label %copies.4, label %preheader.8
;
; copies.4:
;   %v.59 = sub i64 %v.46, %v.45
;   %copy.5 = call noalias ptr @malloc(i64 %v.59)
;   %v.60 = getelementptr inbounds i8, ptr %u, i64 %v.45
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.5, ptr align 8 %v.60, i64 %v.59, i1 false)
;   %v.61 = sdiv i64 %v.45, 8
;   %v.62 = sub i64 0, %v.61
;   %v.63 = getelementptr double, ptr %copy.5, i64 %v.62
;   br label %loop.copied.3
;
; loop.copied.3:
;   %v.64 = phi i64 [ %lb.64, %copies.4 ], [ %v.77, %loop.copied.3 ]
;   %v.65 = getelementptr inbounds [2 x i32], ptr %edges, i64 %v.64
;   %v.66 = load i32, ptr %v.65, align 4
;   %v.67 = sext i32 %v.66 to i64
;   %v.68 = getelementptr double, ptr %v.63, i64 %v.67
;   %v.69 = load double, ptr %v.68, align 8
;   %v.70 = getelementptr inbounds i8, ptr %v.65, i64 4
;   %v.71 = load i32, ptr %v.70, align 4
;   %v.72 = sext i32 %v.71 to i64
;   %v.73 = getelementptr double, ptr %v.63, i64 %v.72
;   %v.74 = load double, ptr %v.73, align 8
;   %v.75 = fmul double %v.69, %v.74
;   %v.76 = getelementptr inbounds double, ptr %v, i64 %v.64
;   store double %v.75, ptr %v.76, align 8
;   %v.77 = add nsw i64 %v.64, 1
;   %v.78 = trunc i64 %v.77 to i32
;   %v.79 = icmp eq i32 %v.78, %behind
;   br i1 %v.79, label %copied.6.7, label %loop.copied.3
;
; copied.6.7:
;   call void @free(ptr %copy.5)
;   br label %fini
;
; preheader.8:
;   br label %loop
;
; loop:
;   %i = phi i64 [ %i.next, %loop ], [ %lb.64, %preheader.8 ]
;   %k = getelementptr inbounds [2 x i32], ptr %edges, i64 %i
;   %from = load i32, ptr %k, align 4
;   %from.64 = sext i32 %from to i64
;   %p = getelementptr inbounds double, ptr %u, i64 %from.64
;   %a = load double, ptr %p, align 8
;   %k.1 = getelementptr inbounds i8, ptr %k, i64 4
;   %into = load i32, ptr %k.1, align 4
;   %into.64 = sext i32 %into to i64
;   %q = getelementptr inbounds double, ptr %u, i64 %into.64
;   %b = load double, ptr %q, align 8
;   %s = fmul double %a, %b
;   %o = getelementptr inbounds double, ptr %v, i64 %i
;   store double %s, ptr %o, align 8
;   %i.next = add nsw i64 %i, 1
;   %i.32 = trunc i64 %i.next to i32
;   %c = icmp eq i32 %i.32, %behind
;   br i1 %c, label %loopexit.9, label %loop
;
; loopexit.9:
;   br label %fini
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
