; order: Mem2Reg before FullUnroll, moving Mem2Reg: reverse, instructions

; Unoptimised code sums up what the entries of a table of addresses point to.
define double @f(ptr %x) {
entry:
  %parts = alloca [3 x ptr]
  %i = alloca i32
  %s = alloca double
  store ptr %x, ptr %parts
  %x1 = getelementptr inbounds double, ptr %x, i64 4
  %at1 = getelementptr inbounds [3 x ptr], ptr %parts, i64 0, i64 1
  store ptr %x1, ptr %at1
  %x2 = getelementptr inbounds double, ptr %x, i64 8
  %at2 = getelementptr inbounds [3 x ptr], ptr %parts, i64 0, i64 2
  store ptr %x2, ptr %at2
  store i32 0, ptr %i
  store double 0.0, ptr %s
  br label %head

head:
  %i0 = load i32, ptr %i
  %more = icmp slt i32 %i0, 3
  br i1 %more, label %body, label %done

body:
  %i1 = load i32, ptr %i
  %wide = sext i32 %i1 to i64
  %at = getelementptr inbounds [3 x ptr], ptr %parts, i64 0, i64 %wide
  %p = load ptr, ptr %at
  %v = load double, ptr %p
  %v2 = fmul double %v, %v
  %s0 = load double, ptr %s
  %s1 = fadd double %s0, %v2
  store double %s1, ptr %s
  %i2 = load i32, ptr %i
  %i3 = add nsw i32 %i2, 1
  store i32 %i3, ptr %i
  br label %head

done:
  %r = load double, ptr %s
  ret double %r
}
