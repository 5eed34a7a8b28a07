; pass: OneChar
; A string's copy of its characters: one by itself, more at once. A character that
; goes elsewhere, or whose length nothing tells, stays.
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i8 @f(ptr %d, ptr %s, i64 %n, i64 %m) {
entry:
  switch i64 %n, label %more [
    i64 1, label %one
    i64 0, label %done
  ]
one:
  %c = load i8, ptr %s
  store i8 %c, ptr %d
  br label %done
more:
  call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)
  br label %done
done:
  %single = icmp eq i64 %m, 1
  br i1 %single, label %other, label %end
other:
  %o = load i8, ptr %s
  store i8 %o, ptr %d
  br label %end
end:
  %r = load i8, ptr %d
  store i8 %r, ptr %s
  ret i8 %r
}
; want:
; define i8 @f(ptr %d, ptr %s, i64 %n, i64 %m) {
; entry:
;   switch i64 %n, label %more [
;     i64 1, label %one
;     i64 0, label %done
;   ]
;
; one:
;   call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 1, i1 false)
;   br label %done
;
; more:
;   call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)
;   br label %done
;
; done:
;   %single = icmp eq i64 %m, 1
;   br i1 %single, label %other, label %end
;
; other:
;   %o = load i8, ptr %s
;   store i8 %o, ptr %d
;   br label %end
;
; end:
;   %r = load i8, ptr %d
;   store i8 %r, ptr %s
;   ret i8 %r
; }
