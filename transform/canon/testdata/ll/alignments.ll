; pass: Alignments
; Code that looks at an address when it runs, and goes on from the first aligned element, claims alignment that nothing else tells: the shadow of that memory may lie differently. What slots, variables, allocations and parameters are aligned to stays, where the distance is a multiple of it.
@g = internal global [8 x double] zeroinitializer, align 16
define void @f(ptr %p, ptr align 32 %q, i64 %n) {
entry:
  %low = alloca [9 x double], align 8
  %high = alloca [9 x double], align 16
  %heap = call ptr @malloc(i64 800)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %j = phi i64 [ %n, %entry ], [ %i.next, %loop ]
  %a.p = getelementptr double, ptr %p, i64 %i
  %a.low = getelementptr double, ptr %low, i64 %i
  %a.high = getelementptr double, ptr %high, i64 %i
  %a.heap = getelementptr double, ptr %heap, i64 %i
  %a.q = getelementptr inbounds [4 x double], ptr %q, i64 %n, i64 %i
  %a.g = getelementptr double, ptr @g, i64 %i
  %a.any = getelementptr double, ptr @g, i64 %j
  %1 = load <2 x double>, ptr %a.p, align 16
  %2 = load <2 x double>, ptr %a.low, align 16
  %3 = load <2 x double>, ptr %a.high, align 16
  %4 = load <2 x double>, ptr %a.heap
  %5 = load <4 x double>, ptr %a.q, align 32
  %6 = load double, ptr %p, align 16
  store <2 x double> %1, ptr %a.g, align 16
  store <2 x double> %1, ptr %a.any, align 16
  %i.next = add i64 %i, 2
  %more = icmp ult i64 %i.next, 8
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare ptr @malloc(i64)
; want:
; define void @f(ptr %p, ptr align 32 %q, i64 %n) {
; entry:
;   %low = alloca [9 x double], align 8
;   %high = alloca [9 x double], align 16
;   %heap = call ptr @malloc(i64 800)
;   br label %loop
;
; loop:
;   %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
;   %j = phi i64 [ %n, %entry ], [ %i.next, %loop ]
;   %a.p = getelementptr double, ptr %p, i64 %i
;   %a.low = getelementptr double, ptr %low, i64 %i
;   %a.high = getelementptr double, ptr %high, i64 %i
;   %a.heap = getelementptr double, ptr %heap, i64 %i
;   %a.q = getelementptr inbounds [4 x double], ptr %q, i64 %n, i64 %i
;   %a.g = getelementptr double, ptr @g, i64 %i
;   %a.any = getelementptr double, ptr @g, i64 %j
;   %v.0 = load <2 x double>, ptr %a.p, align 8
;   %v.1 = load <2 x double>, ptr %a.low, align 8
;   %v.2 = load <2 x double>, ptr %a.high, align 16
;   %v.3 = load <2 x double>, ptr %a.heap
;   %v.4 = load <4 x double>, ptr %a.q, align 16
;   %v.5 = load double, ptr %p, align 8
;   store <2 x double> %v.0, ptr %a.g, align 16
;   store <2 x double> %v.0, ptr %a.any, align 8
;   %i.next = add i64 %i, 2
;   %more = icmp ult i64 %i.next, 8
;   br i1 %more, label %loop, label %done
;
; done:
;   ret void
; }
