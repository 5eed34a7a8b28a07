; pass: InstSimplify SimplifyCFG DCE
; A pointer to a member function that is a constant: it is not virtual, and the
; call is one by name.
declare void @g(ptr) align 2
define void @f(ptr %p) {
entry:
  %virtual = and i64 ptrtoint (ptr @g to i64), 1
  %is = icmp ne i64 %virtual, 0
  br i1 %is, label %table, label %plain
table:
  %v = load ptr, ptr %p
  br label %call
plain:
  %q = inttoptr i64 ptrtoint (ptr @g to i64) to ptr
  br label %call
call:
  %t = phi ptr [ %v, %table ], [ %q, %plain ]
  call void %t(ptr %p)
  ret void
}
; want:
; define void @f(ptr %p) {
; entry:
;   call void @g(ptr %p)
;   ret void
; }
