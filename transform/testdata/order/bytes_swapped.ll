; order: ByteVectors before CSE#3, moving ByteVectors: forward, instructions

; Two structs are swapped as vectors of bytes.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare i32 @rust_eh_personality(...)

define i1 @f(ptr %a, ptr %b) personality ptr @rust_eh_personality {
start:
  %x = load <16 x i8>, ptr %a, align 8
  %y = load <16 x i8>, ptr %b, align 8
  store <16 x i8> %y, ptr %a, align 8
  store <16 x i8> %x, ptr %b, align 8
  %a2 = getelementptr inbounds i8, ptr %a, i64 16
  %b2 = getelementptr inbounds i8, ptr %b, i64 16
  %z = load <8 x i8>, ptr %a2, align 1
  %w = load <8 x i8>, ptr %b2, align 1
  store <8 x i8> %w, ptr %a2, align 1
  store <8 x i8> %z, ptr %b2, align 1
  %bytes = load <16 x i8>, ptr %a, align 16
  %none = icmp slt <16 x i8> %bytes, zeroinitializer
  %bits = bitcast <16 x i1> %none to i16
  %r = icmp eq i16 %bits, 0
  ret i1 %r
}
