; The support functions of adjoints that the threads of a team add to. PTR(t) is the pointer to t; addresses are i64.
; A block is 1024 bytes of shadow memory, its number the address without the lower 10 bits, 38 bits.
; An owner is a word: the epoch's number (16 bits), the thread's from 1 on (10), the block's (38).
; A copy is 1032 bytes that stand for a block, of floats of one width at one phase; its key is the block's number,
; the phase (3 bits) and whether the floats are doubles (1 bit).

; The number of the last epoch, and whether a team works with the owners.
@llad.owners.epoch = internal global i64 0, align 8
@llad.owners.taken = internal global i64 0, align 8

; A team: the number of its first epoch, 0 where another team has the owners; 1 + the first epoch, counted from there,
; in which a thread made a copy; the number of its last epoch.
define internal void @llad.owners.take(i64 %team, i64 %threads) noinline nounwind SANITIZE {
  %first = inttoptr i64 %team to PTR(i64)
  %t1 = add i64 %team, 8
  %copied = inttoptr i64 %t1 to PTR(i64)
  store i64 0, PTR(i64) %copied, align 8
  store i64 0, PTR(i64) %first, align 8
  %many = icmp ugt i64 %threads, 1000
  br i1 %many, label %done, label %ask

ask:
  %was = atomicrmw xchg PTR(i64) @llad.owners.taken, i64 1 acquire
  %other = icmp ne i64 %was, 0
  br i1 %other, label %done, label %ours

ours:
  %last = load i64, PTR(i64) @llad.owners.epoch, align 8
  %full = icmp ugt i64 %last, 60000
  br i1 %full, label %forget, label %go

forget:
  br label %clear

clear:
  %k = phi i64 [ 0, %forget ], [ %k1, %clear ]
  %slot = getelementptr [SLOTS x i64], PTR([SLOTS x i64]) @llad.owners, i64 0, i64 %k
  store i64 0, PTR(i64) %slot, align 8
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, SLOTS
  br i1 %more, label %clear, label %go

go:
  %from = phi i64 [ %last, %ours ], [ 0, %clear ]
  %epoch = add i64 %from, 1
  store i64 %epoch, PTR(i64) %first, align 8
  br label %done

done:
  ret void
}

define internal void @llad.owners.give(i64 %team) noinline nounwind SANITIZE {
  %first = inttoptr i64 %team to PTR(i64)
  %epoch = load i64, PTR(i64) %first, align 8
  %none = icmp eq i64 %epoch, 0
  br i1 %none, label %done, label %ours

ours:
  %t2 = add i64 %team, 16
  %lastp = inttoptr i64 %t2 to PTR(i64)
  %last = load i64, PTR(i64) %lastp, align 8
  store i64 %last, PTR(i64) @llad.owners.epoch, align 8
  store atomic i64 0, PTR(i64) @llad.owners.taken release, align 8
  br label %done

done:
  ret void
}

; A thread's record: the upper bits of its owners, 0 where the team has none; the table of its copies, pairs of a key
; and an address; how many pairs that has room for; how many there are; the team; the epochs that are over; and from
; byte 64 on LINES lines of a cache, each the first byte of a block with the phase in its lower bits (and bit 62 for a
; float), and what leads from there to where the thread adds plainly: 0 in a block of its own.
define internal void @llad.owners.begin(i64 %thread, i64 %team, i64 %number) noinline nounwind SANITIZE {
  %first = inttoptr i64 %team to PTR(i64)
  %epoch = load i64, PTR(i64) %first, align 8
  %none = icmp eq i64 %epoch, 0
  %e = shl i64 %epoch, 48
  %n1 = add i64 %number, 1
  %n = shl i64 %n1, 38
  %both = or i64 %e, %n
  %base = select i1 %none, i64 0, i64 %both
  %f0 = inttoptr i64 %thread to PTR(i64)
  store i64 %base, PTR(i64) %f0, align 8
  %a1 = add i64 %thread, 8
  %f1 = inttoptr i64 %a1 to PTR(i64)
  store i64 0, PTR(i64) %f1, align 8
  %a2 = add i64 %thread, 16
  %f2 = inttoptr i64 %a2 to PTR(i64)
  store i64 0, PTR(i64) %f2, align 8
  %a3 = add i64 %thread, 24
  %f3 = inttoptr i64 %a3 to PTR(i64)
  store i64 0, PTR(i64) %f3, align 8
  %a4 = add i64 %thread, 32
  %f4 = inttoptr i64 %a4 to PTR(i64)
  store i64 %team, PTR(i64) %f4, align 8
  %a5 = add i64 %thread, 40
  %f5 = inttoptr i64 %a5 to PTR(i64)
  store i64 0, PTR(i64) %f5, align 8
  call void @llad.owners.empty(i64 %thread)
  ret void
}

