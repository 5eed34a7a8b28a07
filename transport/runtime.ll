; The support functions of traced code. PTR(t) is the pointer to t; addresses are i64.
; A place is an index into the tape from the sweep's first number on; number = base + place.
; A node is { i32 place, i32 place, double partial, double partial }, 24 bytes, 1024 of them a chunk, behind which stand their adjoints.

@llad.names.next = internal thread_local global i64 1103823438081, align 8
@llad.names.base = internal thread_local global i64 0, align 8
@llad.names.first = internal thread_local global i64 0, align 8
@llad.names.chunk = internal thread_local global i64 0, align 8
@llad.names.table = internal thread_local global i64 0, align 8
@llad.names.room = internal thread_local global i64 0, align 8
@llad.names.cell = internal thread_local global i64 0, align 8
@llad.names.cellname = internal thread_local global i64 0, align 8
@llad.names.bad = internal thread_local global i64 0, align 8
@llad.names.spare = internal global i64 0, align 8
@llad.names.sparetable = internal global i64 0, align 8
@llad.names.pool = internal thread_local global i64 0, align 8
@llad.names.seen = internal thread_local global i64 0, align 8

; Memory that an earlier sweep has kept, 0 where there is none.
define internal i64 @llad.names.kept(PTR(i64) %where) noinline nounwind {
  %r = atomicrmw xchg PTR(i64) %where, i64 0 acq_rel
  ret i64 %r
}

; Keeps memory for the next sweep, and gives what is to be freed in its place.
define internal i64 @llad.names.keep(PTR(i64) %where, i64 %c) noinline nounwind {
  %r = atomicrmw xchg PTR(i64) %where, i64 %c acq_rel
  ret i64 %r
}

; A chunk: one that an earlier sweep has kept, or a new one. Those that are kept are a list: the first word of each
; is the next one, the second how many there are from it on.
define internal i64 @llad.names.fresh() noinline nounwind {
  %own = load i64, PTR(i64) @llad.names.pool, align 8
  %none = icmp eq i64 %own, 0
  br i1 %none, label %ask, label %pop

ask:
  %kept = call i64 @llad.names.kept(PTR(i64) @llad.names.spare)
  %empty = icmp eq i64 %kept, 0
  br i1 %empty, label %make, label %pop

make:
  %new = call i64 @llad.names.alloc(i64 CHUNK)
  ret i64 %new

pop:
  %c = phi i64 [ %own, %0 ], [ %kept, %ask ]
  %cp = inttoptr i64 %c to PTR(i64)
  %next = load i64, PTR(i64) %cp, align 8
  store i64 %next, PTR(i64) @llad.names.pool, align 8
  ret i64 %c
}

; Puts a chunk on the list of those that are kept, or frees it where that is long.
define internal void @llad.names.pooled(i64 %c) noinline nounwind {
  %none = icmp eq i64 %c, 0
  br i1 %none, label %done, label %some

some:
  %first = load i64, PTR(i64) @llad.names.pool, align 8
  %empty = icmp eq i64 %first, 0
  br i1 %empty, label %put, label %count

count:
  %at = add i64 %first, 8
  %ap = inttoptr i64 %at to PTR(i64)
  %n = load i64, PTR(i64) %ap, align 8
  %many = icmp uge i64 %n, MOSTKEPT
  br i1 %many, label %free, label %put

free:
  call void @llad.names.release(i64 %c)
  ret void

put:
  %have = phi i64 [ 0, %some ], [ %n, %count ]
  %more = add i64 %have, 1
  %cp = inttoptr i64 %c to PTR(i64)
  store i64 %first, PTR(i64) %cp, align 8
  %c8 = add i64 %c, 8
  %c8p = inttoptr i64 %c8 to PTR(i64)
  store i64 %more, PTR(i64) %c8p, align 8
  store i64 %c, PTR(i64) @llad.names.pool, align 8
  ret void

done:
  ret void
}

; Frees a list of chunks.
define internal void @llad.names.discard(i64 %list) noinline nounwind {
  br label %loop

loop:
  %c = phi i64 [ %list, %0 ], [ %next, %free ]
  %done = icmp eq i64 %c, 0
  br i1 %done, label %end, label %free

free:
  %cp = inttoptr i64 %c to PTR(i64)
  %next = load i64, PTR(i64) %cp, align 8
  call void @llad.names.release(i64 %c)
  br label %loop

end:
  ret void
}

; The next number from %n on of which no byte is 0 or 255.
define internal i64 @llad.names.normal(i64 %n) nounwind {
  %x0 = lshr i64 %n, 0
  %b0 = and i64 %x0, 255
  %z0 = icmp eq i64 %b0, 0
  %f0 = icmp eq i64 %b0, 255
  %u0 = select i1 %z0, i64 1, i64 0
  %v0 = select i1 %f0, i64 2, i64 %u0
  %m0 = add i64 %n, %v0
  %x1 = lshr i64 %m0, 8
  %b1 = and i64 %x1, 255
  %z1 = icmp eq i64 %b1, 0
  %f1 = icmp eq i64 %b1, 255
  %u1 = select i1 %z1, i64 256, i64 0
  %v1 = select i1 %f1, i64 512, i64 %u1
  %m1 = add i64 %m0, %v1
  %x2 = lshr i64 %m1, 16
  %b2 = and i64 %x2, 255
  %z2 = icmp eq i64 %b2, 0
  %f2 = icmp eq i64 %b2, 255
  %u2 = select i1 %z2, i64 65536, i64 0
  %v2 = select i1 %f2, i64 131072, i64 %u2
  %m2 = add i64 %m1, %v2
  %x3 = lshr i64 %m2, 24
  %b3 = and i64 %x3, 255
  %z3 = icmp eq i64 %b3, 0
  %f3 = icmp eq i64 %b3, 255
  %u3 = select i1 %z3, i64 16777216, i64 0
  %v3 = select i1 %f3, i64 33554432, i64 %u3
  %m3 = add i64 %m2, %v3
  %x4 = lshr i64 %m3, 32
  %b4 = and i64 %x4, 255
  %z4 = icmp eq i64 %b4, 0
  %f4 = icmp eq i64 %b4, 255
  %u4 = select i1 %z4, i64 4294967296, i64 0
  %v4 = select i1 %f4, i64 8589934592, i64 %u4
  %m4 = add i64 %m3, %v4
  %x5 = lshr i64 %m4, 40
  %b5 = and i64 %x5, 255
  %z5 = icmp eq i64 %b5, 0
  %f5 = icmp eq i64 %b5, 255
  %u5 = select i1 %z5, i64 1099511627776, i64 0
  %v5 = select i1 %f5, i64 2199023255552, i64 %u5
  %m5 = add i64 %m4, %v5
  ret i64 %m5
}

; Goes on at the next number from %n on, in its chunk.
define internal void @llad.names.advance(i64 %n) noinline nounwind {
  %n5 = call i64 @llad.names.normal(i64 %n)
  store i64 %n5, PTR(i64) @llad.names.next, align 8
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %place = sub i64 %n5, %base
  %over = icmp ugt i64 %place, 2000000000
  br i1 %over, label %full, label %room

full:
  call void @llad.names.stop(i64 MESSAGE(full))
  unreachable

room:
  %k = lshr i64 %place, 10
  %have = load i64, PTR(i64) @llad.names.room, align 8
  %fits = icmp ult i64 %k, %have
  br i1 %fits, label %look, label %grow

grow:
  %old = load i64, PTR(i64) @llad.names.table, align 8
  %newborn = icmp eq i64 %old, 0
  br i1 %newborn, label %reuse, label %larger

reuse:
  %kept = call i64 @llad.names.kept(PTR(i64) @llad.names.sparetable)
  %some = icmp ne i64 %kept, 0
  br i1 %some, label %again, label %larger

again:
  call void @llad.names.zero(i64 %kept, i64 1024)
  store i64 %kept, PTR(i64) @llad.names.table, align 8
  store i64 128, PTR(i64) @llad.names.room, align 8
  br label %look

larger:
  %k1 = add i64 %k, 64
  %more = shl i64 %k1, 1
  %bytes = shl i64 %more, 3
  %new = call i64 @llad.names.realloc(i64 %old, i64 %bytes)
  %used = shl i64 %have, 3
  %rest = sub i64 %bytes, %used
  %tail = add i64 %new, %used
  call void @llad.names.zero(i64 %tail, i64 %rest)
  store i64 %new, PTR(i64) @llad.names.table, align 8
  store i64 %more, PTR(i64) @llad.names.room, align 8
  br label %look

look:
  %table = load i64, PTR(i64) @llad.names.table, align 8
  %off = shl i64 %k, 3
  %slot = add i64 %table, %off
  %slotp = inttoptr i64 %slot to PTR(i64)
  %chunk = load i64, PTR(i64) %slotp, align 8
  %is = icmp ne i64 %chunk, 0
  br i1 %is, label %done, label %make

make:
  %c = call i64 @llad.names.fresh()
  call void @llad.names.zero(i64 %c, i64 CHUNK)
  store i64 %c, PTR(i64) %slotp, align 8
  br label %done

done:
  %to = phi i64 [ %chunk, %look ], [ %c, %make ]
  store i64 %to, PTR(i64) @llad.names.chunk, align 8
  ret void
}

; Takes the place that is next.
define internal i32 @llad.names.take() nounwind alwaysinline {
  %n = load i64, PTR(i64) @llad.names.next, align 8
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %place = sub i64 %n, %base
  %n1 = add i64 %n, 1
  %low = and i64 %n1, 255
  %wraps = icmp eq i64 %low, 255
  br i1 %wraps, label %slow, label %fast

slow:
  call void @llad.names.advance(i64 %n1)
  br label %done

fast:
  store i64 %n1, PTR(i64) @llad.names.next, align 8
  br label %done

done:
  %r = trunc i64 %place to i32
  ret i32 %r
}

define internal i64 @llad.names.name64(i32 %place) nounwind alwaysinline {
  %none = icmp eq i32 %place, 0
  %p = zext i32 %place to i64
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %n = add i64 %base, %p
  %h = mul i64 %n, -7046029254386353131
  %h1 = or i64 %h, 72339069014638592
  %h2 = and i64 %h1, 9187061764859101184
  %w = or i64 %n, %h2
  %r = select i1 %none, i64 0, i64 %w
  ret i64 %r
}

