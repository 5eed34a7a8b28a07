declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
%struct.S = type { double, i32, ptr }
%struct.A = type { [3 x double], i32 }

; func: double_as_i64
; seed: dup dup
; active: %v
; pieces: %v double
define void @double_as_i64(ptr %x, ptr %y) {
  %d = load double, ptr %x
  %v = load i64, ptr %x
  store i64 %v, ptr %y
  ret void
}

; func: copied_through_alloca
; seed: dup ret
; active: %v %d
; pieces: %v double
define double @copied_through_alloca(ptr %x) {
  %t = alloca i64
  %v = load i64, ptr %x
  store i64 %v, ptr %t
  %d = load double, ptr %t
  ret double %d
}

; func: undecided
; seed: dup dup
; error: L0202
define void @undecided(ptr %x, ptr %y) {
  %v = load i64, ptr %x
  store i64 %v, ptr %y
  ret void
}

; func: undecided_const
; seed: const const
; active:
define void @undecided_const(ptr %x, ptr %y) {
  %v = load i64, ptr %x
  store i64 %v, ptr %y
  ret void
}

; func: counted
; seed: dup
; active:
; pieces: %v int8
define void @counted(ptr %x) {
  %v = load i64, ptr %x
  %w = add i64 %v, 1
  store i64 %w, ptr %x
  ret void
}

; func: pointer_as_i64
; seed: dup dup ret
; active: %d %v
; shadow: %x %y %v %p
; pieces: %v mixed8
define double @pointer_as_i64(ptr %x, ptr %y) {
  %v = load i64, ptr %x
  store i64 %v, ptr %y
  %p = load ptr, ptr %y
  %d = load double, ptr %p
  ret double %d
}

; func: struct_copy
; seed: dup dup
; pieces: @llvm.memcpy.p0.p0.i64 double,int8,ptr
define void @struct_copy(ptr %x, ptr sret(%struct.S) %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 24, i1 false)
  ret void
}

; func: struct_copy_tbaa
; seed: dup dup
; pieces: @llvm.memcpy.p0.p0.i64 double,int4,float
define void @struct_copy_tbaa(ptr %x, ptr %y) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 16, i1 false), !tbaa.struct !10
  ret void
}

; func: member_tbaa
; seed: dup dup
; pieces: @llvm.memcpy.p0.p0.i64 double,int4,float
define void @member_tbaa(ptr %x, ptr %y) {
  %n = getelementptr i8, ptr %x, i64 8
  %k = load i32, ptr %n, !tbaa !11
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 16, i1 false)
  ret void
}

; func: long_tbaa
; seed: dup dup
; active:
; pieces: %v int8
define void @long_tbaa(ptr %x, ptr %y) {
  %v = load i64, ptr %x, !tbaa !12
  store i64 %v, ptr %y, !tbaa !12
  ret void
}

; func: array_copy
; seed: dup dup const
; pieces: @llvm.memcpy.p0.p0.i64 double
define void @array_copy(ptr %x, ptr %y, i64 %n) {
  %p = getelementptr double, ptr %x, i64 %n
  %d = load double, ptr %p
  %b = mul i64 %n, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %b, i1 false)
  ret void
}

; func: array_copy_tbaa
; seed: dup dup const
; pieces: @llvm.memcpy.p0.p0.i64 double
define void @array_copy_tbaa(ptr %x, ptr %y, i64 %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %b, i1 false), !tbaa !6
  ret void
}

; func: undecided_copy
; seed: dup dup const
; error: L0202
define void @undecided_copy(ptr %x, ptr %y, i64 %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %b, i1 false)
  ret void
}

; func: private_copy
; seed: dup ret
; active: %d
; pieces: @llvm.memcpy.p0.p0.i64 int8,double,int8
define double @private_copy(ptr %x) {
  %t = alloca [24 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %x, i64 24, i1 false)
  %p = getelementptr i8, ptr %t, i64 8
  %d = load double, ptr %p
  ret double %d
}

; func: array_in_struct
; seed: dup dup const
; pieces: @llvm.memcpy.p0.p0.i64 double,double,double,int8
define void @array_in_struct(ptr byval(%struct.A) %x, ptr %y, i64 %k) {
  %p = getelementptr %struct.A, ptr %x, i64 0, i32 0, i64 %k
  store double 1.0, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 32, i1 false)
  ret void
}

