; pass: DefineLanes
declare <2 x double> @llvm.masked.load.v2f64.p0(ptr, i32, <2 x i1>, <2 x double>)
declare <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x double>)

define <2 x double> @f(ptr %p, <2 x ptr> %q, <2 x i1> %m) {
  %a = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m, <2 x double> poison)
  %b = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m, <2 x double> %a)
  %c = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %q, i32 8, <2 x i1> %m, <2 x double> undef)
  %d = fmul <2 x double> %b, %c
  ret <2 x double> %d
}
; want:
; define <2 x double> @f(ptr %p, <2 x ptr> %q, <2 x i1> %m) {
; b.1:
;   %a = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m, <2 x double> zeroinitializer)
;   %b = call <2 x double> @llvm.masked.load.v2f64.p0(ptr %p, i32 8, <2 x i1> %m, <2 x double> %a)
;   %c = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %q, i32 8, <2 x i1> %m, <2 x double> zeroinitializer)
;   %d = fmul <2 x double> %b, %c
;   ret <2 x double> %d
; }
