define void @f(ptr noalias %q, ptr noalias %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr inbounds <2 x double>, ptr %q, i64 %i
  %from = getelementptr inbounds double, ptr %x, i64 %i
  %v = load double, ptr %from, align 8
  %w = fmul double %v, %v
  %e = insertelement <2 x double> zeroinitializer, double %w, i64 0
  %old = load <2 x double>, ptr %to, align 8
  %new = fadd <2 x double> %old, %e
  store <2 x double> %new, ptr %to, align 8
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
