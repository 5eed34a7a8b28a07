; The tangents of places, computed when a place is taken.

define internal i64 @llad.names.tangent(i32 %place) nounwind alwaysinline SANITIZE {
  %p = zext i32 %place to i64
  %k = lshr i64 %p, 10
  %table = load i64, PTR(i64) @llad.names.table, align 8
  %off = shl i64 %k, 3
  %slot = add i64 %table, %off
  %slotp = inttoptr i64 %slot to PTR(i64)
  %chunk = load i64, PTR(i64) %slotp, align 8
  %in = and i64 %p, 1023
  %in8 = shl i64 %in, 3
  %at = add i64 %chunk, %in8
  ret i64 %at
}

; A partial applied to a place's tangent; zero where one of them is, also for a bad place.
define internal double @llad.names.part(i32 %place, double %p) nounwind alwaysinline SANITIZE {
  %a = call i64 @llad.names.tangent(i32 %place)
  %ap = inttoptr i64 %a to PTR(double)
  %t = load double, PTR(double) %ap, align 8
  %zero = fcmp oeq double %t, 0.0
  %flat = fcmp oeq double %p, 0.0
  %none = or i1 %zero, %flat
  %d = fmul double %t, %p
  %r = select i1 %none, double 0.0, double %d
  ret double %r
}

define internal i32 @llad.names.push2(i32 %a, double %pa, i32 %b, double %pb) nounwind alwaysinline SANITIZE {
  %any = or i32 %a, %b
  %none = icmp eq i32 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %da = call double @llad.names.part(i32 %a, double %pa)
  %db = call double @llad.names.part(i32 %b, double %pb)
  %d = fadd double %da, %db
  %r = call i32 @llad.names.put(double %d)
  ret i32 %r
}

define internal i32 @llad.names.push4(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd) nounwind alwaysinline SANITIZE {
  %or0 = or i32 %a, %b
  %or1 = or i32 %or0, %c
  %or2 = or i32 %or1, %d
  %none = icmp eq i32 %or2, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %r = call i32 @llad.names.statement4(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd)
  ret i32 %r
}

define internal i32 @llad.names.statement4(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd) nounwind SANITIZE {
  %da = call double @llad.names.part(i32 %a, double %pa)
  %db = call double @llad.names.part(i32 %b, double %pb)
  %sb = fadd double %da, %db
  %dc = call double @llad.names.part(i32 %c, double %pc)
  %sc = fadd double %sb, %dc
  %dd = call double @llad.names.part(i32 %d, double %pd)
  %sd = fadd double %sc, %dd
  %r = call i32 @llad.names.put(double %sd)
  ret i32 %r
}

define internal i32 @llad.names.push6(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf) nounwind alwaysinline SANITIZE {
  %or0 = or i32 %a, %b
  %or1 = or i32 %or0, %c
  %or2 = or i32 %or1, %d
  %or3 = or i32 %or2, %e
  %or4 = or i32 %or3, %f
  %none = icmp eq i32 %or4, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %r = call i32 @llad.names.statement6(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf)
  ret i32 %r
}

define internal i32 @llad.names.statement6(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf) nounwind SANITIZE {
  %da = call double @llad.names.part(i32 %a, double %pa)
  %db = call double @llad.names.part(i32 %b, double %pb)
  %sb = fadd double %da, %db
  %dc = call double @llad.names.part(i32 %c, double %pc)
  %sc = fadd double %sb, %dc
  %dd = call double @llad.names.part(i32 %d, double %pd)
  %sd = fadd double %sc, %dd
  %de = call double @llad.names.part(i32 %e, double %pe)
  %se = fadd double %sd, %de
  %df = call double @llad.names.part(i32 %f, double %pf)
  %sf = fadd double %se, %df
  %r = call i32 @llad.names.put(double %sf)
  ret i32 %r
}

define internal i32 @llad.names.push8(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf, i32 %g, double %pg, i32 %h, double %ph) nounwind alwaysinline SANITIZE {
  %or0 = or i32 %a, %b
  %or1 = or i32 %or0, %c
  %or2 = or i32 %or1, %d
  %or3 = or i32 %or2, %e
  %or4 = or i32 %or3, %f
  %or5 = or i32 %or4, %g
  %or6 = or i32 %or5, %h
  %none = icmp eq i32 %or6, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %r = call i32 @llad.names.statement8(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf, i32 %g, double %pg, i32 %h, double %ph)
  ret i32 %r
}

