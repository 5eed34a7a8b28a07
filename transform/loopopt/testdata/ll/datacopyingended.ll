; pass: LoopSimplify DataCopying
target triple = "x86_64-pc-linux-gnu"

; The vector may have ended before: nothing is copied.
define void @f(ptr noalias %index, ptr noalias %to, i64 %n, i64 %steps, i1 %early) {
entry:
  %bytes = mul i64 %n, 8
  %own = call noalias ptr @malloc(i64 %bytes)
  br i1 %early, label %end, label %before

end:
  call void @free(ptr %own)
  br label %before

before:
  br label %step

step:
  %t = phi i64 [ 0, %before ], [ %t.next, %stepped ]
  br label %item

item:
  %i = phi i64 [ 0, %step ], [ %i.next, %item.next ]
  br i1 %early, label %item.next, label %read

read:
  %p.index = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p.index, align 8
  %p.own = getelementptr inbounds double, ptr %own, i64 %k
  %a = load double, ptr %p.own, align 8
  %product = fmul double %a, %a
  %p.to = getelementptr inbounds double, ptr %to, i64 %i
  store double %product, ptr %p.to, align 8
  br label %item.next

item.next:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 400
  br i1 %i.done, label %update, label %item

update:
  br i1 %early, label %stepped, label %write

write:
  %v = load double, ptr %to, align 8
  %q.own = getelementptr inbounds double, ptr %own, i64 %t
  store double %v, ptr %q.own, align 8
  br label %stepped

stepped:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %steps
  br i1 %t.done, label %exit, label %step

exit:
  ret void
}

declare noalias ptr @malloc(i64)
declare void @free(ptr)
; want:
; define void @f(ptr noalias %index, ptr noalias %to, i64 %n, i64 %steps, i1 %early) {
; entry:
;   %bytes = mul i64 %n, 8
;   %own = call noalias ptr @malloc(i64 %bytes)
;   br i1 %early, label %end, label %before
;
; end:
;   call void @free(ptr %own)
;   br label %before
;
; before:
;   br label %step
;
; step:
;   %t = phi i64 [ 0, %before ], [ %t.next, %stepped ]
;   br label %item
;
; item:
;   %i = phi i64 [ 0, %step ], [ %i.next, %item.next ]
;   br i1 %early, label %item.next, label %read
;
; read:
;   %p.index = getelementptr inbounds i64, ptr %index, i64 %i
;   %k = load i64, ptr %p.index, align 8
;   %p.own = getelementptr inbounds double, ptr %own, i64 %k
;   %a = load double, ptr %p.own, align 8
;   %product = fmul double %a, %a
;   %p.to = getelementptr inbounds double, ptr %to, i64 %i
;   store double %product, ptr %p.to, align 8
;   br label %item.next
;
; item.next:
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, 400
;   br i1 %i.done, label %update, label %item
;
; update:
;   br i1 %early, label %stepped, label %write
;
; write:
;   %v = load double, ptr %to, align 8
;   %q.own = getelementptr inbounds double, ptr %own, i64 %t
;   store double %v, ptr %q.own, align 8
;   br label %stepped
;
; stepped:
;   %t.next = add nuw nsw i64 %t, 1
;   %t.done = icmp eq i64 %t.next, %steps
;   br i1 %t.done, label %exit, label %step
;
; exit:
;   ret void
; }
