; pass: CSE
; Flags meet; fast-math flags must agree; a load survives a call that only
; reads; x*y and y*x are not one value.
declare double @llvm.sqrt.f64(double)
declare i32 @look(ptr) memory(read) nounwind willreturn
declare void @touch()
define double @f(double %x, double %y, i32 %n, ptr %p) {
entry:
  %a = add nsw i32 %n, 1
  %b = add i32 1, %n
  %c = sext i32 %a to i64
  %d = sext i32 %b to i64
  %g = getelementptr inbounds double, ptr %p, i64 %c
  %h = getelementptr double, ptr %p, i64 %d
  %l1 = load double, ptr %g
  %o = call i32 @look(ptr %p)
  %l2 = load double, ptr %h
  call void @touch()
  %l3 = load double, ptr %h
  %s1 = call double @llvm.sqrt.f64(double %x)
  br i1 true, label %then, label %done
then:
  %s2 = call double @llvm.sqrt.f64(double %x)
  %s3 = call fast double @llvm.sqrt.f64(double %x)
  %m1 = fmul double %x, %y
  %m2 = fmul double %y, %x
  %e = fadd double %s2, %s3
  %e2 = fadd double %m1, %m2
  %e3 = fadd double %e, %e2
  %e4 = fadd double %e3, %l1
  %e5 = fadd double %e4, %l2
  %e6 = fadd double %e5, %l3
  ret double %e6
done:
  ret double %s1
}
; want:
; define double @f(double %x, double %y, i32 %n, ptr %p) {
; entry:
;   %a = add i32 %n, 1
;   %c = sext i32 %a to i64
;   %g = getelementptr double, ptr %p, i64 %c
;   %l1 = load double, ptr %g
;   %o = call i32 @look(ptr %p)
;   call void @touch()
;   %l3 = load double, ptr %g
;   %s1 = call double @llvm.sqrt.f64(double %x)
;   br i1 true, label %then, label %done
;
; then:
;   %s3 = call fast double @llvm.sqrt.f64(double %x)
;   %m1 = fmul double %x, %y
;   %m2 = fmul double %y, %x
;   %e = fadd double %s1, %s3
;   %e2 = fadd double %m1, %m2
;   %e3 = fadd double %e, %e2
;   %e4 = fadd double %e3, %l1
;   %e5 = fadd double %e4, %l1
;   %e6 = fadd double %e5, %l3
;   ret double %e6
;
; done:
;   ret double %s1
; }
