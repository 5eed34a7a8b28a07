; The tape of a gradient, and the sweep over it.

define internal i32 @llad.names.push2(i32 %a, double %pa, i32 %b, double %pb) nounwind alwaysinline SANITIZE {
  %any = or i32 %a, %b
  %none = icmp eq i32 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %r = call i32 @llad.names.node(i32 %a, double %pa, i32 %b, double %pb)
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
  call void @llad.names.reserve(i64 2)
  call void @llad.names.more(i32 %a, double %pa, i32 %b, double %pb)
  %r = call i32 @llad.names.node(i32 %c, double %pc, i32 %d, double %pd)
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
  call void @llad.names.reserve(i64 3)
  call void @llad.names.more(i32 %a, double %pa, i32 %b, double %pb)
  call void @llad.names.more(i32 %c, double %pc, i32 %d, double %pd)
  %r = call i32 @llad.names.node(i32 %e, double %pe, i32 %f, double %pf)
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
  call void @llad.names.reserve(i64 4)
  call void @llad.names.more(i32 %a, double %pa, i32 %b, double %pb)
  call void @llad.names.more(i32 %c, double %pc, i32 %d, double %pd)
  call void @llad.names.more(i32 %e, double %pe, i32 %f, double %pf)
  %r = call i32 @llad.names.node(i32 %g, double %pg, i32 %h, double %ph)
  ret i32 %r
}

; Statements of more than two terms take several numbers, one behind the other: all but the last have the
; upper bit of their first place set, and share the adjoint of the last.
define internal void @llad.names.more(i32 %a, double %pa, i32 %b, double %pb) nounwind alwaysinline {
  %f = or i32 %a, -2147483648
  %r = call i32 @llad.names.node(i32 %f, double %pa, i32 %b, double %pb)
  ret void
}

; Goes on where so many numbers follow each other.
define internal void @llad.names.reserve(i64 %slots) nounwind alwaysinline {
  %n = load i64, PTR(i64) @llad.names.next, align 8
  %low = and i64 %n, 255
  %end = add i64 %low, %slots
  %over = icmp ugt i64 %end, 255
  br i1 %over, label %skip, label %done

skip:
  %last = or i64 %n, 255
  call void @llad.names.advance(i64 %last)
  br label %done

done:
  ret void
}

define internal i32 @llad.names.push1(i32 %a, double %pa) nounwind alwaysinline {
  %r = call i32 @llad.names.push2(i32 %a, double %pa, i32 0, double 0.0)
  ret i32 %r
}

define internal i32 @llad.names.node(i32 %a, double %pa, i32 %b, double %pb) nounwind SANITIZE {
  %chunk = load i64, PTR(i64) @llad.names.chunk, align 8
  %n = load i64, PTR(i64) @llad.names.next, align 8
  %k = and i64 %n, 1023
  %off = mul i64 %k, 24
  %at = add i64 %chunk, %off
  %at4 = add i64 %at, 4
  %at8 = add i64 %at, 8
  %at16 = add i64 %at, 16
  %p0 = inttoptr i64 %at to PTR(i32)
  %p4 = inttoptr i64 %at4 to PTR(i32)
  %p8 = inttoptr i64 %at8 to PTR(double)
  %p16 = inttoptr i64 %at16 to PTR(double)
  store i32 %a, PTR(i32) %p0, align 8
  store i32 %b, PTR(i32) %p4, align 4
  store double %pa, PTR(double) %p8, align 8
  store double %pb, PTR(double) %p16, align 8
  %r = call i32 @llad.names.take()
  ret i32 %r
}

; A node that is no sum of products: kind 0, 1: an input at an address, a double or a float; 2, 3: an
; output there; 4: a word that was replaced there; 5: a bad place.
define internal i32 @llad.names.special(i32 %kind, i64 %x, i64 %y) nounwind {
  %dx = bitcast i64 %x to double
  %dy = bitcast i64 %y to double
  %r = call i32 @llad.names.node(i32 -1, double %dx, i32 %kind, double %dy)
  ret i32 %r
}

define internal i32 @llad.names.input(i64 %at, i32 %kind) nounwind {
  %r = call i32 @llad.names.special(i32 %kind, i64 %at, i64 0)
  ret i32 %r
}

define internal void @llad.names.output(i64 %at, i32 %kind, i32 %place) nounwind {
  store i64 0, PTR(i64) @llad.names.cell, align 8
  %k = add i32 %kind, 2
  %p = zext i32 %place to i64
  %r = call i32 @llad.names.special(i32 %k, i64 %at, i64 %p)
  ret void
}

define internal void @llad.names.replaced(i64 %at, i64 %before, i64 %new) nounwind {
  %r = call i32 @llad.names.special(i32 4, i64 %at, i64 %before)
  ret void
}

define internal i32 @llad.names.spoil(i64 %line) noinline nounwind {
  %r = call i32 @llad.names.special(i32 5, i64 %line, i64 0)
  ret i32 %r
}

; The address of a place's adjoint.
define internal i64 @llad.names.adjoint(i32 %place) nounwind alwaysinline SANITIZE {
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
  %r = add i64 %at, 24576
  ret i64 %r
}

define internal void @llad.names.add(i32 %place, double %d) nounwind alwaysinline SANITIZE {
  %a = call i64 @llad.names.adjoint(i32 %place)
  %p = inttoptr i64 %a to PTR(double)
  %v = load double, PTR(double) %p, align 8
  %s = fadd double %v, %d
  store double %s, PTR(double) %p, align 8
  ret void
}

