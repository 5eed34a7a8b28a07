; pass: SROA Mem2Reg DeadSlots DCE
; Members, a copy of a struct, a vector whose elements are read alone, a double
; seen as an integer, a memset; the last slot is indexed by a variable and stays.
%s = type { double, i32, [2 x float] }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define float @f(ptr %in, <2 x float> %v, double %x, i64 %i) {
entry:
  %a = alloca %s, align 8
  %b = alloca %s, align 8
  %c = alloca { float, float }, align 8
  %d = alloca i64, align 8
  %e = alloca [4 x i32], align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 8 %in, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 24, i1 false)
  %b0 = load double, ptr %b, align 8
  %b2 = getelementptr inbounds %s, ptr %b, i32 0, i32 2, i64 1
  %b21 = load float, ptr %b2, align 4
  store <2 x float> %v, ptr %c, align 8
  %c1 = getelementptr inbounds { float, float }, ptr %c, i32 0, i32 1
  %c1v = load float, ptr %c1, align 4
  store double %x, ptr %d, align 8
  %bits = load i64, ptr %d, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %e, i8 0, i64 16, i1 false)
  %ei = getelementptr inbounds [4 x i32], ptr %e, i64 0, i64 %i
  store i32 7, ptr %ei, align 4
  %e0 = load i32, ptr %e, align 16
  %sum = uitofp i64 %bits to float
  %p = fadd float %b21, %c1v
  %q = fadd float %p, %sum
  %r = fptrunc double %b0 to float
  %t = uitofp i32 %e0 to float
  %u = fadd float %q, %r
  %w = fadd float %u, %t
  ret float %w
}
; want:
; define float @f(ptr %in, <2 x float> %v, double %x, i64 %i) {
; entry:
;   %e = alloca [4 x i32], align 16
;   %v.1 = load double, ptr %in, align 8
;   %v.2 = getelementptr inbounds i8, ptr %in, i64 16
;   %v.3 = load float, ptr %v.2, align 8
;   %v.4 = extractelement <2 x float> %v, i32 1
;   %v.5 = bitcast double %x to i64
;   call void @llvm.memset.p0.i64(ptr align 16 %e, i8 0, i64 16, i1 false)
;   %ei = getelementptr inbounds [4 x i32], ptr %e, i64 0, i64 %i
;   store i32 7, ptr %ei, align 4
;   %e0 = load i32, ptr %e, align 16
;   %sum = uitofp i64 %v.5 to float
;   %p = fadd float %v.3, %v.4
;   %q = fadd float %p, %sum
;   %r = fptrunc double %v.1 to float
;   %t = uitofp i32 %e0 to float
;   %u = fadd float %q, %r
;   %w = fadd float %u, %t
;   ret float %w
; }
