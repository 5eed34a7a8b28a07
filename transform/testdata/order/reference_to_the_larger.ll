; order: Mem2Reg before SlotChoices, moving SlotChoices: reverse, accesses
; order: SlotChoices before Mem2Reg#2, moving SlotChoices: forward, accesses

; std::max gives a reference to one of two slots, unoptimised.
define double @f(double %a, double %b) {
entry:
  %l = alloca double
  %m = alloca double
  %ref = alloca ptr
  store double %a, ptr %l
  store double %b, ptr %m
  %la = load double, ptr %l
  %mb = load double, ptr %m
  %c = fcmp olt double %la, %mb
  br i1 %c, label %less, label %other

less:
  store ptr %m, ptr %ref
  br label %done

other:
  store ptr %l, ptr %ref
  br label %done

done:
  %p = load ptr, ptr %ref
  %v = load double, ptr %p
  %w = fmul double %v, %v
  ret double %w
}
