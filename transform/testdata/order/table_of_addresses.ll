; order: SROA#2 before Mem2Reg#2, moving SROA#2: reverse, accesses
; order: FullUnroll before SROA#2, moving FullUnroll: reverse, accesses

; A loop over a local table of addresses.
define ptr @f(ptr %s, ptr %block, i64 %n) {
entry:
  %list = alloca [2 x ptr], align 8
  %b = getelementptr inbounds i8, ptr %s, i64 8
  %second = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
  store ptr %s, ptr %list, align 8
  store ptr %b, ptr %second, align 8
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %more ]
  %next = phi ptr [ %block, %entry ], [ %then, %more ]
  %in = icmp ult i64 %i, 2
  br i1 %in, label %body, label %done

body:
  %at = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 %i
  %to = load ptr, ptr %at, align 8
  store ptr %next, ptr %to, align 8
  %bad = icmp slt i64 %n, 0
  br i1 %bad, label %wrong, label %more

more:
  %then = getelementptr inbounds float, ptr %next, i64 %n
  %i.next = add i64 %i, 1
  br label %head

wrong:
  call void null(i32 1)
  unreachable

done:
  ret ptr %next
}
