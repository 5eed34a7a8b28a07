; pass: LoopPeeling
target triple = "x86_64-pc-linux-gnu"

; i+n-1 may wrap for many points: then all of them count as the last ones.
define void @f(ptr noalias %x, ptr noalias %y, i32 %n) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %enter, label %end

enter:
  %count = zext i32 %n to i64
  %less = add nsw i32 %n, -1
  br label %loop

loop:
  %i = phi i64 [ 0, %enter ], [ %i.next, %loop ]
  %k = trunc i64 %i to i32
  %before = add i32 %less, %k
  %left = srem i32 %before, %n
  %at = sext i32 %left to i64
  %pl = getelementptr inbounds double, ptr %x, i64 %at
  %l = load double, ptr %pl, align 8
  %py = getelementptr inbounds double, ptr %y, i64 %i
  store double %l, ptr %py, align 8
  %i.next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %i.next, %count
  br i1 %c, label %end, label %loop

end:
  ret void
}
; want:
; define void @f(ptr noalias %x, ptr noalias %y, i32 %n) {
; entry:
;   %some = icmp sgt i32 %n, 0
;   br i1 %some, label %enter, label %end
;
; enter:
;   %count = zext i32 %n to i64
;   %less = add nsw i32 %n, -1
;   %v.0 = srem i32 %less, %n
;   %v.1 = sext i32 %v.0 to i64
;   %v.2 = getelementptr inbounds double, ptr %x, i64 %v.1
;   %v.3 = load double, ptr %v.2, align 8
;   store double %v.3, ptr %y, align 8
;   %v.4 = icmp eq i64 1, %count
;   %v.5 = icmp ult i64 1, %count
;   br i1 %v.5, label %peel.enter.6, label %peel.next.8
;
; peel.enter.6:
;   br label %loop
;
; loop:
;   %i = phi i64 [ 1, %peel.enter.6 ], [ %i.next, %loop ]
;   %k = trunc i64 %i to i32
;   %before = add i32 %less, %k
;   %v.6 = add nsw i64 %i, -1
;   %v.7 = trunc i64 %v.6 to i32
;   %left = srem i32 %before, %n
;   %v.8 = add nsw i64 %i, -1
;   %at = sext i32 %v.7 to i64
;   %pl = getelementptr inbounds double, ptr %x, i64 %v.8
;   %l = load double, ptr %pl, align 8
;   %py = getelementptr inbounds double, ptr %y, i64 %i
;   store double %l, ptr %py, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %c = icmp eq i64 %i.next, %count
;   %v.9 = icmp eq i64 %i.next, %count
;   br i1 %v.9, label %peel.left.7, label %loop
;
; peel.left.7:
;   br label %peel.next.8
;
; peel.next.8:
;   %v.10 = phi i64 [ 1, %enter ], [ %i.next, %peel.left.7 ]
;   br label %end
;
; end:
;   ret void
; }
