; pass: DataCopying
target triple = "x86_64-pc-linux-gnu"

; Two rows at %a are read at once, for each column of the product; the second one's number is that of the first with
; the lowest bit set. How many elements there are is chosen inside the nest, of what does not vary there. What is
; read is overwritten behind the nest.
define void @f(ptr %a, ptr %x, ptr %y, i64 %n, i64 %steps, i1 %one) {
entry:
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %t.next, %next ]
  br label %rows

rows:
  %k = phi i64 [ 0, %step ], [ %k.next, %rows.next ]
  %k1 = or disjoint i64 %k, 1
  %r0 = mul nuw nsw i64 %k, 64
  %r1 = mul nuw nsw i64 %k1, 64
  %a0 = getelementptr inbounds double, ptr %a, i64 %r0
  %a1 = getelementptr inbounds double, ptr %a, i64 %r1
  br label %column

column:
  %o = phi i64 [ 0, %rows ], [ %o.next, %stored ]
  %least = select i1 %one, i64 1, i64 64
  br label %sum

sum:
  %i = phi i64 [ 0, %column ], [ %i.next, %sum ]
  %s0 = phi double [ 0.0, %column ], [ %s0.next, %sum ]
  %s1 = phi double [ 0.0, %column ], [ %s1.next, %sum ]
  %p0 = getelementptr inbounds double, ptr %a0, i64 %i
  %v0 = load double, ptr %p0, align 8
  %p1 = getelementptr inbounds double, ptr %a1, i64 %i
  %v1 = load double, ptr %p1, align 8
  %m0 = fmul double %v0, %v0
  %m1 = fmul double %v1, %v1
  %s0.next = fadd double %s0, %m0
  %s1.next = fadd double %s1, %m1
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %least
  br i1 %i.done, label %stored, label %sum

stored:
  %l0 = phi double [ %s0.next, %sum ]
  %l1 = phi double [ %s1.next, %sum ]
  %l = fadd double %l0, %l1
  %q = getelementptr inbounds double, ptr %y, i64 %o
  store double %l, ptr %q, align 8
  %o.next = add nuw nsw i64 %o, 1
  %o.done = icmp eq i64 %o.next, 64
  br i1 %o.done, label %rows.next, label %column

rows.next:
  %k.next = add nuw nsw i64 %k, 2
  %k.more = icmp ult i64 %k.next, 64
  br i1 %k.more, label %rows, label %behind

behind:
  br label %copy

copy:
  %j = phi i64 [ 0, %behind ], [ %j.next, %copy ]
  %from = getelementptr inbounds double, ptr %y, i64 %j
  %c = load double, ptr %from, align 8
  %to = getelementptr inbounds double, ptr %a, i64 %j
  store double %c, ptr %to, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %next, label %copy

next:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %steps
  br i1 %t.done, label %end, label %step

