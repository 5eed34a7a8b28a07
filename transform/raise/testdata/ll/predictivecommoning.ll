; pass: UndoPredictiveCommoning
target triple = "x86_64-pc-linux-gnu"

; What an iteration read is handed to the next one, which can read it itself.
define double @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %first = load double, ptr %x, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %h = phi double [ %first, %entry ], [ %v, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %i.next = add nuw nsw i64 %i, 1
  %p = getelementptr inbounds double, ptr %x, i64 %i.next
  %v = load double, ptr %p, align 8
  %d = fsub double %v, %h
  %q = getelementptr inbounds double, ptr %y, i64 %i
  store double %d, ptr %q, align 8
  %s.next = fadd double %s, %d
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %again, label %loop

; Not if the loop writes there, nor if the first number stands elsewhere.
again:
  %z = getelementptr inbounds double, ptr %x, i64 3
  %away = load double, ptr %z, align 8
  br label %second

second:
  %k = phi i64 [ 0, %again ], [ %k.next, %second ]
  %g = phi double [ %first, %again ], [ %w, %second ]
  %o = phi double [ %away, %again ], [ %u, %second ]
  %k.next = add nuw nsw i64 %k, 1
  %r = getelementptr inbounds double, ptr %x, i64 %k.next
  %w = load double, ptr %r, align 8
  %e = fsub double %w, %g
  %c = getelementptr inbounds double, ptr %x, i64 %k
  store double %e, ptr %c, align 8
  %ru = getelementptr inbounds double, ptr %y, i64 %k
  %u = load double, ptr %ru, align 8
  %t = fadd double %o, %e
  %ended = icmp eq i64 %k.next, %n
  br i1 %ended, label %end, label %second

end:
  %sum = fadd double %s.next, %t
  ret double %sum
}
; want:
; define double @f(ptr noalias %x, ptr noalias %y, i64 %n) {
; entry:
;   %first = load double, ptr %x, align 8
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
;   %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
;   %v.1 = getelementptr inbounds double, ptr %x, i64 %i
;   %v.2 = load double, ptr %v.1, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %p = getelementptr inbounds double, ptr %x, i64 %i.next
;   %v = load double, ptr %p, align 8
;   %d = fsub double %v, %v.2
;   %q = getelementptr inbounds double, ptr %y, i64 %i
;   store double %d, ptr %q, align 8
;   %s.next = fadd double %s, %d
;   %done = icmp eq i64 %i.next, %n
;   br i1 %done, label %again, label %loop
;
; again:
;   %z = getelementptr inbounds double, ptr %x, i64 3
;   %away = load double, ptr %z, align 8
;   br label %second
;
; second:
;   %k = phi i64 [ 0, %again ], [ %k.next, %second ]
;   %g = phi double [ %first, %again ], [ %w, %second ]
;   %o = phi double [ %away, %again ], [ %u, %second ]
;   %k.next = add nuw nsw i64 %k, 1
;   %r = getelementptr inbounds double, ptr %x, i64 %k.next
;   %w = load double, ptr %r, align 8
;   %e = fsub double %w, %g
;   %c = getelementptr inbounds double, ptr %x, i64 %k
;   store double %e, ptr %c, align 8
;   %ru = getelementptr inbounds double, ptr %y, i64 %k
;   %u = load double, ptr %ru, align 8
;   %t = fadd double %o, %e
;   %ended = icmp eq i64 %k.next, %n
;   br i1 %ended, label %end, label %second
;
; end:
;   %sum = fadd double %s.next, %t
;   ret double %sum
; }
