; Nodes of a std::list: the library's function links the shadow nodes too.
; x = 0.5, 1.25
declare void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr, ptr)
declare ptr @_Znwm(i64)
declare void @_ZdlPv(ptr)
define internal void @push(ptr %head, double %v) {
  %n = call ptr @_Znwm(i64 24)
  %at = getelementptr i8, ptr %n, i64 16
  store double %v, ptr %at
  call void @_ZNSt8__detail15_List_node_base7_M_hookEPS0_(ptr %n, ptr %head)
  ret void
}
define double @f(ptr %p) {
entry:
  %head = alloca { ptr, ptr }
  %prev = getelementptr { ptr, ptr }, ptr %head, i32 0, i32 1
  store ptr %head, ptr %head
  store ptr %head, ptr %prev
  %x = load double, ptr %p
  %p1 = getelementptr double, ptr %p, i64 1
  %y = load double, ptr %p1
  %xy = fmul double %x, %y
  call void @push(ptr %head, double %x)
  call void @push(ptr %head, double %xy)
  call void @push(ptr %head, double %y)
  %first = load ptr, ptr %head
  br label %loop
loop:
  %n = phi ptr [ %first, %entry ], [ %next, %body ]
  %s = phi double [ 1.0, %entry ], [ %s2, %body ]
  %end = icmp eq ptr %n, %head
  br i1 %end, label %done, label %body
body:
  %at = getelementptr i8, ptr %n, i64 16
  %v = load double, ptr %at
  %m = fmul double %s, %v
  %s2 = fadd double %m, %v
  %next = load ptr, ptr %n
  call void @_ZdlPv(ptr %n)
  br label %loop
done:
  ret double %s
}
