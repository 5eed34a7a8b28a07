; pass: ExpandMasks
; A mask that leaves lanes out becomes a select; with one that does not, the other operand is of no use.
define <4 x double> @f(<4 x double> %x, <4 x double> %y, i8 %m) {
  %all = call <4 x double> @llvm.x86.avx512.rsqrt14.pd.256(<4 x double> %x, <4 x double> %y, i8 15)
  %some = call <4 x double> @llvm.x86.avx512.rcp14.pd.256(<4 x double> %all, <4 x double> %y, i8 %m)
  %round = call <4 x double> @llvm.x86.avx512.mask.rndscale.pd.256(<4 x double> %some, i32 9, <4 x double> %y, i8 %m)
  ret <4 x double> %round
}
declare <4 x double> @llvm.x86.avx512.rsqrt14.pd.256(<4 x double>, <4 x double>, i8)
declare <4 x double> @llvm.x86.avx512.rcp14.pd.256(<4 x double>, <4 x double>, i8)
declare <4 x double> @llvm.x86.avx512.mask.rndscale.pd.256(<4 x double>, i32, <4 x double>, i8)
; want:
; define <4 x double> @f(<4 x double> %x, <4 x double> %y, i8 %m) {
; b.0:
;   %v.0 = call <4 x double> @llvm.x86.avx512.rsqrt14.pd.256(<4 x double> %x, <4 x double> zeroinitializer, i8 -1)
;   %v.1 = call <4 x double> @llvm.x86.avx512.rcp14.pd.256(<4 x double> %v.0, <4 x double> zeroinitializer, i8 -1)
;   %v.2 = bitcast i8 %m to <8 x i1>
;   %v.3 = shufflevector <8 x i1> %v.2, <8 x i1> %v.2, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %v.4 = select <4 x i1> %v.3, <4 x double> %v.1, <4 x double> %y
;   %v.5 = call <4 x double> @llvm.x86.avx512.mask.rndscale.pd.256(<4 x double> %v.4, i32 9, <4 x double> zeroinitializer, i8 -1)
;   %v.6 = bitcast i8 %m to <8 x i1>
;   %v.7 = shufflevector <8 x i1> %v.6, <8 x i1> %v.6, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
;   %v.8 = select <4 x i1> %v.7, <4 x double> %v.5, <4 x double> %y
;   ret <4 x double> %v.8
; }
