; pass: SROA Mem2Reg DeadSlots DCE
; Typed pointers of LLVM 14: a slot reached through casts.
%s = type { double, float }
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1)
define float @f(%s* %p, double* %q) {
entry:
  %a = alloca %s, align 8
  %t = alloca double*, align 8
  store double* %q, double** %t, align 8
  %b = bitcast %s* %a to i8*
  %c = bitcast %s* %p to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %b, i8* align 8 %c, i64 16, i1 false)
  %u = bitcast double** %t to i8**
  %w = load i8*, i8** %u, align 8
  %x = bitcast i8* %w to float*
  %y = load float, float* %x, align 4
  %g = getelementptr inbounds %s, %s* %a, i32 0, i32 1
  %h = load float, float* %g, align 8
  %r = fadd float %y, %h
  ret float %r
}
; want:
; define float @f(%s* %p, double* %q) {
; entry:
;   %c = bitcast %s* %p to i8*
;   %v.0 = getelementptr inbounds i8, i8* %c, i64 8
;   %cast.0 = bitcast i8* %v.0 to float*
;   %v.1 = load float, float* %cast.0, align 8
;   %x = bitcast double* %q to float*
;   %y = load float, float* %x, align 4
;   %r = fadd float %y, %v.1
;   ret float %r
; }