define internal i32 @llad.names.name32(i32 %place) nounwind alwaysinline {
  %none = icmp eq i32 %place, 0
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %b = trunc i64 %base to i32
  %n = add i32 %b, %place
  %w = or i32 %n, -2147483648
  %r = select i1 %none, i32 0, i32 %w
  ret i32 %r
}

; Whether a word is a name, of this sweep or an earlier one.
define internal i1 @llad.names.valid64(i64 %w) nounwind alwaysinline {
  %n = and i64 %w, 281474976710655
  %h = mul i64 %n, -7046029254386353131
  %h1 = or i64 %h, 72339069014638592
  %h2 = and i64 %h1, 9187061764859101184
  %c = or i64 %n, %h2
  %ok = icmp eq i64 %c, %w
  %next = load i64, PTR(i64) @llad.names.next, align 8
  %known = icmp ult i64 %n, %next
  %r = and i1 %ok, %known
  ret i1 %r
}

define internal i32 @llad.names.place64(i64 %w, i64 %line) nounwind alwaysinline {
  %none = icmp eq i64 %w, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %ok = call i1 @llad.names.valid64(i64 %w)
  br i1 %ok, label %good, label %bad

good:
  %n = and i64 %w, 281474976710655
  %first = load i64, PTR(i64) @llad.names.first, align 8
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %p = sub i64 %n, %base
  %p32 = trunc i64 %p to i32
  %old = icmp ult i64 %n, %first
  %r = select i1 %old, i32 0, i32 %p32
  ret i32 %r

bad:
  %b = call i32 @llad.names.spoil(i64 %line)
  ret i32 %b
}

; The number that a name of 32 bits stands for: the last one given that ends so.
define internal i64 @llad.names.number32(i32 %w) nounwind alwaysinline {
  %next = load i64, PTR(i64) @llad.names.next, align 8
  %next32 = trunc i64 %next to i32
  %d = sub i32 %next32, %w
  %d31 = and i32 %d, 2147483647
  %d64 = zext i32 %d31 to i64
  %n = sub i64 %next, %d64
  ret i64 %n
}

; All ones are a taint: the lower bytes of a name are others.
define internal i32 @llad.names.place32(i32 %w, i64 %line) nounwind alwaysinline {
  %none = icmp eq i32 %w, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %marked = icmp slt i32 %w, 0
  %n = call i64 @llad.names.number32(i32 %w)
  %next = load i64, PTR(i64) @llad.names.next, align 8
  %given = icmp ult i64 %n, %next
  %known = and i1 %marked, %given
  %clean = icmp ne i32 %w, -1
  %ok = and i1 %known, %clean
  br i1 %ok, label %good, label %bad

good:
  %first = load i64, PTR(i64) @llad.names.first, align 8
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %p = sub i64 %n, %base
  %p32 = trunc i64 %p to i32
  %old = icmp ult i64 %n, %first
  %r = select i1 %old, i32 0, i32 %p32
  ret i32 %r

bad:
  %b = call i32 @llad.names.spoil(i64 %line)
  ret i32 %b
}

; A place for a float made of an integer: bad where that carries bits of a float or of an
; address, which pieces of names may look like.
define internal i32 @llad.names.made(i64 %s, i64 %line) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %r = call i32 @llad.names.spoil(i64 %line)
  ret i32 %r
}

; Whether a word is an address, a distance or a small number; a caller's address included.
define internal i1 @llad.word.address(i64 %s) nounwind alwaysinline {
  %top = ashr i64 %s, 48
  %t1 = add i64 %top, 1
  %own = icmp ult i64 %t1, 2
  %caller = icmp eq i64 %top, CALLERTOP
  %r = or i1 %own, %caller
  %mixed = icmp ne i64 MODE, 1
  br i1 %mixed, label %look, label %plain

plain:
  ret i1 %r

look:
  %hi = lshr i64 %s, 32
  %small = icmp ult i64 %hi, 4096
  %f = call i1 @llad.word.single(i64 %s)
  %pair = and i1 %f, %small
  %notpair = xor i1 %pair, true
  %r2 = and i1 %r, %notpair
  ret i1 %r2
}

; Whether a word is a taint, also where it was moved as an address is.
define internal i1 @llad.word.taint(i64 %s) nounwind alwaysinline {
  %d = sub i64 %s, TAINT
  %d1 = add i64 %d, 16777216
  %r = icmp ult i64 %d1, 33554432
  ret i1 %r
}

; Whether the lower half of a word is the name of a float.
define internal i1 @llad.word.single(i64 %s) nounwind {
  %lo = and i64 %s, 4294967295
  %r = call i1 @llad.piece.single(i64 %lo, i32 32)
  ret i1 %r
}

; Whether bits of a number %b meet the name of a float in a half of %s.
define internal i1 @llad.word.spoils(i64 %s, i64 %b) nounwind {
  %lob = and i64 %b, 4294967295
  %hib = lshr i64 %b, 32
  %his = lshr i64 %s, 32
  %lo1 = icmp ne i64 %lob, 0
  %hi1 = icmp ne i64 %hib, 0
  %lo2 = call i1 @llad.word.single(i64 %s)
  %hi2 = call i1 @llad.word.single(i64 %his)
  %lo = and i1 %lo1, %lo2
  %hi = and i1 %hi1, %hi2
  %r = or i1 %lo, %hi
  ret i1 %r
}

define internal i64 @llad.word.sum(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %x = call i64 @llad.word.add(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb)
  ret i64 %x
}

define internal i64 @llad.word.add(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) noinline nounwind {
  %a1 = call i1 @llad.word.address(i64 %sa)
  %b1 = call i1 @llad.word.address(i64 %sb)
  %both = and i1 %a1, %b1
  br i1 %both, label %addresses, label %bits

addresses:
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %x = select i1 %az, i64 %a, i64 %sa
  %y = select i1 %bz, i64 %b, i64 %sb
  %q = add i64 %x, %y
  %same = icmp eq i64 %q, %r
  %q0 = call i64 @llad.word.kept(i64 %sa, i64 %sb, i64 %q)
  %q1 = select i1 %same, i64 0, i64 %q0
  ret i64 %q1

bits:
  %line = add i64 0, 0
  %plain = icmp eq i64 %sb, 0
  %fraction = and i64 %b, 4503599627370495
  %scale = icmp eq i64 %fraction, 0
  %shifted = and i1 %plain, %scale
  %ok = call i1 @llad.names.valid64(i64 %sa)
  %ldexp = and i1 %shifted, %ok
  br i1 %ldexp, label %scaled, label %pieces

scaled:
  %x1 = bitcast i64 %a to double
  %x2 = bitcast i64 %r to double
  %ratio = fdiv double %x2, %x1
  %p = call i32 @llad.names.place64(i64 %sa, i64 %line)
  %n = call i32 @llad.names.push1(i32 %p, double %ratio)
  %w = call i64 @llad.names.name64(i32 %n)
  ret i64 %w

pieces:
  %lob = and i64 %b, 4294967295
  %upper = icmp eq i64 %lob, 0
  %spoilt = call i1 @llad.word.spoils(i64 %sa, i64 %b)
  %single = call i1 @llad.word.single(i64 %sa)
  %good = xor i1 %spoilt, true
  %beside0 = and i1 %upper, %plain
  %beside1 = and i1 %beside0, %single
  %beside = and i1 %beside1, %good
  br i1 %beside, label %kept, label %joined

kept:
  %low = and i64 %sa, 4294967295
  ret i64 %low

joined:
  %m = call i64 @llad.word.join(i64 %a, i64 %sa, i64 %b, i64 %sb)
  ret i64 %m
}

; A shadow address %q that was made of others: a taint where the mark of the caller's is no longer known.
define internal i64 @llad.word.kept(i64 %sa, i64 %sb, i64 %q) nounwind {
  %ta = lshr i64 %sa, 48
  %tb = lshr i64 %sb, 48
  %ca = icmp eq i64 %ta, CALLERTOP
  %cb = icmp eq i64 %tb, CALLERTOP
  %c = or i1 %ca, %cb
  %a = call i1 @llad.word.address(i64 %q)
  %n = xor i1 %a, true
  %lost = and i1 %c, %n
  %r = select i1 %lost, i64 TAINT, i64 %q
  ret i64 %r
}

; Pieces put beside each other; a taint where they overlap. What has no shadow stands for itself, so
; that a name with bits of a number in it is none.
define internal i64 @llad.word.join(i64 %a, i64 %sa, i64 %b, i64 %sb) nounwind alwaysinline {
  %c = and i64 %a, %b
  %apart = icmp eq i64 %c, 0
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %xa = select i1 %az, i64 %a, i64 %sa
  %xb = select i1 %bz, i64 %b, i64 %sb
  %s = xor i64 %xa, %xb
  %at = call i1 @llad.word.taint(i64 %sa)
  %bt = call i1 @llad.word.taint(i64 %sb)
  %tainted = or i1 %at, %bt
  %clean = xor i1 %tainted, true
  %sp1 = call i1 @llad.word.spoils(i64 %sa, i64 %b)
  %sp2 = call i1 @llad.word.spoils(i64 %sb, i64 %a)
  %sp1b = and i1 %sp1, %bz
  %sp2a = and i1 %sp2, %az
  %sp = or i1 %sp1b, %sp2a
  %whole = xor i1 %sp, true
  %ok0 = and i1 %clean, %apart
  %ok = and i1 %ok0, %whole
  %r = select i1 %ok, i64 %s, i64 TAINT
  %b1 = call i1 @llad.word.beside(i64 %sa, i64 %b)
  %b2 = call i1 @llad.word.beside(i64 %sb, i64 %a)
  %na = and i1 %b1, %bz
  %nb = and i1 %b2, %az
  %n = or i1 %na, %nb
  %v = or i64 %sa, %sb
  %r1 = select i1 %n, i64 %v, i64 %r
  ret i64 %r1
}

; Whether a number %b stands in the other half of a word than the name of a float, %s: the shadow is the name alone.
define internal i1 @llad.word.beside(i64 %s, i64 %b) nounwind {
  %lob = and i64 %b, 4294967295
  %hib = lshr i64 %b, 32
  %los = and i64 %s, 4294967295
  %his = lshr i64 %s, 32
  %lo1 = icmp eq i64 %lob, 0
  %hi1 = icmp eq i64 %hib, 0
  %lo2 = icmp eq i64 %los, 0
  %hi2 = icmp eq i64 %his, 0
  %f1 = call i1 @llad.word.single(i64 %s)
  %f2 = call i1 @llad.word.single(i64 %his)
  %x1 = and i1 %lo1, %hi2
  %x2 = and i1 %hi1, %lo2
  %y1 = and i1 %x1, %f1
  %y2 = and i1 %x2, %f2
  %r = or i1 %y1, %y2
  ret i1 %r
}

