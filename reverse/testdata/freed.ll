target triple = "x86_64-pc-linux-gnu"

; A list of indices that the function makes, reads in every step, and frees.
define double @f(ptr noalias %x, i64 %n, i64 %steps) {
entry:
  %bytes = mul i64 %n, 4
  %list = call ptr @malloc(i64 %bytes)
  br label %fill

fill:
  %k = phi i64 [ 0, %entry ], [ %k.next, %fill ]
  %square = mul i64 %k, 7
  %left = urem i64 %square, %n
  %index = trunc i64 %left to i32
  %at = getelementptr inbounds i32, ptr %list, i64 %k
  store i32 %index, ptr %at
  %k.next = add nuw nsw i64 %k, 1
  %filled = icmp eq i64 %k.next, %n
  br i1 %filled, label %step, label %fill

step:
  %t = phi i64 [ 0, %fill ], [ %t.next, %stepped ]
  %state = phi double [ 1.0, %fill ], [ %next, %stepped ]
  br label %item

item:
  %i = phi i64 [ 0, %step ], [ %i.next, %item ]
  %sum = phi double [ 0.0, %step ], [ %sum.next, %item ]
  %place = getelementptr inbounds i32, ptr %list, i64 %i
  %number = load i32, ptr %place
  %wide = sext i32 %number to i64
  %from = getelementptr inbounds double, ptr %x, i64 %wide
  %v = load double, ptr %from
  %product = fmul double %v, %v
  %sum.next = fadd double %sum, %product
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %n
  br i1 %last, label %stepped, label %item

stepped:
  %both = fmul double %state, %sum.next
  %next = call double @llvm.sqrt.f64(double %both)
  %t.next = add nuw nsw i64 %t, 1
  %done = icmp eq i64 %t.next, %steps
  br i1 %done, label %exit, label %step

exit:
  call void @free(ptr %list)
  ret double %next
}

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare double @llvm.sqrt.f64(double)
