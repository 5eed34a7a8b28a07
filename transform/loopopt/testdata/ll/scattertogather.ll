; pass: ScatterToGather
; A reversed stencil that adds to three neighbours in a row. What p, d and q lead to is
; not known: the program looks at p's row and the other two. Each element of p's row is
; then loaded and stored once.
define void @f(ptr %p, ptr %q, ptr %d, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %enter, label %out
enter:
  br label %loop
loop:
  %i = phi i64 [ %n, %enter ], [ %before, %next ]
  %at.d = getelementptr double, ptr %d, i64 %i
  %v = load double, ptr %at.d, align 8
  store double 0.0, ptr %at.d, align 8
  %half = fmul double %v, 5.0e-01
  %at = getelementptr double, ptr %p, i64 %i
  %right = getelementptr i8, ptr %at, i64 8
  %x = load double, ptr %right, align 8
  %x.new = fadd double %x, %half
  store double %x.new, ptr %right, align 8
  %y = load double, ptr %at, align 8
  %y.new = fsub double %y, %v
  store double %y.new, ptr %at, align 8
  %left = getelementptr i8, ptr %at, i64 -8
  %z = load double, ptr %left, align 8
  %z.new = fadd double %half, %z
  store double %z.new, ptr %left, align 8
  %at.q = getelementptr double, ptr %q, i64 %i
  %w = load double, ptr %at.q, align 8
  %w.new = fadd double %w, %v
  store double %w.new, ptr %at.q, align 8
  %done = icmp eq i64 %i, 1
  br i1 %done, label %out, label %next
next:
  %before = sub i64 %i, 1
  br label %loop
out:
  ret void
}
; want:
; define void @f(ptr %p, ptr %q, ptr %d, i64 %n) {
; entry:
;   %some = icmp sgt i64 %n, 0
;   br i1 %some, label %enter, label %out
;
; enter:
;   %v.1 = add i64 %n, -1
;   %v.2 = icmp uge i64 %v.1, 15
;   %v.3 = icmp ult i64 %v.1, 2147483647
;   %v.4 = and i1 %v.2, %v.3
;   %v.5 = ptrtoint ptr %p to i64
;   %v.6 = mul i64 %n, 8
;   %v.7 = add i64 %v.5, %v.6
;   %v.8 = add i64 %v.7, 8
;   %v.9 = mul i64 %v.1, -8
;   %v.10 = add i64 %v.8, %v.9
;   %v.11 = add i64 %v.10, -16
;   %v.12 = add i64 %v.8, 8
;   %v.13 = ptrtoint ptr %d to i64
;   %v.14 = mul i64 %n, 8
;   %v.15 = add i64 %v.13, %v.14
;   %v.16 = mul i64 %v.1, -8
;   %v.17 = add i64 %v.15, %v.16
;   %v.18 = add i64 %v.15, 8
;   %v.19 = icmp ule i64 %v.12, %v.17
;   %v.20 = icmp ule i64 %v.18, %v.11
;   %v.21 = or i1 %v.19, %v.20
;   %v.22 = and i1 %v.4, %v.21
;   %v.23 = ptrtoint ptr %q to i64
;   %v.24 = mul i64 %n, 8
;   %v.25 = add i64 %v.23, %v.24
;   %v.26 = mul i64 %v.1, -8
;   %v.27 = add i64 %v.25, %v.26
;   %v.28 = add i64 %v.25, 8
;   %v.29 = icmp ule i64 %v.12, %v.27
;   %v.30 = icmp ule i64 %v.28, %v.11
;   %v.31 = or i1 %v.29, %v.30
;   %v.32 = and i1 %v.22, %v.31
;   br i1 %v.32, label %llad.near.2, label %llad.plain.3, !llad.faster !0
;
; loop:
;   %i = phi i64 [ %n, %llad.plain.3 ], [ %before, %next ]
;   %at.d = getelementptr double, ptr %d, i64 %i
;   %v = load double, ptr %at.d, align 8
;   store double 0.0, ptr %at.d, align 8
;   %half = fmul double %v, 5.0e-01
;   %at = getelementptr double, ptr %p, i64 %i
;   %right = getelementptr i8, ptr %at, i64 8
;   %x = load double, ptr %right, align 8
;   %x.new = fadd double %x, %half
;   store double %x.new, ptr %right, align 8
;   %y = load double, ptr %at, align 8
;   %y.new = fsub double %y, %v
;   store double %y.new, ptr %at, align 8
;   %left = getelementptr i8, ptr %at, i64 -8
;   %z = load double, ptr %left, align 8
;   %z.new = fadd double %half, %z
;   store double %z.new, ptr %left, align 8
;   %at.q = getelementptr double, ptr %q, i64 %i
;   %w = load double, ptr %at.q, align 8
;   %w.new = fadd double %w, %v
;   store double %w.new, ptr %at.q, align 8
;   %done = icmp eq i64 %i, 1
;   br i1 %done, label %llad.behind.1, label %next
;
; next:
;   %before = sub i64 %i, 1
;   br label %loop
;
; out:
;   ret void
;
; llad.behind.1:
;   br label %out
;
; llad.near.2:
;   br label %loop.near.4
;
; llad.plain.3:
;   br label %loop
;
; loop.near.4:
;   %v.33 = phi double [ 0x8000000000000000, %llad.near.2 ], [ %v.38, %next.near.5 ]
;   %v.34 = phi double [ 0x8000000000000000, %llad.near.2 ], [ %v.35, %next.near.5 ]
;   %v.35 = phi double [ 0x8000000000000000, %llad.near.2 ], [ %v.39, %next.near.5 ]
;   %v.36 = phi i64 [ %n, %llad.near.2 ], [ %v.51, %next.near.5 ]
;   %v.37 = getelementptr double, ptr %d, i64 %v.36
;   %v.38 = load double, ptr %v.37, align 8
;   store double 0.0, ptr %v.37, align 8
;   %v.39 = fmul double %v.38, 5.0e-01
;   %v.40 = getelementptr double, ptr %p, i64 %v.36
;   %v.41 = getelementptr i8, ptr %v.40, i64 8
;   %v.42 = load double, ptr %v.41, align 8
;   %v.43 = fadd double %v.42, %v.34
;   %v.44 = fsub double %v.43, %v.33
;   %v.45 = fadd double %v.44, %v.39
;   store double %v.45, ptr %v.41, align 8
;   %v.46 = getelementptr i8, ptr %v.40, i64 -8
;   %v.47 = getelementptr double, ptr %q, i64 %v.36
;   %v.48 = load double, ptr %v.47, align 8
;   %v.49 = fadd double %v.48, %v.38
;   store double %v.49, ptr %v.47, align 8
;   %v.50 = icmp eq i64 %v.36, 1
;   br i1 %v.50, label %llad.open.6, label %next.near.5
;
; next.near.5:
;   %v.51 = sub i64 %v.36, 1
;   br label %loop.near.4
;
; llad.open.6:
;   %v.52 = getelementptr i8, ptr %v.41, i64 -8
;   %v.53 = load double, ptr %v.52, align 8
;   %v.54 = fadd double %v.53, %v.35
;   %v.55 = fsub double %v.54, %v.38
;   store double %v.55, ptr %v.52, align 8
;   %v.56 = getelementptr i8, ptr %v.41, i64 -16
;   %v.57 = load double, ptr %v.56, align 8
;   %v.58 = fadd double %v.57, %v.39
;   store double %v.58, ptr %v.56, align 8
;   br label %llad.behind.1
; }
