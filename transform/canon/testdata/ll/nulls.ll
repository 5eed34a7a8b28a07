; pass: InstSimplify DCE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare noalias nonnull ptr @_Znwm(i64)
declare noalias ptr @malloc(i64)

; what is never null is known not to be
define i32 @f() {
  %a = call noalias nonnull ptr @_Znwm(i64 8)
  %b = call noalias ptr @malloc(i64 8)
  %c = getelementptr inbounds i8, ptr %a, i64 4
  %1 = icmp eq ptr null, null
  %2 = icmp eq ptr %c, null
  %3 = icmp ne ptr null, %a
  %4 = icmp eq ptr %b, null
  %5 = zext i1 %1 to i32
  %6 = zext i1 %2 to i32
  %7 = zext i1 %3 to i32
  %8 = zext i1 %4 to i32
  %s = add i32 %5, %6
  %t = add i32 %7, %8
  %u = add i32 %s, %t
  ret i32 %u
}
; want:
; define i32 @f() {
; b.1:
;   %a = call noalias nonnull ptr @_Znwm(i64 8)
;   %b = call noalias ptr @malloc(i64 8)
;   %v.0 = icmp eq ptr %b, null
;   %v.1 = zext i1 %v.0 to i32
;   %t = add i32 1, %v.1
;   %u = add i32 1, %t
;   ret i32 %u
; }
