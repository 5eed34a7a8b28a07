; pass: RecombineWordParts DCE
; An address in a result beside a small error: its halves are chosen one by one and put together,
; or stored, where it is wanted. Parts that straddle two words are no word.
declare i32 @rust_eh_personality(...)
define ptr @f(ptr %p, ptr %q, i32 %k, i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b
a:
  %l = load ptr, ptr %p
  %w = ptrtoint ptr %l to i64
  %low = trunc i64 %w to i32
  %up = lshr i64 %w, 32
  %high = trunc nuw i64 %up to i32
  br label %m
b:
  %at = getelementptr inbounds i8, ptr %p, i64 8
  %low.b = load i32, ptr %at, align 8
  %at.b = getelementptr inbounds i8, ptr %p, i64 12
  %high.b = load i32, ptr %at.b, align 4
  br i1 %d, label %m, label %e
e:
  br label %m
m:
  %x = phi i32 [ %low, %a ], [ %low.b, %b ], [ %k, %e ]
  %y = phi i32 [ %high, %a ], [ %high.b, %b ], [ undef, %e ]
  store i32 %x, ptr %q, align 8
  %q4 = getelementptr inbounds i8, ptr %q, i64 4
  store i32 %y, ptr %q4, align 4
  %x.z = zext i32 %x to i64
  %y.z = zext i32 %y to i64
  %y.s = shl nuw i64 %y.z, 32
  %word = or disjoint i64 %y.s, %x.z
  %r = inttoptr i64 %word to ptr
  %from = getelementptr inbounds i8, ptr %p, i64 20
  %s.low = load i32, ptr %from, align 4
  %from.up = getelementptr inbounds i8, ptr %p, i64 24
  %s.up = load i32, ptr %from.up, align 8
  %to = getelementptr inbounds i8, ptr %q, i64 12
  store i32 %s.low, ptr %to, align 4
  %to.up = getelementptr inbounds i8, ptr %q, i64 16
  store i32 %s.up, ptr %to.up, align 8
  ret ptr %r
}
; want:
; define ptr @f(ptr %p, ptr %q, i32 %k, i1 %c, i1 %d) {
; entry:
;   br i1 %c, label %a, label %b
;
; a:
;   %l = load ptr, ptr %p
;   %w = ptrtoint ptr %l to i64
;   br label %m
;
; b:
;   %at = getelementptr inbounds i8, ptr %p, i64 8
;   %v.0 = load i64, ptr %at, align 8
;   br i1 %d, label %m, label %e
;
; e:
;   %v.1 = zext i32 %k to i64
;   br label %m
;
; m:
;   %v.2 = phi i64 [ %w, %a ], [ %v.0, %b ], [ %v.1, %e ]
;   store i64 %v.2, ptr %q, align 8
;   %r = inttoptr i64 %v.2 to ptr
;   %from = getelementptr inbounds i8, ptr %p, i64 20
;   %s.low = load i32, ptr %from, align 4
;   %from.up = getelementptr inbounds i8, ptr %p, i64 24
;   %s.up = load i32, ptr %from.up, align 8
;   %to = getelementptr inbounds i8, ptr %q, i64 12
;   store i32 %s.low, ptr %to, align 4
;   %to.up = getelementptr inbounds i8, ptr %q, i64 16
;   store i32 %s.up, ptr %to.up, align 8
;   ret ptr %r
; }
