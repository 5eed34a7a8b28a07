; pass: FloatBits DCE
define <4 x float> @f(<4 x float> %x, <4 x float> %y, <2 x i64> %loaded) {
  %c = fcmp olt <4 x float> %x, %y
  %mask = sext <4 x i1> %c to <4 x i32>
  %as = bitcast <4 x i32> %mask to <4 x float>
  %m = bitcast <4 x float> %as to <4 x i32>
  %bx = bitcast <4 x float> %x to <4 x i32>
  %yes = and <4 x i32> %m, %bx
  %not = xor <4 x i32> %m, <i32 -1, i32 -1, i32 -1, i32 -1>
  %no = and <4 x i32> %not, <i32 1065353216, i32 1065353216, i32 1065353216, i32 1065353216>
  %either = or <4 x i32> %yes, %no
  %bad = fcmp uno <4 x float> %y, zeroinitializer
  %nan = sext <4 x i1> %bad to <4 x i32>
  %all = or <4 x i32> %either, %nan
  %r = bitcast <4 x i32> %all to <4 x float>
  %moved = lshr <4 x i32> %bx, <i32 1, i32 1, i32 1, i32 1>
  %guess = sub <4 x i32> <i32 1597463007, i32 1597463007, i32 1597463007, i32 1597463007>, %moved
  %g = bitcast <4 x i32> %guess to <4 x float>
  %s = fadd <4 x float> %r, %g
  ret <4 x float> %s
}
; want:
; define <4 x float> @f(<4 x float> %x, <4 x float> %y, <2 x i64> %loaded) {
; b.0:
;   %c = fcmp olt <4 x float> %x, %y
;   %bx = bitcast <4 x float> %x to <4 x i32>
;   %v.0 = bitcast <4 x i32> <i32 1065353216, i32 1065353216, i32 1065353216, i32 1065353216> to <4 x float>
;   %v.1 = select <4 x i1> %c, <4 x float> %x, <4 x float> %v.0
;   %bad = fcmp uno <4 x float> %y, zeroinitializer
;   %v.2 = bitcast <4 x i32> <i32 -1, i32 -1, i32 -1, i32 -1> to <4 x float>
;   %v.3 = select <4 x i1> %bad, <4 x float> %v.2, <4 x float> %v.1
;   %v.4 = bitcast <4 x float> %v.3 to <4 x i32>
;   %r = bitcast <4 x i32> %v.4 to <4 x float>
;   %moved = lshr <4 x i32> %bx, <i32 1, i32 1, i32 1, i32 1>
;   %guess = sub <4 x i32> <i32 1597463007, i32 1597463007, i32 1597463007, i32 1597463007>, %moved
;   %g = bitcast <4 x i32> %guess to <4 x float>
;   %s = fadd <4 x float> %r, %g
;   ret <4 x float> %s
; }
