; pass: CountTwoTrips
; What clang leaves of for (k = 0; k < 2; k++): a flag, and phis of what a counter and an address are in each iteration.
; In the second loop the flag is true where it ends, and a counter that does not grow stays.
define double @f(ptr %p, i64 %i) {
entry:
  %room = alloca [2 x [4 x double]], align 16
  %second = getelementptr inbounds [2 x [4 x double]], ptr %room, i64 0, i64 1
  br label %side

side:
  %first = phi i1 [ true, %entry ], [ false, %latch ]
  %part = phi ptr [ %room, %entry ], [ %second, %latch ]
  %k = phi i64 [ 0, %entry ], [ 1, %latch ]
  %c = phi i32 [ 3, %entry ], [ 7, %latch ]
  %at = add nuw nsw i64 %i, %k
  %x = getelementptr inbounds double, ptr %p, i64 %at
  %v = load double, ptr %x
  %w = select i1 %first, double %v, double 1.0
  %cd = sitofp i32 %c to double
  %u = fmul double %w, %cd
  store double %u, ptr %part
  br label %latch

latch:
  br i1 %first, label %side, label %between

between:
  %a = load double, ptr %second
  br label %again

again:
  %last = phi i1 [ true, %again ], [ false, %between ]
  %down = phi i64 [ 0, %again ], [ 1, %between ]
  %s = phi double [ %t, %again ], [ 0.0, %between ]
  %y = getelementptr inbounds double, ptr %p, i64 %down
  %z = load double, ptr %y
  %t = fadd double %s, %z
  br i1 %last, label %done, label %again

done:
  %r = fmul double %a, %t
  ret double %r
}
; want:
; define double @f(ptr %p, i64 %i) {
; entry:
;   %room = alloca [2 x [4 x double]], align 16
;   %second = getelementptr inbounds [2 x [4 x double]], ptr %room, i64 0, i64 1
;   br label %side
;
; side:
;   %c = phi i32 [ 3, %entry ], [ %v.7, %latch ]
;   %v.1 = phi i64 [ 0, %entry ], [ %v.5, %latch ]
;   %v.2 = mul i64 %v.1, 32
;   %v.3 = getelementptr i8, ptr %room, i64 %v.2
;   %v.4 = icmp eq i64 %v.1, 0
;   %at = add nuw nsw i64 %i, %v.1
;   %x = getelementptr inbounds double, ptr %p, i64 %at
;   %v = load double, ptr %x
;   %w = select i1 %v.4, double %v, double 1.0
;   %cd = sitofp i32 %c to double
;   %u = fmul double %w, %cd
;   store double %u, ptr %v.3
;   br label %latch
;
; latch:
;   %v.5 = add nuw nsw i64 %v.1, 1
;   %v.6 = icmp ne i64 %v.5, 2
;   %v.7 = add nuw nsw i32 %c, 4
;   br i1 %v.6, label %side, label %between
;
; between:
;   %a = load double, ptr %second
;   br label %again
;
; again:
;   %down = phi i64 [ 0, %again ], [ 1, %between ]
;   %s = phi double [ %t, %again ], [ 0.0, %between ]
;   %v.8 = phi i64 [ 0, %between ], [ %v.10, %again ]
;   %v.9 = icmp ne i64 %v.8, 0
;   %y = getelementptr inbounds double, ptr %p, i64 %down
;   %z = load double, ptr %y
;   %t = fadd double %s, %z
;   %v.10 = add nuw nsw i64 %v.8, 1
;   %v.11 = icmp eq i64 %v.10, 2
;   br i1 %v.11, label %done, label %again
;
; done:
;   %r = fmul double %a, %t
;   ret double %r
; }
