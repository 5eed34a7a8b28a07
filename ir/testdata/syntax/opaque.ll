; What all versions with opaque pointers read.
; accepted by: 19 22
source_filename = "opaque.c"

%T = type { i32, ptr, [4 x float] }
@g = global ptr @g, align 8
@n = private unnamed_addr constant [6 x i8] c"a\\b;\22\00", align 1
@v = global <4 x i32> <i32 1, i32 undef, i32 poison, i32 0>
@s = global { i8, <{ i16, i32 }> } { i8 -1, <{ i16, i32 }> <{ i16 2, i32 3 }> }
@f = ifunc i32 (i32), ptr @resolver
@big = global i256 115792089237316195423570985008687907853269984665640564039457584007913129639935
@fl = global [6 x float] [float 0x3FB99999A0000000, float 1.0, float -0.0, float 0x7FF0000000000000, float 0x7FF8000000000000, float 1.250000e+00]
@half = global <4 x half> <half 0xH3C00, half 0xH0001, half 0xHFC00, half 0xH7E00>
@bf = global bfloat 0xR3F80
@quad = global fp128 0xL00000000000000003FFF000000000000
@ppc = global ppc_fp128 0xM3FF00000000000000000000000000000
@hex = global i64 u0xFF
@diff = global i32 trunc (i64 sub (i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @g to i64)) to i32)
@pa = global ptr dso_local_equivalent @resolver
@nc = global ptr no_cfi @resolver

define ptr @resolver() {
  ret ptr null
}

define void @memory(ptr %p, ptr addrspace(3) %q, i32 %n, <4 x ptr> %vp) {
  %a = alloca %T, i32 %n, align 16
  %b = alloca i8, align 1
  %l = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  store atomic volatile i32 %l, ptr %p seq_cst, align 4
  fence syncscope("singlethread") release
  %x = cmpxchg weak volatile ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %y = atomicrmw volatile fadd ptr %p, float 1.0 monotonic, align 4
  %z = atomicrmw xchg ptr addrspace(3) %q, i64 3 seq_cst
  %idx64 = zext i32 %n to i64
  %i = getelementptr inbounds %T, ptr %p, i64 0, i32 2, i64 %idx64
  %w = getelementptr i8, <4 x ptr> %vp, <4 x i64> <i64 1, i64 2, i64 3, i64 4>
  ret void
}

define { i32, double } @values(<2 x double> %a, <vscale x 2 x i32> %sv, { i32, double } %agg, i1 %c, i32 %k, ...) {
entry:
  %e = extractelement <2 x double> %a, i32 1
  %i = insertelement <2 x double> %a, double %e, i64 0
  %s = shufflevector <2 x double> %i, <2 x double> poison, <4 x i32> <i32 0, i32 undef, i32 1, i32 0>
  %z = shufflevector <vscale x 2 x i32> %sv, <vscale x 2 x i32> poison, <vscale x 2 x i32> zeroinitializer
  %x = extractvalue { i32, double } %agg, 1
  %y = insertvalue { i32, double } %agg, double %x, 1
  %sel = select reassoc nnan i1 %c, double %x, double 0x400921FB54442D18
  %fc = fcmp fast ueq <2 x double> %a, zeroinitializer
  %fr = freeze <2 x i1> %fc
  %n = fneg nsz arcp double %sel
  %va = va_arg ptr @g, i64
  %cast = bitcast <2 x double> %a to i128
  %p = inttoptr i64 %va to ptr
  %as = addrspacecast ptr %p to ptr addrspace(1)
  %ov = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 2)
  %m = tail call fast double @llvm.fma.f64(double %n, double %x, double 1.0) #0
  switch i32 %k, label %more [
    i32 -1, label %more
    i32 2, label %last
  ]

more:
  %phi = phi fast double [ %m, %entry ], [ %m, %entry ], [ 0.0, %more2 ], !tag !0
  br i1 %c, label %last, label %ind, !prof !1

ind:
  indirectbr ptr blockaddress(@values, %last), [label %last, label %more2]

more2:
  callbr void asm sideeffect "", "!i"() to label %last [label %more]

last:
  ret { i32, double } { i32 1, double 2.0 }
}

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare double @llvm.fma.f64(double, double, double)
declare void @llvm.assume(i1)
declare void @takes(ptr byval(%T) align 8, ptr sret(%T), i32 signext)
declare i32 @__gxx_personality_v0(...)
declare i32 @__CxxFrameHandler3(...)

define void @calls(ptr %p, ptr %fn) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p) ]
  call void @takes(ptr byval(%T) align 8 %p, ptr sret(%T) %p, i32 signext 3)
  %1 = call fastcc noundef nonnull ptr %fn(ptr noundef nonnull align 8 dereferenceable(4) %p) #0
  %reg = call i64 @llvm.read_register.i64(metadata !2)
  musttail call void %1(ptr %p, ptr %fn)
  ret void
}

define void @funclets() personality ptr @__CxxFrameHandler3 {
  invoke void @llvm.donothing() to label %done unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler] unwind label %clean
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @llvm.donothing() [ "funclet"(token %cp) ]
  catchret from %cp to label %done
clean:
  %cl = cleanuppad within none []
  cleanupret from %cl unwind to caller
done:
  ret void
}
declare void @llvm.donothing()
declare i64 @llvm.read_register.i64(metadata)

attributes #0 = { nounwind memory(none) }
!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 99}
!2 = !{!"rsp"}
