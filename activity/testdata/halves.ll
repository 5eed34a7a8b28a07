; What optimised Rust makes of an enum with a tag, a character and a float that a result
; with small errors carries.
declare i32 @rust_eh_personality(...)

; The float's lower half goes with the character, its upper half by itself.
; func: halves
; seed: dup const
; error: L0203
define double @halves(ptr %x, i1 %c) {
  %from = alloca [16 x i8], align 8
  %to = alloca [16 x i8], align 8
  %payload = getelementptr i8, ptr %from, i64 8
  %v = load double, ptr %x
  store double %v, ptr %payload, align 8
  store i32 0, ptr %from, align 8
  %at = getelementptr i8, ptr %from, i64 4
  %low = load i64, ptr %at, align 4
  %at.high = getelementptr i8, ptr %from, i64 12
  %high = load i32, ptr %at.high, align 4
  %tag = load i32, ptr %from, align 8
  store i32 %tag, ptr %to, align 8
  %to.low = getelementptr i8, ptr %to, i64 4
  store i64 %low, ptr %to.low, align 4
  %to.high = getelementptr i8, ptr %to, i64 12
  store i32 %high, ptr %to.high, align 4
  %of = getelementptr i8, ptr %to, i64 8
  %r = load double, ptr %of, align 8
  ret double %r
}
