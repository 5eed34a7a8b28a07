; pass: UnrollAndJam
target triple = "x86_64-pc-linux-gnu"

; Each iteration updates a row, and then one element of it, through an address that was computed in
; front of the loop: four rows run together where the element is in the row.
define void @f(ptr noalias %a, ptr noalias %x, i64 %n, i64 %m, i64 %k) {
entry:
  %own = getelementptr inbounds double, ptr %a, i64 %k
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %i.next, %done ]
  %ri = mul nsw i64 %i, %m
  %row = getelementptr inbounds double, ptr %a, i64 %ri
  br label %columns

columns:
  %j = phi i64 [ 0, %rows ], [ %j.next, %columns ]
  %p = getelementptr inbounds double, ptr %row, i64 %j
  %y = load double, ptr %p, align 8
  %q = getelementptr inbounds double, ptr %x, i64 %j
  %z = load double, ptr %q, align 8
  %t = fadd double %y, %z
  store double %t, ptr %p, align 8
  %j.next = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j.next, %m
  br i1 %c, label %done, label %columns

done:
  %e = getelementptr inbounds double, ptr %own, i64 %ri
  store double 0.0, ptr %e, align 8
  %i.next = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i.next, %n
  br i1 %d, label %end, label %rows

end:
  ret void
}
; want:
; define void @f(ptr noalias %a, ptr noalias %x, i64 %n, i64 %m, i64 %k) {
; entry:
;   %own = getelementptr inbounds double, ptr %a, i64 %k
;   %v.0 = add i64 %n, -1
;   %v.1 = icmp uge i64 %v.0, 8
;   %v.2 = icmp ult i64 %v.0, 67108864
;   %v.3 = and i1 %v.1, %v.2
;   br i1 %v.3, label %llad.jam.check.1, label %llad.jam.rest.3, !llad.faster !0
;
; rows:
;   %i = phi i64 [ %v.38, %llad.jam.rest.3 ], [ %i.next, %done ]
;   %ri = mul nsw i64 %i, %m
;   %row = getelementptr inbounds double, ptr %a, i64 %ri
;   br label %columns
;
; columns:
;   %j = phi i64 [ 0, %rows ], [ %j.next, %columns ]
;   %p = getelementptr inbounds double, ptr %row, i64 %j
;   %y = load double, ptr %p, align 8
;   %q = getelementptr inbounds double, ptr %x, i64 %j
;   %z = load double, ptr %q, align 8
;   %t = fadd double %y, %z
;   store double %t, ptr %p, align 8
;   %j.next = add nuw nsw i64 %j, 1
;   %c = icmp eq i64 %j.next, %m
;   br i1 %c, label %done, label %columns
;
; done:
;   %e = getelementptr inbounds double, ptr %own, i64 %ri
;   store double 0.0, ptr %e, align 8
;   %i.next = add nuw nsw i64 %i, 1
;   %d = icmp eq i64 %i.next, %n
;   br i1 %d, label %end, label %rows
;
; end:
;   ret void
;
; llad.jam.check.1:
;   %v.4 = add i64 %n, -1
;   %v.5 = add i64 %m, -1
;   %v.6 = icmp ult i64 %v.5, 67108864
;   %v.7 = icmp uge i64 %v.5, 8
;   %v.8 = and i1 %v.6, %v.7
;   %v.9 = icmp ult i64 %v.5, 67108864
;   %v.10 = and i1 %v.8, %v.9
;   %v.11 = mul i64 8, %v.5
;   %v.12 = add i64 %v.11, 8
;   %v.13 = mul i64 8, %v.5
;   %v.14 = add i64 %v.13, 8
;   %v.15 = icmp slt i64 0, 0
;   %v.16 = select i1 %v.15, i64 0, i64 0
;   %v.17 = icmp sgt i64 %v.14, %v.12
;   %v.18 = select i1 %v.17, i64 %v.14, i64 %v.12
;   %v.19 = icmp ult i64 %k, 67108864
;   %v.20 = and i1 %v.10, %v.19
;   %v.21 = mul i64 8, %k
;   %v.22 = add i64 %v.21, 8
;   %v.23 = icmp slt i64 %v.21, %v.16
;   %v.24 = select i1 %v.23, i64 %v.21, i64 %v.16
;   %v.25 = icmp sgt i64 %v.22, %v.18
;   %v.26 = select i1 %v.25, i64 %v.22, i64 %v.18
;   %v.27 = icmp ult i64 %m, 67108864
;   %v.28 = and i1 %v.20, %v.27
;   %v.29 = mul i64 8, %m
;   %v.30 = sub i64 0, %v.29
;   %v.31 = icmp slt i64 %v.29, %v.30
;   %v.32 = select i1 %v.31, i64 %v.30, i64 %v.29
;   %v.33 = sub i64 %v.26, %v.24
;   %v.34 = icmp sge i64 %v.32, %v.33
;   %v.35 = and i1 %v.28, %v.34
;   br i1 %v.35, label %llad.jam.2, label %llad.jam.rest.3
;
; llad.jam.2:
;   %v.36 = udiv i64 %v.0, 4
;   %v.37 = mul i64 %v.36, 4
;   br label %rows.jam.4
;
; llad.jam.rest.3:
;   %v.38 = phi i64 [ 0, %entry ], [ 0, %llad.jam.check.1 ], [ %v.37, %done.jam.6 ]
;   br label %rows
;
; rows.jam.4:
;   %v.39 = phi i64 [ 0, %llad.jam.2 ], [ %v.82, %done.jam.6 ]
;   %v.40 = phi i64 [ 0, %llad.jam.2 ], [ %v.81, %done.jam.6 ]
;   %v.41 = add i64 %v.39, 1
;   %v.42 = add i64 %v.39, 2
;   %v.43 = add i64 %v.39, 3
;   %v.44 = mul nsw i64 %v.39, %m
;   %v.45 = getelementptr inbounds double, ptr %a, i64 %v.44
;   %v.46 = mul nsw i64 %v.41, %m
;   %v.47 = getelementptr inbounds double, ptr %a, i64 %v.46
;   %v.48 = mul nsw i64 %v.42, %m
;   %v.49 = getelementptr inbounds double, ptr %a, i64 %v.48
;   %v.50 = mul nsw i64 %v.43, %m
;   %v.51 = getelementptr inbounds double, ptr %a, i64 %v.50
;   br label %columns.jam.5
;
; columns.jam.5:
;   %v.52 = phi i64 [ 0, %rows.jam.4 ], [ %v.58, %columns.jam.5 ]
;   %v.53 = getelementptr inbounds double, ptr %v.45, i64 %v.52
;   %v.54 = load double, ptr %v.53, align 8, !llvm.access.group !1
;   %v.55 = getelementptr inbounds double, ptr %x, i64 %v.52
;   %v.56 = load double, ptr %v.55, align 8, !llvm.access.group !1
;   %v.57 = fadd double %v.54, %v.56
;   store double %v.57, ptr %v.53, align 8, !llvm.access.group !1
;   %v.58 = add nuw nsw i64 %v.52, 1
;   %v.59 = icmp eq i64 %v.58, %m
;   %v.60 = getelementptr inbounds double, ptr %v.47, i64 %v.52
;   %v.61 = load double, ptr %v.60, align 8, !llvm.access.group !1
;   %v.62 = fadd double %v.61, %v.56
;   store double %v.62, ptr %v.60, align 8, !llvm.access.group !1
;   %v.63 = getelementptr inbounds double, ptr %v.49, i64 %v.52
;   %v.64 = load double, ptr %v.63, align 8, !llvm.access.group !1
;   %v.65 = fadd double %v.64, %v.56
;   store double %v.65, ptr %v.63, align 8, !llvm.access.group !1
;   %v.66 = getelementptr inbounds double, ptr %v.51, i64 %v.52
;   %v.67 = load double, ptr %v.66, align 8, !llvm.access.group !1
;   %v.68 = fadd double %v.67, %v.56
;   store double %v.68, ptr %v.66, align 8, !llvm.access.group !1
;   br i1 %v.59, label %done.jam.6, label %columns.jam.5, !llad.parallel !1
;
; done.jam.6:
;   %v.69 = getelementptr inbounds double, ptr %own, i64 %v.44
;   store double 0.0, ptr %v.69, align 8
;   %v.70 = add nuw nsw i64 %v.39, 1
;   %v.71 = icmp eq i64 %v.70, %n
;   %v.72 = getelementptr inbounds double, ptr %own, i64 %v.46
;   store double 0.0, ptr %v.72, align 8
;   %v.73 = add nuw nsw i64 %v.41, 1
;   %v.74 = icmp eq i64 %v.73, %n
;   %v.75 = getelementptr inbounds double, ptr %own, i64 %v.48
;   store double 0.0, ptr %v.75, align 8
;   %v.76 = add nuw nsw i64 %v.42, 1
;   %v.77 = icmp eq i64 %v.76, %n
;   %v.78 = getelementptr inbounds double, ptr %own, i64 %v.50
;   store double 0.0, ptr %v.78, align 8
;   %v.79 = add nuw nsw i64 %v.43, 1
;   %v.80 = icmp eq i64 %v.79, %n
;   %v.81 = add i64 %v.40, 1
;   %v.82 = add i64 %v.39, 4
;   %v.83 = icmp eq i64 %v.81, %v.36
;   br i1 %v.83, label %llad.jam.rest.3, label %rows.jam.4
; }
