; pass: UsedLanes
; A count in front of a double is loaded with all of the sixteen bytes: only it is read. Vectors of which all
; lanes are used, or one that is not known, stay.
define <2 x double> @f(ptr %s, ptr %t, i64 %k) {
  %w = load <4 x i32>, ptr %s, align 8
  %h = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 2, i32 poison>
  %x = extractelement <4 x i32> %w, i64 0
  %g = insertelement <2 x i32> %h, i32 %x, i64 1
  %all = load <2 x i32>, ptr %t, align 8
  %swap = shufflevector <2 x i32> %all, <2 x i32> %g, <2 x i32> <i32 1, i32 0>
  %any = load <2 x i32>, ptr %t, align 4
  %y = extractelement <2 x i32> %any, i64 %k
  %sum = add <2 x i32> %swap, %g
  %more = insertelement <2 x i32> %sum, i32 %y, i64 0
  %r = sitofp <2 x i32> %more to <2 x double>
  ret <2 x double> %r
}
; want:
; define <2 x double> @f(ptr %s, ptr %t, i64 %k) {
; b.0:
;   %v.0 = load i32, ptr %s, align 8
;   %v.1 = insertelement <4 x i32> poison, i32 %v.0, i32 0
;   %v.2 = getelementptr inbounds i8, ptr %s, i64 8
;   %v.3 = load i32, ptr %v.2, align 8
;   %v.4 = insertelement <4 x i32> %v.1, i32 %v.3, i32 2
;   %h = shufflevector <4 x i32> %v.4, <4 x i32> poison, <2 x i32> <i32 2, i32 poison>
;   %x = extractelement <4 x i32> %v.4, i64 0
;   %g = insertelement <2 x i32> %h, i32 %x, i64 1
;   %all = load <2 x i32>, ptr %t, align 8
;   %swap = shufflevector <2 x i32> %all, <2 x i32> %g, <2 x i32> <i32 1, i32 0>
;   %any = load <2 x i32>, ptr %t, align 4
;   %y = extractelement <2 x i32> %any, i64 %k
;   %sum = add <2 x i32> %swap, %g
;   %more = insertelement <2 x i32> %sum, i32 %y, i64 0
;   %r = sitofp <2 x i32> %more to <2 x double>
;   ret <2 x double> %r
; }