; Empties a thread's cache.
define internal void @llad.owners.empty(i64 %thread) noinline nounwind SANITIZE {
  %lines = add i64 %thread, 64
  br label %clear

clear:
  %k = phi i64 [ 0, %0 ], [ %k1, %clear ]
  %o = shl i64 %k, 4
  %a = add i64 %lines, %o
  %p = inttoptr i64 %a to PTR(i64)
  store i64 0, PTR(i64) %p, align 8
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, LINES
  br i1 %more, label %clear, label %done

done:
  ret void
}

; Has the line of a key lead to where the thread adds.
define internal void @llad.owners.line(i64 %thread, i64 %key, i64 %by) noinline nounwind SANITIZE {
  %h = mul i64 %key, HASH
  %n = lshr i64 %h, SHIFT
  %o = shl i64 %n, 4
  %lines = add i64 %thread, 64
  %a = add i64 %lines, %o
  %p = inttoptr i64 %a to PTR(i64)
  store i64 %key, PTR(i64) %p, align 8
  %a8 = add i64 %a, 8
  %p8 = inttoptr i64 %a8 to PTR(i64)
  store i64 %by, PTR(i64) %p8, align 8
  ret void
}

; The owner of the block at an address, once this thread has asked for it: what it asked for where it is the owner, the
; word of another thread, or that of another block, which has its place for this epoch.
define internal i64 @llad.owners.claim(i64 %own, i64 %block) noinline nounwind SANITIZE {
  %n = and i64 %block, MASK
  %slot = getelementptr [SLOTS x i64], PTR([SLOTS x i64]) @llad.owners, i64 0, i64 %n
  %s0 = load atomic i64, PTR(i64) %slot monotonic, align 8
  %epoch = lshr i64 %own, 48
  br label %look

look:
  %s = phi i64 [ %s0, %0 ], [ %s1, %try ]
  %e = lshr i64 %s, 48
  %now = icmp eq i64 %e, %epoch
  br i1 %now, label %found, label %try

try:
  %x = cmpxchg PTR(i64) %slot, i64 %s, i64 %own monotonic monotonic
  %s1 = extractvalue { i64, i1 } %x, 0
  %ok = extractvalue { i64, i1 } %x, 1
  br i1 %ok, label %mine, label %look

mine:
  ret i64 %own

found:
  ret i64 %s
}

; Where a float at an address has its copy, 0 for none; one is made where that is wanted.
define internal i64 @llad.owners.copy(i64 %thread, i64 %at, i64 %bytes, i1 %make) noinline nounwind SANITIZE {
  %b1 = sub i64 %bytes, 1
  %phase = and i64 %at, %b1
  %block = lshr i64 %at, 10
  %b4 = shl i64 %block, 4
  %p1 = shl i64 %phase, 1
  %wide = lshr i64 %bytes, 3
  %k0 = or i64 %b4, %p1
  %key = or i64 %k0, %wide
  %a1 = add i64 %thread, 8
  %tablep = inttoptr i64 %a1 to PTR(i64)
  %a2 = add i64 %thread, 16
  %roomp = inttoptr i64 %a2 to PTR(i64)
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %room = load i64, PTR(i64) %roomp, align 8
  %twice = shl i64 %count, 1
  %full = icmp uge i64 %twice, %room
  %grow = and i1 %full, %make
  br i1 %grow, label %larger, label %any

larger:
  call void @llad.owners.larger(i64 %thread)
  br label %any

any:
  %room1 = load i64, PTR(i64) %roomp, align 8
  %empty = icmp eq i64 %room1, 0
  br i1 %empty, label %none, label %search

search:
  %table = load i64, PTR(i64) %tablep, align 8
  %place = call i64 @llad.owners.place(i64 %table, i64 %room1, i64 %key)
  %kp = inttoptr i64 %place to PTR(i64)
  %k = load i64, PTR(i64) %kp, align 8
  %v = add i64 %place, 8
  %vp = inttoptr i64 %v to PTR(i64)
  %is = icmp eq i64 %k, %key
  br i1 %is, label %found, label %missing

missing:
  br i1 %make, label %new, label %none

new:
  %fresh = call i64 @llad.owners.alloc(i64 1032)
  store i64 %key, PTR(i64) %kp, align 8
  store i64 %fresh, PTR(i64) %vp, align 8
  %more = add i64 %count, 1
  store i64 %more, PTR(i64) %countp, align 8
  call void @llad.owners.copied(i64 %thread)
  br label %found

found:
  %c = load i64, PTR(i64) %vp, align 8
  %off = and i64 %at, 1023
  %where = add i64 %c, %off
  ret i64 %where

none:
  ret i64 0
}

