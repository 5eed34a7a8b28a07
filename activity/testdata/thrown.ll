; A callee stores floats, perhaps such as depend on nothing, and may throw; the
; exception is caught. What is read then has lost its derivative.
;
; func: read
; seed: dup ret
; lost: %n
;
; func: unread
; seed: dup ret
; lost:
;
; func: others
; seed: dup ret
; lost: %n
;
; func: resumed
; seed: dup ret
; lost:
declare i32 @__gxx_personality_v0(...)
declare void @fail()
define i32 @store(ptr %m, ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %m
  call void @fail()
  ret i32 0
}
define i32 @clear(ptr %m, ptr %x) {
  store double 0.0, ptr %m
  call void @fail()
  ret i32 0
}
define double @read(ptr %x) personality ptr @__gxx_personality_v0 {
  %m = alloca double
  %v = load double, ptr %x
  store double %v, ptr %m
  %n = invoke i32 @clear(ptr %m, ptr %x) to label %ok unwind label %caught
ok:
  br label %end
caught:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %end
end:
  %r = load double, ptr %m
  ret double %r
}
define double @unread(ptr %x) personality ptr @__gxx_personality_v0 {
  %m = alloca double
  %v = load double, ptr %x
  store double %v, ptr %m
  %n = invoke i32 @store(ptr %m, ptr %x) to label %ok unwind label %caught
ok:
  %r = load double, ptr %m
  ret double %r
caught:
  %l = landingpad { ptr, i32 } catch ptr null
  ret double %v
}
define double @others(ptr %x) personality ptr @__gxx_personality_v0 {
  %n = invoke i32 @clear(ptr %x, ptr %x) to label %ok unwind label %caught
ok:
  ret double 1.0
caught:
  %l = landingpad { ptr, i32 } catch ptr null
  ret double 2.0
}
define double @resumed(ptr %x) personality ptr @__gxx_personality_v0 {
  %n = invoke i32 @store(ptr %x, ptr %x) to label %ok unwind label %caught
ok:
  %r = load double, ptr %x
  ret double %r
caught:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
