; Pointers in address spaces: lists, calls that stay calls, copies between spaces, variables with shadows, and
; addresses that are kept, chosen and cast (e2e/addressspaces_test.go runs them).
@sh = internal addrspace(3) global [8 x double] zeroinitializer, align 8
@shp = internal addrspace(3) global double addrspace(10)* null, align 8
%node = type { double, %node addrspace(10)* }
declare void @llvm.memcpy.p3i8.p10i8.i64(i8 addrspace(3)* noalias, i8 addrspace(10)* noalias, i64, i1)
declare void @llvm.memset.p3i8.i64(i8 addrspace(3)*, i8, i64, i1)
declare double @sin(double)

define double @list(%node addrspace(10)* %p) {
entry:
  br label %l
l:
  %q = phi %node addrspace(10)* [ %p, %entry ], [ %nx, %l ]
  %s = phi double [ 1.0, %entry ], [ %s2, %l ]
  %vp = getelementptr %node, %node addrspace(10)* %q, i64 0, i32 0
  %v = load double, double addrspace(10)* %vp
  %t = fmul double %s, %v
  %s2 = call double @sin(double %t)
  store double %s2, double addrspace(10)* %vp
  %np = getelementptr %node, %node addrspace(10)* %q, i64 0, i32 1
  %nx = load %node addrspace(10)*, %node addrspace(10)* addrspace(10)* %np
  %c = icmp eq %node addrspace(10)* %nx, null
  br i1 %c, label %e, label %l
e:
  ret double %s2
}

define internal double @callee(double addrspace(10)* %x, double addrspace(3)* %y, i64 %n) noinline {
  %c = icmp eq i64 %n, 0
  br i1 %c, label %z, label %r
z:
  %v = load double, double addrspace(10)* %x
  ret double %v
r:
  %m = sub i64 %n, 1
  %g = getelementptr double, double addrspace(10)* %x, i64 1
  %h = getelementptr double, double addrspace(3)* %y, i64 1
  %w = load double, double addrspace(10)* %x
  store double %w, double addrspace(3)* %y
  %u = call double @callee(double addrspace(10)* %g, double addrspace(3)* %h, i64 %m)
  %k = load double, double addrspace(3)* %y
  %p = fmul double %u, %k
  ret double %p
}

define double @calls(double addrspace(10)* %x, i64 %n) {
  %y = getelementptr [8 x double], [8 x double] addrspace(3)* @sh, i64 0, i64 0
  %r = call double @callee(double addrspace(10)* %x, double addrspace(3)* %y, i64 %n)
  ret double %r
}

define double @copies(double addrspace(10)* %x, i64 %n, i64 %j) {
  %y = bitcast [8 x double] addrspace(3)* @sh to i8 addrspace(3)*
  %z = bitcast double addrspace(10)* %x to i8 addrspace(10)*
  call void @llvm.memset.p3i8.i64(i8 addrspace(3)* %y, i8 0, i64 64, i1 false)
  %b = mul i64 %n, 8
  call void @llvm.memcpy.p3i8.p10i8.i64(i8 addrspace(3)* %y, i8 addrspace(10)* %z, i64 %b, i1 false)
  %g = getelementptr [8 x double], [8 x double] addrspace(3)* @sh, i64 0, i64 %j
  %v = load double, double addrspace(3)* %g
  %w = fmul double %v, %v
  store double %w, double addrspace(3)* %g
  %gen = addrspacecast double addrspace(3)* %g to double*
  %u = load double, double* %gen
  %m = fmul double %u, %u
  ret double %m
}

define double @kept(double addrspace(10)* %x, i64 %n) {
  store double addrspace(10)* %x, double addrspace(10)* addrspace(3)* @shp
  %p = load double addrspace(10)*, double addrspace(10)* addrspace(3)* @shp
  %g = getelementptr double, double addrspace(10)* %p, i64 %n
  %v = load double, double addrspace(10)* %g
  %w = fmul double %v, %v
  store double %w, double addrspace(10)* %g
  ret double %w
}

define double @chosen(double addrspace(10)* %x, double addrspace(10)* %y, i1 %c) {
  %p = select i1 %c, double addrspace(10)* %x, double addrspace(10)* %y
  %a = addrspacecast double addrspace(10)* %p to double*
  %v = load double, double* %a
  %w = fmul double %v, %v
  store double %w, double* %a
  ret double %w
}

define double @words({ double, i32 } addrspace(10)* %x, { double, i32 } addrspace(10)* %y) {
  %a = load { double, i32 }, { double, i32 } addrspace(10)* %x
  store { double, i32 } %a, { double, i32 } addrspace(10)* %y
  %p = bitcast { double, i32 } addrspace(10)* %y to i64 addrspace(10)*
  %b = load i64, i64 addrspace(10)* %p
  %f = bitcast i64 %b to double
  %g = fmul double %f, %f
  %c = bitcast double %g to i64
  %q = bitcast { double, i32 } addrspace(10)* %x to i64 addrspace(10)*
  store i64 %c, i64 addrspace(10)* %q
  ret double %g
}