end:
  ret void
}
; want:
; define void @f(ptr %a, ptr %x, ptr %y, i64 %n, i64 %steps, i1 %one) {
; entry:
;   br label %step
;
; step:
;   %t = phi i64 [ 0, %entry ], [ %t.next, %next ]
;   %v.0 = icmp slt i64 64, 1048576
;   %v.1 = select i1 %v.0, i64 64, i64 1048576
;   %v.2 = icmp slt i64 %v.1, 1099511627776
;   %v.3 = select i1 %v.2, i64 %v.1, i64 1099511627776
;   %v.4 = icmp slt i64 64, 1048576
;   %v.5 = select i1 %v.4, i64 64, i64 1048576
;   %v.6 = mul i64 %v.3, %v.5
;   %v.7 = icmp slt i64 %v.6, 1099511627776
;   %v.8 = select i1 %v.7, i64 %v.6, i64 1099511627776
;   %v.9 = icmp slt i64 32, 1048576
;   %v.10 = select i1 %v.9, i64 32, i64 1048576
;   %v.11 = mul i64 %v.8, %v.10
;   %v.12 = icmp slt i64 %v.11, 1099511627776
;   %v.13 = select i1 %v.12, i64 %v.11, i64 1099511627776
;   %v.14 = icmp slt i64 512, 0
;   %v.15 = select i1 %v.14, i64 512, i64 0
;   %v.16 = icmp sgt i64 32768, 32256
;   %v.17 = select i1 %v.16, i64 32768, i64 32256
;   %v.18 = icmp slt i64 64, 1048576
;   %v.19 = select i1 %v.18, i64 64, i64 1048576
;   %v.20 = icmp slt i64 %v.19, 1099511627776
;   %v.21 = select i1 %v.20, i64 %v.19, i64 1099511627776
;   %v.22 = icmp slt i64 64, 1048576
;   %v.23 = select i1 %v.22, i64 64, i64 1048576
;   %v.24 = mul i64 %v.21, %v.23
;   %v.25 = icmp slt i64 %v.24, 1099511627776
;   %v.26 = select i1 %v.25, i64 %v.24, i64 1099511627776
;   %v.27 = icmp slt i64 32, 1048576
;   %v.28 = select i1 %v.27, i64 32, i64 1048576
;   %v.29 = mul i64 %v.26, %v.28
;   %v.30 = icmp slt i64 %v.29, 1099511627776
;   %v.31 = select i1 %v.30, i64 %v.29, i64 1099511627776
;   %v.32 = add i64 %v.13, %v.31
;   %v.33 = sub i64 %v.17, %v.15
;   %v.34 = and i64 %v.15, 7
;   %v.35 = icmp sgt i64 %v.33, 0
;   %v.36 = icmp eq i64 %v.34, 0
;   %v.37 = icmp sge i64 %v.32, 128
;   %v.38 = mul i64 %v.32, 8
;   %v.39 = mul i64 %v.33, 4
;   %v.40 = icmp sge i64 %v.38, %v.39
;   %v.41 = ptrtoint ptr %a to i64
;   %v.42 = ptrtoint ptr %y to i64
;   %v.43 = add i64 %v.41, %v.17
;   %v.44 = icmp ule i64 %v.43, %v.42
;   %v.45 = add i64 %v.42, 512
;   %v.46 = add i64 %v.41, %v.15
;   %v.47 = icmp ule i64 %v.45, %v.46
;   %v.48 = or i1 %v.44, %v.47
;   %v.49 = and i1 %v.35, %v.36
;   %v.50 = and i1 %v.49, %v.37
;   %v.51 = and i1 %v.50, %v.40
;   %v.52 = and i1 %v.51, %v.48
;   br i1 %v.52, label %copies.6, label %preheader.10
;
; copies.6:
;   %v.53 = sub i64 %v.17, %v.15
;   %copy.7 = call noalias ptr @malloc(i64 %v.53)
;   %v.54 = getelementptr inbounds i8, ptr %a, i64 %v.15
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.7, ptr align 8 %v.54, i64 %v.53, i1 false)
;   %v.55 = sdiv i64 %v.15, 8
;   %v.56 = sub i64 0, %v.55
;   %v.57 = getelementptr double, ptr %copy.7, i64 %v.56
;   br label %rows.copied.1
;
; rows.copied.1:
;   %v.58 = phi i64 [ 0, %copies.6 ], [ %v.89, %rows.next.copied.5 ]
;   %v.59 = or disjoint i64 %v.58, 1
;   %v.60 = mul nuw nsw i64 %v.58, 64
;   %v.61 = mul nuw nsw i64 %v.59, 64
;   %v.62 = getelementptr inbounds double, ptr %a, i64 %v.60
;   %v.63 = getelementptr inbounds double, ptr %a, i64 %v.61
;   br label %column.copied.2
;
; column.copied.2:
;   %v.64 = phi i64 [ 0, %rows.copied.1 ], [ %v.87, %stored.copied.4 ]
;   %v.65 = select i1 %one, i64 1, i64 64
;   br label %sum.copied.3
;
; sum.copied.3:
;   %v.66 = phi i64 [ 0, %column.copied.2 ], [ %v.81, %sum.copied.3 ]
;   %v.67 = phi double [ 0.0, %column.copied.2 ], [ %v.79, %sum.copied.3 ]
;   %v.68 = phi double [ 0.0, %column.copied.2 ], [ %v.80, %sum.copied.3 ]
;   %v.69 = getelementptr inbounds double, ptr %v.62, i64 %v.66
;   %v.70 = getelementptr double, ptr %v.57, i64 %v.60
;   %v.71 = getelementptr double, ptr %v.70, i64 %v.66
;   %v.72 = load double, ptr %v.71, align 8
;   %v.73 = getelementptr inbounds double, ptr %v.63, i64 %v.66
;   %v.74 = getelementptr double, ptr %v.57, i64 %v.61
;   %v.75 = getelementptr double, ptr %v.74, i64 %v.66
;   %v.76 = load double, ptr %v.75, align 8
;   %v.77 = fmul double %v.72, %v.72
;   %v.78 = fmul double %v.76, %v.76
;   %v.79 = fadd double %v.67, %v.77
;   %v.80 = fadd double %v.68, %v.78
;   %v.81 = add nuw nsw i64 %v.66, 1
;   %v.82 = icmp eq i64 %v.81, %v.65
;   br i1 %v.82, label %stored.copied.4, label %sum.copied.3
;
; stored.copied.4:
;   %v.83 = phi double [ %v.79, %sum.copied.3 ]
;   %v.84 = phi double [ %v.80, %sum.copied.3 ]
;   %v.85 = fadd double %v.83, %v.84
;   %v.86 = getelementptr inbounds double, ptr %y, i64 %v.64
;   store double %v.85, ptr %v.86, align 8
;   %v.87 = add nuw nsw i64 %v.64, 1
;   %v.88 = icmp eq i64 %v.87, 64
;   br i1 %v.88, label %rows.next.copied.5, label %column.copied.2
;
; rows.next.copied.5:
;   %v.89 = add nuw nsw i64 %v.58, 2
;   %v.90 = icmp ult i64 %v.89, 64
;   br i1 %v.90, label %rows.copied.1, label %copied.8.9
;
; copied.8.9:
;   call void @free(ptr %copy.7)
;   br label %behind
;
; preheader.10:
;   br label %rows
;
; rows:
;   %k = phi i64 [ %k.next, %rows.next ], [ 0, %preheader.10 ]
;   %k1 = or disjoint i64 %k, 1
;   %r0 = mul nuw nsw i64 %k, 64
;   %r1 = mul nuw nsw i64 %k1, 64
;   %a0 = getelementptr inbounds double, ptr %a, i64 %r0
;   %a1 = getelementptr inbounds double, ptr %a, i64 %r1
;   br label %column
;
; column:
;   %o = phi i64 [ 0, %rows ], [ %o.next, %stored ]
;   %least = select i1 %one, i64 1, i64 64
;   br label %sum
;
; sum:
;   %i = phi i64 [ 0, %column ], [ %i.next, %sum ]
;   %s0 = phi double [ 0.0, %column ], [ %s0.next, %sum ]
;   %s1 = phi double [ 0.0, %column ], [ %s1.next, %sum ]
;   %p0 = getelementptr inbounds double, ptr %a0, i64 %i
;   %v0 = load double, ptr %p0, align 8
;   %p1 = getelementptr inbounds double, ptr %a1, i64 %i
;   %v1 = load double, ptr %p1, align 8
;   %m0 = fmul double %v0, %v0
;   %m1 = fmul double %v1, %v1
;   %s0.next = fadd double %s0, %m0
;   %s1.next = fadd double %s1, %m1
;   %i.next = add nuw nsw i64 %i, 1
;   %i.done = icmp eq i64 %i.next, %least
;   br i1 %i.done, label %stored, label %sum
;
; stored:
;   %l0 = phi double [ %s0.next, %sum ]
;   %l1 = phi double [ %s1.next, %sum ]
;   %l = fadd double %l0, %l1
;   %q = getelementptr inbounds double, ptr %y, i64 %o
;   store double %l, ptr %q, align 8
;   %o.next = add nuw nsw i64 %o, 1
;   %o.done = icmp eq i64 %o.next, 64
;   br i1 %o.done, label %rows.next, label %column
;
; rows.next:
;   %k.next = add nuw nsw i64 %k, 2
;   %k.more = icmp ult i64 %k.next, 64
;   br i1 %k.more, label %rows, label %loopexit.11
;
; loopexit.11:
;   br label %behind
;
; behind:
;   br label %copy
;
; copy:
;   %j = phi i64 [ 0, %behind ], [ %j.next, %copy ]
;   %from = getelementptr inbounds double, ptr %y, i64 %j
;   %c = load double, ptr %from, align 8
;   %to = getelementptr inbounds double, ptr %a, i64 %j
;   store double %c, ptr %to, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, 64
;   br i1 %j.done, label %next, label %copy
;
; next:
;   %t.next = add nuw nsw i64 %t, 1
;   %t.done = icmp eq i64 %t.next, %steps
;   br i1 %t.done, label %end, label %step
;
; end:
;   ret void
; }
