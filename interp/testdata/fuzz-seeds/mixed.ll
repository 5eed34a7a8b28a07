%pair = type { i32, double }
@g = internal global [3 x %pair] [%pair { i32 1, double 2.0 }, %pair zeroinitializer, %pair { i32 undef, double 0x7FF8000000000000 }]
@p = constant ptr getelementptr inbounds ([3 x %pair], ptr @g, i64 0, i64 1, i32 1)
@s = private unnamed_addr constant [6 x i8] c"%d %g\00"
@t = thread_local global i128 170141183460469231731687303715884105727

define double @loop(ptr %a, i32 %n) {
entry:
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %body, label %exit
body:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %x = phi double [ 0.0, %entry ], [ %y, %body ]
  %y = phi double [ 1.0, %entry ], [ %z, %body ]
  %q = getelementptr inbounds %pair, ptr @g, i32 %i, i32 1
  %v = load double, ptr %q, align 8
  %z = call double @llvm.fmuladd.f64(double %x, double %v, double %y)
  %i1 = add nsw i32 %i, 1
  %d = icmp eq i32 %i1, %n
  br i1 %d, label %exit, label %body
exit:
  %r = phi double [ 0.0, %entry ], [ %x, %body ]
  ret double %r
}

define i32 @mixed(i32 %x, <4 x float> %v, { i8, [2 x i16] } %s) {
  %p = alloca [4 x i32], align 16
  store <4 x float> %v, ptr %p
  %w = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %m = fcmp olt <4 x float> %v, %w
  %k = select <4 x i1> %m, <4 x float> %v, <4 x float> %w
  %e = extractelement <4 x float> %k, i32 %x
  %b = bitcast <4 x float> %k to i128
  %h = lshr i128 %b, 65
  %l = trunc i128 %h to i32
  %f = extractvalue { i8, [2 x i16] } %s, 1, 1
  %fz = zext i16 %f to i32
  switch i32 %x, label %other [ i32 0, label %zero i32 7, label %seven ]
zero:
  %call = call double @loop(ptr @g, i32 %x)
  %fp = fptosi double %call to i32
  ret i32 %fp
seven:
  %mem = call ptr @malloc(i64 16)
  call void @llvm.memset.p0.i64(ptr %mem, i8 3, i64 16, i1 false)
  %old = atomicrmw add ptr %mem, i32 %l seq_cst
  call void @free(ptr %mem)
  ret i32 %old
other:
  %n = call i32 (ptr, ...) @printf(ptr @s, i32 %fz, float %e)
  %div = sdiv i32 %n, %x
  ret i32 %div
}

define void @throws() personality ptr @__gxx_personality_v0 {
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %e
  invoke void @__cxa_throw(ptr %e, ptr null, ptr null) to label %never unwind label %pad
pad:
  %lp = landingpad { ptr, i32 } catch ptr null
  %o = extractvalue { ptr, i32 } %lp, 0
  %c = call ptr @__cxa_begin_catch(ptr %o)
  call void @__cxa_end_catch()
  ret void
never:
  unreachable
}

declare double @llvm.fmuladd.f64(double, double, double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @printf(ptr, ...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
