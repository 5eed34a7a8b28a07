; pass: ScalarizePackedLanes
target triple = "x86_64-pc-linux-gnu"

; The vector is stored as well: it stays.
define void @f(ptr noalias %u, ptr noalias %w, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add nuw nsw i64 %i, 1
  %pa = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %pa, align 8
  %pb = getelementptr inbounds double, ptr %u, i64 %i.next
  %b = load double, ptr %pb, align 8
  %ab.0 = insertelement <2 x double> poison, double %a, i64 0
  %ab = insertelement <2 x double> %ab.0, double %b, i64 1
  %half = fmul <2 x double> %ab, <double 0.5, double 0.25>
  %squares = fmul <2 x double> %half, %ab
  %left = extractelement <2 x double> %squares, i64 0
  %right = extractelement <2 x double> %squares, i64 1
  %s = fadd double %left, %right
  %pw = getelementptr inbounds double, ptr %w, i64 %i
  store double %s, ptr %pw, align 8
  store <2 x double> %squares, ptr %w, align 16
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop

end:
  ret void
}
; want:
; define void @f(ptr noalias %u, ptr noalias %w, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
;   %i.next = add nuw nsw i64 %i, 1
;   %pa = getelementptr inbounds double, ptr %u, i64 %i
;   %a = load double, ptr %pa, align 8
;   %pb = getelementptr inbounds double, ptr %u, i64 %i.next
;   %b = load double, ptr %pb, align 8
;   %ab.0 = insertelement <2 x double> poison, double %a, i64 0
;   %ab = insertelement <2 x double> %ab.0, double %b, i64 1
;   %half = fmul <2 x double> %ab, <double 0.5, double 0.25>
;   %squares = fmul <2 x double> %half, %ab
;   %left = extractelement <2 x double> %squares, i64 0
;   %right = extractelement <2 x double> %squares, i64 1
;   %s = fadd double %left, %right
;   %pw = getelementptr inbounds double, ptr %w, i64 %i
;   store double %s, ptr %pw, align 8
;   store <2 x double> %squares, ptr %w, align 16
;   %done = icmp eq i64 %i.next, %n
;   br i1 %done, label %end, label %loop
;
; end:
;   ret void
; }
