; Text that no compiler lays out so: everything on one line, or over many.
; accepted by: 19 22
define i32 @one(i32 %x) { ret i32 %x } ; comment }
  define   void
@spread(
   i32 %a, ; a parameter
   ptr %p)
  nounwind
{ ; the body
br label %next
next: %y = add
   i32 %a,
   1 store i32 %y, ptr %p call void @spread(i32 1, ptr %p) nounwind ret void }

@multi = global [2 x i32] [
  i32 1, ; one
  
  i32 2
]
define { i32, i32 } @pair() { %r = insertvalue { i32, i32 } undef, i32 1, 0
  ret { i32, i32 } { i32 1, i32 2 } }
define void @numbers(i32, i32 %named, i32) {
  add i32 %0, %1
  %4 = add i32 %3, 1
  br label %5
  br label %6
  ret void
}
@last = global i32 3
