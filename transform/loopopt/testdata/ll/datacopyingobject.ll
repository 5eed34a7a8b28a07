; pass: LoopSimplify DataCopying
target triple = "x86_64-pc-linux-gnu"

; A vector of the function's own is read through indices from memory in every step, and overwritten: all of it is copied.
; Nothing is known of what %x leads to, but for its use, and it is not copied.
define void @f(ptr noalias %x, ptr noalias %index, ptr noalias %to, i64 %n, i64 %steps) {
entry:
  %bytes = mul i64 %n, 8
  %own = call noalias ptr @malloc(i64 %bytes)
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %t.next, %stepped ]
  br label %item

item:
  %i = phi i64 [ 0, %step ], [ %i.next, %item ]
  %p.index = getelementptr inbounds i64, ptr %index, i64 %i
  %k = load i64, ptr %p.index, align 8
  %p.own = getelementptr inbounds double, ptr %own, i64 %k
  %p.x = getelementptr inbounds double, ptr %x, i64 %k
  %a = load double, ptr %p.own, align 8
  %b = load double, ptr %p.x, align 8
  %product = fmul double %a, %b
  %p.to = getelementptr inbounds double, ptr %to, i64 %i
  store double %product, ptr %p.to, align 8
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 400
  br i1 %i.done, label %update, label %item

update:
  %j = phi i64 [ 0, %item ], [ %j.next, %update ]
  %q.to = getelementptr inbounds double, ptr %to, i64 %j
  %v = load double, ptr %q.to, align 8
  %q.own = getelementptr inbounds double, ptr %own, i64 %j
  store double %v, ptr %q.own, align 8
  %q.x = getelementptr inbounds double, ptr %x, i64 %j
  store double %v, ptr %q.x, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %stepped, label %update

stepped:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %steps
  br i1 %t.done, label %exit, label %step

exit:
  call void @free(ptr %own)
  ret void
}

declare noalias ptr @malloc(i64)
declare void @free(ptr)
; want:
; define void @f(ptr noalias %x, ptr noalias %index, ptr noalias %to, i64 %n, i64 %steps) {
; entry:
;   %bytes = mul i64 %n, 8
;   %own = call noalias ptr @malloc(i64 %bytes)
;   br label %step
;
; step:
;   %t = phi i64 [ 0, %entry ], [ %t.next, %stepped ]
;   %v.1 = icmp slt i64 400, 1048576
;   %v.2 = select i1 %v.1, i64 400, i64 1048576
;   %v.3 = icmp slt i64 %v.2, 1099511627776
;   %v.4 = select i1 %v.3, i64 %v.2, i64 1099511627776
;   %v.5 = icmp ne ptr %own, null
;   %v.6 = icmp sgt i64 %bytes, 0
;   %v.7 = icmp sge i64 %v.4, 128
;   %v.8 = mul i64 %v.4, 8
;   %v.9 = mul i64 %bytes, 2
;   %v.10 = icmp sge i64 %v.8, %v.9
;   %v.11 = and i1 %v.5, %v.6
;   %v.12 = and i1 %v.11, %v.7
;   %v.13 = and i1 %v.12, %v.10
;   br i1 %v.13, label %copies.3, label %preheader.7
;
; copies.3:
;   %copy.4 = call noalias ptr @malloc(i64 %bytes)
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.4, ptr align 8 %own, i64 %bytes, i1 false)
;   %v.14 = sdiv i64 0, 8
;   %v.15 = sub i64 0, %v.14
;   %v.16 = getelementptr double, ptr %copy.4, i64 %v.15
;   br label %item.copied.2
;
; item.copied.2:
;   %v.17 = phi i64 [ 0, %copies.3 ], [ %v.27, %item.copied.2 ]
;   %v.18 = getelementptr inbounds i64, ptr %index, i64 %v.17
;   %v.19 = load i64, ptr %v.18, align 8
;   %v.20 = getelementptr inbounds double, ptr %own, i64 %v.19
;   %v.21 = getelementptr inbounds double, ptr %x, i64 %v.19
;   %v.22 = getelementptr double, ptr %v.16, i64 %v.19
;   %v.23 = load double, ptr %v.22, align 8
;   %v.24 = load double, ptr %v.21, align 8
;   %v.25 = fmul double %v.23, %v.24
;   %v.26 = getelementptr inbounds double, ptr %to, i64 %v.17
;   store double %v.25, ptr %v.26, align 8
;   %v.27 = add nuw nsw i64 %v.17, 1
;   %v.28 = icmp eq i64 %v.27, 400
;   br i1 %v.28, label %copied.5.6, label %item.copied.2
;
; copied.5.6:
;   call void @free(ptr %copy.4)
;   br label %preheader.1
;
; preheader.7:
;   br label %item
;
; item:
;   %i = phi i64 [ %i.next, %item ], [ 0, %preheader.7 ]
;   %p.index = getelementptr inbounds i64, ptr %index, i64 %i
;   %k = load i64, ptr %p.index, align 8
;   %p.own = getelementptr inbounds double, ptr %own, i64 %k
;   %p.x = getelementptr inbounds double, ptr %x, i64 %k
;   %a = load double, ptr %p.own, align 8
;   %b = load double, ptr %p.x, align 8
;   %product = fmul double %a, %b
;   %p.to = getelementptr inbounds double, ptr %to, i64 %i
;   store double %product, ptr %p.to, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, 400
;   br i1 %i.done, label %loopexit.8, label %item
;
; loopexit.8:
;   br label %preheader.1
;
; preheader.1:
;   br label %update
;
; update:
;   %j = phi i64 [ %j.next, %update ], [ 0, %preheader.1 ]
;   %q.to = getelementptr inbounds double, ptr %to, i64 %j
;   %v = load double, ptr %q.to, align 8
;   %q.own = getelementptr inbounds double, ptr %own, i64 %j
;   store double %v, ptr %q.own, align 8
;   %q.x = getelementptr inbounds double, ptr %x, i64 %j
;   store double %v, ptr %q.x, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, %n
;   br i1 %j.done, label %stepped, label %update
;
; stepped:
;   %t.next = add nuw nsw i64 %t, 1
;   %t.done = icmp eq i64 %t.next, %steps
;   br i1 %t.done, label %exit, label %step
;
; exit:
;   call void @free(ptr %own)
;   ret void
; }