; Notes that this epoch has copies.
define internal void @llad.owners.copied(i64 %thread) noinline nounwind SANITIZE {
  %a4 = add i64 %thread, 32
  %teamp = inttoptr i64 %a4 to PTR(i64)
  %team = load i64, PTR(i64) %teamp, align 8
  %a5 = add i64 %thread, 40
  %overp = inttoptr i64 %a5 to PTR(i64)
  %over = load i64, PTR(i64) %overp, align 8
  %now = add i64 %over, 1
  %t1 = add i64 %team, 8
  %copied = inttoptr i64 %t1 to PTR(i64)
  %x = cmpxchg PTR(i64) %copied, i64 0, i64 %now monotonic monotonic
  ret void
}

; The place of a key in a table of pairs: where it stands, or where it belongs.
define internal i64 @llad.owners.place(i64 %table, i64 %room, i64 %key) noinline nounwind SANITIZE {
  %h0 = mul i64 %key, HASH
  %h1 = lshr i64 %h0, 32
  %m = sub i64 %room, 1
  br label %look

look:
  %h = phi i64 [ %h1, %0 ], [ %h2, %next ]
  %n = and i64 %h, %m
  %off = shl i64 %n, 4
  %place = add i64 %table, %off
  %kp = inttoptr i64 %place to PTR(i64)
  %k = load i64, PTR(i64) %kp, align 8
  %is = icmp eq i64 %k, %key
  %free = icmp eq i64 %k, 0
  %end = or i1 %is, %free
  br i1 %end, label %done, label %next

next:
  %h2 = add i64 %h, 1
  br label %look

done:
  ret i64 %place
}

; Gives a thread a table of twice the size.
define internal void @llad.owners.larger(i64 %thread) noinline nounwind SANITIZE {
  %a1 = add i64 %thread, 8
  %tablep = inttoptr i64 %a1 to PTR(i64)
  %a2 = add i64 %thread, 16
  %roomp = inttoptr i64 %a2 to PTR(i64)
  %old = load i64, PTR(i64) %tablep, align 8
  %room = load i64, PTR(i64) %roomp, align 8
  %twice = shl i64 %room, 1
  %small = icmp ult i64 %twice, 64
  %new = select i1 %small, i64 64, i64 %twice
  %bytes = shl i64 %new, 4
  %table = call i64 @llad.owners.alloc(i64 %bytes)
  store i64 %table, PTR(i64) %tablep, align 8
  store i64 %new, PTR(i64) %roomp, align 8
  br label %look

look:
  %k = phi i64 [ 0, %0 ], [ %k1, %next ]
  %more = icmp ult i64 %k, %room
  br i1 %more, label %pair, label %done

pair:
  %off = shl i64 %k, 4
  %from = add i64 %old, %off
  %fp = inttoptr i64 %from to PTR(i64)
  %key = load i64, PTR(i64) %fp, align 8
  %free = icmp eq i64 %key, 0
  br i1 %free, label %next, label %move

move:
  %to = call i64 @llad.owners.place(i64 %table, i64 %new, i64 %key)
  %tp = inttoptr i64 %to to PTR(i64)
  store i64 %key, PTR(i64) %tp, align 8
  %from8 = add i64 %from, 8
  %fp8 = inttoptr i64 %from8 to PTR(i64)
  %copy = load i64, PTR(i64) %fp8, align 8
  %to8 = add i64 %to, 8
  %tp8 = inttoptr i64 %to8 to PTR(i64)
  store i64 %copy, PTR(i64) %tp8, align 8
  br label %next

next:
  %k1 = add i64 %k, 1
  br label %look

done:
  call void @llad.owners.release(i64 %old)
  ret void
}