define internal i64 @llad.word.difference(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %x = call i64 @llad.word.sub(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb)
  ret i64 %x
}

; Of two addresses of which one has no shadow, near each other, the difference is a length in one object.
define internal i64 @llad.word.sub(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) noinline nounwind {
  %a1 = call i1 @llad.word.address(i64 %sa)
  %b1 = call i1 @llad.word.address(i64 %sb)
  %both = and i1 %a1, %b1
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %x = select i1 %az, i64 %a, i64 %sa
  %y = select i1 %bz, i64 %b, i64 %sb
  %q = sub i64 %x, %y
  %same = icmp eq i64 %q, %r
  %one = xor i1 %az, %bz
  %r1 = add i64 %r, 16777216
  %near = icmp ult i64 %r1, 33554432
  %length = and i1 %one, %near
  %none = or i1 %same, %length
  %q1 = select i1 %none, i64 0, i64 %q
  %q2 = select i1 %both, i64 %q1, i64 TAINT
  ret i64 %q2
}

define internal i64 @llad.word.product(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %a1 = call i1 @llad.word.address(i64 %sa)
  %b1 = call i1 @llad.word.address(i64 %sb)
  %both = and i1 %a1, %b1
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %x = select i1 %az, i64 %a, i64 %sa
  %y = select i1 %bz, i64 %b, i64 %sb
  %q = mul i64 %x, %y
  %same = icmp eq i64 %q, %r
  %q1 = select i1 %same, i64 0, i64 %q
  %q2 = select i1 %both, i64 %q1, i64 TAINT
  ret i64 %q2
}

; What is left of shadows in a number that is computed from what has them: a taint, as pieces of
; names may look like addresses.
define internal i64 @llad.word.number(i64 %sa, i64 %sb) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  %r = select i1 %none, i64 0, i64 TAINT
  ret i64 %r
}

; A distance %s between blocks divided by the size of what stands in them, %q.
define internal i64 @llad.word.exact(i64 %s, i64 %q) nounwind alwaysinline {
  %a = call i1 @llad.word.address(i64 %s)
  %r = select i1 %a, i64 %q, i64 TAINT
  ret i64 %r
}

define internal i64 @llad.word.or(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %x = call i64 @llad.word.union(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb)
  ret i64 %x
}

define internal i64 @llad.word.union(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb) noinline nounwind {
  %a1 = call i1 @llad.word.address(i64 %sa)
  %b1 = call i1 @llad.word.address(i64 %sb)
  %both = and i1 %a1, %b1
  br i1 %both, label %addresses, label %bits

addresses:
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %one = or i1 %az, %bz
  %s = or i64 %sa, %sb
  %p = select i1 %az, i64 %b, i64 %a
  %moved = sub i64 %r, %p
  %t0 = add i64 %s, %moved
  %t = call i64 @llad.word.kept(i64 %sa, i64 %sb, i64 %t0)
  %q = select i1 %one, i64 %t, i64 %s
  ret i64 %q

bits:
  %m = call i64 @llad.word.join(i64 %a, i64 %sa, i64 %b, i64 %sb)
  ret i64 %m
}

define internal i64 @llad.word.xor(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb, i64 %line) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %x = call i64 @llad.word.exclusive(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb, i64 %line)
  ret i64 %x
}

define internal i64 @llad.word.exclusive(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb, i64 %line) noinline nounwind {
  %bare = icmp eq i64 %sb, 0
  %a1 = call i1 @llad.word.address(i64 %sa)
  %b1 = call i1 @llad.word.address(i64 %sb)
  %both = and i1 %a1, %b1
  br i1 %both, label %addresses, label %bits

addresses:
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %x = select i1 %az, i64 %a, i64 %sa
  %y = select i1 %bz, i64 %b, i64 %sb
  %q = xor i64 %x, %y
  %same = icmp eq i64 %q, %r
  %q1 = select i1 %same, i64 0, i64 %q
  ret i64 %q1

bits:
  %first = icmp eq i64 %sa, 0
  %mask = select i1 %first, i64 %a, i64 %b
  %one = or i1 %first, %bare
  %sn = or i64 %sa, %sb
  %sign = icmp eq i64 %mask, -9223372036854775808
  %flip = and i1 %sign, %one
  br i1 %flip, label %negated, label %other

negated:
  %ok = call i1 @llad.names.valid64(i64 %sn)
  br i1 %ok, label %name, label %other

name:
  %p = call i32 @llad.names.place64(i64 %sn, i64 %line)
  %n = call i32 @llad.names.push1(i32 %p, double -1.0)
  %w = call i64 @llad.names.name64(i32 %n)
  ret i64 %w

other:
  %taa = call i1 @llad.word.taint(i64 %sa)
  %tab = call i1 @llad.word.taint(i64 %sb)
  %ta0 = or i1 %taa, %tab
  %pz = icmp eq i64 %sa, 0
  %qz = icmp eq i64 %sb, 0
  %sp1 = call i1 @llad.word.spoils(i64 %sa, i64 %b)
  %sp2 = call i1 @llad.word.spoils(i64 %sb, i64 %a)
  %sp1b = and i1 %sp1, %qz
  %sp2a = and i1 %sp2, %pz
  %sp = or i1 %sp1b, %sp2a
  %ta = or i1 %ta0, %sp
  %xp = select i1 %pz, i64 %a, i64 %sa
  %xq = select i1 %qz, i64 %b, i64 %sb
  %v = xor i64 %xp, %xq
  %v1 = select i1 %ta, i64 TAINT, i64 %v
  ret i64 %v1
}

; Bits of a word chosen by a mask without a shadow.
define internal i64 @llad.word.and(i64 %r, i64 %a, i64 %sa, i64 %b, i64 %sb, i64 %line) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %az = icmp eq i64 %sa, 0
  %x = select i1 %az, i64 %b, i64 %a
  %m = select i1 %az, i64 %a, i64 %b
  %s = or i64 %sa, %sb
  %bz = icmp eq i64 %sb, 0
  %one = or i1 %az, %bz
  br i1 %one, label %mask, label %both

both:
  %t = call i64 @llad.word.number(i64 %sa, i64 %sb)
  ret i64 %t

mask:
  %y = call i64 @llad.word.masked(i64 %r, i64 %x, i64 %s, i64 %m, i64 %line)
  ret i64 %y
}

define internal i64 @llad.word.masked(i64 %r, i64 %x, i64 %s, i64 %m, i64 %line) noinline nounwind {
  %k = and i64 %s, %m
  %lowbits = and i64 %m, 72340172838076673
  %spread = mul i64 %lowbits, 255
  %whole = icmp eq i64 %spread, %m
  %a = call i1 @llad.word.address(i64 %s)
  br i1 %a, label %address, label %bits

address:
  %m1 = add i64 %m, 1
  %run = and i64 %m, %m1
  %low = icmp eq i64 %run, 0
  %small = icmp ult i64 %m, 65536
  %move = or i1 %low, %whole
  %by = sub i64 %r, %x
  %moved = add i64 %s, %by
  %stop = ashr i64 %s, 48
  %outer = icmp eq i64 %stop, CALLERTOP
  %long = icmp uge i64 %m, 140737488355327
  %again = and i1 %outer, %long
  %km = call i64 @llad.word.mark(i64 %k)
  %k1 = select i1 %again, i64 %km, i64 %k
  %v1 = select i1 %move, i64 %k1, i64 %moved
  %notwhole = xor i1 %whole, true
  %number1 = and i1 %small, %notwhole
  %short = icmp ult i64 %s, 4294967296
  %s16 = lshr i64 %s, 16
  %s8 = lshr i64 %s, 8
  %u16 = call i1 @llad.piece.upper(i64 %s16)
  %u8 = call i1 @llad.piece.upper(i64 %s8)
  %u = or i1 %u16, %u8
  %piece1 = or i1 %u, %short
  %num = select i1 %piece1, i64 TAINT, i64 0
  %v2 = select i1 %number1, i64 %num, i64 %v1
  ret i64 %v2

bits:
  %tainted = call i1 @llad.word.taint(i64 %s)
  br i1 %tainted, label %taint, label %clean

clean:
  br i1 %whole, label %piece, label %part

piece:
  ret i64 %k

part:
  %mlo = and i64 %m, 4294967295
  %mhi = lshr i64 %m, 32
  %wlo = and i64 %spread, 4294967295
  %whi = lshr i64 %spread, 32
  %dlo = icmp ne i64 %mlo, %wlo
  %dhi = icmp ne i64 %mhi, %whi
  %shi = lshr i64 %s, 32
  %flo = call i1 @llad.word.single(i64 %s)
  %fhi = call i1 @llad.word.single(i64 %shi)
  %fany = or i1 %flo, %fhi
  %blo = and i1 %dlo, %flo
  %bhi = and i1 %dhi, %fhi
  %bad = or i1 %blo, %bhi
  %notbad = xor i1 %bad, true
  %halves = and i1 %fany, %notbad
  br i1 %halves, label %piece, label %part1

part1:
  %l1 = add i64 %m, 1
  %lr = and i64 %m, %l1
  %llow = icmp eq i64 %lr, 0
  %llong = icmp uge i64 %m, 140737488355327
  %lname = call i1 @llad.names.valid64(i64 %s)
  %lbox = xor i1 %lname, true
  %lb0 = and i1 %llow, %llong
  %lb = and i1 %lb0, %lbox
  br i1 %lb, label %piece, label %part2

part2:
  %fraction = and i64 %m, 4503599627370495
  %scale = icmp eq i64 %fraction, 0
  br i1 %scale, label %no, label %value

no:
  ret i64 0

value:
  %abs = icmp eq i64 %m, 9223372036854775807
  %ok = call i1 @llad.names.valid64(i64 %s)
  %yes = and i1 %abs, %ok
  br i1 %yes, label %absolute, label %taint

absolute:
  %p = call i32 @llad.names.place64(i64 %s, i64 %line)
  %neg = icmp slt i64 %x, 0
  %d = select i1 %neg, double -1.0, double 1.0
  %n = call i32 @llad.names.push1(i32 %p, double %d)
  %w = call i64 @llad.names.name64(i32 %n)
  ret i64 %w

taint:
  ret i64 TAINT
}

