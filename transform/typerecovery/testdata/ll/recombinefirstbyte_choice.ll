; pass: RecombineFirstByte
; An enum that rustc 1.95 moves at opt-level 1: the first byte of the vector's address, or
; another variant's only one, is a value, the rest of the struct goes by way of a local.
define void @f(ptr %from, ptr %to, i1 %err, i8 %kind) {
entry:
  %rest = alloca [15 x i8], align 1
  br i1 %err, label %other, label %some
some:
  %byte = load i8, ptr %from, align 8
  %behind = getelementptr inbounds i8, ptr %from, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %rest, ptr align 1 %behind, i64 15, i1 false)
  br label %both
other:
  br label %both
both:
  %first = phi i8 [ %byte, %some ], [ %kind, %other ]
  store i8 %first, ptr %to, align 8
  %to.behind = getelementptr inbounds i8, ptr %to, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %to.behind, ptr align 1 %rest, i64 15, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; want:
; define void @f(ptr %from, ptr %to, i1 %err, i8 %kind) {
; entry:
;   %v.0 = alloca [16 x i8], align 8
;   br i1 %err, label %other, label %some
;
; some:
;   %byte = load i8, ptr %from, align 8
;   %behind = getelementptr inbounds i8, ptr %from, i64 1
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v.0, ptr align 8 %from, i64 16, i1 false)
;   br label %both
;
; other:
;   store i8 %kind, ptr %v.0, align 8
;   br label %both
;
; both:
;   %first = phi i8 [ %byte, %some ], [ %kind, %other ]
;   %to.behind = getelementptr inbounds i8, ptr %to, i64 1
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %v.0, i64 16, i1 false)
;   ret void
; }
