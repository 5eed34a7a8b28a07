; Memory that holds an object of any type: an address at some times, a float at others.
; Where doubles are the only floats, its words tell at run time (unknown8).

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; What asks for the address of the object accesses an address where it is copied to,
; which says nothing of what is copied.
; func: manage
; seed: dup dup const const
; pieces: @llvm.memcpy.p0.p0.i64 unknown8
define void @manage(ptr %to, ptr %from, i1 %asks, double %s) {
  %half = fmul double %s, 0.5
  br i1 %asks, label %address, label %copy
address:
  store ptr %from, ptr %to
  ret void
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret void
}

; So it is where a word is copied in a register.
; func: manage_word
; seed: dup dup const const ret
; pieces: %w mixed8
define double @manage_word(ptr %to, ptr %from, i1 %asks, double %s) {
  %half = fmul double %s, 0.5
  br i1 %asks, label %address, label %copy
address:
  store ptr %from, ptr %to
  ret double %half
copy:
  %w = load i64, ptr %from
  store i64 %w, ptr %to
  ret double %half
}

; A float that stands there at other times says nothing of an address that is copied.
; func: tagged
; seed: dup dup const
; pieces: @llvm.memcpy.p0.p0.i64 unknown8
define double @tagged(ptr %to, ptr %from, i1 %number) {
  %d = load double, ptr %from
  %twice = fmul double %d, 2.0
  %p = load ptr, ptr %from
  br i1 %number, label %float, label %copy
float:
  store double %twice, ptr %to
  ret double %twice
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret double %twice
}

; A member of a declared struct is what it is.
%row = type { ptr, double }
; func: declared
; seed: dup ret
; pieces: @llvm.memcpy.p0.p0.i64 ptr,double
define double @declared(ptr %from) {
  %row = alloca %row
  call void @llvm.memcpy.p0.p0.i64(ptr %row, ptr %from, i64 16, i1 false)
  %p = load ptr, ptr %row
  %q = getelementptr inbounds %row, ptr %row, i64 0, i32 1
  %v = load double, ptr %q
  %w = load double, ptr %p
  %sum = fadd double %v, %w
  ret double %sum
}