; Adds what stands in a thread's copies to the floats that they are copies of, and ends the copies.
define internal void @llad.owners.flush(i64 %thread) noinline nounwind SANITIZE {
  %a1 = add i64 %thread, 8
  %tablep = inttoptr i64 %a1 to PTR(i64)
  %a2 = add i64 %thread, 16
  %roomp = inttoptr i64 %a2 to PTR(i64)
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %nothing = icmp eq i64 %count, 0
  br i1 %nothing, label %done, label %some

some:
  %table = load i64, PTR(i64) %tablep, align 8
  %room = load i64, PTR(i64) %roomp, align 8
  store i64 0, PTR(i64) %countp, align 8
  br label %look

look:
  %k = phi i64 [ 0, %some ], [ %k1, %next ]
  %more = icmp ult i64 %k, %room
  br i1 %more, label %pair, label %done

pair:
  %off = shl i64 %k, 4
  %place = add i64 %table, %off
  %kp = inttoptr i64 %place to PTR(i64)
  %key = load i64, PTR(i64) %kp, align 8
  %free = icmp eq i64 %key, 0
  br i1 %free, label %next, label %copy

copy:
  store i64 0, PTR(i64) %kp, align 8
  %v = add i64 %place, 8
  %vp = inttoptr i64 %v to PTR(i64)
  %c = load i64, PTR(i64) %vp, align 8
  %b0 = lshr i64 %key, 4
  %block = shl i64 %b0, 10
  %p0 = lshr i64 %key, 1
  %phase = and i64 %p0, 7
  %wide = trunc i64 %key to i1
  br i1 %wide, label %doubles, label %singles

doubles:
  %od = phi i64 [ %phase, %copy ], [ %od1, %nextdouble ]
  %cd = add i64 %c, %od
  %cdp = inttoptr i64 %cd to PTR(double)
  %xd = load double, PTR(double) %cdp, align 1
  %zd = fcmp oeq double %xd, 0.0
  br i1 %zd, label %nextdouble, label %adddouble

adddouble:
  %ad = add i64 %block, %od
  %adp = inttoptr i64 %ad to PTR(double)
  %rd = atomicrmw fadd PTR(double) %adp, double %xd monotonic
  br label %nextdouble

nextdouble:
  %od1 = add i64 %od, 8
  %md = icmp ult i64 %od1, 1024
  br i1 %md, label %doubles, label %end

singles:
  %os = phi i64 [ %phase, %copy ], [ %os1, %nextsingle ]
  %cs = add i64 %c, %os
  %csp = inttoptr i64 %cs to PTR(float)
  %xs = load float, PTR(float) %csp, align 1
  %zs = fcmp oeq float %xs, 0.0
  br i1 %zs, label %nextsingle, label %addsingle

addsingle:
  %as = add i64 %block, %os
  %asp = inttoptr i64 %as to PTR(float)
  %rs = atomicrmw fadd PTR(float) %asp, float %xs monotonic
  br label %nextsingle

nextsingle:
  %os1 = add i64 %os, 4
  %ms = icmp ult i64 %os1, 1024
  br i1 %ms, label %singles, label %end

end:
  call void @llad.owners.release(i64 %c)
  br label %next

next:
  %k1 = add i64 %k, 1
  br label %look

done:
  ret void
}

; Whether an epoch that all threads have ended has copies.
define internal i1 @llad.owners.copies(i64 %thread) noinline nounwind SANITIZE {
  %a4 = add i64 %thread, 32
  %teamp = inttoptr i64 %a4 to PTR(i64)
  %team = load i64, PTR(i64) %teamp, align 8
  %a5 = add i64 %thread, 40
  %overp = inttoptr i64 %a5 to PTR(i64)
  %over = load i64, PTR(i64) %overp, align 8
  %t1 = add i64 %team, 8
  %copiedp = inttoptr i64 %t1 to PTR(i64)
  %copied = load atomic i64, PTR(i64) %copiedp monotonic, align 8
  %d = sub i64 %copied, 1
  %is = icmp ule i64 %d, %over
  ret i1 %is
}

; Begins the next epoch: nobody owns a block. The last epochs that have numbers are one.
define internal void @llad.owners.next(i64 %thread) noinline nounwind SANITIZE {
  %a5 = add i64 %thread, 40
  %overp = inttoptr i64 %a5 to PTR(i64)
  %over = load i64, PTR(i64) %overp, align 8
  %over1 = add i64 %over, 1
  store i64 %over1, PTR(i64) %overp, align 8
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %e = lshr i64 %base, 48
  %ours = icmp ne i64 %e, 0
  %room = icmp ult i64 %e, 65000
  %may = and i1 %ours, %room
  %base1 = add i64 %base, 281474976710656
  %new = select i1 %may, i64 %base1, i64 %base
  store i64 %new, PTR(i64) %basep, align 8
  call void @llad.owners.empty(i64 %thread)
  ret void
}

; Ends a thread's last epoch, when its copies are gone.
define internal void @llad.owners.end(i64 %thread) noinline nounwind SANITIZE {
  %a4 = add i64 %thread, 32
  %teamp = inttoptr i64 %a4 to PTR(i64)
  %team = load i64, PTR(i64) %teamp, align 8
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %e = lshr i64 %base, 48
  %t2 = add i64 %team, 16
  %lastp = inttoptr i64 %t2 to PTR(i64)
  store atomic i64 %e, PTR(i64) %lastp monotonic, align 8
  %a1 = add i64 %thread, 8
  %tablep = inttoptr i64 %a1 to PTR(i64)
  %table = load i64, PTR(i64) %tablep, align 8
  call void @llad.owners.release(i64 %table)
  ret void
}

