; pass: SlotsFirst
; What has a length that is computed stays where it is.
declare void @pop(ptr)
declare void @use(ptr, ptr, ptr)
define void @f(ptr %frame, i64 %n) {
entry:
  %kept = alloca [7 x i64], align 16
  call void @pop(ptr %frame)
  %a = alloca double
  %many = alloca double, i64 %n
  %b = alloca double, i64 2
  call void @use(ptr %a, ptr %many, ptr %b)
  ret void
}
; want:
; define void @f(ptr %frame, i64 %n) {
; entry:
;   %kept = alloca [7 x i64], align 16
;   %a = alloca double
;   %b = alloca double, i64 2
;   call void @pop(ptr %frame)
;   %many = alloca double, i64 %n
;   call void @use(ptr %a, ptr %many, ptr %b)
;   ret void
; }
