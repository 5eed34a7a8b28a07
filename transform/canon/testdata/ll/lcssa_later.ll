; pass: LoopSimplify LCSSA
target triple = "x86_64-pc-linux-gnu"

; What the first loop adds up the second one reads: it goes through a phi behind the first
; one, and through none at the head of the second.
define double @f(ptr %x, ptr %y, i64 %n, i1 %again) {
entry:
  br label %sum

sum:
  %i = phi i64 [ 0, %entry ], [ %i.next, %sum ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %sum ]
  %p = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %p, align 8
  %s.next = fadd double %s, %v
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %scale, label %sum

scale:
  %j = phi i64 [ 0, %sum ], [ %j.next, %next ]
  br i1 %again, label %some, label %next

some:
  %q = getelementptr inbounds double, ptr %y, i64 %j
  %w = load double, ptr %q, align 8
  %r = fdiv double %w, %s.next
  store double %r, ptr %q, align 8
  br label %next

next:
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %end, label %scale

end:
  ret double %s.next
}
; want:
; define double @f(ptr %x, ptr %y, i64 %n, i1 %again) {
; entry:
;   br label %sum
;
; sum:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %sum ]
;   %s = phi double [ 0.0, %entry ], [ %s.next, %sum ]
;   %p = getelementptr inbounds double, ptr %x, i64 %i
;   %v = load double, ptr %p, align 8
;   %s.next = fadd double %s, %v
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, %n
;   br i1 %i.done, label %preheader.1, label %sum
;
; preheader.1:
;   %v.1 = phi double [ %s.next, %sum ]
;   br label %scale
;
; scale:
;   %j = phi i64 [ %j.next, %next ], [ 0, %preheader.1 ]
;   br i1 %again, label %some, label %next
;
; some:
;   %q = getelementptr inbounds double, ptr %y, i64 %j
;   %w = load double, ptr %q, align 8
;   %r = fdiv double %w, %v.1
;   store double %r, ptr %q, align 8
;   br label %next
;
; next:
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, %n
;   br i1 %j.done, label %end, label %scale
;
; end:
;   ret double %v.1
; }
