; order: AddressSlots#2 before SharedWords, moving AddressSlots#2: reverse, instructions

; A union aligns an address: its slot is accessed as an integer and as a pointer.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.arena = type { %union.anon, ptr }
%union.anon = type { ptr }

define hidden ptr @f(ptr %0, i32 %1, i64 %2) {
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i64, align 8
  %7 = alloca ptr, align 8
  store ptr %0, ptr %4, align 8
  store i32 %1, ptr %5, align 4
  store i64 %2, ptr %6, align 8
  %8 = load i64, ptr %6, align 8
  %9 = sub i64 %8, 1
  %10 = load ptr, ptr %4, align 8
  %11 = getelementptr inbounds %struct.arena, ptr %10, i32 0, i32 0
  %12 = load i64, ptr %11, align 8
  %13 = add i64 %12, %9
  store i64 %13, ptr %11, align 8
  %14 = load i64, ptr %6, align 8
  %15 = sub i64 %14, 1
  %16 = xor i64 %15, -1
  %17 = load ptr, ptr %4, align 8
  %18 = getelementptr inbounds %struct.arena, ptr %17, i32 0, i32 0
  %19 = load i64, ptr %18, align 8
  %20 = and i64 %19, %16
  store i64 %20, ptr %18, align 8
  %21 = load ptr, ptr %4, align 8
  %22 = getelementptr inbounds %struct.arena, ptr %21, i32 0, i32 0
  %23 = load ptr, ptr %22, align 8
  store ptr %23, ptr %7, align 8
  %24 = load i32, ptr %5, align 4
  %25 = sext i32 %24 to i64
  %26 = mul i64 %25, 8
  %27 = load ptr, ptr %4, align 8
  %28 = getelementptr inbounds %struct.arena, ptr %27, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %29, i64 %26
  store ptr %30, ptr %28, align 8
  %31 = load ptr, ptr %7, align 8
  ret ptr %31
}
