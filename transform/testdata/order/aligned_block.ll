; order: LowerCalls before Mem2Reg#2, moving LowerCalls: forward, accesses

; posix_memalign stores the address of a block in a stack slot.
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)

define double @f(ptr %x, i64 %n) {
entry:
  %block = alloca ptr
  %status = call i32 @posix_memalign(ptr %block, i64 64, i64 %n)
  %b = load ptr, ptr %block
  %v = load double, ptr %x
  %v2 = fmul double %v, %v
  store double %v2, ptr %b
  %b2 = load ptr, ptr %block
  %w = load double, ptr %b2
  %b3 = load ptr, ptr %block
  call void @free(ptr %b3)
  ret double %w
}