; Where this thread adds plainly to a double, 0 where it has to add atomically.
define internal i64 @llad.owners.where.double(i64 %thread, i64 %at) noinline nounwind SANITIZE {
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %none = icmp eq i64 %base, 0
  br i1 %none, label %shared, label %ask

ask:
  %b0 = lshr i64 %at, 10
  %block = and i64 %b0, 274877906943
  %own = or i64 %base, %block
  %s = call i64 @llad.owners.claim(i64 %own, i64 %block)
  %mine = icmp eq i64 %s, %own
  br i1 %mine, label %plain, label %others

others:
  %x = xor i64 %s, %block
  %b = and i64 %x, 274877906943
  %same = icmp eq i64 %b, 0
  br i1 %same, label %copy, label %shared

copy:
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 8, i1 true)
  br label %plain

plain:
  %w = phi i64 [ %at, %ask ], [ %c, %copy ]
  %by = sub i64 %w, %at
  %k0 = and i64 %at, -1017
  %key = or i64 %k0, 0
  call void @llad.owners.line(i64 %thread, i64 %key, i64 %by)
  ret i64 %w

shared:
  ret i64 0
}

; Adds to a double that has no line in the cache.
define internal void @llad.owners.add.double(i64 %thread, i64 %at, double %d) noinline cold nounwind SANITIZE {
  %w = call i64 @llad.owners.where.double(i64 %thread, i64 %at)
  %none = icmp eq i64 %w, 0
  br i1 %none, label %shared, label %plain

plain:
  %q = inttoptr i64 %w to PTR(double)
  %v = load double, PTR(double) %q, align 1
  %v1 = fadd double %v, %d
  store double %v1, PTR(double) %q, align 1
  ret void

shared:
  %p = inttoptr i64 %at to PTR(double)
  %r = atomicrmw fadd PTR(double) %p, double %d monotonic
  ret void
}

; Adds the floats from dst on to those from src on, and clears them.
define internal void @llad.owners.move.double(i64 %thread, i64 %src, i64 %dst, i64 %bytes) noinline nounwind SANITIZE {
  %end = add i64 %src, %bytes
  br label %look

look:
  %at = phi i64 [ %src, %0 ], [ %at1, %next ]
  %from = phi i64 [ %dst, %0 ], [ %from1, %next ]
  %more = icmp ult i64 %at, %end
  br i1 %more, label %block, label %done

block:
  %b0 = or i64 %at, 1023
  %b1 = add i64 %b0, 1
  %short = icmp ult i64 %b1, %end
  %stop = select i1 %short, i64 %b1, i64 %end
  %w = call i64 @llad.owners.where.double(i64 %thread, i64 %at)
  %by = sub i64 %w, %at
  %none = icmp eq i64 %w, 0
  br label %one

one:
  %a = phi i64 [ %at, %block ], [ %a1, %after ]
  %f = phi i64 [ %from, %block ], [ %f1, %after ]
  %fp = inttoptr i64 %f to PTR(double)
  %d = load double, PTR(double) %fp, align 1
  store double 0.0, PTR(double) %fp, align 1
  br i1 %none, label %shared, label %plain

plain:
  %to = add i64 %a, %by
  %q = inttoptr i64 %to to PTR(double)
  %v = load double, PTR(double) %q, align 1
  %v1 = fadd double %v, %d
  store double %v1, PTR(double) %q, align 1
  br label %after

shared:
  %p = inttoptr i64 %a to PTR(double)
  %r = atomicrmw fadd PTR(double) %p, double %d monotonic
  br label %after

after:
  %a1 = add i64 %a, 8
  %f1 = add i64 %f, 8
  %in = icmp ult i64 %a1, %stop
  br i1 %in, label %one, label %next

next:
  %at1 = phi i64 [ %a1, %after ]
  %from1 = phi i64 [ %f1, %after ]
  br label %look

done:
  ret void
}

; Brings what this thread has added to a copy of a double home: no other thread is at the double in this epoch.
define internal void @llad.owners.settle.double(i64 %thread, i64 %at) noinline cold nounwind SANITIZE {
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %none = icmp eq i64 %base, 0
  br i1 %none, label %done, label %ask

ask:
  %b0 = lshr i64 %at, 10
  %block = and i64 %b0, 274877906943
  %own = or i64 %base, %block
  %s = call i64 @llad.owners.claim(i64 %own, i64 %block)
  %mine = icmp eq i64 %s, %own
  br i1 %mine, label %ours, label %others

ours:
  %k0 = and i64 %at, -1017
  %key = or i64 %k0, 0
  call void @llad.owners.line(i64 %thread, i64 %key, i64 0)
  ret void

others:
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %no = icmp eq i64 %count, 0
  br i1 %no, label %done, label %look

look:
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 8, i1 false)
  %missing = icmp eq i64 %c, 0
  br i1 %missing, label %done, label %found

found:
  %q = inttoptr i64 %c to PTR(double)
  %v = load double, PTR(double) %q, align 1
  %zero = fcmp oeq double %v, 0.0
  br i1 %zero, label %done, label %add

