; pass: SplitVariantPhis
; In each variant's block the words are what that variant's ways brought; the phi of the tag
; lists these ways in another order.

define double @f(double %x, i64 %n, i64 %k) {
start:
  switch i64 %k, label %none [
    i64 0, label %count
    i64 1, label %value
  ]

count:
  %m = mul i64 %n, 3
  br label %made

value:
  %bits = bitcast double %x to i64
  br label %made

none:
  br label %made

made:
  %word = phi i64 [ %m, %count ], [ %bits, %value ], [ undef, %none ]
  %tag = phi i64 [ 2, %none ], [ 0, %count ], [ 1, %value ]
  switch i64 %tag, label %other [
    i64 0, label %number
    i64 1, label %float
  ]

number:
  %s = mul i64 %word, 24
  %c = uitofp i64 %s to double
  br label %done

float:
  %v = bitcast i64 %word to double
  br label %done

other:
  %none.twice = icmp ugt i64 %tag, 1
  %o = uitofp i1 %none.twice to double
  br label %done

done:
  %r = phi double [ %c, %number ], [ %v, %float ], [ %o, %other ]
  %kept = phi i64 [ %word, %number ], [ %word, %float ], [ 0, %other ]
  %again = bitcast i64 %kept to double
  %sum = fadd double %r, %again
  ret double %sum
}

; What is computed from a word before the tag is looked at matters where it is chosen alone, by clang at -O1.
define double @g(double %x, i64 %k) {
start:
  switch i64 %k, label %value [
    i64 0, label %count
  ]

count:
  %n = mul i64 %k, 5
  br label %made

value:
  %bits = bitcast double %x to i64
  br label %made

made:
  %word = phi i64 [ %bits, %value ], [ %n, %count ]
  %number = icmp eq i64 %k, 0
  %three = mul i64 %word, 3
  %total = select i1 %number, i64 %three, i64 0
  %r = uitofp i64 %total to double
  %again = bitcast i64 %word to double
  %sum = fadd double %r, %again
  ret double %sum
}
; want:
; define double @g(double %x, i64 %k) {
; start:
;   switch i64 %k, label %value [
;     i64 0, label %count
;   ]
;
; count:
;   %n = mul i64 %k, 5
;   br label %made
;
; value:
;   %bits = bitcast double %x to i64
;   br label %made
;
; made:
;   %word = phi i64 [ %bits, %value ], [ %n, %count ]
;   %v.0 = phi i64 [ undef, %value ], [ %n, %count ]
;   %number = icmp eq i64 %k, 0
;   %three = mul i64 %v.0, 3
;   %total = select i1 %number, i64 %three, i64 0
;   %r = uitofp i64 %total to double
;   %again = bitcast i64 %word to double
;   %sum = fadd double %r, %again
;   ret double %sum
; }