define internal i64 @llad.word.shl(i64 %s, i64 %n) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %big = icmp ugt i64 %n, 63
  %n1 = select i1 %big, i64 0, i64 %n
  %v = shl i64 %s, %n1
  %odd = and i64 %n, 7
  %bytes = icmp eq i64 %odd, 0
  %a = call i1 @llad.word.address(i64 %s)
  %top = lshr i64 %s, 48
  %inner = icmp ne i64 %top, CALLERTOP
  %istaint = call i1 @llad.word.taint(i64 %s)
  %tainted = xor i1 %istaint, true
  %ok0 = or i1 %bytes, %a
  %ok1 = and i1 %ok0, %inner
  %ok = and i1 %ok1, %tainted
  %v1 = select i1 %ok, i64 %v, i64 TAINT
  %r = select i1 %big, i64 0, i64 %v1
  ret i64 %r
}

define internal i64 @llad.word.shr(i64 %s, i64 %n) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %big = icmp ugt i64 %n, 63
  %n1 = select i1 %big, i64 0, i64 %n
  %a = call i1 @llad.word.address(i64 %s)
  %signed = ashr i64 %s, %n1
  %plain = lshr i64 %s, %n1
  %v = select i1 %a, i64 %signed, i64 %plain
  %odd = and i64 %n, 7
  %bytes = icmp eq i64 %odd, 0
  %ok = or i1 %bytes, %a
  %scale = icmp ugt i64 %n, 51
  %t = select i1 %scale, i64 0, i64 TAINT
  %v1 = select i1 %ok, i64 %v, i64 %t
  %tainted = call i1 @llad.word.taint(i64 %s)
  %v2 = select i1 %tainted, i64 TAINT, i64 %v1
  %r = select i1 %big, i64 0, i64 %v2
  ret i64 %r
}

; How far the shadow of an index is from it: distances between blocks.
define internal i64 @llad.word.distance(i64 %v, i64 %s) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  %a = call i1 @llad.word.address(i64 %s)
  %d = sub i64 %s, %v
  %d1 = select i1 %a, i64 %d, i64 0
  %r = select i1 %none, i64 0, i64 %d1
  ret i64 %r
}

; The shadow of an address %r that is %p, with shadow %s, moved by an index whose shadow is further by %d bytes.
define internal i64 @llad.word.moved(i64 %r, i64 %p, i64 %s, i64 %d) nounwind alwaysinline {
  %by = sub i64 %r, %p
  %none = icmp eq i64 %s, 0
  %plain = icmp eq i64 %d, 0
  %x = select i1 %none, i64 %p, i64 %s
  %y = add i64 %x, %by
  %q = add i64 %y, %d
  %same = icmp eq i64 %q, %r
  %nowhere = and i1 %none, %plain
  %z = or i1 %same, %nowhere
  %v = select i1 %z, i64 0, i64 %q
  ret i64 %v
}

; A shadow address of the caller's gets its mark.
define internal i64 @llad.word.mark(i64 %p) nounwind alwaysinline {
  %none = icmp eq i64 %p, 0
  %m = or i64 %p, CALLER
  %r = select i1 %none, i64 0, i64 %m
  ret i64 %r
}

; A shadow address of the function's own, marked as it stands in the caller's memory.
define internal i64 @llad.word.ours(i64 %p) nounwind alwaysinline {
  %m = or i64 %p, OURS
  ret i64 %m
}

; A shadow address without its mark.
define internal i64 @llad.word.unmark(i64 %s) nounwind alwaysinline {
  %p = and i64 %s, 281474976710655
  ret i64 %p
}

; Where a shadow address leads: 0 nowhere, 1 to own memory, 2 to the caller's. Another word ends the program.
define internal i32 @llad.word.where(i64 %s) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  br i1 %none, label %no, label %some

no:
  ret i32 0

some:
  %top = lshr i64 %s, 48
  %own = icmp eq i64 %top, 0
  br i1 %own, label %yes, label %other

yes:
  ret i32 1

other:
  call void @llad.word.called(i64 %top)
  ret i32 2
}

define internal void @llad.word.called(i64 %top) noinline nounwind {
  %caller = icmp eq i64 %top, CALLERTOP
  br i1 %caller, label %ok, label %bad

ok:
  ret void

bad:
  call void @llad.names.stop(i64 MESSAGE(address))
  unreachable
}

; Reads the name of a double at a shadow address.
define internal i64 @llad.load.double(i64 %s) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i64 0

own:
  %p = inttoptr i64 %s to PTR(i64)
  %v = load i64, PTR(i64) %p, align 1
  ret i64 %v

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 0)
  %n = call i32 @llad.names.input(i64 %at, i32 0)
  %name = call i64 @llad.names.name64(i32 %n)
  ret i64 %name
}

; The place of a double that is computed with where it is loaded.
define internal i32 @llad.load.place64(i64 %s, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i32 0

own:
  %p = inttoptr i64 %s to PTR(i64)
  %v = load i64, PTR(i64) %p, align 1
  %o = call i32 @llad.names.place64(i64 %v, i64 %line)
  ret i32 %o

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 0)
  %n = call i32 @llad.names.input(i64 %at, i32 0)
  ret i32 %n
}

; The place of a float of 32 bits that is computed with where it is loaded.
define internal i32 @llad.load.place32(i64 %s, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i32 0

own:
  %p = inttoptr i64 %s to PTR(i32)
  %v = load i32, PTR(i32) %p, align 1
  %o = call i32 @llad.names.place32(i32 %v, i64 %line)
  ret i32 %o

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 1)
  %n = call i32 @llad.names.input(i64 %at, i32 1)
  ret i32 %n
}

; A float of more than 64 bits: the caller's shadow of one is no name, and not read.
define internal i64 @llad.load.long(i64 %s, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i64 0

own:
  %p = inttoptr i64 %s to PTR(i64)
  %v = load i64, PTR(i64) %p, align 1
  ret i64 %v

caller:
  call void @llad.names.stop(i64 %line)
  unreachable
}

define internal i32 @llad.load.float(i64 %s) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i32 0

own:
  %p = inttoptr i64 %s to PTR(i32)
  %v = load i32, PTR(i32) %p, align 1
  ret i32 %v

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 1)
  %n = call i32 @llad.names.input(i64 %at, i32 1)
  %name = call i32 @llad.names.name32(i32 %n)
  ret i32 %name
}

; Reads a shadow address at a shadow address. The caller's memory holds addresses without a mark.
define internal i64 @llad.load.address(i64 %s) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i64 0

own:
  %p = inttoptr i64 %s to PTR(i64)
  %v = load i64, PTR(i64) %p, align 1
  ret i64 %v

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  %q = inttoptr i64 %at to PTR(i64)
  %u = load i64, PTR(i64) %q, align 1
  %m = call i64 @llad.word.outer(i64 %u)
  ret i64 %m
}

; An address that the caller's memory holds: its own, which gets the mark, or one that the
; function has put there under a mark of its own.
define internal i64 @llad.word.outer(i64 %u) nounwind alwaysinline {
  %top = lshr i64 %u, 48
  %ours = icmp eq i64 %top, OURSTOP
  %own = call i64 @llad.word.unmark(i64 %u)
  %m = call i64 @llad.word.mark(i64 %u)
  %r = select i1 %ours, i64 %own, i64 %m
  ret i64 %r
}

; Reads the shadow of %bits bits of an integer that stands at %p; %moved says that it is kept or handed on.
define internal i64 @llad.load.word(i64 %s, i64 %p, i32 %bits, i1 %moved) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  ret i64 0

own:
  switch i32 %bits, label %eight [ i32 32, label %four
                                   i32 16, label %two
                                   i32 8, label %one ]

eight:
  %p8 = inttoptr i64 %s to PTR(i64)
  %v8 = load i64, PTR(i64) %p8, align 1
  ret i64 %v8

four:
  %p4 = inttoptr i64 %s to PTR(i32)
  %v4 = load i32, PTR(i32) %p4, align 1
  %x4 = zext i32 %v4 to i64
  ret i64 %x4

two:
  %p2 = inttoptr i64 %s to PTR(i16)
  %v2 = load i16, PTR(i16) %p2, align 1
  %x2 = zext i16 %v2 to i64
  ret i64 %x2

one:
  %p1 = inttoptr i64 %s to PTR(i8)
  %v1 = load i8, PTR(i8) %p1, align 1
  %x1 = zext i8 %v1 to i64
  ret i64 %x1

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  %r = call i64 @llad.cell.read(i64 %at, i64 %p, i32 %bits, i1 %moved)
  ret i64 %r
}

; The shadow of an integer in the caller's memory, by what the primal cell around it looks like.
define internal i64 @llad.cell.read(i64 %at, i64 %p, i32 %bits, i1 %moved) noinline nounwind SANITIZE {
  %off = and i64 %p, 7
  %home = sub i64 %p, %off
  %shome = sub i64 %at, %off
  %shift = shl i64 %off, 3
  %b = zext i32 %bits to i64
  %end = add i64 %shift, %b
  %inside = icmp ule i64 %end, 64
  br i1 %inside, label %one, label %two

one:
  %n = call i64 @llad.cell.name(i64 %home, i64 %shome, i1 %moved)
  %x = lshr i64 %n, %shift
  %full = icmp eq i32 %bits, 64
  %b1 = select i1 %full, i64 0, i64 %b
  %mask = shl i64 -1, %b1
  %nm = xor i64 %mask, -1
  %nm1 = select i1 %full, i64 -1, i64 %nm
  %r = and i64 %x, %nm1
  ret i64 %r

two:
  %n1 = call i64 @llad.cell.name(i64 %home, i64 %shome, i1 %moved)
  %h2 = add i64 %home, 8
  %s2 = add i64 %shome, 8
  %n2 = call i64 @llad.cell.name(i64 %h2, i64 %s2, i1 %moved)
  %lo = lshr i64 %n1, %shift
  %up = sub i64 64, %shift
  %hi = shl i64 %n2, %up
  %r2 = or i64 %lo, %hi
  ret i64 %r2
}