add:
  store double 0.0, PTR(double) %q, align 1
  %p = inttoptr i64 %at to PTR(double)
  %x = load double, PTR(double) %p, align 1
  %x1 = fadd double %x, %v
  store double %x1, PTR(double) %p, align 1
  br label %done

done:
  ret void
}

; The same for all that lies in a block of memory.
define internal void @llad.owners.settles.double(i64 %thread, i64 %from, i64 %bytes) noinline nounwind SANITIZE {
  %end = add i64 %from, %bytes
  %first = and i64 %from, -1024
  br label %look

look:
  %block = phi i64 [ %first, %0 ], [ %block1, %last ]
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %some = icmp ne i64 %count, 0
  %more = icmp ult i64 %block, %end
  %go = and i1 %some, %more
  br i1 %go, label %phases, label %done

phases:
  %phase = phi i64 [ 0, %look ], [ %phase1, %nextphase ]
  %at = add i64 %block, %phase
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 8, i1 false)
  %missing = icmp eq i64 %c, 0
  br i1 %missing, label %nextphase, label %floats

floats:
  %o = phi i64 [ %phase, %phases ], [ %o1, %nextfloat ]
  %a = add i64 %block, %o
  %a1 = add i64 %a, 8
  %behind = icmp uge i64 %a, %from
  %before = icmp ule i64 %a1, %end
  %in = and i1 %behind, %before
  br i1 %in, label %one, label %nextfloat

one:
  call void @llad.owners.settle.double(i64 %thread, i64 %a)
  br label %nextfloat

nextfloat:
  %o1 = add i64 %o, 8
  %inside = icmp ult i64 %o1, 1024
  br i1 %inside, label %floats, label %nextphase

nextphase:
  %phase1 = add i64 %phase, 1
  %again = icmp ult i64 %phase1, 8
  br i1 %again, label %phases, label %last

last:
  %block1 = add i64 %block, 1024
  br label %look

done:
  ret void
}

; Where this thread adds plainly to a float, 0 where it has to add atomically.
define internal i64 @llad.owners.where.float(i64 %thread, i64 %at) noinline nounwind SANITIZE {
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %none = icmp eq i64 %base, 0
  br i1 %none, label %shared, label %ask

ask:
  %b0 = lshr i64 %at, 10
  %block = and i64 %b0, 274877906943
  %own = or i64 %base, %block
  %s = call i64 @llad.owners.claim(i64 %own, i64 %block)
  %mine = icmp eq i64 %s, %own
  br i1 %mine, label %plain, label %others

others:
  %x = xor i64 %s, %block
  %b = and i64 %x, 274877906943
  %same = icmp eq i64 %b, 0
  br i1 %same, label %copy, label %shared

copy:
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 4, i1 true)
  br label %plain

plain:
  %w = phi i64 [ %at, %ask ], [ %c, %copy ]
  %by = sub i64 %w, %at
  %k0 = and i64 %at, -1021
  %key = or i64 %k0, 4611686018427387904
  call void @llad.owners.line(i64 %thread, i64 %key, i64 %by)
  ret i64 %w

shared:
  ret i64 0
}

; Adds to a float that has no line in the cache.
define internal void @llad.owners.add.float(i64 %thread, i64 %at, float %d) noinline cold nounwind SANITIZE {
  %w = call i64 @llad.owners.where.float(i64 %thread, i64 %at)
  %none = icmp eq i64 %w, 0
  br i1 %none, label %shared, label %plain

plain:
  %q = inttoptr i64 %w to PTR(float)
  %v = load float, PTR(float) %q, align 1
  %v1 = fadd float %v, %d
  store float %v1, PTR(float) %q, align 1
  ret void

shared:
  %p = inttoptr i64 %at to PTR(float)
  %r = atomicrmw fadd PTR(float) %p, float %d monotonic
  ret void
}

; Adds the floats from dst on to those from src on, and clears them.
define internal void @llad.owners.move.float(i64 %thread, i64 %src, i64 %dst, i64 %bytes) noinline nounwind SANITIZE {
  %end = add i64 %src, %bytes
  br label %look

look:
  %at = phi i64 [ %src, %0 ], [ %at1, %next ]
  %from = phi i64 [ %dst, %0 ], [ %from1, %next ]
  %more = icmp ult i64 %at, %end
  br i1 %more, label %block, label %done

block:
  %b0 = or i64 %at, 1023
  %b1 = add i64 %b0, 1
  %short = icmp ult i64 %b1, %end
  %stop = select i1 %short, i64 %b1, i64 %end
  %w = call i64 @llad.owners.where.float(i64 %thread, i64 %at)
  %by = sub i64 %w, %at
  %none = icmp eq i64 %w, 0
  br label %one

one:
  %a = phi i64 [ %at, %block ], [ %a1, %after ]
  %f = phi i64 [ %from, %block ], [ %f1, %after ]
  %fp = inttoptr i64 %f to PTR(float)
  %d = load float, PTR(float) %fp, align 1
  store float 0.0, PTR(float) %fp, align 1
  br i1 %none, label %shared, label %plain

plain:
  %to = add i64 %a, %by
  %q = inttoptr i64 %to to PTR(float)
  %v = load float, PTR(float) %q, align 1
  %v1 = fadd float %v, %d
  store float %v1, PTR(float) %q, align 1
  br label %after

shared:
  %p = inttoptr i64 %a to PTR(float)
  %r = atomicrmw fadd PTR(float) %p, float %d monotonic
  br label %after

after:
  %a1 = add i64 %a, 4
  %f1 = add i64 %f, 4
  %in = icmp ult i64 %a1, %stop
  br i1 %in, label %one, label %next

next:
  %at1 = phi i64 [ %a1, %after ]
  %from1 = phi i64 [ %f1, %after ]
  br label %look

done:
  ret void
}

