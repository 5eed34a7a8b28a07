; What LLVM 16 to 22 added.
; accepted by: 22
%T = type { i32, ptr, [4 x float] }
%vt = type target("spirv.Image", void, 1, 0)
@t = global { [2 x ptr], [2 x ptr] } zeroinitializer
@in = global ptr getelementptr inbounds inrange(-16, 16) ({ [2 x ptr], [2 x ptr] }, ptr @t, i32 0, i32 1, i32 0)
@ng = global ptr getelementptr nuw (i8, ptr @t, i64 8)
@pa = constant ptr ptrauth (ptr @t, i32 2, i64 1234)
@sp = constant <4 x i32> splat (i32 7)
@cm = global i32 0, code_model "large", sanitize_memtag, align 4
@ad = global i64 ptrtoaddr (ptr @t to i64)

declare nofpclass(nan inf) double @nofp(double nofpclass(nzero))
declare void @ptrs(ptr captures(address, read_provenance) dead_on_return initializes((0, 8), (16, 24)) writable dead_on_unwind, i32 range(i32 -3, 9), i64 noext)

define range(i32 0, 10) i32 @flags(i32 %a, i64 %b, ptr %p, float %f, <vscale x 4 x float> %sv) #0 {
  #dbg_value(i32 %a, !9, !DIExpression(), !11)
  %1 = getelementptr inbounds nuw %T, ptr %p, i64 0, i32 1
  %2 = getelementptr nusw nuw i8, ptr %1, i64 8
  %3 = zext nneg i32 %a to i64
  %4 = or disjoint i64 %3, %b
  %5 = icmp samesign ult i64 %4, 5
  %6 = trunc nuw nsw i64 %4 to i32
  %7 = uitofp nneg i32 %6 to double
  %8 = fptrunc fast double %7 to float
  %9 = atomicrmw usub_cond ptr %p, i32 %6 seq_cst, align 4
  %10 = atomicrmw fmaximum ptr %p, float %8 seq_cst, align 4
  %11 = atomicrmw uinc_wrap ptr %p, i32 1 syncscope("agent") monotonic
  %12 = call fast { float, float } @llvm.sincos.f32(float %f)
  %13 = call <vscale x 4 x float> @llvm.fabs.nxv4f32(<vscale x 4 x float> splat (float 2.0))
  %14 = fadd <vscale x 4 x float> %13, splat (float 1.0)
  %15 = ptrtoaddr ptr %p to i64
  %16 = fpext nnan float %8 to double
    #dbg_declare(ptr %2, !9, !DIExpression(DW_OP_deref), !11)
  call void @ptrs(ptr captures(none) %2, i32 range(i32 0, 2) %a, i64 noext %15) memory(argmem: readwrite, inaccessiblemem: none) nofree, !annotation !12
  %17 = alloca target("spirv.Image", void, 1, 0)
  call void @llvm.lifetime.start.p0(ptr %17)
  %18 = call i32 @indirect(ptr %p) #1 [ "kcfi"(i32 5), "deopt"(i32 %a, ptr %2) ]
  %19 = insertvalue { float, float } %12, float %8, 0
  br i1 %5, label %20, label %21, !prof !13
20:
  #dbg_label(!14, !11)
  ret i32 %6
21:
  ret i32 0
}

declare i32 @indirect(ptr)
attributes #0 = { nounwind memory(read, argmem: readwrite) uwtable(sync) allockind("alloc,zeroed") "alloc-family"="m" vscale_range(1,16) nocreateundeforpoison }
attributes #1 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "none", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!3 = !DIFile(filename: "recent.c", directory: "/tmp")
!4 = distinct !DISubprogram(name: "flags", scope: !3, file: !3, line: 1, type: !5, unit: !2, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !{null})
!9 = !DILocalVariable(name: "a", scope: !4, file: !3, line: 2, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocation(line: 3, column: 5, scope: !4)
!12 = !{!"auto-init"}
!13 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!14 = !DILabel(scope: !4, name: "here", file: !3, line: 4)
!15 = !{i32 2, !"Debug Info Version", i32 3}
