; a square root as Rust's library of functions for all systems has it on x86
; llad: grad f(4) = 2, 0.25
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define noundef double @f(double noundef %x) unnamed_addr {
start:
  %0 = tail call double asm inteldialect "sqrtsd ${0:x}, ${0:x}", "=&x,0,~{dirflag},~{fpsr},~{flags}"(double %x)
  ret double %0
}