; Which floats the caller's memory holds, where a word of it is moved: 1 doubles, 2 floats of 32 bits.
; Where types of the code have floats of a width that it does not access, nothing is known.
; Where the code uses both it is what the caller's memory was accessed as; the access as the other ends the program.
define internal i64 @llad.cell.width() noinline nounwind {
  %mixed = icmp eq i64 MODE, 0
  br i1 %mixed, label %look, label %fixed

fixed:
  %unsure = icmp eq i64 MODE, 3
  br i1 %unsure, label %unknown, label %known

known:
  ret i64 MODE

look:
  %seen = load i64, PTR(i64) @llad.names.seen, align 8
  %typed = and i64 %seen, 3
  %both = icmp eq i64 %typed, 3
  br i1 %both, label %unknown, label %one

unknown:
  call void @llad.names.stop(i64 MESSAGE(width))
  unreachable

one:
  %single = icmp eq i64 %typed, 2
  %w = select i1 %single, i64 2, i64 1
  %mark = shl i64 %w, 2
  %now = or i64 %seen, %mark
  store i64 %now, PTR(i64) @llad.names.seen, align 8
  ret i64 %w
}

; Notes that the caller's memory was accessed as a double (%kind 0) or a float of 32 bits (1).
define internal void @llad.cell.typed(i32 %kind) nounwind {
  %single = icmp eq i32 %kind, 1
  %bit = select i1 %single, i64 2, i64 1
  %other = select i1 %single, i64 4, i64 8
  %seen = load i64, PTR(i64) @llad.names.seen, align 8
  %clash = and i64 %seen, %other
  %ok = icmp eq i64 %clash, 0
  br i1 %ok, label %note, label %bad

bad:
  call void @llad.names.stop(i64 MESSAGE(width))
  unreachable

note:
  %now = or i64 %seen, %bit
  store i64 %now, PTR(i64) @llad.names.seen, align 8
  ret void
}

; The name of the float, or the shadow of the address, in a cell of eight bytes of the caller's.
; One cell that is read piece by piece has one name.
define internal i64 @llad.cell.name(i64 %p, i64 %s, i1 %moved) nounwind noinline SANITIZE {
  %pp = inttoptr i64 %p to PTR(i64)
  %v = load i64, PTR(i64) %pp, align 8
  %e = and i64 %v, 9218868437227405312
  %exp = icmp ne i64 %e, 0
  br i1 %exp, label %float, label %small

small:
  %z = icmp eq i64 %v, 0
  br i1 %z, label %zero, label %address

zero:
  br i1 %moved, label %nought, label %none

nought:
  %wz = call i64 @llad.cell.width()
  %singles = icmp eq i64 %wz, 2
  br i1 %singles, label %narrow, label %wide

address:
  %sp = inttoptr i64 %s to PTR(i64)
  %u = load i64, PTR(i64) %sp, align 8
  %same = icmp eq i64 %u, %v
  %utop = lshr i64 %u, 47
  %addr = icmp eq i64 %utop, 0
  %ours = icmp eq i64 %utop, OURSHIFTED
  %ok0 = or i1 %addr, %ours
  %big = icmp ugt i64 %v, 65535
  %ok1 = and i1 %ok0, %big
  %notsame = xor i1 %same, true
  %ok = and i1 %ok1, %notsame
  br i1 %ok, label %leads, label %none

leads:
  %m = call i64 @llad.word.outer(i64 %u)
  ret i64 %m

none:
  ret i64 0

float:
  %wf = call i64 @llad.cell.width()
  %single = icmp eq i64 %wf, 2
  br i1 %single, label %narrow, label %wide

wide:
  %last = load i64, PTR(i64) @llad.names.cell, align 8
  %again = icmp eq i64 %last, %s
  br i1 %again, label %known, label %new

known:
  %name0 = load i64, PTR(i64) @llad.names.cellname, align 8
  ret i64 %name0

new:
  %n = call i32 @llad.names.input(i64 %s, i32 0)
  %name = call i64 @llad.names.name64(i32 %n)
  store i64 %s, PTR(i64) @llad.names.cell, align 8
  store i64 %name, PTR(i64) @llad.names.cellname, align 8
  ret i64 %name

narrow:
  %lastn = load i64, PTR(i64) @llad.names.cell, align 8
  %againn = icmp eq i64 %lastn, %s
  br i1 %againn, label %known, label %pair

pair:
  %s4 = add i64 %s, 4
  %vh = lshr i64 %v, 32
  %wl = call i32 @llad.cell.lane(i64 %s, i64 %v)
  %wh = call i32 @llad.cell.lane(i64 %s4, i64 %vh)
  %zl = zext i32 %wl to i64
  %zh = zext i32 %wh to i64
  %zs = shl i64 %zh, 32
  %both = or i64 %zl, %zs
  store i64 %s, PTR(i64) @llad.names.cell, align 8
  store i64 %both, PTR(i64) @llad.names.cellname, align 8
  ret i64 %both
}

; The name of a float of the caller's with bits %v: a number without an exponent that is not zero is no float.
define internal i32 @llad.cell.lane(i64 %s, i64 %v) nounwind SANITIZE {
  %bits = and i64 %v, 4294967295
  %d = sub i64 %bits, 1
  %number = icmp ult i64 %d, 8388607
  br i1 %number, label %no, label %float

no:
  ret i32 0

float:
  %n = call i32 @llad.names.input(i64 %s, i32 1)
  %w = call i32 @llad.names.name32(i32 %n)
  ret i32 %w
}

define internal void @llad.store.double(i64 %s, i64 %name, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  call void @llad.names.lost(i64 %name, i64 %line)
  ret void

own:
  %p = inttoptr i64 %s to PTR(i64)
  store i64 %name, PTR(i64) %p, align 1
  ret void

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 0)
  %n = call i32 @llad.names.place64(i64 %name, i64 %line)
  call void @llad.names.output(i64 %at, i32 0, i32 %n)
  ret void
}

; Of %size bytes: those behind the name hold nothing.
define internal void @llad.store.long(i64 %s, i64 %name, i64 %size, i64 %line, i64 %callers) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  call void @llad.names.lost(i64 %name, i64 %line)
  ret void

own:
  %p = inttoptr i64 %s to PTR(i64)
  store i64 %name, PTR(i64) %p, align 1
  %t = add i64 %s, 8
  %rest = sub i64 %size, 8
  call void @llad.shadow.clear(i64 %t, i64 %rest)
  ret void

caller:
  call void @llad.names.stop(i64 %callers)
  unreachable
}

define internal void @llad.store.float(i64 %s, i32 %name, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  %x = zext i32 %name to i64
  call void @llad.names.lost(i64 %x, i64 %line)
  ret void

own:
  %p = inttoptr i64 %s to PTR(i32)
  store i32 %name, PTR(i32) %p, align 1
  ret void

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.typed(i32 1)
  %n = call i32 @llad.names.place32(i32 %name, i64 %line)
  call void @llad.names.output(i64 %at, i32 1, i32 %n)
  ret void
}

; What has a shadow goes to where there is none.
define internal void @llad.names.lost(i64 %name, i64 %line) nounwind alwaysinline {
  %none = icmp eq i64 %name, 0
  br i1 %none, label %ok, label %bad

ok:
  ret void

bad:
  call void @llad.names.lose(i64 %name, i64 %line)
  ret void
}

define internal void @llad.names.lose(i64 %name, i64 %line) noinline nounwind {
  %a = call i1 @llad.word.address(i64 %name)
  br i1 %a, label %address, label %bits

address:
  %p1 = add i64 %name, 65536
  %number = icmp ult i64 %p1, 131072
  %negative = icmp slt i64 %name, 0
  %no = or i1 %number, %negative
  br i1 %no, label %ok, label %bad

bits:
  %valid = call i1 @llad.names.valid64(i64 %name)
  br i1 %valid, label %age, label %half

age:
  %n = and i64 %name, 281474976710655
  %first = load i64, PTR(i64) @llad.names.first, align 8
  %old = icmp ult i64 %n, %first
  br i1 %old, label %ok, label %bad

half:
  %taint = icmp eq i64 %name, TAINT
  br i1 %taint, label %ok, label %bad

ok:
  ret void

bad:
  call void @llad.names.stop(i64 %line)
  unreachable
}

define internal void @llad.store.address(i64 %s, i64 %v, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  call void @llad.names.lost(i64 %v, i64 %line)
  ret void

own:
  %p = inttoptr i64 %s to PTR(i64)
  store i64 %v, PTR(i64) %p, align 1
  ret void

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.lead(i64 %at, i64 %v)
  ret void
}

; Writes a shadow address to the caller's memory; the reverse sweep puts back what was there.
define internal void @llad.cell.lead(i64 %at, i64 %v) noinline nounwind SANITIZE {
  %p = inttoptr i64 %at to PTR(i64)
  %before = load i64, PTR(i64) %p, align 1
  %top = lshr i64 %v, 48
  %caller = icmp eq i64 %top, CALLERTOP
  %raw = call i64 @llad.word.unmark(i64 %v)
  %mine = call i64 @llad.word.ours(i64 %v)
  %z = icmp eq i64 %v, 0
  %own = select i1 %z, i64 0, i64 %mine
  %new = select i1 %caller, i64 %raw, i64 %own
  store i64 %new, PTR(i64) %p, align 1
  call void @llad.names.replaced(i64 %at, i64 %before, i64 %new)
  ret void
}

define internal void @llad.store.word(i64 %s, i64 %v, i64 %name, i32 %bits, i64 %line) nounwind alwaysinline SANITIZE {
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %none [ i32 1, label %own
                               i32 2, label %caller ]

none:
  %z = icmp eq i64 %name, 0
  br i1 %z, label %done, label %lost

lost:
  call void @llad.word.lost(i64 %name, i32 %bits, i64 %line)
  ret void

done:
  ret void

own:
  switch i32 %bits, label %eight [ i32 32, label %four
                                   i32 16, label %two
                                   i32 8, label %one ]

eight:
  %p8 = inttoptr i64 %s to PTR(i64)
  store i64 %name, PTR(i64) %p8, align 1
  ret void

four:
  %p4 = inttoptr i64 %s to PTR(i32)
  %v4 = trunc i64 %name to i32
  store i32 %v4, PTR(i32) %p4, align 1
  ret void

two:
  %p2 = inttoptr i64 %s to PTR(i16)
  %v2 = trunc i64 %name to i16
  store i16 %v2, PTR(i16) %p2, align 1
  ret void

one:
  %p1 = inttoptr i64 %s to PTR(i8)
  %v1 = trunc i64 %name to i8
  store i8 %v1, PTR(i8) %p1, align 1
  ret void

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  call void @llad.cell.write(i64 %at, i64 %v, i64 %name, i32 %bits, i64 %line)
  ret void
}

