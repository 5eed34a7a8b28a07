; pass: IndexSetSplitting
target triple = "x86_64-pc-linux-gnu"

; Loops that stay as they are: the iteration that differs does something; it is another one each time; it is known to
; be the first one; nothing is written.
define double @f(ptr %a, i64 %k, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %other = icmp ne i64 %i, %k
  br i1 %other, label %scale, label %own

own:
  store double 1.0, ptr %p, align 8
  br label %next

scale:
  %x = load double, ptr %p, align 8
  %y = fmul double %x, 2.0
  store double %y, ptr %p, align 8
  br label %next

next:
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.next, %n
  br i1 %d, label %between, label %loop

between:
  br label %moves

moves:
  %j = phi i64 [ 0, %between ], [ %j.next, %moves.next ]
  %half = lshr i64 %j, 1
  %j.skip = icmp eq i64 %j, %half
  br i1 %j.skip, label %moves.next, label %moves.scale

moves.scale:
  %j.p = getelementptr inbounds double, ptr %a, i64 %j
  %j.x = load double, ptr %j.p, align 8
  %j.y = fmul double %j.x, 3.0
  store double %j.y, ptr %j.p, align 8
  br label %moves.next

moves.next:
  %j.next = add nuw nsw i64 %j, 1
  %j.d = icmp eq i64 %j.next, %n
  br i1 %j.d, label %then, label %moves

then:
  br label %first

first:
  %l = phi i64 [ 0, %then ], [ %l.next, %first.next ]
  %l.skip = icmp eq i64 %l, 0
  br i1 %l.skip, label %first.next, label %first.scale

first.scale:
  %l.p = getelementptr inbounds double, ptr %a, i64 %l
  %l.x = load double, ptr %l.p, align 8
  %l.y = fmul double %l.x, 4.0
  store double %l.y, ptr %l.p, align 8
  br label %first.next

first.next:
  %l.next = add nuw nsw i64 %l, 1
  %l.d = icmp eq i64 %l.next, %n
  br i1 %l.d, label %last, label %first

last:
  br label %sum

sum:
  %m = phi i64 [ 0, %last ], [ %m.next, %sum.next ]
  %s = phi double [ 0.0, %last ], [ %s.next, %sum.next ]
  %m.skip = icmp eq i64 %m, %k
  br i1 %m.skip, label %sum.next, label %sum.add

sum.add:
  %m.p = getelementptr inbounds double, ptr %a, i64 %m
  %m.x = load double, ptr %m.p, align 8
  %m.s = fadd double %s, %m.x
  br label %sum.next

sum.next:
  %s.next = phi double [ %s, %sum ], [ %m.s, %sum.add ]
  %m.next = add nuw nsw i64 %m, 1
  %m.d = icmp eq i64 %m.next, %n
  br i1 %m.d, label %end, label %sum

end:
  ret double %s.next
}
; want:
; define double @f(ptr %a, i64 %k, i64 %n) {
; entry:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
;   %p = getelementptr inbounds double, ptr %a, i64 %i
;   %other = icmp ne i64 %i, %k
;   br i1 %other, label %scale, label %own
;
; own:
;   store double 1.0, ptr %p, align 8
;   br label %next
;
; scale:
;   %x = load double, ptr %p, align 8
;   %y = fmul double %x, 2.0
;   store double %y, ptr %p, align 8
;   br label %next
;
; next:
;   %i.next = add nuw nsw i64 %i, 1
;   %d = icmp eq i64 %i.next, %n
;   br i1 %d, label %between, label %loop
;
; between:
;   br label %moves
;
; moves:
;   %j = phi i64 [ 0, %between ], [ %j.next, %moves.next ]
;   %half = lshr i64 %j, 1
;   %j.skip = icmp eq i64 %j, %half
;   br i1 %j.skip, label %moves.next, label %moves.scale
;
; moves.scale:
;   %j.p = getelementptr inbounds double, ptr %a, i64 %j
;   %j.x = load double, ptr %j.p, align 8
;   %j.y = fmul double %j.x, 3.0
;   store double %j.y, ptr %j.p, align 8
;   br label %moves.next
;
; moves.next:
;   %j.next = add nuw nsw i64 %j, 1
;   %j.d = icmp eq i64 %j.next, %n
;   br i1 %j.d, label %then, label %moves
;
; then:
;   br label %first
;
; first:
;   %l = phi i64 [ 0, %then ], [ %l.next, %first.next ]
;   %l.skip = icmp eq i64 %l, 0
;   br i1 %l.skip, label %first.next, label %first.scale
;
; first.scale:
;   %l.p = getelementptr inbounds double, ptr %a, i64 %l
;   %l.x = load double, ptr %l.p, align 8
;   %l.y = fmul double %l.x, 4.0
;   store double %l.y, ptr %l.p, align 8
;   br label %first.next
;
; first.next:
;   %l.next = add nuw nsw i64 %l, 1
;   %l.d = icmp eq i64 %l.next, %n
;   br i1 %l.d, label %last, label %first
;
; last:
;   br label %sum
;
; sum:
;   %m = phi i64 [ 0, %last ], [ %m.next, %sum.next ]
;   %s = phi double [ 0.0, %last ], [ %s.next, %sum.next ]
;   %m.skip = icmp eq i64 %m, %k
;   br i1 %m.skip, label %sum.next, label %sum.add
;
; sum.add:
;   %m.p = getelementptr inbounds double, ptr %a, i64 %m
;   %m.x = load double, ptr %m.p, align 8
;   %m.s = fadd double %s, %m.x
;   br label %sum.next
;
; sum.next:
;   %s.next = phi double [ %s, %sum ], [ %m.s, %sum.add ]
;   %m.next = add nuw nsw i64 %m, 1
;   %m.d = icmp eq i64 %m.next, %n
;   br i1 %m.d, label %end, label %sum
;
; end:
;   ret double %s.next
; }