; Brings what this thread has added to a copy of a float home: no other thread is at the float in this epoch.
define internal void @llad.owners.settle.float(i64 %thread, i64 %at) noinline cold nounwind SANITIZE {
  %basep = inttoptr i64 %thread to PTR(i64)
  %base = load i64, PTR(i64) %basep, align 8
  %none = icmp eq i64 %base, 0
  br i1 %none, label %done, label %ask

ask:
  %b0 = lshr i64 %at, 10
  %block = and i64 %b0, 274877906943
  %own = or i64 %base, %block
  %s = call i64 @llad.owners.claim(i64 %own, i64 %block)
  %mine = icmp eq i64 %s, %own
  br i1 %mine, label %ours, label %others

ours:
  %k0 = and i64 %at, -1021
  %key = or i64 %k0, 4611686018427387904
  call void @llad.owners.line(i64 %thread, i64 %key, i64 0)
  ret void

others:
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %no = icmp eq i64 %count, 0
  br i1 %no, label %done, label %look

look:
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 4, i1 false)
  %missing = icmp eq i64 %c, 0
  br i1 %missing, label %done, label %found

found:
  %q = inttoptr i64 %c to PTR(float)
  %v = load float, PTR(float) %q, align 1
  %zero = fcmp oeq float %v, 0.0
  br i1 %zero, label %done, label %add

add:
  store float 0.0, PTR(float) %q, align 1
  %p = inttoptr i64 %at to PTR(float)
  %x = load float, PTR(float) %p, align 1
  %x1 = fadd float %x, %v
  store float %x1, PTR(float) %p, align 1
  br label %done

done:
  ret void
}

; The same for all that lies in a block of memory.
define internal void @llad.owners.settles.float(i64 %thread, i64 %from, i64 %bytes) noinline nounwind SANITIZE {
  %end = add i64 %from, %bytes
  %first = and i64 %from, -1024
  br label %look

look:
  %block = phi i64 [ %first, %0 ], [ %block1, %last ]
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %some = icmp ne i64 %count, 0
  %more = icmp ult i64 %block, %end
  %go = and i1 %some, %more
  br i1 %go, label %phases, label %done

phases:
  %phase = phi i64 [ 0, %look ], [ %phase1, %nextphase ]
  %at = add i64 %block, %phase
  %c = call i64 @llad.owners.copy(i64 %thread, i64 %at, i64 4, i1 false)
  %missing = icmp eq i64 %c, 0
  br i1 %missing, label %nextphase, label %floats

floats:
  %o = phi i64 [ %phase, %phases ], [ %o1, %nextfloat ]
  %a = add i64 %block, %o
  %a1 = add i64 %a, 4
  %behind = icmp uge i64 %a, %from
  %before = icmp ule i64 %a1, %end
  %in = and i1 %behind, %before
  br i1 %in, label %one, label %nextfloat

one:
  call void @llad.owners.settle.float(i64 %thread, i64 %a)
  br label %nextfloat

nextfloat:
  %o1 = add i64 %o, 4
  %inside = icmp ult i64 %o1, 1024
  br i1 %inside, label %floats, label %nextphase

nextphase:
  %phase1 = add i64 %phase, 1
  %again = icmp ult i64 %phase1, 4
  br i1 %again, label %phases, label %last

last:
  %block1 = add i64 %block, 1024
  br label %look

done:
  ret void
}

