declare i32 @setjmp(ptr)
declare i32 @gettimeofday(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @getenv(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
%S = type { double, [8 x i8] }
@text = private constant [2 x i8] c"a\00"

; func: twice
; seed: out ret
; error: L0412
define double @twice(double %x) {
  %b = alloca [200 x i8]
  %k = call i32 @setjmp(ptr %b)
  ret double %x
}

; func: overwritten
; seed: out ret
; error: L0314
define double @overwritten(double %x) {
  %d = alloca double
  store double %x, ptr %d
  %k = call i32 @gettimeofday(ptr %d, ptr null)
  %v = load double, ptr %d
  ret double %v
}

; func: text_beside
; seed: out ret
; active: %x %v
; shadow: %s %t
define double @text_beside(double %x) {
  %s = alloca %S
  store double %x, ptr %s
  %t = getelementptr %S, ptr %s, i32 0, i32 1
  %u = call ptr @strcpy(ptr %t, ptr @text)
  %v = load double, ptr %s
  ret double %v
}

define internal void @hide(double %x) {
  %p = call ptr @getenv(ptr @text)
  store double %x, ptr %p
  ret void
}
; func: hidden
; seed: out ret
; error: L0311
define double @hidden(double %x) {
  call void @hide(double %x)
  ret double %x
}

; func: never_set
; seed: out ret
; error: L0311
define double @never_set(double %x) {
  %a = alloca ptr
  %p = load ptr, ptr %a
  store double %x, ptr %p
  %r = load double, ptr %p
  ret double %r
}

; func: torn
; seed: dup ret
; error: L0311
define float @torn(ptr %p) {
  %s = alloca <4 x float>, align 16
  store ptr %p, ptr %s, align 16
  %v = load <4 x float>, ptr %s, align 16
  %k = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %b = bitcast <4 x float> %k to <2 x i64>
  %e = extractelement <2 x i64> %b, i64 1
  %r = inttoptr i64 %e to ptr
  %x = load float, ptr %r, align 4
  ret float %x
}

; func: counted
; seed: out ret
; error: L0203
define float @counted(float %x) {
  %b = bitcast float %x to i32
  %n = uitofp i32 %b to float
  ret float %n
}

; func: made
; seed: out ret
; error: L0203
define double @made(double %x) {
  %s = fmul double %x, 6497320848556798.0
  %i = fptosi double %s to i64
  %b = add i64 %i, 4607182418800017408
  %e = bitcast i64 %b to double
  ret double %e
}

; func: made_in_memory
; seed: out ret
; error: L0203
define double @made_in_memory(double %x) {
  %u = alloca double
  store double 0.0, ptr %u
  %hi = getelementptr i32, ptr %u, i64 1
  %s = fmul double %x, 1512775.0
  %i = fptosi double %s to i32
  %b = add i32 %i, 1072632447
  store i32 %b, ptr %hi
  %e = load double, ptr %u
  ret double %e
}

; func: power
; seed: out ret
define double @power(double %x) {
  %i = fptosi double %x to i64
  %b = add i64 %i, 1023
  %s = shl i64 %b, 52
  %e = bitcast i64 %s to double
  %r = fmul double %e, %x
  ret double %r
}

; An address of which a byte and the rest are values that come from several places.
; func: inparts
; seed: dup dup const
; error: L0311
define double @inparts(ptr %p, ptr %q, i1 %c) {
  %low = load i8, ptr %p
  %at = getelementptr i8, ptr %p, i64 1
  %high = load i56, ptr %at, align 1
  br i1 %c, label %other, label %both
other:
  %low.q = load i8, ptr %q
  %at.q = getelementptr i8, ptr %q, i64 1
  %high.q = load i56, ptr %at.q, align 1
  br label %both
both:
  %l = phi i8 [ %low, %0 ], [ %low.q, %other ]
  %h = phi i56 [ %high, %0 ], [ %high.q, %other ]
  %l.z = zext i8 %l to i64
  %h.z = zext i56 %h to i64
  %h.s = shl nuw i64 %h.z, 8
  %word = or disjoint i64 %h.s, %l.z
  %a = inttoptr i64 %word to ptr
  %v = load double, ptr %a
  ret double %v
}

; The halves of an address, which come from several places, put together by a funnel shift.
; func: infunnel
; seed: dup dup const
; error: L0311
declare i64 @llvm.fshl.i64(i64, i64, i64)

define double @infunnel(ptr %p, ptr %q, i1 %c) {
  %low = load i32, ptr %p
  %at = getelementptr i8, ptr %p, i64 4
  %high = load i32, ptr %at
  br i1 %c, label %other, label %both
other:
  %low.q = load i32, ptr %q
  %at.q = getelementptr i8, ptr %q, i64 4
  %high.q = load i32, ptr %at.q
  br label %both
both:
  %l = phi i32 [ %low, %0 ], [ %low.q, %other ]
  %h = phi i32 [ %high, %0 ], [ %high.q, %other ]
  %l.z = zext i32 %l to i64
  %l.s = shl nuw i64 %l.z, 32
  %h.z = zext i32 %h to i64
  %word = call i64 @llvm.fshl.i64(i64 %h.z, i64 %l.s, i64 32)
  %a = inttoptr i64 %word to ptr
  %v = load double, ptr %a
  ret double %v
}

; Packed structs of a byte and a double, copied by another number of them than
; is known: the words of the block are halves of two doubles.
; func: packed
; seed: dup dup const
; error: L0201
define double @packed(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %at = getelementptr inbounds <{ i8, double }>, ptr %p, i64 %k, i32 1
  %v = load double, ptr %at, align 1
  store double %v, ptr %q, align 8
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %k.next, %n
  br i1 %more, label %loop, label %done
done:
  %bytes = mul i64 %n, 9
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %bytes, i1 false)
  ret double %v
}

; What rustc 1.95 makes at -O2 of moving on an enum that holds a float, a number or, in its
; error, a char: the first half of the word is read for both.
; func: halves
; seed: out ret
; error: L0203
define double @halves(double %x, i64 %kind) {
  %from = alloca [16 x i8], align 8
  %to = alloca [16 x i8], align 8
  store i64 %kind, ptr %from, align 8
  %word = getelementptr i8, ptr %from, i64 8
  store double %x, ptr %word, align 8
  %is = icmp eq i64 %kind, 3
  %low = load i32, ptr %word, align 8
  br i1 %is, label %done, label %rest

rest:
  %up.at = getelementptr i8, ptr %from, i64 12
  %up = load i32, ptr %up.at, align 4
  %up.to = getelementptr i8, ptr %to, i64 12
  store i32 %up, ptr %up.to, align 4
  br label %done

done:
  %there = getelementptr i8, ptr %to, i64 8
  store i32 %low, ptr %there, align 8
  %code = load i32, ptr %there, align 8
  %e = uitofp i32 %code to double
  %v = load double, ptr %there, align 8
  %r = select i1 %is, double %e, double %v
  ret double %r
}

; The same with an address in the word, and a copy of what stands behind its first half.
; func: half_address
; seed: dup ret
; error: L0203
define double @half_address(ptr %x) {
  %from = alloca [24 x i8], align 8
  %to = alloca [24 x i8], align 8
  %word = getelementptr i8, ptr %from, i64 8
  store ptr %x, ptr %word, align 8
  %low = load i32, ptr %word, align 8
  %up.at = getelementptr i8, ptr %from, i64 12
  %up.to = getelementptr i8, ptr %to, i64 12
  call void @llvm.memcpy.p0.p0.i64(ptr %up.to, ptr %up.at, i64 12, i1 false)
  %there = getelementptr i8, ptr %to, i64 8
  store i32 %low, ptr %there, align 8
  %p = load ptr, ptr %word, align 8
  %v = load double, ptr %p, align 8
  ret double %v
}

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
%list = type { i32, i32, ptr, ptr }

; what stands in a copy of the list is read
define internal double @first(i32 %n, ...) {
  %a = alloca %list
  %b = alloca %list
  call void @llvm.va_start.p0(ptr %a)
  call void @llvm.va_copy.p0(ptr %b, ptr %a)
  %v = va_arg ptr %b, double
  ret double %v
}

; func: copied_list
; seed: out ret
; error: L0411
define double @copied_list(double %x) {
  %r = call double (i32, ...) @first(i32 1, double %x)
  ret double %r
}

; func: list_through_pointer
; seed: out dup ret
; error: L0411
define double @list_through_pointer(double %x, ptr %table) {
  %f = load ptr, ptr %table
  %r = call double (i32, ...) %f(i32 1, double %x)
  ret double %r
}

define internal double @wanting(double %x, ptr %p) {
  %c = fcmp ogt double %x, 1.0
  br i1 %c, label %less, label %out
less:
  %h = fmul double %x, 0.5
  %r = call double @wanting(double %h, ptr %p)
  ret double %r
out:
  ret double %x
}
; func: too_few
; seed: out ret
; error: L0104
define double @too_few(double %x) {
  %r = call double @wanting(double %x)
  ret double %r
}
