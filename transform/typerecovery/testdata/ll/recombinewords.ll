; pass: RecombineWords
; What rustc 1.95 makes of a vector in an enum: its address is read as a byte and 56 bits. The
; second word changes between its parts, the third lacks one, of the fourth they overlap.
define i64 @f(ptr %p, i8 %c) {
entry:
  %at = getelementptr inbounds i8, ptr %p, i64 8
  %byte = load i8, ptr %at, align 8
  %rest.at = getelementptr inbounds i8, ptr %p, i64 9
  %rest = load i56, ptr %rest.at, align 1
  %low = zext i8 %byte to i64
  %high = zext i56 %rest to i64
  %shifted = shl nuw i64 %high, 8
  %word = or disjoint i64 %shifted, %low
  %v = inttoptr i64 %word to ptr
  %x = load i64, ptr %v

  %half = load i32, ptr %p, align 4
  store i8 %c, ptr %p
  %up.at = getelementptr inbounds i8, ptr %p, i64 4
  %up = load i32, ptr %up.at, align 4
  %half.z = zext i32 %half to i64
  %up.z = zext i32 %up to i64
  %up.s = shl nuw i64 %up.z, 32
  %changed = or disjoint i64 %up.s, %half.z

  %two = load i16, ptr %at, align 8
  %two.z = zext i16 %two to i64
  %lacking = or disjoint i64 %two.z, %up.s

  %again = shl i64 %high, 7
  %over = or i64 %again, %low

  %s1 = add i64 %x, %changed
  %s2 = add i64 %s1, %lacking
  %s3 = add i64 %s2, %over
  ret i64 %s3
}
; want:
; define i64 @f(ptr %p, i8 %c) {
; entry:
;   %at = getelementptr inbounds i8, ptr %p, i64 8
;   %byte = load i8, ptr %at, align 8
;   %rest.at = getelementptr inbounds i8, ptr %p, i64 9
;   %v.1 = load i64, ptr %at, align 8
;   %rest = load i56, ptr %rest.at, align 1
;   %low = zext i8 %byte to i64
;   %high = zext i56 %rest to i64
;   %shifted = shl nuw i64 %high, 8
;   %v = inttoptr i64 %v.1 to ptr
;   %x = load i64, ptr %v
;   %half = load i32, ptr %p, align 4
;   store i8 %c, ptr %p
;   %up.at = getelementptr inbounds i8, ptr %p, i64 4
;   %up = load i32, ptr %up.at, align 4
;   %half.z = zext i32 %half to i64
;   %up.z = zext i32 %up to i64
;   %up.s = shl nuw i64 %up.z, 32
;   %changed = or disjoint i64 %up.s, %half.z
;   %two = load i16, ptr %at, align 8
;   %two.z = zext i16 %two to i64
;   %lacking = or disjoint i64 %two.z, %up.s
;   %again = shl i64 %high, 7
;   %over = or i64 %again, %low
;   %s1 = add i64 %x, %changed
;   %s2 = add i64 %s1, %lacking
;   %s3 = add i64 %s2, %over
;   ret i64 %s3
; }
