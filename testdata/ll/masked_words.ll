; floats that are gathered, scattered, loaded and stored as words under masks that are constants, as SLP vectorization
; for AVX-512 moves them
; llad: grad f(3, 5) = 1890, 2700, 513
; llad: settled
; llad: by names too
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define double @f(double %x, double %y) {
  %a = alloca [4 x double], align 32
  %b = alloca [4 x double], align 32
  %c = alloca [8 x double], align 32
  %d = alloca [4 x double], align 32
  %xx = fmul double %x, %x
  %xy = fmul double %x, %y
  %a1 = getelementptr double, ptr %a, i64 1
  %a2 = getelementptr double, ptr %a, i64 2
  %a3 = getelementptr double, ptr %a, i64 3
  store double %x, ptr %a
  store double %y, ptr %a1
  store double %xx, ptr %a2
  store double %xy, ptr %a3
  %turned = getelementptr double, ptr %a, <4 x i64> <i64 3, i64 2, i64 1, i64 0>
  %w = call <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr> align 8 %turned, <4 x i1> splat (i1 true), <4 x i64> poison)
  store <4 x i64> %w, ptr %b, align 8
  call void @llvm.memset.p0.i64(ptr %c, i8 0, i64 64, i1 false)
  %two = getelementptr double, ptr %c, <4 x i64> <i64 0, i64 2, i64 4, i64 4>
  %v = load <4 x i64>, ptr %b, align 8
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> %v, <4 x ptr> align 8 %two, <4 x i1> splat (i1 true))
  %l = call <4 x i64> @llvm.masked.load.v4i64.p0(ptr align 8 %c, <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i64> zeroinitializer)
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 32, i1 false)
  call void @llvm.masked.store.v4i64.p0(<4 x i64> %l, ptr align 8 %d, <4 x i1> <i1 true, i1 true, i1 true, i1 false>)
  %c4 = getelementptr double, ptr %c, i64 4
  %d2 = getelementptr double, ptr %d, i64 2
  %p = load double, ptr %d
  %q = load double, ptr %d2
  %r = load double, ptr %c4
  %pp = fmul double %p, %p
  %qq = fmul double %q, %q
  %s = fmul double %pp, %r
  %t = fmul double %qq, %p
  %u = fadd double %s, %t
  ret double %u
}

declare <4 x i64> @llvm.masked.gather.v4i64.v4p0(<4 x ptr>, <4 x i1>, <4 x i64>)
declare void @llvm.masked.scatter.v4i64.v4p0(<4 x i64>, <4 x ptr>, <4 x i1>)
declare <4 x i64> @llvm.masked.load.v4i64.p0(ptr, <4 x i1>, <4 x i64>)
declare void @llvm.masked.store.v4i64.p0(<4 x i64>, ptr, <4 x i1>)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
