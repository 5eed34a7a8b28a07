; clang 19 -O0: structs that are copied by the halves of their doubles, as integers
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.S = type { double, i32 }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @f(ptr noundef %x, i32 noundef %n) {
entry:
  %x.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %a = alloca [3 x %struct.S], align 16
  %b = alloca [3 x %struct.S], align 16
  %i = alloca i32, align 4
  %p = alloca ptr, align 8
  %q = alloca ptr, align 8
  store ptr %x, ptr %x.addr, align 8
  store i32 %n, ptr %n.addr, align 4
  %a1 = getelementptr inbounds %struct.S, ptr %a, i32 0, i32 0
  %0 = load ptr, ptr %x.addr, align 8
  %arrayidx = getelementptr inbounds double, ptr %0, i64 0
  %1 = load double, ptr %arrayidx, align 8
  store double %1, ptr %a1, align 16
  %k = getelementptr inbounds %struct.S, ptr %a, i32 0, i32 1
  store i32 1, ptr %k, align 8
  %arrayinit.element = getelementptr inbounds %struct.S, ptr %a, i64 1
  %a2 = getelementptr inbounds %struct.S, ptr %arrayinit.element, i32 0, i32 0
  %2 = load ptr, ptr %x.addr, align 8
  %arrayidx3 = getelementptr inbounds double, ptr %2, i64 1
  %3 = load double, ptr %arrayidx3, align 8
  store double %3, ptr %a2, align 16
  %k4 = getelementptr inbounds %struct.S, ptr %arrayinit.element, i32 0, i32 1
  store i32 1, ptr %k4, align 8
  %arrayinit.element5 = getelementptr inbounds %struct.S, ptr %a, i64 2
  %a6 = getelementptr inbounds %struct.S, ptr %arrayinit.element5, i32 0, i32 0
  %4 = load ptr, ptr %x.addr, align 8
  %arrayidx7 = getelementptr inbounds double, ptr %4, i64 2
  %5 = load double, ptr %arrayidx7, align 8
  store double %5, ptr %a6, align 16
  %k8 = getelementptr inbounds %struct.S, ptr %arrayinit.element5, i32 0, i32 1
  store i32 1, ptr %k8, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %6 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %6, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %7 = load i32, ptr %i, align 4
  %idxprom = sext i32 %7 to i64
  %arrayidx9 = getelementptr inbounds [3 x %struct.S], ptr %b, i64 0, i64 %idxprom
  store ptr %arrayidx9, ptr %p, align 8
  %8 = load i32, ptr %i, align 4
  %idxprom10 = sext i32 %8 to i64
  %arrayidx11 = getelementptr inbounds [3 x %struct.S], ptr %a, i64 0, i64 %idxprom10
  store ptr %arrayidx11, ptr %q, align 8
  %9 = load ptr, ptr %q, align 8
  %arrayidx12 = getelementptr inbounds i32, ptr %9, i64 0
  %10 = load i32, ptr %arrayidx12, align 4
  %11 = load ptr, ptr %p, align 8
  %arrayidx13 = getelementptr inbounds i32, ptr %11, i64 0
  store i32 %10, ptr %arrayidx13, align 4
  %12 = load ptr, ptr %q, align 8
  %arrayidx14 = getelementptr inbounds i32, ptr %12, i64 1
  %13 = load i32, ptr %arrayidx14, align 4
  %14 = load ptr, ptr %p, align 8
  %arrayidx15 = getelementptr inbounds i32, ptr %14, i64 1
  store i32 %13, ptr %arrayidx15, align 4
  %15 = load i32, ptr %i, align 4
  %idxprom16 = sext i32 %15 to i64
  %arrayidx17 = getelementptr inbounds [3 x %struct.S], ptr %a, i64 0, i64 %idxprom16
  %k18 = getelementptr inbounds %struct.S, ptr %arrayidx17, i32 0, i32 1
  %16 = load i32, ptr %k18, align 8
  %17 = load i32, ptr %n.addr, align 4
  %add = add nsw i32 %16, %17
  %18 = load i32, ptr %i, align 4
  %idxprom19 = sext i32 %18 to i64
  %arrayidx20 = getelementptr inbounds [3 x %struct.S], ptr %b, i64 0, i64 %idxprom19
  %k21 = getelementptr inbounds %struct.S, ptr %arrayidx20, i32 0, i32 1
  store i32 %add, ptr %k21, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %19 = load i32, ptr %i, align 4
  %inc = add nsw i32 %19, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %arrayidx22 = getelementptr inbounds [3 x %struct.S], ptr %b, i64 0, i64 1
  %a23 = getelementptr inbounds %struct.S, ptr %arrayidx22, i32 0, i32 0
  %20 = load double, ptr %a23, align 16
  %arrayidx24 = getelementptr inbounds [3 x %struct.S], ptr %b, i64 0, i64 2
  %k25 = getelementptr inbounds %struct.S, ptr %arrayidx24, i32 0, i32 1
  %21 = load i32, ptr %k25, align 8
  %conv = sitofp i32 %21 to double
  %mul = fmul double %20, %conv
  ret double %mul
}



