; pass: LICMLoads
; What is told of accesses and numbers is no call. The load in front of the loop
; says nothing of what holds in one iteration.
define void @f(ptr noalias %k, ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %v = load double, ptr %k, align 8, !noalias !0
  %x = getelementptr double, ptr %p, i64 %i
  store double %v, ptr %x, align 8, !alias.scope !0
  %c = icmp ult i64 %i, 8
  call void @llvm.assume(i1 %c)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.assume(i1)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
; want:
; define void @f(ptr noalias %k, ptr %p, i64 %n) {
; entry:
;   %v = load double, ptr %k, align 8
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %next, %loop ]
;   call void @llvm.experimental.noalias.scope.decl(metadata !0)
;   %x = getelementptr double, ptr %p, i64 %i
;   store double %v, ptr %x, align 8, !alias.scope !0
;   %c = icmp ult i64 %i, 8
;   call void @llvm.assume(i1 %c)
;   %next = add i64 %i, 1
;   %done = icmp eq i64 %next, %n
;   br i1 %done, label %exit, label %loop
;
; exit:
;   ret void
; }
