; pass: DataCopying
target triple = "x86_64-pc-linux-gnu"

; A stencil of three rows, in fused products with a constant: a derivative needs no element of it, and there is no copy.
define void @f(ptr %q, ptr noalias %to, i64 %n, i64 %steps) {
entry:
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %t.next, %swept ]
  br label %row

row:
  %y = phi i64 [ 1, %step ], [ %y.next, %row.next ]
  %at = mul nuw nsw i64 %y, 64
  br label %cell

cell:
  %x = phi i64 [ 0, %row ], [ %x.next, %cell ]
  %k = add nuw nsw i64 %at, %x
  %k.down = add nsw i64 %k, -64
  %k.up = add nuw nsw i64 %k, 64
  %p = getelementptr inbounds double, ptr %q, i64 %k
  %p.down = getelementptr inbounds double, ptr %q, i64 %k.down
  %p.up = getelementptr inbounds double, ptr %q, i64 %k.up
  %v = load double, ptr %p, align 8
  %v.down = load double, ptr %p.down, align 8
  %v.up = load double, ptr %p.up, align 8
  %s = call double @llvm.fmuladd.f64(double %v, double 0.5, double %v.down)
  %s.up = call double @llvm.fmuladd.f64(double 0.25, double %v.up, double %s)
  %p.to = getelementptr inbounds double, ptr %to, i64 %k
  store double %s.up, ptr %p.to, align 8
  %x.next = add nuw nsw i64 %x, 1
  %x.done = icmp eq i64 %x.next, 64
  br i1 %x.done, label %row.next, label %cell

row.next:
  %y.next = add nuw nsw i64 %y, 1
  %y.done = icmp eq i64 %y.next, 63
  br i1 %y.done, label %swept, label %row

swept:
  %first = load double, ptr %to, align 8
  %q.t = getelementptr inbounds double, ptr %q, i64 %t
  store double %first, ptr %q.t, align 8
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %steps
  br i1 %t.done, label %exit, label %step

exit:
  ret void
}

declare double @llvm.fmuladd.f64(double, double, double)
; want:
; define void @f(ptr %q, ptr noalias %to, i64 %n, i64 %steps) {
; entry:
;   br label %step
;
; step:
;   %t = phi i64 [ 0, %entry ], [ %t.next, %swept ]
;   br label %row
;
; row:
;   %y = phi i64 [ 1, %step ], [ %y.next, %row.next ]
;   %at = mul nuw nsw i64 %y, 64
;   br label %cell
;
; cell:
;   %x = phi i64 [ 0, %row ], [ %x.next, %cell ]
;   %k = add nuw nsw i64 %at, %x
;   %k.down = add nsw i64 %k, -64
;   %k.up = add nuw nsw i64 %k, 64
;   %p = getelementptr inbounds double, ptr %q, i64 %k
;   %p.down = getelementptr inbounds double, ptr %q, i64 %k.down
;   %p.up = getelementptr inbounds double, ptr %q, i64 %k.up
;   %v = load double, ptr %p, align 8
;   %v.down = load double, ptr %p.down, align 8
;   %v.up = load double, ptr %p.up, align 8
;   %s = call double @llvm.fmuladd.f64(double %v, double 0.5, double %v.down)
;   %s.up = call double @llvm.fmuladd.f64(double 0.25, double %v.up, double %s)
;   %p.to = getelementptr inbounds double, ptr %to, i64 %k
;   store double %s.up, ptr %p.to, align 8
;   %x.next = add nuw nsw i64 %x, 1
;   %x.done = icmp eq i64 %x.next, 64
;   br i1 %x.done, label %row.next, label %cell
;
; row.next:
;   %y.next = add nuw nsw i64 %y, 1
;   %y.done = icmp eq i64 %y.next, 63
;   br i1 %y.done, label %swept, label %row
;
; swept:
;   %first = load double, ptr %to, align 8
;   %q.t = getelementptr inbounds double, ptr %q, i64 %t
;   store double %first, ptr %q.t, align 8
;   %t.next = add nuw nsw i64 %t, 1
;   %t.done = icmp eq i64 %t.next, %steps
;   br i1 %t.done, label %exit, label %step
;
; exit:
;   ret void
; }