define internal i32 @llad.names.statement8(i32 %a, double %pa, i32 %b, double %pb, i32 %c, double %pc, i32 %d, double %pd, i32 %e, double %pe, i32 %f, double %pf, i32 %g, double %pg, i32 %h, double %ph) nounwind SANITIZE {
  %da = call double @llad.names.part(i32 %a, double %pa)
  %db = call double @llad.names.part(i32 %b, double %pb)
  %sb = fadd double %da, %db
  %dc = call double @llad.names.part(i32 %c, double %pc)
  %sc = fadd double %sb, %dc
  %dd = call double @llad.names.part(i32 %d, double %pd)
  %sd = fadd double %sc, %dd
  %de = call double @llad.names.part(i32 %e, double %pe)
  %se = fadd double %sd, %de
  %df = call double @llad.names.part(i32 %f, double %pf)
  %sf = fadd double %se, %df
  %dg = call double @llad.names.part(i32 %g, double %pg)
  %sg = fadd double %sf, %dg
  %dh = call double @llad.names.part(i32 %h, double %ph)
  %sh = fadd double %sg, %dh
  %r = call i32 @llad.names.put(double %sh)
  ret i32 %r
}

define internal i32 @llad.names.push1(i32 %a, double %pa) nounwind alwaysinline {
  %r = call i32 @llad.names.push2(i32 %a, double %pa, i32 0, double 0.0)
  ret i32 %r
}

; A new place with a tangent.
define internal i32 @llad.names.put(double %d) nounwind SANITIZE {
  %chunk = load i64, PTR(i64) @llad.names.chunk, align 8
  %n = load i64, PTR(i64) @llad.names.next, align 8
  %k = and i64 %n, 1023
  %off = shl i64 %k, 3
  %at = add i64 %chunk, %off
  %p = inttoptr i64 %at to PTR(double)
  store double %d, PTR(double) %p, align 8
  %r = call i32 @llad.names.take()
  ret i32 %r
}

define internal i32 @llad.names.input(i64 %at, i32 %kind) nounwind SANITIZE {
  %wide = icmp eq i32 %kind, 0
  br i1 %wide, label %double, label %float

double:
  %p64 = inttoptr i64 %at to PTR(double)
  %v64 = load double, PTR(double) %p64, align 1
  br label %put

float:
  %p32 = inttoptr i64 %at to PTR(float)
  %v32 = load float, PTR(float) %p32, align 1
  %x32 = fpext float %v32 to double
  br label %put

put:
  %v = phi double [ %v64, %double ], [ %x32, %float ]
  %r = call i32 @llad.names.put(double %v)
  ret i32 %r
}

define internal void @llad.names.output(i64 %at, i32 %kind, i32 %place) nounwind SANITIZE {
  store i64 0, PTR(i64) @llad.names.cell, align 8
  %v = call double @llad.names.get(i32 %place)
  %wide = icmp eq i32 %kind, 0
  br i1 %wide, label %double, label %float

double:
  %p64 = inttoptr i64 %at to PTR(double)
  store double %v, PTR(double) %p64, align 1
  ret void

float:
  %p32 = inttoptr i64 %at to PTR(float)
  %v32 = fptrunc double %v to float
  store float %v32, PTR(float) %p32, align 1
  ret void
}

define internal void @llad.names.replaced(i64 %at, i64 %before, i64 %new) nounwind {
  %top = lshr i64 %new, 48
  %ours = icmp eq i64 %top, OURSTOP
  br i1 %ours, label %bad, label %ok

ok:
  ret void

bad:
  call void @llad.names.stop(i64 MESSAGE(kept))
  unreachable
}

define internal i32 @llad.names.spoil(i64 %line) noinline nounwind {
  store i64 %line, PTR(i64) @llad.names.bad, align 8
  %r = call i32 @llad.names.put(double 0x7FF8000000000000)
  ret i32 %r
}

; The tangent of a place that is a result.
define internal double @llad.names.get(i32 %place) nounwind SANITIZE {
  %none = icmp eq i32 %place, 0
  br i1 %none, label %no, label %some

no:
  ret double 0.0

some:
  %a = call i64 @llad.names.tangent(i32 %place)
  %p = inttoptr i64 %a to PTR(double)
  %v = load double, PTR(double) %p, align 8
  %nan = fcmp uno double %v, 0.0
  %line = load i64, PTR(i64) @llad.names.bad, align 8
  %spoilt = icmp ne i64 %line, 0
  %both = and i1 %nan, %spoilt
  br i1 %both, label %bad, label %ok

ok:
  ret double %v

bad:
  call void @llad.names.stop(i64 %line)
  unreachable
}
