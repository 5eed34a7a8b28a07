; clang 19 -O0: vectors of integers that carry several floats in each element
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local double @taken(ptr noundef %x, i32 noundef %k) {
entry:
  %x.addr = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  %q = alloca <2 x i128>, align 32
  %.compoundliteral = alloca <4 x double>, align 32
  %a = alloca <2 x double>, align 16
  %b = alloca <2 x double>, align 16
  store ptr %x, ptr %x.addr, align 8
  store i32 %k, ptr %k.addr, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %arrayidx = getelementptr inbounds double, ptr %0, i64 0
  %1 = load double, ptr %arrayidx, align 8
  %vecinit = insertelement <4 x double> poison, double %1, i32 0
  %2 = load ptr, ptr %x.addr, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %2, i64 1
  %3 = load double, ptr %arrayidx1, align 8
  %vecinit2 = insertelement <4 x double> %vecinit, double %3, i32 1
  %4 = load ptr, ptr %x.addr, align 8
  %arrayidx3 = getelementptr inbounds double, ptr %4, i64 2
  %5 = load double, ptr %arrayidx3, align 8
  %vecinit4 = insertelement <4 x double> %vecinit2, double %5, i32 2
  %6 = load ptr, ptr %x.addr, align 8
  %arrayidx5 = getelementptr inbounds double, ptr %6, i64 3
  %7 = load double, ptr %arrayidx5, align 8
  %vecinit6 = insertelement <4 x double> %vecinit4, double %7, i32 3
  store <4 x double> %vecinit6, ptr %.compoundliteral, align 32
  %8 = load <4 x double>, ptr %.compoundliteral, align 32
  %9 = bitcast <4 x double> %8 to <2 x i128>
  store <2 x i128> %9, ptr %q, align 32
  %10 = load <2 x i128>, ptr %q, align 32
  %vecext = extractelement <2 x i128> %10, i32 1
  %11 = bitcast i128 %vecext to <2 x double>
  store <2 x double> %11, ptr %a, align 16
  %12 = load <2 x i128>, ptr %q, align 32
  %13 = load i32, ptr %k.addr, align 4
  %vecext7 = extractelement <2 x i128> %12, i32 %13
  %14 = bitcast i128 %vecext7 to <2 x double>
  store <2 x double> %14, ptr %b, align 16
  %15 = load <2 x double>, ptr %a, align 16
  %vecext8 = extractelement <2 x double> %15, i32 0
  %16 = load <2 x double>, ptr %a, align 16
  %vecext9 = extractelement <2 x double> %16, i32 1
  %mul10 = fmul double 3.000000e+00, %vecext9
  %17 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %vecext8, double %mul10)
  %18 = load <2 x double>, ptr %b, align 16
  %vecext11 = extractelement <2 x double> %18, i32 0
  %19 = call double @llvm.fmuladd.f64(double 5.000000e+00, double %vecext11, double %17)
  %20 = load <2 x double>, ptr %b, align 16
  %vecext12 = extractelement <2 x double> %20, i32 1
  %21 = call double @llvm.fmuladd.f64(double 7.000000e+00, double %vecext12, double %19)
  ret double %21
}

declare double @llvm.fmuladd.f64(double, double, double)

