; pass: CorrelatedValuePropagation
target triple = "x86_64-pc-linux-gnu"

; The element's number is %first + %j in either case: where %j is zero nothing was added.
define void @f(ptr %p, i64 %first, i64 %j, double %v) {
start:
  %none = icmp eq i64 %j, 0
  br i1 %none, label %done, label %some

some:
  %at = add nuw nsw i64 %j, %first
  %q = getelementptr inbounds double, ptr %p, i64 %at
  store double 0.0, ptr %q, align 8
  br label %done

done:
  %number = phi i64 [ %first, %start ], [ %at, %some ]
  %r = getelementptr inbounds double, ptr %p, i64 %number
  store double %v, ptr %r, align 8
  ret void
}
; want:
; define void @f(ptr %p, i64 %first, i64 %j, double %v) {
; start:
;   %none = icmp eq i64 %j, 0
;   br i1 %none, label %done, label %some
;
; some:
;   %at = add nuw nsw i64 %j, %first
;   %q = getelementptr inbounds double, ptr %p, i64 %at
;   store double 0.0, ptr %q, align 8
;   br label %done
;
; done:
;   %v.1 = add nuw nsw i64 %j, %first
;   %r = getelementptr inbounds double, ptr %p, i64 %v.1
;   store double %v, ptr %r, align 8
;   ret void
; }
