; pass: LICMLoads
; Steps of eliminations, as clang 19 -O1 writes them, of rows of n numbers. a[r*n+k] stays
; while columns behind k are written, of its row or any other; not where nothing says that
; the first column lies in the row, nor where that is k.
define void @f(ptr %a, i64 %r, i64 %q, i64 %k, i64 %n) {
entry:
  %row = mul nsw i64 %r, %n
  %at = getelementptr double, ptr %a, i64 %row
  %other = mul nsw i64 %q, %n
  %to = getelementptr double, ptr %a, i64 %other
  %pivot = getelementptr double, ptr %at, i64 %k
  %j0 = add nuw nsw i64 %k, 1
  br label %open
open:
  %i = phi i64 [ %j0, %entry ], [ %i.next, %open ]
  %u = load double, ptr %pivot
  %y = getelementptr double, ptr %to, i64 %i
  store double %u, ptr %y
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp slt i64 %i.next, %n
  br i1 %i.more, label %open, label %after
after:
  %some = icmp slt i64 %j0, %n
  br i1 %some, label %steps, label %out
steps:
  br label %step
step:
  %m = phi i64 [ 0, %steps ], [ %m.next, %next ]
  br label %columns
columns:
  %c = add nuw nsw i64 %m, 1
  %c.some = icmp slt i64 %c, %n
  br i1 %c.some, label %inside, label %next
inside:
  %left = getelementptr double, ptr %at, i64 %m
  br label %closed
closed:
  %j = phi i64 [ %c, %inside ], [ %j.next, %closed ]
  %v = load double, ptr %left
  %x = getelementptr double, ptr %to, i64 %j
  store double %v, ptr %x
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp slt i64 %j.next, %n
  br i1 %j.more, label %closed, label %same
same:
  br label %same.loop
same.loop:
  %h = phi i64 [ %m, %same ], [ %h.next, %same.loop ]
  %w = load double, ptr %left
  %z = getelementptr double, ptr %to, i64 %h
  store double %w, ptr %z
  %h.next = add nuw nsw i64 %h, 1
  %h.more = icmp slt i64 %h.next, %n
  br i1 %h.more, label %same.loop, label %next
next:
  %m.next = add nuw nsw i64 %m, 1
  %m.more = icmp slt i64 %m.next, %n
  br i1 %m.more, label %step, label %out
out:
  ret void
}
; want:
; define void @f(ptr %a, i64 %r, i64 %q, i64 %k, i64 %n) {
; entry:
;   %row = mul nsw i64 %r, %n
;   %at = getelementptr double, ptr %a, i64 %row
;   %other = mul nsw i64 %q, %n
;   %to = getelementptr double, ptr %a, i64 %other
;   %pivot = getelementptr double, ptr %at, i64 %k
;   %j0 = add nuw nsw i64 %k, 1
;   br label %open
;
; open:
;   %i = phi i64 [ %j0, %entry ], [ %i.next, %open ]
;   %u = load double, ptr %pivot
;   %y = getelementptr double, ptr %to, i64 %i
;   store double %u, ptr %y
;   %i.next = add nuw nsw i64 %i, 1
;   %i.more = icmp slt i64 %i.next, %n
;   br i1 %i.more, label %open, label %after
;
; after:
;   %some = icmp slt i64 %j0, %n
;   br i1 %some, label %steps, label %out
;
; steps:
;   br label %step
;
; step:
;   %m = phi i64 [ 0, %steps ], [ %m.next, %next ]
;   br label %columns
;
; columns:
;   %c = add nuw nsw i64 %m, 1
;   %c.some = icmp slt i64 %c, %n
;   br i1 %c.some, label %inside, label %next
;
; inside:
;   %left = getelementptr double, ptr %at, i64 %m
;   %v = load double, ptr %left
;   br label %closed
;
; closed:
;   %j = phi i64 [ %c, %inside ], [ %j.next, %closed ]
;   %x = getelementptr double, ptr %to, i64 %j
;   store double %v, ptr %x
;   %j.next = add nuw nsw i64 %j, 1
;   %j.more = icmp slt i64 %j.next, %n
;   br i1 %j.more, label %closed, label %same
;
; same:
;   br label %same.loop
;
; same.loop:
;   %h = phi i64 [ %m, %same ], [ %h.next, %same.loop ]
;   %w = load double, ptr %left
;   %z = getelementptr double, ptr %to, i64 %h
;   store double %w, ptr %z
;   %h.next = add nuw nsw i64 %h, 1
;   %h.more = icmp slt i64 %h.next, %n
;   br i1 %h.more, label %same.loop, label %next
;
; next:
;   %m.next = add nuw nsw i64 %m, 1
;   %m.more = icmp slt i64 %m.next, %n
;   br i1 %m.more, label %step, label %out
;
; out:
;   ret void
; }
