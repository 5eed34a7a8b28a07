; pass: ByteVectors
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare i32 @rust_eh_personality(...)

; Two structs of three words are swapped; a vector of bytes that is looked at stays.
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
; want:
; define i1 @f(ptr %a, ptr %b) personality ptr @rust_eh_personality {
; start:
;   %v.0 = load i64, ptr %a, align 8
;   %v.1 = getelementptr inbounds i8, ptr %a, i64 8
;   %v.2 = load i64, ptr %v.1, align 8
;   %v.3 = load i64, ptr %b, align 8
;   %v.4 = getelementptr inbounds i8, ptr %b, i64 8
;   %v.5 = load i64, ptr %v.4, align 8
;   store i64 %v.3, ptr %a, align 8
;   %v.6 = getelementptr inbounds i8, ptr %a, i64 8
;   store i64 %v.5, ptr %v.6, align 8
;   store i64 %v.0, ptr %b, align 8
;   %v.7 = getelementptr inbounds i8, ptr %b, i64 8
;   store i64 %v.2, ptr %v.7, align 8
;   %a2 = getelementptr inbounds i8, ptr %a, i64 16
;   %b2 = getelementptr inbounds i8, ptr %b, i64 16
;   %v.8 = load i64, ptr %a2, align 1
;   %v.9 = load i64, ptr %b2, align 1
;   store i64 %v.9, ptr %a2, align 1
;   store i64 %v.8, ptr %b2, align 1
;   %bytes = load <16 x i8>, ptr %a, align 16
;   %none = icmp slt <16 x i8> %bytes, zeroinitializer
;   %bits = bitcast <16 x i1> %none to i16
;   %r = icmp eq i16 %bits, 0
;   ret i1 %r
; }
