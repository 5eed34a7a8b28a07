; Memory that holds an object of any type, beside floats of another type than double:
; its words do not tell.

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

%union.any = type { i64, i64 }

; What hints tell of a copied struct that may hold floats is not relied on.
; func: hinted
; seed: dup dup out
; error: L0201
define float @hinted(ptr %to, ptr %from, float %s) {
  %p = getelementptr inbounds %union.any, ptr %from, i64 0, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  %r = fmul float %s, %s
  ret float %r
}

; Nor is an address that is accessed where something else may stand, when a float is
; known to stand there.
; func: contested
; seed: dup dup const out
; error: L0201
define float @contested(ptr %to, ptr %from, i1 %asks, float %s) {
  %half = fmul float %s, 0.5
  br i1 %asks, label %address, label %copy
address:
  store ptr %from, ptr %to
  ret float %half
copy:
  %d = getelementptr inbounds { double }, ptr %from, i64 0
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret float %half
}

; An array of integers that is read by an index is one: the sizes of a tensor.
; func: indexed
; seed: dup dup const out
; pieces: @llvm.memcpy.p0.p0.i64 int16
define float @indexed(ptr %to, ptr %from, i64 %k, float %s) {
  %p = getelementptr inbounds [2 x i64], ptr %from, i64 0, i64 %k
  %n = load i64, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  %x = sitofp i64 %n to float
  %r = fmul float %s, %x
  ret float %r
}

; A word that is accessed as a double and as an address tells at run time which it is.
; func: either
; seed: dup dup const out ret
; pieces: @llvm.memcpy.p0.p0.i64 unknown8
define float @either(ptr %to, ptr %from, i32 %tag, float %s) {
  %half = fmul float %s, 0.5
  switch i32 %tag, label %copy [
    i32 0, label %number
    i32 1, label %address
  ]
number:
  %d = load double, ptr %from
  %twice = fmul double %d, 2.0
  store double %twice, ptr %to
  ret float %half
address:
  store ptr %from, ptr %to
  ret float %half
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret float %half
}

; Not so if floats of another type may stand there as well.
; func: one_of_three
; seed: dup dup const out ret
; error: L0201
define float @one_of_three(ptr %to, ptr %from, i32 %tag, float %s) {
  %v = load float, ptr %from
  %half = fmul float %s, %v
  switch i32 %tag, label %copy [
    i32 0, label %number
    i32 1, label %address
  ]
number:
  %d = load double, ptr %from
  %twice = fmul double %d, 2.0
  store double %twice, ptr %to
  ret float %half
address:
  store ptr %from, ptr %to
  ret float %half
copy:
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 8, i1 false)
  ret float %half
}
