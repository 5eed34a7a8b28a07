; Each step overwrites two elements, one after the other in blocks of their own, that are both kept.

define double @f(ptr %x, i64 %n) {
entry:
  br label %step

step:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %i1 = add nuw nsw i64 %i, 1
  %at = getelementptr inbounds double, ptr %x, i64 %i
  %after = getelementptr inbounds double, ptr %x, i64 %i1
  %v = load double, ptr %at, align 8
  %vv = fmul double %v, %v
  store double %vv, ptr %at, align 8
  %odd = and i64 %i, 1
  %some = icmp eq i64 %odd, 0
  br i1 %some, label %second, label %next

second:
  %w = load double, ptr %after, align 8
  %ww = fmul double %w, %w
  %p = fmul double %ww, %vv
  store double %p, ptr %after, align 8
  br label %next

next:
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %step, label %done

done:
  %end = getelementptr inbounds double, ptr %x, i64 %n
  %a = load double, ptr %end, align 8
  %last = add i64 %n, -1
  %beforeend = getelementptr inbounds double, ptr %x, i64 %last
  %b = load double, ptr %beforeend, align 8
  %r = fadd double %a, %b
  ret double %r
}
