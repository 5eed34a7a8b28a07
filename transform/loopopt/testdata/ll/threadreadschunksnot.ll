; pass: ThreadReads
target triple = "x86_64-pc-linux-gnu"

declare void @__kmpc_for_static_init_4(ptr, i32, i32, ptr, ptr, ptr, ptr, i32, i32)
declare void @__kmpc_for_static_fini(ptr, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)

@where = external global i8

; Pieces that end behind the last iteration of all: which elements others read is not known.
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
  %final = phi i32 [ %to, %pre ], [ %sum, %done ]
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
  %behind = icmp slt i32 %sum, %begin.32
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
;   %final = phi i32 [ %to, %pre ], [ %sum, %done ]
;   %final.64 = sext i32 %final to i64
;   br label %loop
;
; loop:
;   %i = phi i64 [ %begin, %piece ], [ %i.next, %loop ]
;   %i.next = add nsw i64 %i, 1
;   %p = getelementptr inbounds double, ptr %u, i64 %i
;   %a = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %u, i64 %i.next
;   %b = load double, ptr %q, align 8
;   %s = fmul double %a, %b
;   %o = getelementptr inbounds double, ptr %v, i64 %i
;   store double %s, ptr %o, align 8
;   %more = icmp slt i64 %i, %final.64
;   br i1 %more, label %loop, label %done
;
; done:
;   %begin.next = add i64 %begin, %step.64
;   %begin.32 = trunc i64 %begin.next to i32
;   %sum = add nsw i32 %step, %final
;   %behind = icmp slt i32 %sum, %begin.32
;   br i1 %behind, label %fini, label %piece
;
; fini:
;   call void @__kmpc_for_static_fini(ptr @where, i32 %id)
;   br label %end
;
; end:
;   ret void
; }
