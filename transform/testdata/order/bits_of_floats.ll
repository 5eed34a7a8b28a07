; order: FloatBits before DCE#2, moving FloatBits: forward, instructions

; Operations on the bits of floats.
define <2 x double> @f(<2 x double> %x, <2 x double> %y) {
  %bx = bitcast <2 x double> %x to <2 x i64>
  %by = bitcast <2 x double> %y to <2 x i64>
  %exponent = lshr <2 x i64> %bx, <i64 52, i64 52>
  %count = trunc <2 x i64> %exponent to <2 x i32>
  %e = sitofp <2 x i32> %count to <2 x double>
  %kept = and <2 x i64> %bx, <i64 -9218868437227405313, i64 -9218868437227405313>
  %half = or <2 x i64> %kept, <i64 4602678819172646912, i64 4602678819172646912>
  %m = bitcast <2 x i64> %half to <2 x double>
  %magnitude = and <2 x i64> %bx, <i64 9223372036854775807, i64 9223372036854775807>
  %signs = and <2 x i64> %by, <i64 -9223372036854775808, i64 -9223372036854775808>
  %copied = or <2 x i64> %magnitude, %signs
  %c = bitcast <2 x i64> %copied to <2 x double>
  %up = fadd <2 x double> %y, <double 0x4338000000000000, double 0x4338000000000000>
  %n = fsub <2 x double> %up, <double 0x4338000000000000, double 0x4338000000000000>
  %low = bitcast <2 x double> %up to <2 x i64>
  %turned = shl <2 x i64> %low, <i64 63, i64 63>
  %flipped = xor <2 x i64> %turned, %by
  %z = bitcast <2 x i64> %flipped to <2 x double>
  %s = fadd <2 x double> %e, %m
  %s2 = fadd <2 x double> %s, %c
  %s3 = fadd <2 x double> %s2, %n
  %s4 = fadd <2 x double> %s3, %z
  ret <2 x double> %s4
}