; The same for blocks that may overlap; without a source the floats from dst on are cleared.
define internal void @llad.owners.moves.double(i64 %thread, i64 %src, i64 %dst, i64 %bytes, i1 %to) noinline nounwind SANITIZE {
  call void @llad.owners.settles.double(i64 %thread, i64 %dst, i64 %bytes)
  %d0 = sub i64 %dst, %src
  %d1 = sub i64 %src, %dst
  %up = icmp ugt i64 %dst, %src
  %d = select i1 %up, i64 %d0, i64 %d1
  %apart = icmp uge i64 %d, %bytes
  %plain = and i1 %apart, %to
  br i1 %plain, label %whole, label %some

whole:
  call void @llad.owners.move.double(i64 %thread, i64 %src, i64 %dst, i64 %bytes)
  ret void

some:
  %n = udiv i64 %bytes, 8
  br label %look

look:
  %k = phi i64 [ 0, %some ], [ %k1, %next ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %one, label %done

one:
  %k1 = add i64 %k, 1
  %back = sub i64 %n, %k1
  %at = select i1 %up, i64 %k, i64 %back
  %off = mul i64 %at, 8
  %a = add i64 %dst, %off
  call void @llad.owners.settle.double(i64 %thread, i64 %a)
  %p = inttoptr i64 %a to PTR(double)
  %v = load double, PTR(double) %p, align 1
  store double 0.0, PTR(double) %p, align 1
  br i1 %to, label %add, label %next

add:
  %b = add i64 %src, %off
  call void @llad.owners.add.double(i64 %thread, i64 %b, double %v)
  br label %next

next:
  br label %look

done:
  ret void
}

; The same for blocks that may overlap; without a source the floats from dst on are cleared.
define internal void @llad.owners.moves.float(i64 %thread, i64 %src, i64 %dst, i64 %bytes, i1 %to) noinline nounwind SANITIZE {
  call void @llad.owners.settles.float(i64 %thread, i64 %dst, i64 %bytes)
  %d0 = sub i64 %dst, %src
  %d1 = sub i64 %src, %dst
  %up = icmp ugt i64 %dst, %src
  %d = select i1 %up, i64 %d0, i64 %d1
  %apart = icmp uge i64 %d, %bytes
  %plain = and i1 %apart, %to
  br i1 %plain, label %whole, label %some

whole:
  call void @llad.owners.move.float(i64 %thread, i64 %src, i64 %dst, i64 %bytes)
  ret void

some:
  %n = udiv i64 %bytes, 4
  br label %look

look:
  %k = phi i64 [ 0, %some ], [ %k1, %next ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %one, label %done

one:
  %k1 = add i64 %k, 1
  %back = sub i64 %n, %k1
  %at = select i1 %up, i64 %k, i64 %back
  %off = mul i64 %at, 4
  %a = add i64 %dst, %off
  call void @llad.owners.settle.float(i64 %thread, i64 %a)
  %p = inttoptr i64 %a to PTR(float)
  %v = load float, PTR(float) %p, align 1
  store float 0.0, PTR(float) %p, align 1
  br i1 %to, label %add, label %next

add:
  %b = add i64 %src, %off
  call void @llad.owners.add.float(i64 %thread, i64 %b, float %v)
  br label %next

next:
  br label %look

done:
  ret void
}

; Brings home what there is in copies of memory that a tape is about to end: all from an address on. What it reads of the
; tape and its chunks is described in package tape.
define internal void @llad.owners.popped(i64 %thread, i64 %tape, i64 %from) noinline nounwind SANITIZE {
  %a3 = add i64 %thread, 24
  %countp = inttoptr i64 %a3 to PTR(i64)
  %count = load i64, PTR(i64) %countp, align 8
  %no = icmp eq i64 %count, 0
  br i1 %no, label %done, label %some

some:
  %topp = inttoptr i64 %tape to PTR(i64)
  %top = load i64, PTR(i64) %topp, align 8
  %t16 = add i64 %tape, 16
  %chunkp = inttoptr i64 %t16 to PTR(i64)
  %chunk = load i64, PTR(i64) %chunkp, align 8
  br label %look

look:
  %c = phi i64 [ %chunk, %some ], [ %below, %next ]
  %end = phi i64 [ %top, %some ], [ %belowtop, %next ]
  %none = icmp eq i64 %c, 0
  br i1 %none, label %done, label %piece

piece:
  %c16 = add i64 %c, 16
  %sizep = inttoptr i64 %c16 to PTR(i64)
  %size = load i64, PTR(i64) %sizep, align 8
  %off = sub i64 %from, %c
  %inside = icmp ult i64 %off, %size
  %start = select i1 %inside, i64 %from, i64 %c
  %bytes = sub i64 %end, %start
  call void @llad.owners.settles.double(i64 %thread, i64 %start, i64 %bytes)
  call void @llad.owners.settles.float(i64 %thread, i64 %start, i64 %bytes)
  br i1 %inside, label %done, label %next

next:
  %belowp = inttoptr i64 %c to PTR(i64)
  %below = load i64, PTR(i64) %belowp, align 8
  %c24 = add i64 %c, 24
  %belowtopp = inttoptr i64 %c24 to PTR(i64)
  %belowtop = load i64, PTR(i64) %belowtopp, align 8
  br label %look

done:
  ret void
}