define internal void @llad.names.seed(i32 %place, double %d) nounwind {
  %none = icmp eq i32 %place, 0
  br i1 %none, label %no, label %some

no:
  ret void

some:
  call void @llad.names.add(i32 %place, double %d)
  ret void
}

define internal double @llad.names.get(i32 %place) nounwind SANITIZE {
  %none = icmp eq i32 %place, 0
  br i1 %none, label %no, label %some

no:
  ret double 0.0

some:
  %a = call i64 @llad.names.adjoint(i32 %place)
  %p = inttoptr i64 %a to PTR(double)
  %v = load double, PTR(double) %p, align 8
  ret double %v
}

; The reverse sweep over all places.
define internal void @llad.names.sweep() noinline nounwind SANITIZE {
  %next = load i64, PTR(i64) @llad.names.next, align 8
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %count = sub i64 %next, %base
  %last = lshr i64 %count, 10
  %table = load i64, PTR(i64) @llad.names.table, align 8
  br label %chunks

chunks:
  %k = phi i64 [ %last, %0 ], [ %k1, %chunkdone ]
  %koff = shl i64 %k, 3
  %kat = add i64 %table, %koff
  %kp = inttoptr i64 %kat to PTR(i64)
  %chunk = load i64, PTR(i64) %kp, align 8
  %is = icmp ne i64 %chunk, 0
  br i1 %is, label %nodes, label %chunkdone

chunkdone:
  %first = icmp eq i64 %k, 0
  %k1 = sub i64 %k, 1
  br i1 %first, label %done, label %chunks

done:
  ret void

nodes:
  br label %node

node:
  %j = phi i64 [ 1023, %nodes ], [ %j1, %nodedone ]
  %shared = phi double [ 0.0, %nodes ], [ %d, %nodedone ]
  %noff = mul i64 %j, 24
  %nat = add i64 %chunk, %noff
  %ap = inttoptr i64 %nat to PTR(i32)
  %a0 = load i32, PTR(i32) %ap, align 8
  %joff = shl i64 %j, 3
  %dat0 = add i64 %chunk, %joff
  %dat = add i64 %dat0, 24576
  %dp = inttoptr i64 %dat to PTR(double)
  %own = load double, PTR(double) %dp, align 8
  %special = icmp eq i32 %a0, -1
  %flagged = icmp slt i32 %a0, 0
  %shares = icmp ult i32 %a0, -1
  %more = and i1 %flagged, %shares
  %d = select i1 %more, double %shared, double %own
  br i1 %special, label %kinds, label %plain

plain:
  %a = and i32 %a0, 2147483647
  %zero = fcmp oeq double %d, 0.0
  br i1 %zero, label %nodedone, label %sums

sums:
  %bat = add i64 %nat, 4
  %pat = add i64 %nat, 8
  %qat = add i64 %nat, 16
  %bp = inttoptr i64 %bat to PTR(i32)
  %pp = inttoptr i64 %pat to PTR(double)
  %qp = inttoptr i64 %qat to PTR(double)
  %b = load i32, PTR(i32) %bp, align 4
  %pa = load double, PTR(double) %pp, align 8
  %pb = load double, PTR(double) %qp, align 8
  %da = fmul double %d, %pa
  call void @llad.names.add(i32 %a, double %da)
  %db = fmul double %d, %pb
  call void @llad.names.add(i32 %b, double %db)
  br label %nodedone

kinds:
  call void @llad.names.reverse(i64 %nat, double %d)
  br label %nodedone

nodedone:
  %j1 = sub i64 %j, 1
  %end = icmp eq i64 %j, 0
  br i1 %end, label %chunkdone, label %node
}

; Reverses a special node.
define internal void @llad.names.reverse(i64 %at, double %d) nounwind SANITIZE {
  %kat = add i64 %at, 4
  %xat = add i64 %at, 8
  %yat = add i64 %at, 16
  %kp = inttoptr i64 %kat to PTR(i32)
  %xp = inttoptr i64 %xat to PTR(i64)
  %yp = inttoptr i64 %yat to PTR(i64)
  %kind = load i32, PTR(i32) %kp, align 4
  %x = load i64, PTR(i64) %xp, align 8
  %y = load i64, PTR(i64) %yp, align 8
  %p64 = inttoptr i64 %x to PTR(double)
  %p32 = inttoptr i64 %x to PTR(float)
  %pw = inttoptr i64 %x to PTR(i64)
  %place = trunc i64 %y to i32
  switch i32 %kind, label %bad [ i32 0, label %in64
                                 i32 1, label %in32
                                 i32 2, label %out64
                                 i32 3, label %out32
                                 i32 4, label %word ]

in64:
  %v64 = load double, PTR(double) %p64, align 1
  %s64 = fadd double %v64, %d
  store double %s64, PTR(double) %p64, align 1
  ret void

in32:
  %v32 = load float, PTR(float) %p32, align 1
  %d32 = fptrunc double %d to float
  %s32 = fadd float %v32, %d32
  store float %s32, PTR(float) %p32, align 1
  ret void

out64:
  %o64 = load double, PTR(double) %p64, align 1
  store double 0.0, PTR(double) %p64, align 1
  call void @llad.names.add(i32 %place, double %o64)
  ret void

out32:
  %o32 = load float, PTR(float) %p32, align 1
  store float 0.0, PTR(float) %p32, align 1
  %w32 = fpext float %o32 to double
  call void @llad.names.add(i32 %place, double %w32)
  ret void

word:
  store i64 %y, PTR(i64) %pw, align 1
  ret void

bad:
  %zero = fcmp oeq double %d, 0.0
  br i1 %zero, label %unused, label %used

unused:
  ret void

used:
  call void @llad.names.stop(i64 %x)
  unreachable
}
