; order: RecombineFirstByte before RealignWords, moving RecombineFirstByte: forward, instructions
; order: SROA#2 before RecombineFirstByte#2, moving SROA#2: forward, accesses

; A struct whose first byte is moved in a register.
define void @f(ptr %from, ptr %to, i1 %err, i8 %kind) {
entry:
  %rest = alloca [15 x i8], align 1
  br i1 %err, label %other, label %some

some:
  %byte = load i8, ptr %from, align 8
  %behind = getelementptr inbounds i8, ptr %from, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %rest, ptr %behind, i64 15, i1 false)
  br label %both

other:
  br label %both

both:
  %first = phi i8 [ %byte, %some ], [ %kind, %other ]
  store i8 %first, ptr %to, align 8
  %to.behind = getelementptr inbounds i8, ptr %to, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %to.behind, ptr %rest, i64 15, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #0

; uselistorder directives
uselistorder ptr @llvm.memcpy.p0.p0.i64, { 1, 0 }

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
