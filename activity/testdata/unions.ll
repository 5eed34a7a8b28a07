declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
%union.U = type { i64 }
%struct.Tagged = type { i8, double }
%struct.Shown = type { i8, ptr }

; func: exponent_written_in_memory
; seed: out ret
; error: L0203
define double @exponent_written_in_memory(double %a) {
  %t = alloca %union.U
  store double %a, ptr %t
  %b = load i64, ptr %t
  %s = add i64 %b, 4503599627370496
  store i64 %s, ptr %t
  %r = load double, ptr %t
  ret double %r
}

; func: union_unrelated
; seed: out const ret
; active: %a %f %r %v
; pieces: store %n double
define double @union_unrelated(double %a, i64 %n) {
  %t = alloca %union.U
  store double %a, ptr %t
  %v = load double, ptr %t
  store i64 %n, ptr %t
  %k = load i64, ptr %t
  %i = add i64 %k, 1
  %f = sitofp i64 %i to double
  %r = fmul double %v, %f
  ret double %r
}

; func: member_copied
; seed: dup dup ret
; active: %d
; pieces: @llvm.memcpy.p0.p0.i64 unknown8
define double @member_copied(ptr %x, ptr %y) {
  %v = getelementptr %struct.Tagged, ptr %x, i64 0, i32 1
  %d = load double, ptr %v
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %y, ptr align 8 %x, i64 16, i1 false)
  ret double %d
}

; func: address_copied
; seed: dup dup out
; pieces: @llvm.memcpy.p0.p0.i64 unknown8
define void @address_copied(ptr %x, ptr %y, double %a) {
  %t = alloca %struct.Shown
  %p = getelementptr %struct.Shown, ptr %t, i64 0, i32 1
  store double %a, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %y, ptr align 8 %t, i64 16, i1 false)
  ret void
}

define void @taken(ptr %p) {
  ret void
}

; func: passed_by_value
; seed: dup out
; error: L0201
define void @passed_by_value(ptr %x, double %a) {
  %v = getelementptr %struct.Tagged, ptr %x, i64 0, i32 1
  store double %a, ptr %v
  %p = load ptr, ptr %v
  call void @taken(ptr %p)
  ret void
}

; func: member_passed
; seed: dup out
; active: %a
define void @member_passed(ptr %x, double %a) {
  %v = getelementptr %struct.Tagged, ptr %x, i64 0, i32 1
  store double %a, ptr %v
  %p = load ptr, ptr %v
  call void @taken(ptr noundef %p)
  ret void
}