define internal void @llad.word.lost(i64 %name, i32 %bits, i64 %line) noinline nounwind {
  %full = icmp eq i32 %bits, 64
  br i1 %full, label %word, label %part

word:
  call void @llad.names.lost(i64 %name, i64 %line)
  ret void

part:
  %taint = call i1 @llad.word.tainted(i64 %name, i32 %bits)
  br i1 %taint, label %ok, label %bad

ok:
  ret void

bad:
  call void @llad.names.stop(i64 %line)
  unreachable
}

; Whether the shadow of %bits bits is a taint.
define internal i1 @llad.word.tainted(i64 %name, i32 %bits) nounwind {
  %b = zext i32 %bits to i64
  %up = sub i64 64, %b
  %ones = lshr i64 -1, %up
  %full = icmp eq i32 %bits, 64
  %t = select i1 %full, i64 TAINT, i64 %ones
  %r = icmp eq i64 %name, %t
  ret i1 %r
}

; Writes an integer's shadow to the caller's memory.
define internal void @llad.cell.write(i64 %at, i64 %v, i64 %name, i32 %bits, i64 %line) noinline nounwind SANITIZE {
  store i64 0, PTR(i64) @llad.names.cell, align 8
  %tainted = call i1 @llad.word.tainted(i64 %name, i32 %bits)
  br i1 %tainted, label %ok, label %which

which:
  %full = icmp eq i32 %bits, 64
  br i1 %full, label %word, label %part

part:
  %half = icmp eq i32 %bits, 32
  br i1 %half, label %four, label %bytes

four:
  %z4 = icmp eq i64 %name, 0
  br i1 %z4, label %ok, label %name4

name4:
  %single = icmp ne i64 MODE, 1
  br i1 %single, label %float, label %cut

float:
  %n32 = trunc i64 %name to i32
  %p4 = call i32 @llad.names.place32(i32 %n32, i64 %line)
  call void @llad.names.output(i64 %at, i32 1, i32 %p4)
  ret void

bytes:
  %zb = icmp eq i64 %name, 0
  br i1 %zb, label %ok, label %cut

cut:
  call void @llad.names.stop(i64 MESSAGE(part))
  unreachable

word:
  %z = icmp eq i64 %name, 0
  br i1 %z, label %zero, label %some

zero:
  %e = and i64 %v, 9218868437227405312
  %exp = icmp ne i64 %e, 0
  %vz = icmp eq i64 %v, 0
  %clears = or i1 %exp, %vz
  br i1 %clears, label %clear, label %ok

clear:
  call void @llad.names.output(i64 %at, i32 0, i32 0)
  ret void

some:
  %a = call i1 @llad.word.address(i64 %name)
  br i1 %a, label %address, label %bits64

address:
  call void @llad.cell.lead(i64 %at, i64 %name)
  ret void

bits64:
  %ok64 = call i1 @llad.names.valid64(i64 %name)
  br i1 %ok64, label %double, label %pair

double:
  %p = call i32 @llad.names.place64(i64 %name, i64 %line)
  call void @llad.names.output(i64 %at, i32 0, i32 %p)
  ret void

pair:
  %lo = trunc i64 %name to i32
  %h = lshr i64 %name, 32
  %hi = trunc i64 %h to i32
  %pl = call i32 @llad.names.place32(i32 %lo, i64 %line)
  %ph = call i32 @llad.names.place32(i32 %hi, i64 %line)
  call void @llad.names.output(i64 %at, i32 1, i32 %pl)
  %at4 = add i64 %at, 4
  call void @llad.names.output(i64 %at4, i32 1, i32 %ph)
  ret void

ok:
  ret void
}

; Copies the shadow of %n bytes that were copied from %q, whose shadow is %t, to %p with shadow %s.
; The primal copy has not been made.
define internal void @llad.shadow.copy(i64 %s, i64 %t, i64 %q, i64 %n, i64 %line) noinline nounwind SANITIZE {
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %done, label %go

go:
  %ws = call i32 @llad.word.where(i64 %s)
  %wt = call i32 @llad.word.where(i64 %t)
  %k = mul i32 %ws, 3
  %kind = add i32 %k, %wt
  switch i32 %kind, label %done [ i32 1, label %lost
                                  i32 2, label %outer
                                  i32 3, label %zero
                                  i32 4, label %move
                                  i32 5, label %in
                                  i32 6, label %words
                                  i32 7, label %words
                                  i32 8, label %words ]

lost:
  br label %look

look:
  %li = phi i64 [ 0, %lost ], [ %li8, %looked ]
  %lleft = sub i64 %n, %li
  %lmore = icmp uge i64 %lleft, 8
  br i1 %lmore, label %looked, label %done

looked:
  %la = add i64 %t, %li
  %lp = inttoptr i64 %la to PTR(i64)
  %lw = load i64, PTR(i64) %lp, align 1
  call void @llad.names.lost(i64 %lw, i64 %line)
  %li8 = add i64 %li, 8
  br label %look

outer:
  br label %done

zero:
  call void @llad.names.zero(i64 %s, i64 %n)
  br label %done

move:
  call void @llad.names.move(i64 %s, i64 %t, i64 %n)
  br label %done

in:
  %tat = call i64 @llad.word.unmark(i64 %t)
  %buffer = call i64 @llad.names.alloc(i64 %n)
  br label %read

read:
  %ri = phi i64 [ 0, %in ], [ %ri1, %readword ], [ %rj1, %readbyte ]
  %rleft = sub i64 %n, %ri
  %rdone = icmp eq i64 %rleft, 0
  br i1 %rdone, label %filled, label %readmore

readmore:
  %rp = add i64 %q, %ri
  %rs = add i64 %tat, %ri
  %rb = add i64 %buffer, %ri
  %ral = and i64 %rp, 7
  %raligned = icmp eq i64 %ral, 0
  %renough = icmp uge i64 %rleft, 8
  %rword = and i1 %raligned, %renough
  br i1 %rword, label %readword, label %readbyte

readword:
  %rn = call i64 @llad.cell.name(i64 %rp, i64 %rs, i1 true)
  %rbp = inttoptr i64 %rb to PTR(i64)
  store i64 %rn, PTR(i64) %rbp, align 1
  %ri1 = add i64 %ri, 8
  br label %read

readbyte:
  %rn8 = call i64 @llad.cell.read(i64 %rs, i64 %rp, i32 8, i1 true)
  %rbp8 = inttoptr i64 %rb to PTR(i8)
  %rv8 = trunc i64 %rn8 to i8
  store i8 %rv8, PTR(i8) %rbp8, align 1
  %rj1 = add i64 %ri, 1
  br label %read

filled:
  call void @llad.names.move(i64 %s, i64 %buffer, i64 %n)
  call void @llad.names.release(i64 %buffer)
  br label %done

words:
  %b2 = call i64 @llad.names.alloc(i64 %n)
  call void @llad.names.zero(i64 %b2, i64 %n)
  call void @llad.shadow.copy(i64 %b2, i64 %t, i64 %q, i64 %n, i64 %line)
  %sat = call i64 @llad.word.unmark(i64 %s)
  br label %write

write:
  %wi = phi i64 [ 0, %words ], [ %wi1, %writeword ]
  %wleft = sub i64 %n, %wi
  %wmore = icmp uge i64 %wleft, 8
  br i1 %wmore, label %writeword, label %rest

writeword:
  %wb = add i64 %b2, %wi
  %wbp = inttoptr i64 %wb to PTR(i64)
  %wn = load i64, PTR(i64) %wbp, align 1
  %wq = add i64 %q, %wi
  %wqp = inttoptr i64 %wq to PTR(i64)
  %wv = load i64, PTR(i64) %wqp, align 1
  %wat = add i64 %sat, %wi
  call void @llad.cell.write(i64 %wat, i64 %wv, i64 %wn, i32 64, i64 %line)
  %wi1 = add i64 %wi, 8
  br label %write

rest:
  %four = icmp uge i64 %wleft, 4
  br i1 %four, label %writefour, label %freed

writefour:
  %xb = add i64 %b2, %wi
  %xbp = inttoptr i64 %xb to PTR(i32)
  %xn = load i32, PTR(i32) %xbp, align 1
  %xz = zext i32 %xn to i64
  %xat = add i64 %sat, %wi
  call void @llad.cell.write(i64 %xat, i64 0, i64 %xz, i32 32, i64 %line)
  br label %freed

freed:
  call void @llad.names.release(i64 %b2)
  br label %done

done:
  ret void
}

; llad.shadow.copy of a struct of which %k words at %list have the members, see members.go. What the caller's memory
; holds is told by them alone.
define internal void @llad.shadow.members(i64 %s, i64 %t, i64 %q, i64 %n, i64 %line, i64 %list, i64 %k) noinline nounwind SANITIZE {
  %ws = call i32 @llad.word.where(i64 %s)
  %wt = call i32 @llad.word.where(i64 %t)
  %cs = icmp eq i32 %ws, 2
  %ct = icmp eq i32 %wt, 2
  %callers = or i1 %cs, %ct
  br i1 %callers, label %begin, label %whole

whole:
  call void @llad.shadow.copy(i64 %s, i64 %t, i64 %q, i64 %n, i64 %line)
  ret void

begin:
  %own = icmp eq i32 %ws, 1
  br i1 %own, label %clear, label %go

clear:
  call void @llad.names.zero(i64 %s, i64 %n)
  br label %go

go:
  %kept = icmp eq i32 %wt, 1
  br label %loop

loop:
  %j = phi i64 [ 0, %go ], [ %j1, %next ]
  %more = icmp ult i64 %j, %k
  br i1 %more, label %member, label %done

member:
  %jo = shl i64 %j, 3
  %je = add i64 %list, %jo
  %jp = inttoptr i64 %je to PTR(i64)
  %m = load i64, PTR(i64) %jp, align 8
  %off = and i64 %m, 4294967295
  %m1 = lshr i64 %m, 32
  %size = and i64 %m1, 268435455
  %kind = lshr i64 %m, 60
  %sm = call i64 @llad.shadow.inside(i64 %s, i64 %off)
  %tm = call i64 @llad.shadow.inside(i64 %t, i64 %off)
  %qm = add i64 %q, %off
  switch i64 %kind, label %any [ i64 0, label %number
                                 i64 1, label %double
                                 i64 2, label %single ]

double:
  %nd = call i64 @llad.load.double(i64 %tm)
  call void @llad.store.double(i64 %sm, i64 %nd, i64 %line)
  br label %next

single:
  %nf = call i32 @llad.load.float(i64 %tm)
  call void @llad.store.float(i64 %sm, i32 %nf, i64 %line)
  br label %next

number:
  br i1 %kept, label %any, label %next

any:
  call void @llad.shadow.copy(i64 %sm, i64 %tm, i64 %qm, i64 %size, i64 %line)
  br label %next

next:
  %j1 = add i64 %j, 1
  br label %loop

done:
  ret void
}

