; pass: DataCopying
target triple = "x86_64-pc-linux-gnu"

; Products of neighbours, in steps that overwrite them: two elements are read in each iteration, each of them twice. A copy is half
; of what would be kept.
define void @f(ptr noalias %u, i64 %n) {
entry:
  %w = alloca [64 x double], align 16
  br label %step

step:
  %t = phi i64 [ 0, %entry ], [ %t.next, %moved ]
  br label %flux

flux:
  %i = phi i64 [ 0, %step ], [ %i.next, %flux ]
  %i.next = add nuw nsw i64 %i, 1
  %pa = getelementptr inbounds double, ptr %u, i64 %i
  %a = load double, ptr %pa, align 8
  %pb = getelementptr inbounds double, ptr %u, i64 %i.next
  %b = load double, ptr %pb, align 8
  %s = fmul double %a, %b
  %pw = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %i
  store double %s, ptr %pw, align 8
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %move, label %flux

move:
  %j = phi i64 [ 0, %flux ], [ %j.next, %move ]
  %pr = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %j
  %r = load double, ptr %pr, align 8
  %q = fmul double %r, 1.250000e-01
  %pu = getelementptr inbounds double, ptr %u, i64 %j
  store double %q, ptr %pu, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %moved, label %move

moved:
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, 3
  br i1 %t.done, label %out, label %step

out:
  ret void
}
; want:
; define void @f(ptr noalias %u, i64 %n) {
; entry:
;   %w = alloca [64 x double], align 16
;   br label %step
;
; step:
;   %t = phi i64 [ 0, %entry ], [ %t.next, %moved ]
;   %v.0 = icmp sge i64 %n, -281474976710656
;   %v.1 = icmp slt i64 %n, 281474976710656
;   %v.2 = add i64 %n, -1
;   %v.3 = icmp sgt i64 %v.2, 0
;   %v.4 = select i1 %v.3, i64 %v.2, i64 0
;   %v.5 = icmp sgt i64 %v.4, 0
;   %v.6 = select i1 %v.5, i64 %v.4, i64 0
;   %v.7 = icmp sge i64 0, -281474976710656
;   %v.8 = icmp slt i64 %v.6, 281474976710656
;   %v.9 = mul i64 %v.6, 8
;   %v.10 = add i64 %v.9, 8
;   %v.11 = add i64 %v.4, 1
;   %v.12 = icmp slt i64 %v.11, 1048576
;   %v.13 = select i1 %v.12, i64 %v.11, i64 1048576
;   %v.14 = icmp slt i64 %v.13, 1099511627776
;   %v.15 = select i1 %v.14, i64 %v.13, i64 1099511627776
;   %v.16 = add i64 %v.6, 1
;   %v.17 = icmp sge i64 1, -281474976710656
;   %v.18 = icmp slt i64 %v.16, 281474976710656
;   %v.19 = mul i64 %v.16, 8
;   %v.20 = add i64 %v.19, 8
;   %v.21 = icmp slt i64 8, 0
;   %v.22 = select i1 %v.21, i64 8, i64 0
;   %v.23 = icmp sgt i64 %v.20, %v.10
;   %v.24 = select i1 %v.23, i64 %v.20, i64 %v.10
;   %v.25 = add i64 %v.4, 1
;   %v.26 = icmp slt i64 %v.25, 1048576
;   %v.27 = select i1 %v.26, i64 %v.25, i64 1048576
;   %v.28 = icmp slt i64 %v.27, 1099511627776
;   %v.29 = select i1 %v.28, i64 %v.27, i64 1099511627776
;   %v.30 = add i64 %v.15, %v.29
;   %v.31 = sub i64 %v.24, %v.22
;   %v.32 = and i64 %v.22, 7
;   %v.33 = icmp sgt i64 %v.31, 0
;   %v.34 = icmp eq i64 %v.32, 0
;   %v.35 = icmp sge i64 %v.30, 128
;   %v.36 = mul i64 %v.30, 16
;   %v.37 = mul i64 %v.31, 3
;   %v.38 = icmp sge i64 %v.36, %v.37
;   %v.39 = and i1 %v.33, %v.34
;   %v.40 = and i1 %v.39, %v.35
;   %v.41 = and i1 %v.40, %v.38
;   %v.42 = and i1 %v.41, %v.0
;   %v.43 = and i1 %v.42, %v.1
;   %v.44 = and i1 %v.43, %v.7
;   %v.45 = and i1 %v.44, %v.8
;   %v.46 = and i1 %v.45, %v.17
;   %v.47 = and i1 %v.46, %v.18
;   br i1 %v.47, label %copies.2, label %preheader.7
;
; copies.2:
;   %v.48 = sub i64 %v.24, %v.22
;   %copy.3 = call noalias ptr @malloc(i64 %v.48)
;   %v.49 = getelementptr inbounds i8, ptr %u, i64 %v.22
;   call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy.3, ptr align 8 %v.49, i64 %v.48, i1 false)
;   %v.50 = sdiv i64 %v.22, 8
;   %v.51 = sub i64 0, %v.50
;   %v.52 = getelementptr double, ptr %copy.3, i64 %v.51
;   br label %flux.copied.1
;
; flux.copied.1:
;   %v.53 = phi i64 [ 0, %copies.2 ], [ %v.54, %flux.copied.1 ]
;   %v.54 = add nuw nsw i64 %v.53, 1
;   %v.55 = getelementptr inbounds double, ptr %u, i64 %v.53
;   %v.56 = getelementptr double, ptr %v.52, i64 %v.53
;   %v.57 = load double, ptr %v.56, align 8
;   %v.58 = getelementptr inbounds double, ptr %u, i64 %v.54
;   %v.59 = getelementptr double, ptr %v.52, i64 %v.54
;   %v.60 = load double, ptr %v.59, align 8
;   %v.61 = fmul double %v.57, %v.60
;   %v.62 = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %v.53
;   store double %v.61, ptr %v.62, align 8
;   %v.63 = icmp eq i64 %v.54, %n
;   br i1 %v.63, label %copied.4.5, label %flux.copied.1
;
; copied.4.5:
;   call void @free(ptr %copy.3)
;   br label %preheader.6
;
; preheader.7:
;   br label %flux
;
; flux:
;   %i = phi i64 [ %i.next, %flux ], [ 0, %preheader.7 ]
;   %i.next = add nuw nsw i64 %i, 1
;   %pa = getelementptr inbounds double, ptr %u, i64 %i
;   %a = load double, ptr %pa, align 8
;   %pb = getelementptr inbounds double, ptr %u, i64 %i.next
;   %b = load double, ptr %pb, align 8
;   %s = fmul double %a, %b
;   %pw = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %i
;   store double %s, ptr %pw, align 8
;   %i.done = icmp eq i64 %i.next, %n
;   br i1 %i.done, label %loopexit.8, label %flux
;
; loopexit.8:
;   br label %preheader.6
;
; preheader.6:
;   br label %move
;
; move:
;   %j = phi i64 [ %j.next, %move ], [ 0, %preheader.6 ]
;   %pr = getelementptr inbounds [64 x double], ptr %w, i64 0, i64 %j
;   %r = load double, ptr %pr, align 8
;   %q = fmul double %r, 1.250000e-01
;   %pu = getelementptr inbounds double, ptr %u, i64 %j
;   store double %q, ptr %pu, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %j.done = icmp eq i64 %j.next, %n
;   br i1 %j.done, label %moved, label %move
;
; moved:
;   %t.next = add nuw nsw i64 %t, 1
;   %t.done = icmp eq i64 %t.next, 3
;   br i1 %t.done, label %out, label %step
;
; out:
;   ret void
; }
