; pass: FullUnroll
define double @f(ptr %s, i64 %n) {
entry:
  %list = alloca [2 x ptr], align 8
  %b = getelementptr inbounds i8, ptr %s, i64 800
  %second = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
  store ptr %s, ptr %list, align 8
  store ptr %b, ptr %second, align 8
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi double [ 0.0, %entry ], [ %more, %body ]
  %at = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 %i
  %to = load ptr, ptr %at, align 8
  %beside = getelementptr double, ptr %to, i64 %n
  %place = getelementptr i8, ptr %beside, i64 -8
  %v = load double, ptr %place, align 8
  %more = fadd double %sum, %v
  %i.next = add nuw nsw i64 %i, 1
  %out = icmp eq i64 %i.next, 2
  br i1 %out, label %done, label %body
done:
  ret double %more
}
; want:
; define double @f(ptr %s, i64 %n) {
; entry:
;   %list = alloca [2 x ptr], align 8
;   %b = getelementptr inbounds i8, ptr %s, i64 800
;   %second = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
;   store ptr %s, ptr %list, align 8
;   store ptr %b, ptr %second, align 8
;   %v.1 = load ptr, ptr %list, align 8
;   %v.2 = getelementptr double, ptr %v.1, i64 %n
;   %v.3 = getelementptr i8, ptr %v.2, i64 -8
;   %v.4 = load double, ptr %v.3, align 8
;   %v.5 = fadd double 0.0, %v.4
;   %at = getelementptr inbounds [2 x ptr], ptr %list, i64 0, i64 1
;   %to = load ptr, ptr %at, align 8
;   %beside = getelementptr double, ptr %to, i64 %n
;   %place = getelementptr i8, ptr %beside, i64 -8
;   %v = load double, ptr %place, align 8
;   %more = fadd double %v.5, %v
;   ret double %more
; }
