; LLVM 14: typed pointers, constant expressions since removed, old attributes.
; accepted by: 14
source_filename = "typed.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl strange\0A"

$comdat_any = comdat any
%struct.list = type { i32, %struct.list*, void (i8*, ...)* }
%opaque = type opaque
%"name with blanks" = type <{ i8, i32 }>

@a = global i32 7, align 4
@b = internal addrspace(1) constant [2 x i32] [i32 1, i32 -2]
@c = external thread_local(initialexec) global double
@d = global i64 add (i64 ptrtoint (i32* @a to i64), i64 udiv (i64 ptrtoint (i32* @a to i64), i64 3))
@e = global i8* getelementptr inbounds ({ i8, [3 x i8] }, { i8, [3 x i8] }* @h, i32 0, inrange i32 1, i64 2)
@h = global { i8, [3 x i8] } { i8 1, [3 x i8] c"a\00\FF" }, comdat($comdat_any)
@i = alias i32, i32* @a
@j = weak_odr hidden unnamed_addr constant %"name with blanks" <{ i8 1, i32 2 }>, section "mine", align 16
@k = global x86_fp80 0xK3FFF8000000000000000
@l = global i1 icmp eq (i32* @a, i32* bitcast ([2 x i32]* addrspacecast ([2 x i32] addrspace(1)* @b to [2 x i32]*) to i32*))
@m = appending global [1 x i8*] [i8* bitcast (i32* @a to i8*)], section "llvm.metadata"
@"quoted \22 name" = global double select (i1 icmp ne (i32* @a, i32* null), double 1.0, double -0.0)

declare i32 @printf(i8* nocapture readonly, ...) #0
declare !md !3 void @with_md()

define linkonce_odr dso_local noundef zeroext i8 @attrs(%struct.list* noalias nocapture byval(%struct.list) align 8 dereferenceable(24) %0, i32 "key"="value" signext %1, [2 x i64] %2) unnamed_addr #0 comdat($comdat_any) align 32 gc "statepoint-example" prefix i32 5 personality i32 (...)* @pers !md !3 {
  %4 = getelementptr inbounds %struct.list, %struct.list* %0, i64 0, i32 1
  %5 = load %struct.list*, %struct.list** %4, align 8, !md !3
  store volatile %struct.list* %0, %struct.list** %4
  %6 = getelementptr %struct.list, %struct.list* %5, i32 0, i32 2
  %7 = load void (i8*, ...)*, void (i8*, ...)** %6
  call void (i8*, ...) %7(i8* bitcast (i32* @a to i8*), i32 %1, double 0x7FF8000000000000) #1
  %8 = call i32 (i8*, ...) @printf(i8* null), !md !{}
  %9 = invoke i32 @attrs2(i32 (i32)* null, i32 ()* @pers3)
          to label %10 unwind label %11

10:                                               ; preds = %3
  ret i8 0

11:                                               ; preds = %3
  %12 = landingpad { i8*, i32 }
          cleanup
          catch i8** bitcast (i32* @a to i8**)
          filter [1 x i8*] [i8* null]
  resume { i8*, i32 } %12
}

declare i32 @pers(...)
declare i32 @pers3()
declare i32 @attrs2(i32 (i32)*, i32 ()*)

define void @asm(i32* %p) {
entry:
  call void asm sideeffect "nop; $0", "=*m,~{memory}"(i32* elementtype(i32) %p)
  %r = call i32 asm "mov $1, $0", "=r,r"(i32 1)
  br label %"block with blanks"

"block with blanks":
  %"value with blanks" = add nuw nsw i32 %r, 1
  unreachable
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "target-cpu"="x86-64" alignstack=16 }
attributes #1 = { nounwind }

!named = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !2}
!2 = !{!"string with } and \22"}
!3 = !DIExpression(DW_OP_plus_uconst, 3)