define dso_local double @put(ptr noundef %x, i32 noundef %k) {
entry:
  %x.addr = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  %q = alloca <4 x i64>, align 32
  %.compoundliteral = alloca <8 x float>, align 32
  %.compoundliteral14 = alloca <2 x float>, align 8
  %v = alloca <8 x float>, align 32
  store ptr %x, ptr %x.addr, align 8
  store i32 %k, ptr %k.addr, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %arrayidx = getelementptr inbounds double, ptr %0, i64 0
  %1 = load double, ptr %arrayidx, align 8
  %conv = fptrunc double %1 to float
  %vecinit = insertelement <8 x float> poison, float %conv, i32 0
  %2 = load ptr, ptr %x.addr, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %2, i64 1
  %3 = load double, ptr %arrayidx1, align 8
  %conv2 = fptrunc double %3 to float
  %vecinit3 = insertelement <8 x float> %vecinit, float %conv2, i32 1
  %4 = load ptr, ptr %x.addr, align 8
  %arrayidx4 = getelementptr inbounds double, ptr %4, i64 2
  %5 = load double, ptr %arrayidx4, align 8
  %conv5 = fptrunc double %5 to float
  %vecinit6 = insertelement <8 x float> %vecinit3, float %conv5, i32 2
  %6 = load ptr, ptr %x.addr, align 8
  %arrayidx7 = getelementptr inbounds double, ptr %6, i64 3
  %7 = load double, ptr %arrayidx7, align 8
  %conv8 = fptrunc double %7 to float
  %vecinit9 = insertelement <8 x float> %vecinit6, float %conv8, i32 3
  %vecinit10 = insertelement <8 x float> %vecinit9, float 0.000000e+00, i32 4
  %vecinit11 = insertelement <8 x float> %vecinit10, float 0.000000e+00, i32 5
  %vecinit12 = insertelement <8 x float> %vecinit11, float 0.000000e+00, i32 6
  %vecinit13 = insertelement <8 x float> %vecinit12, float 0.000000e+00, i32 7
  store <8 x float> %vecinit13, ptr %.compoundliteral, align 32
  %8 = load <8 x float>, ptr %.compoundliteral, align 32
  %9 = bitcast <8 x float> %8 to <4 x i64>
  store <4 x i64> %9, ptr %q, align 32
  %10 = load ptr, ptr %x.addr, align 8
  %arrayidx15 = getelementptr inbounds double, ptr %10, i64 3
  %11 = load double, ptr %arrayidx15, align 8
  %conv16 = fptrunc double %11 to float
  %vecinit17 = insertelement <2 x float> poison, float %conv16, i32 0
  %12 = load ptr, ptr %x.addr, align 8
  %arrayidx18 = getelementptr inbounds double, ptr %12, i64 0
  %13 = load double, ptr %arrayidx18, align 8
  %conv19 = fptrunc double %13 to float
  %vecinit20 = insertelement <2 x float> %vecinit17, float %conv19, i32 1
  store <2 x float> %vecinit20, ptr %.compoundliteral14, align 8
  %14 = load <2 x float>, ptr %.compoundliteral14, align 8
  %15 = bitcast <2 x float> %14 to i64
  %16 = load <4 x i64>, ptr %q, align 32
  %vecins = insertelement <4 x i64> %16, i64 %15, i32 1
  store <4 x i64> %vecins, ptr %q, align 32
  %17 = load <4 x i64>, ptr %q, align 32
  %vecext = extractelement <4 x i64> %17, i32 0
  %18 = load <4 x i64>, ptr %q, align 32
  %vecins21 = insertelement <4 x i64> %18, i64 %vecext, i32 3
  store <4 x i64> %vecins21, ptr %q, align 32
  %19 = load <4 x i64>, ptr %q, align 32
  %20 = bitcast <4 x i64> %19 to <8 x float>
  store <8 x float> %20, ptr %v, align 32
  %21 = load <8 x float>, ptr %v, align 32
  %vecext22 = extractelement <8 x float> %21, i32 0
  %22 = load <8 x float>, ptr %v, align 32
  %vecext23 = extractelement <8 x float> %22, i32 1
  %mul24 = fmul float 3.000000e+00, %vecext23
  %23 = call float @llvm.fmuladd.f32(float 2.000000e+00, float %vecext22, float %mul24)
  %24 = load <8 x float>, ptr %v, align 32
  %vecext25 = extractelement <8 x float> %24, i32 2
  %25 = call float @llvm.fmuladd.f32(float 5.000000e+00, float %vecext25, float %23)
  %26 = load <8 x float>, ptr %v, align 32
  %vecext26 = extractelement <8 x float> %26, i32 3
  %27 = call float @llvm.fmuladd.f32(float 7.000000e+00, float %vecext26, float %25)
  %28 = load <8 x float>, ptr %v, align 32
  %vecext27 = extractelement <8 x float> %28, i32 6
  %29 = call float @llvm.fmuladd.f32(float 1.100000e+01, float %vecext27, float %27)
  %30 = load <8 x float>, ptr %v, align 32
  %vecext28 = extractelement <8 x float> %30, i32 7
  %31 = call float @llvm.fmuladd.f32(float 1.300000e+01, float %vecext28, float %29)
  %conv29 = fpext float %31 to double
  ret double %conv29
}

declare float @llvm.fmuladd.f32(float, float, float)