; func: zeroed
; seed: dup
; pieces: @llvm.memset.p0.i64 unknown16
define void @zeroed(ptr %x) {
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 16, i1 false)
  ret void
}

; func: zero_store
; seed: dup
; pieces: store 0 double
define void @zero_store(ptr %x) {
  store i64 0, ptr %x
  ret void
}

; func: one_store
; seed: dup
; pieces: store 4607182418800017408 double
define void @one_store(ptr %x) {
  %v = load double, ptr %x
  store i64 4607182418800017408, ptr %x
  ret void
}

; func: int_store
; seed: dup
; pieces: store 7 int4
define void @int_store(ptr %x) {
  store i32 7, ptr %x
  ret void
}

; func: negate_bits
; seed: out ret
; active: %a %b %f %r
define double @negate_bits(double %a) {
  %b = bitcast double %a to i64
  %f = xor i64 %b, -9223372036854775808
  %r = bitcast i64 %f to double
  ret double %r
}

; func: abs_bits_vector
; seed: out ret
; active: %a %b %f %r
define <2 x float> @abs_bits_vector(<2 x float> %a) {
  %b = bitcast <2 x float> %a to <2 x i32>
  %f = and <2 x i32> %b, <i32 2147483647, i32 2147483647>
  %r = bitcast <2 x i32> %f to <2 x float>
  ret <2 x float> %r
}

; func: exponent_read
; seed: out ret
; active: %a %m
define double @exponent_read(double %a) {
  %b = bitcast double %a to i64
  %s = lshr i64 %b, 52
  %e = and i64 %s, 2047
  %f = sitofp i64 %e to double
  %m = fmul double %a, %f
  ret double %m
}

; func: exponent_written
; seed: out ret
; error: L0203
define double @exponent_written(double %a) {
  %b = bitcast double %a to i64
  %s = add i64 %b, 4503599627370496
  %r = bitcast i64 %s to double
  ret double %r
}

; func: half_cleared
; seed: out ret
; error: L0203
define double @half_cleared(double %a) {
  %t = alloca double
  store double %a, ptr %t
  store i32 0, ptr %t
  %r = load double, ptr %t
  ret double %r
}

; func: two_floats
; seed: dup dup
; active: %v %a %b %lo %hi %lo32 %hi32 %s %q %z %p
; pieces: %v float,float
define void @two_floats(ptr %x, ptr %y) {
  %v = load i64, ptr %x
  %lo32 = trunc i64 %v to i32
  %hi = lshr i64 %v, 32
  %hi32 = trunc i64 %hi to i32
  %a = bitcast i32 %lo32 to float
  %b = bitcast i32 %hi32 to float
  %s = fadd float %a, %b
  %q = bitcast float %s to i32
  %z = zext i32 %q to i64
  %lo = shl i64 %z, 32
  %p = or i64 %lo, %z
  store i64 %p, ptr %y
  ret void
}

; func: byte_loop
; seed: dup dup const
; error: L0202
define void @byte_loop(ptr %x, ptr %y, i64 %n) {
entry:
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %j, %body ]
  %p = getelementptr i8, ptr %x, i64 %i
  %q = getelementptr i8, ptr %y, i64 %i
  %c = load i16, ptr %p
  store i16 %c, ptr %q
  %j = add i64 %i, 1
  %e = icmp eq i64 %j, %n
  br i1 %e, label %done, label %body
done:
  ret void
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"double", !1, i64 0}
!3 = !{!"int", !1, i64 0}
!4 = !{!"float", !1, i64 0}
!5 = !{!"long", !1, i64 0}
!6 = !{!2, !2, i64 0}
!7 = !{!3, !3, i64 0}
!8 = !{!4, !4, i64 0}
!9 = !{!"S", !2, i64 0, !3, i64 8, !4, i64 12}
!10 = !{i64 0, i64 8, !6, i64 8, i64 4, !7, i64 12, i64 4, !8}
!11 = !{!9, !3, i64 8}
!12 = !{!5, !5, i64 0}

; func: copies
; seed: dup dup const
; error: L0202
define internal void @copies(ptr %y, ptr %x, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 %n, i1 false)
  ret void
}