; A shadow address so many bytes further; none stays none.
define internal i64 @llad.shadow.inside(i64 %s, i64 %off) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  %a = add i64 %s, %off
  %r = select i1 %none, i64 0, i64 %a
  ret i64 %r
}

; Zeros the shadow of %n bytes that were set.
define internal void @llad.shadow.clear(i64 %s, i64 %n) noinline nounwind SANITIZE {
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %done, label %go

go:
  %w = call i32 @llad.word.where(i64 %s)
  switch i32 %w, label %done [ i32 1, label %own
                               i32 2, label %caller ]

own:
  call void @llad.names.zero(i64 %s, i64 %n)
  br label %done

caller:
  %at = call i64 @llad.word.unmark(i64 %s)
  br label %loop

loop:
  %i = phi i64 [ 0, %caller ], [ %i1, %cell ], [ %j1, %half ]
  %left = sub i64 %n, %i
  %more = icmp uge i64 %left, 8
  %here = add i64 %at, %i
  br i1 %more, label %cell, label %tail

cell:
  call void @llad.names.output(i64 %here, i32 0, i32 0)
  %i1 = add i64 %i, 8
  br label %loop

tail:
  %four = icmp uge i64 %left, 4
  br i1 %four, label %half, label %done

half:
  call void @llad.names.output(i64 %here, i32 1, i32 0)
  %j1 = add i64 %i, 4
  br label %loop

done:
  ret void
}

; An object at %p with shadow %s held the address %before and holds %after now, which a library function put there:
; the block that it ended has its shadow ended too, one in the object itself has not.
define internal void @llad.shadow.refilled(i64 %s, i64 %p, i64 %before, i64 %after) noinline nounwind SANITIZE {
  %same = icmp eq i64 %before, %after
  br i1 %same, label %done, label %changed

changed:
  %w = call i32 @llad.word.where(i64 %s)
  %own = icmp eq i32 %w, 1
  br i1 %own, label %look, label %done

look:
  %at = inttoptr i64 %s to PTR(i64)
  %t = load i64, PTR(i64) %at, align 1
  store i64 0, PTR(i64) %at, align 1
  %off = sub i64 %before, %p
  %inner = icmp ult i64 %off, 64
  %wt = call i32 @llad.word.where(i64 %t)
  %block = icmp eq i32 %wt, 1
  %outer = xor i1 %inner, true
  %ends = and i1 %block, %outer
  br i1 %ends, label %end, label %done

end:
  call void @llad.names.delete(i64 %t)
  br label %done

done:
  ret void
}

; A shadow address as a library function takes it.
define internal i64 @llad.word.plain(i64 %s) nounwind alwaysinline {
  %w = call i32 @llad.word.where(i64 %s)
  %r = call i64 @llad.word.unmark(i64 %s)
  ret i64 %r
}

; The shadow of memory that is ended.
define internal i64 @llad.word.ended(i64 %s) nounwind alwaysinline {
  %w = call i32 @llad.word.where(i64 %s)
  %caller = icmp eq i32 %w, 2
  br i1 %caller, label %bad, label %ok

bad:
  call void @llad.names.stop(i64 MESSAGE(ended))
  unreachable

ok:
  ret i64 %s
}

; Begins a sweep at a new chunk.
define internal void @llad.names.begin() noinline nounwind {
  store i64 0, PTR(i64) @llad.names.table, align 8
  store i64 0, PTR(i64) @llad.names.room, align 8
  store i64 0, PTR(i64) @llad.names.cell, align 8
  store i64 0, PTR(i64) @llad.names.bad, align 8
  store i64 0, PTR(i64) @llad.names.seen, align 8
  %n = load i64, PTR(i64) @llad.names.next, align 8
  %up = add i64 %n, 1023
  %low = and i64 %up, 4294967295
  %late = icmp ugt i64 %low, 2147483648
  %jump = add i64 %up, 4294967296
  %jumped = and i64 %jump, -4294967296
  %near = and i64 %up, -1024
  %base = select i1 %late, i64 %jumped, i64 %near
  %n1 = call i64 @llad.names.normal(i64 %base)
  %base1 = and i64 %n1, -1024
  store i64 %base1, PTR(i64) @llad.names.base, align 8
  call void @llad.names.advance(i64 %n1)
  %first = load i64, PTR(i64) @llad.names.next, align 8
  store i64 %first, PTR(i64) @llad.names.first, align 8
  ret void
}

; Keeps the chunks of the sweep and a small table for the next one.
define internal void @llad.names.end() noinline nounwind {
  %table = load i64, PTR(i64) @llad.names.table, align 8
  %room = load i64, PTR(i64) @llad.names.room, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %0 ], [ %k1, %next ]
  %more = icmp ult i64 %k, %room
  br i1 %more, label %next, label %done

next:
  %off = shl i64 %k, 3
  %at = add i64 %table, %off
  %p = inttoptr i64 %at to PTR(i64)
  %c = load i64, PTR(i64) %p, align 8
  call void @llad.names.pooled(i64 %c)
  %k1 = add i64 %k, 1
  br label %loop

done:
  %pool = load i64, PTR(i64) @llad.names.pool, align 8
  store i64 0, PTR(i64) @llad.names.pool, align 8
  %before = call i64 @llad.names.keep(PTR(i64) @llad.names.spare, i64 %pool)
  call void @llad.names.discard(i64 %before)
  %small = icmp eq i64 %room, 128
  br i1 %small, label %keeptable, label %freetable

keeptable:
  %old = call i64 @llad.names.keep(PTR(i64) @llad.names.sparetable, i64 %table)
  br label %freetable

freetable:
  %t = phi i64 [ %table, %done ], [ %old, %keeptable ]
  call void @llad.names.release(i64 %t)
  store i64 0, PTR(i64) @llad.names.table, align 8
  store i64 0, PTR(i64) @llad.names.room, align 8
  ret void
}

; Has the shadow at %s of the %n words of a variable at %g lead to what they lead to now: 0 where they are what was
; noted, 1 where they are others, 2 where nothing was noted. Words at %first, 0 for none, have shadows at %sfirst.
define internal i64 @llad.variable.enter(i64 %g, i64 %s, i64 %first, i64 %sfirst, i64 %note, i64 %n) noinline nounwind SANITIZE {
  %np = inttoptr i64 %note to PTR(i64)
  %noted = load i64, PTR(i64) %np, align 8
  store i64 0, PTR(i64) %np, align 8
  %was = icmp ne i64 %noted, 0
  br i1 %was, label %compare, label %set

compare:
  %i = phi i64 [ 0, %0 ], [ %i1, %same ]
  %all = icmp eq i64 %i, %n
  br i1 %all, label %kept, label %look

look:
  %ioff = shl i64 %i, 3
  %ga = add i64 %g, %ioff
  %na = add i64 %note, %ioff
  %nb = add i64 %na, 8
  %gp = inttoptr i64 %ga to PTR(i64)
  %op = inttoptr i64 %nb to PTR(i64)
  %w0 = load i64, PTR(i64) %gp, align 1
  %o0 = load i64, PTR(i64) %op, align 8
  %eq = icmp eq i64 %w0, %o0
  br i1 %eq, label %same, label %set

same:
  %i1 = add i64 %i, 1
  br label %compare

kept:
  ret i64 0

set:
  %state = phi i64 [ 2, %0 ], [ 1, %look ]
  br label %word

word:
  %k = phi i64 [ 0, %set ], [ %k1, %next ]
  %end = icmp eq i64 %k, %n
  br i1 %end, label %done, label %one

one:
  %off = shl i64 %k, 3
  %gk = add i64 %g, %off
  %sk = add i64 %s, %off
  %fk = add i64 %first, %off
  %tk = add i64 %sfirst, %off
  %gkp = inttoptr i64 %gk to PTR(i64)
  %skp = inttoptr i64 %sk to PTR(i64)
  %fkp = inttoptr i64 %fk to PTR(i64)
  %tkp = inttoptr i64 %tk to PTR(i64)
  %w = load i64, PTR(i64) %gkp, align 1
  %plain = icmp eq i64 %first, 0
  br i1 %plain, label %find, label %initial

initial:
  %f = load i64, PTR(i64) %fkp, align 1
  %t = load i64, PTR(i64) %tkp, align 1
  %still = icmp eq i64 %f, %w
  br i1 %still, label %next, label %find

find:
  %q = call i64 @llad.variable.find(i64 %w)
  br label %next

next:
  %v = phi i64 [ %t, %initial ], [ %q, %find ]
  %before = load i64, PTR(i64) %skp, align 1
  %changed = icmp ne i64 %before, %v
  call void @llad.variable.put(i64 %sk, i64 %v, i1 %changed)
  %k1 = add i64 %k, 1
  br label %word

done:
  ret i64 %state
}

; Other threads may read shadows that do not change.
define internal void @llad.variable.put(i64 %s, i64 %v, i1 %changed) nounwind SANITIZE {
  br i1 %changed, label %store, label %done

store:
  %p = inttoptr i64 %s to PTR(i64)
  store i64 %v, PTR(i64) %p, align 1
  br label %done

done:
  ret void
}

; Notes the %n words of a variable.
define internal void @llad.variable.leave(i64 %g, i64 %note, i64 %n) noinline nounwind SANITIZE {
  %bytes = shl i64 %n, 3
  %words = add i64 %note, 8
  call void @llad.names.move(i64 %words, i64 %g, i64 %bytes)
  %p = inttoptr i64 %note to PTR(i64)
  store i64 1, PTR(i64) %p, align 8
  ret void
}