define dso_local double @moved(ptr noundef %x, i32 noundef %k) {
entry:
  %x.addr = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  %q = alloca <4 x i64>, align 32
  %.compoundliteral = alloca <8 x float>, align 32
  %a = alloca <2 x float>, align 8
  %.compoundliteral14 = alloca <2 x float>, align 8
  %v = alloca <8 x float>, align 32
  store ptr %x, ptr %x.addr, align 8
  store i32 %k, ptr %k.addr, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %arrayidx = getelementptr inbounds double, ptr %0, i64 0
  %1 = load double, ptr %arrayidx, align 8
  %conv = fptrunc double %1 to float
  %vecinit = insertelement <8 x float> poison, float %conv, i32 0
  %2 = load ptr, ptr %x.addr, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %2, i64 1
  %3 = load double, ptr %arrayidx1, align 8
  %conv2 = fptrunc double %3 to float
  %vecinit3 = insertelement <8 x float> %vecinit, float %conv2, i32 1
  %4 = load ptr, ptr %x.addr, align 8
  %arrayidx4 = getelementptr inbounds double, ptr %4, i64 2
  %5 = load double, ptr %arrayidx4, align 8
  %conv5 = fptrunc double %5 to float
  %vecinit6 = insertelement <8 x float> %vecinit3, float %conv5, i32 2
  %6 = load ptr, ptr %x.addr, align 8
  %arrayidx7 = getelementptr inbounds double, ptr %6, i64 3
  %7 = load double, ptr %arrayidx7, align 8
  %conv8 = fptrunc double %7 to float
  %vecinit9 = insertelement <8 x float> %vecinit6, float %conv8, i32 3
  %vecinit10 = insertelement <8 x float> %vecinit9, float 0.000000e+00, i32 4
  %vecinit11 = insertelement <8 x float> %vecinit10, float 0.000000e+00, i32 5
  %vecinit12 = insertelement <8 x float> %vecinit11, float 0.000000e+00, i32 6
  %vecinit13 = insertelement <8 x float> %vecinit12, float 0.000000e+00, i32 7
  store <8 x float> %vecinit13, ptr %.compoundliteral, align 32
  %8 = load <8 x float>, ptr %.compoundliteral, align 32
  %9 = bitcast <8 x float> %8 to <4 x i64>
  store <4 x i64> %9, ptr %q, align 32
  %10 = load <4 x i64>, ptr %q, align 32
  %11 = load <4 x i64>, ptr %q, align 32
  %shuffle = shufflevector <4 x i64> %10, <4 x i64> %11, <4 x i32> <i32 1, i32 0, i32 1, i32 1>
  store <4 x i64> %shuffle, ptr %q, align 32
  %12 = load <4 x i64>, ptr %q, align 32
  %13 = load i32, ptr %k.addr, align 4
  %vecext = extractelement <4 x i64> %12, i32 %13
  %14 = bitcast i64 %vecext to <2 x float>
  store <2 x float> %14, ptr %a, align 8
  %15 = load ptr, ptr %x.addr, align 8
  %arrayidx15 = getelementptr inbounds double, ptr %15, i64 3
  %16 = load double, ptr %arrayidx15, align 8
  %conv16 = fptrunc double %16 to float
  %vecinit17 = insertelement <2 x float> poison, float %conv16, i32 0
  %17 = load <2 x float>, ptr %a, align 8
  %vecext18 = extractelement <2 x float> %17, i32 1
  %vecinit19 = insertelement <2 x float> %vecinit17, float %vecext18, i32 1
  store <2 x float> %vecinit19, ptr %.compoundliteral14, align 8
  %18 = load <2 x float>, ptr %.compoundliteral14, align 8
  %19 = bitcast <2 x float> %18 to i64
  %20 = load <4 x i64>, ptr %q, align 32
  %vecins = insertelement <4 x i64> %20, i64 %19, i32 3
  store <4 x i64> %vecins, ptr %q, align 32
  %21 = load <4 x i64>, ptr %q, align 32
  %22 = bitcast <4 x i64> %21 to <8 x float>
  store <8 x float> %22, ptr %v, align 32
  %23 = load <8 x float>, ptr %v, align 32
  %vecext20 = extractelement <8 x float> %23, i32 0
  %24 = load <8 x float>, ptr %v, align 32
  %vecext21 = extractelement <8 x float> %24, i32 1
  %mul22 = fmul float 3.000000e+00, %vecext21
  %25 = call float @llvm.fmuladd.f32(float 2.000000e+00, float %vecext20, float %mul22)
  %26 = load <8 x float>, ptr %v, align 32
  %vecext23 = extractelement <8 x float> %26, i32 2
  %27 = call float @llvm.fmuladd.f32(float 5.000000e+00, float %vecext23, float %25)
  %28 = load <8 x float>, ptr %v, align 32
  %vecext24 = extractelement <8 x float> %28, i32 3
  %29 = call float @llvm.fmuladd.f32(float 7.000000e+00, float %vecext24, float %27)
  %30 = load <8 x float>, ptr %v, align 32
  %vecext25 = extractelement <8 x float> %30, i32 5
  %31 = call float @llvm.fmuladd.f32(float 1.100000e+01, float %vecext25, float %29)
  %32 = load <8 x float>, ptr %v, align 32
  %vecext26 = extractelement <8 x float> %32, i32 6
  %33 = call float @llvm.fmuladd.f32(float 1.300000e+01, float %vecext26, float %31)
  %34 = load <8 x float>, ptr %v, align 32
  %vecext27 = extractelement <8 x float> %34, i32 7
  %35 = call float @llvm.fmuladd.f32(float 1.700000e+01, float %vecext27, float %33)
  %36 = load <2 x float>, ptr %a, align 8
  %vecext28 = extractelement <2 x float> %36, i32 0
  %37 = call float @llvm.fmuladd.f32(float 1.900000e+01, float %vecext28, float %35)
  %conv29 = fpext float %37 to double
  ret double %conv29
}

