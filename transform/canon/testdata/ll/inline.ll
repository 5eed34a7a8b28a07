; pass: InlineAll
; Two returns; a slot in a loop moves to the entry; one of variable size is
; given back; a recursive callee stays; a callee under an invoke unwinds there.
declare i32 @__gxx_personality_v0(...)
declare void @may()
declare void @wont() nounwind
declare void @use(ptr)
define internal double @two(double %x) {
entry:
  %s = alloca double
  %c = fcmp ogt double %x, 0.0
  br i1 %c, label %a, label %b
a:
  ret double %x
b:
  store double %x, ptr %s
  call void @use(ptr %s)
  %y = load double, ptr %s
  ret double %y
}
define internal void @dynamic(i32 %n) {
  %p = alloca double, i32 %n
  call void @use(ptr %p)
  ret void
}
define internal i32 @rec(i32 %n) {
  %m = call i32 @rec(i32 %n)
  ret i32 %m
}
define internal void @throws() {
  call void @may()
  call void @wont()
  tail call void @may()
  ret void
}
define double @f(double %x, i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %k, %cont ]
  %a = call double @two(double %x)
  call void @dynamic(i32 %i)
  invoke void @throws() to label %cont unwind label %pad
cont:
  %k = add i32 %i, 1
  %m = call i32 @rec(i32 %k)
  %d = icmp slt i32 %k, %m
  br i1 %d, label %loop, label %out
pad:
  %q = phi i32 [ %i, %loop ]
  %l = landingpad { ptr, i32 } cleanup
  ret double 0.0
out:
  ret double %a
}
; want:
; define double @f(double %x, i32 %n) personality ptr @__gxx_personality_v0 {
; entry:
;   %v.0 = alloca double
;   br label %loop
;
; loop:
;   %i = phi i32 [ 0, %entry ], [ %k, %cont ]
;   br label %inl.7
;
; inl.7:
;   %v.1 = fcmp ogt double %x, 0.0
;   br i1 %v.1, label %inl.8, label %inl.9
;
; inl.8:
;   br label %inl.after.10
;
; inl.9:
;   store double %x, ptr %v.0
;   call void @use(ptr %v.0)
;   %v.2 = load double, ptr %v.0
;   br label %inl.after.10
;
; inl.after.10:
;   %v.3 = phi double [ %x, %inl.8 ], [ %v.2, %inl.9 ]
;   %v.4 = call ptr @llvm.stacksave()
;   br label %inl.5
;
; inl.5:
;   %v.5 = alloca double, i32 %i
;   call void @use(ptr %v.5)
;   call void @llvm.stackrestore(ptr %v.4)
;   br label %inl.after.6
;
; inl.after.6:
;   br label %inl.1
;
; inl.1:
;   invoke void @may() to label %inl.cont.3 unwind label %pad
;
; inl.cont.3:
;   call void @wont()
;   invoke void @may() to label %inl.cont.4 unwind label %pad
;
; inl.cont.4:
;   br label %inl.after.2
;
; inl.after.2:
;   br label %cont
;
; cont:
;   %k = add i32 %i, 1
;   %m = call i32 @rec(i32 %k)
;   %d = icmp slt i32 %k, %m
;   br i1 %d, label %loop, label %out
;
; out:
;   ret double %v.3
;
; pad:
;   %q = phi i32 [ %i, %inl.1 ], [ %i, %inl.cont.3 ]
;   %l = landingpad { ptr, i32 } cleanup
;   ret double 0.0
; }
