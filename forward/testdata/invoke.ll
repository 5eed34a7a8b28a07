; A call that may throw: the tangent function is invoked with the same handler.
; x = 1.5, -2
define internal double @half(double %v) personality ptr @__gxx_personality_v0 {
  %neg = fcmp olt double %v, 0.0
  br i1 %neg, label %throw, label %ok
throw:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  store i32 7, ptr %e
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
ok:
  %h = fmul double %v, %v
  ret double %h
}
@_ZTIi = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
define double @f(ptr %p) personality ptr @__gxx_personality_v0 {
entry:
  %q = getelementptr double, ptr %p, i64 1
  %x = load double, ptr %p
  %y = load double, ptr %q
  %a = invoke double @half(double %x) to label %first unwind label %pad
first:
  %scaled = fmul double %a, %y
  %b = invoke double @half(double %y) to label %second unwind label %pad
second:
  %sum = fadd double %scaled, %b
  br label %done
pad:
  %seen = phi double [ 1.0, %entry ], [ %scaled, %first ]
  %lp = landingpad { ptr, i32 } catch ptr null
  %ex = extractvalue { ptr, i32 } %lp, 0
  %c = call ptr @__cxa_begin_catch(ptr %ex)
  call void @__cxa_end_catch()
  %rest = fmul double %seen, %x
  br label %done
done:
  %r = phi double [ %sum, %second ], [ %rest, %pad ]
  ret double %r
}