define dso_local double @placed(ptr noundef %x, i32 noundef %k) {
entry:
  %x.addr = alloca ptr, align 8
  %k.addr = alloca i32, align 4
  %q = alloca <2 x i128>, align 32
  %.compoundliteral = alloca <4 x double>, align 32
  %.compoundliteral7 = alloca <2 x double>, align 16
  %v = alloca <4 x double>, align 32
  store ptr %x, ptr %x.addr, align 8
  store i32 %k, ptr %k.addr, align 4
  %0 = load ptr, ptr %x.addr, align 8
  %arrayidx = getelementptr inbounds double, ptr %0, i64 0
  %1 = load double, ptr %arrayidx, align 8
  %vecinit = insertelement <4 x double> poison, double %1, i32 0
  %2 = load ptr, ptr %x.addr, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %2, i64 1
  %3 = load double, ptr %arrayidx1, align 8
  %vecinit2 = insertelement <4 x double> %vecinit, double %3, i32 1
  %4 = load ptr, ptr %x.addr, align 8
  %arrayidx3 = getelementptr inbounds double, ptr %4, i64 2
  %5 = load double, ptr %arrayidx3, align 8
  %vecinit4 = insertelement <4 x double> %vecinit2, double %5, i32 2
  %6 = load ptr, ptr %x.addr, align 8
  %arrayidx5 = getelementptr inbounds double, ptr %6, i64 3
  %7 = load double, ptr %arrayidx5, align 8
  %vecinit6 = insertelement <4 x double> %vecinit4, double %7, i32 3
  store <4 x double> %vecinit6, ptr %.compoundliteral, align 32
  %8 = load <4 x double>, ptr %.compoundliteral, align 32
  %9 = bitcast <4 x double> %8 to <2 x i128>
  store <2 x i128> %9, ptr %q, align 32
  %10 = load ptr, ptr %x.addr, align 8
  %arrayidx8 = getelementptr inbounds double, ptr %10, i64 3
  %11 = load double, ptr %arrayidx8, align 8
  %vecinit9 = insertelement <2 x double> poison, double %11, i32 0
  %12 = load ptr, ptr %x.addr, align 8
  %arrayidx10 = getelementptr inbounds double, ptr %12, i64 0
  %13 = load double, ptr %arrayidx10, align 8
  %vecinit11 = insertelement <2 x double> %vecinit9, double %13, i32 1
  store <2 x double> %vecinit11, ptr %.compoundliteral7, align 16
  %14 = load <2 x double>, ptr %.compoundliteral7, align 16
  %15 = bitcast <2 x double> %14 to i128
  %16 = load i32, ptr %k.addr, align 4
  %17 = load <2 x i128>, ptr %q, align 32
  %vecins = insertelement <2 x i128> %17, i128 %15, i32 %16
  store <2 x i128> %vecins, ptr %q, align 32
  %18 = load <2 x i128>, ptr %q, align 32
  %19 = bitcast <2 x i128> %18 to <4 x double>
  store <4 x double> %19, ptr %v, align 32
  %20 = load <4 x double>, ptr %v, align 32
  %vecext = extractelement <4 x double> %20, i32 0
  %21 = load <4 x double>, ptr %v, align 32
  %vecext12 = extractelement <4 x double> %21, i32 1
  %mul13 = fmul double 3.000000e+00, %vecext12
  %22 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %vecext, double %mul13)
  %23 = load <4 x double>, ptr %v, align 32
  %vecext14 = extractelement <4 x double> %23, i32 2
  %24 = call double @llvm.fmuladd.f64(double 5.000000e+00, double %vecext14, double %22)
  %25 = load <4 x double>, ptr %v, align 32
  %vecext15 = extractelement <4 x double> %25, i32 3
  %26 = call double @llvm.fmuladd.f64(double 7.000000e+00, double %vecext15, double %24)
  ret double %26
}