; A variable with shadow at %s leads to a block of %size bytes: so does its shadow, which leads to one of %have bytes now,
; and led to one at %old, by what llad.variable.enter says of it.
define internal void @llad.variable.block(i64 %s, i64 %size, i64 %have, i64 %old, i64 %state) noinline nounwind SANITIZE {
  %small = icmp ult i64 %have, %size
  %other = icmp eq i64 %state, 1
  %same = icmp eq i64 %state, 0
  %grown = and i1 %small, %same
  %ends = or i1 %other, %grown
  br i1 %ends, label %end, label %look

end:
  call void @llad.names.release(i64 %old)
  br label %look

look:
  br i1 %small, label %make, label %done

make:
  %b = call i64 @llad.names.alloc(i64 %size)
  call void @llad.names.zero(i64 %b, i64 %size)
  call void @llad.variable.put(i64 %s, i64 %b, i1 true)
  br label %done

done:
  ret void
}

; The same of a vector at %g, whose shadow led to a block at %old, by what llad.variable.enter says of it.
define internal void @llad.variable.vector(i64 %g, i64 %s, i64 %old, i64 %state) noinline nounwind SANITIZE {
  %kept = icmp eq i64 %state, 0
  br i1 %kept, label %done, label %changed

changed:
  %known = icmp eq i64 %state, 1
  br i1 %known, label %end, label %look

end:
  call void @llad.names.delete(i64 %old)
  br label %look

look:
  %g8 = add i64 %g, 8
  %g16 = add i64 %g, 16
  %p0 = inttoptr i64 %g to PTR(i64)
  %p8 = inttoptr i64 %g8 to PTR(i64)
  %p16 = inttoptr i64 %g16 to PTR(i64)
  %begin = load i64, PTR(i64) %p0, align 8
  %last = load i64, PTR(i64) %p8, align 8
  %room = load i64, PTR(i64) %p16, align 8
  %size = sub i64 %room, %begin
  %empty = icmp eq i64 %size, 0
  br i1 %empty, label %done, label %make

make:
  %b = call i64 @llad.names.new(i64 %size)
  call void @llad.names.zero(i64 %b, i64 %size)
  %used = sub i64 %last, %begin
  %e = add i64 %b, %used
  %r = add i64 %b, %size
  %s8 = add i64 %s, 8
  %s16 = add i64 %s, 16
  call void @llad.variable.put(i64 %s, i64 %b, i1 true)
  call void @llad.variable.put(i64 %s8, i64 %e, i1 true)
  call void @llad.variable.put(i64 %s16, i64 %r, i1 true)
  br label %done

done:
  ret void
}

; The same for words of fewer than 64 bits, widened with zeros: pieces of names and of addresses.
define internal i64 @llad.piece.taint(i32 %bits) nounwind alwaysinline {
  %b = zext i32 %bits to i64
  %up = sub i64 64, %b
  %r = lshr i64 -1, %up
  ret i64 %r
}

define internal i64 @llad.piece.join(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  %c = and i64 %a, %b
  %apart = icmp eq i64 %c, 0
  %t = call i64 @llad.piece.taint(i32 %bits)
  %at = icmp ne i64 %sa, %t
  %bt = icmp ne i64 %sb, %t
  %clean = and i1 %at, %bt
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %as = call i1 @llad.piece.single(i64 %sa, i32 %bits)
  %bs = call i1 @llad.piece.single(i64 %sb, i32 %bits)
  %an = icmp ne i64 %a, 0
  %bn = icmp ne i64 %b, 0
  %p1 = and i1 %as, %bn
  %p2 = and i1 %p1, %bz
  %q1 = and i1 %bs, %an
  %q2 = and i1 %q1, %az
  %sp = or i1 %p2, %q2
  %whole = xor i1 %sp, true
  %ok0 = and i1 %clean, %apart
  %ok = and i1 %ok0, %whole
  %xa = select i1 %az, i64 %a, i64 %sa
  %xb = select i1 %bz, i64 %b, i64 %sb
  %x = xor i64 %xa, %xb
  %v = select i1 %ok, i64 %x, i64 %t
  %r = select i1 %none, i64 0, i64 %v
  ret i64 %r
}

; Whether 32 bits are the upper half of a double's name.
define internal i1 @llad.piece.upper(i64 %s) nounwind alwaysinline {
  %base = load i64, PTR(i64) @llad.names.base, align 8
  %d = lshr i64 %base, 32
  %x = xor i64 %d, %s
  %x16 = and i64 %x, 65535
  %near = icmp eq i64 %x16, 0
  %form = and i64 %s, 16842752
  %odd = icmp eq i64 %form, 16842752
  %r = and i1 %near, %odd
  ret i1 %r
}

; Whether 32 bits are the name of a float.
define internal i1 @llad.piece.single(i64 %s, i32 %bits) nounwind alwaysinline {
  %w = icmp eq i32 %bits, 32
  %v = trunc i64 %s to i32
  %marked = icmp slt i32 %v, 0
  %n = call i64 @llad.names.number32(i32 %v)
  %next = load i64, PTR(i64) @llad.names.next, align 8
  %first = load i64, PTR(i64) @llad.names.first, align 8
  %given = icmp ult i64 %n, %next
  %now = icmp uge i64 %n, %first
  %mode = icmp ne i64 MODE, 1
  %r1 = and i1 %marked, %given
  %r2 = and i1 %r1, %now
  %r3 = and i1 %r2, %mode
  %r = and i1 %r3, %w
  ret i1 %r
}

define internal i64 @llad.piece.and(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits, i64 %line) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %r = call i64 @llad.piece.masked(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits, i64 %line)
  ret i64 %r
}

define internal i64 @llad.piece.masked(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits, i64 %line) noinline nounwind {
  %t = call i64 @llad.piece.taint(i32 %bits)
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %one = or i1 %az, %bz
  %x = select i1 %az, i64 %b, i64 %a
  %m = select i1 %az, i64 %a, i64 %b
  %s = or i64 %sa, %sb
  br i1 %one, label %mask, label %taint

taint:
  ret i64 %t

mask:
  %istaint = icmp eq i64 %s, %t
  br i1 %istaint, label %taint, label %clean

clean:
  %lowbits = and i64 %m, 72340172838076673
  %spread = mul i64 %lowbits, 255
  %whole = icmp eq i64 %spread, %m
  br i1 %whole, label %piece, label %part

piece:
  %k = and i64 %s, %m
  ret i64 %k

part:
  %upper = call i1 @llad.piece.upper(i64 %s)
  %low20 = and i64 %m, 1048575
  %head = icmp eq i64 %low20, 0
  %scale = and i1 %upper, %head
  br i1 %scale, label %no, label %half

no:
  ret i64 0

half:
  %single = call i1 @llad.piece.single(i64 %s, i32 %bits)
  br i1 %single, label %float, label %taint

float:
  %low23 = and i64 %m, 8388607
  %head32 = icmp eq i64 %low23, 0
  br i1 %head32, label %no, label %value

value:
  %abs = icmp eq i64 %m, 2147483647
  br i1 %abs, label %absolute, label %taint

absolute:
  %v = trunc i64 %s to i32
  %p = call i32 @llad.names.place32(i32 %v, i64 %line)
  %sign = and i64 %x, 2147483648
  %neg = icmp ne i64 %sign, 0
  %d = select i1 %neg, double -1.0, double 1.0
  %n = call i32 @llad.names.push1(i32 %p, double %d)
  %w = call i32 @llad.names.name32(i32 %n)
  %r = zext i32 %w to i64
  ret i64 %r
}

define internal i64 @llad.piece.xor(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits, i64 %line) nounwind alwaysinline {
  %any = or i64 %sa, %sb
  %none = icmp eq i64 %any, 0
  br i1 %none, label %no, label %some

no:
  ret i64 0

some:
  %az = icmp eq i64 %sa, 0
  %bz = icmp eq i64 %sb, 0
  %mask = select i1 %az, i64 %a, i64 %b
  %s = or i64 %sa, %sb
  %alone = or i1 %az, %bz
  %sign = icmp eq i64 %mask, 2147483648
  %flip = and i1 %sign, %alone
  %single = call i1 @llad.piece.single(i64 %s, i32 %bits)
  %neg = and i1 %flip, %single
  br i1 %neg, label %negated, label %other

negated:
  %v = trunc i64 %s to i32
  %p = call i32 @llad.names.place32(i32 %v, i64 %line)
  %n = call i32 @llad.names.push1(i32 %p, double -1.0)
  %w = call i32 @llad.names.name32(i32 %n)
  %r = zext i32 %w to i64
  ret i64 %r

other:
  %j = call i64 @llad.piece.join(i64 %a, i64 %sa, i64 %b, i64 %sb, i32 %bits)
  ret i64 %j
}

define internal i64 @llad.piece.shl(i64 %s, i64 %n, i32 %bits) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  %t = call i64 @llad.piece.taint(i32 %bits)
  %b = zext i32 %bits to i64
  %big = icmp uge i64 %n, %b
  %n1 = select i1 %big, i64 0, i64 %n
  %v0 = shl i64 %s, %n1
  %v = and i64 %v0, %t
  %odd = and i64 %n, 7
  %bytes = icmp eq i64 %odd, 0
  %clean = icmp ne i64 %s, %t
  %ok = and i1 %bytes, %clean
  %v1 = select i1 %ok, i64 %v, i64 %t
  %gone = or i1 %none, %big
  %r = select i1 %gone, i64 0, i64 %v1
  ret i64 %r
}

define internal i64 @llad.piece.shr(i64 %s, i64 %n, i32 %bits) nounwind alwaysinline {
  %none = icmp eq i64 %s, 0
  %t = call i64 @llad.piece.taint(i32 %bits)
  %b = zext i32 %bits to i64
  %big = icmp uge i64 %n, %b
  %n1 = select i1 %big, i64 0, i64 %n
  %v = lshr i64 %s, %n1
  %odd = and i64 %n, 7
  %bytes = icmp eq i64 %odd, 0
  %upper = call i1 @llad.piece.upper(i64 %s)
  %far = icmp uge i64 %n, 20
  %word = icmp eq i32 %bits, 32
  %s1 = and i1 %upper, %far
  %scale = and i1 %s1, %word
  %single = call i1 @llad.piece.single(i64 %s, i32 %bits)
  %far32 = icmp uge i64 %n, 23
  %scale32 = and i1 %single, %far32
  %head = or i1 %scale, %scale32
  %clean = icmp ne i64 %s, %t
  %ok = and i1 %bytes, %clean
  %some = icmp ne i64 %s, %t
  %head1 = and i1 %head, %some
  %u = select i1 %head1, i64 0, i64 %t
  %v2 = select i1 %ok, i64 %v, i64 %u
  %gone = or i1 %none, %big
  %r = select i1 %gone, i64 0, i64 %v2
  ret i64 %r
}
