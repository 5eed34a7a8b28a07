; steps of y[i] += (k[i]*k[n-1-i]) / 100, k[i] = y[i]*y[n-1-i], on vectors of C++ that an exception would end; the sum of the squares
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [49 x i8] c"cannot create std::vector larger than max_size()\00", align 1

define double @f(ptr nocapture noundef readonly %x, i64 noundef %n, i64 noundef %steps) personality ptr @__gxx_personality_v0 {
entry:
  %add.ptr.idx = shl nsw i64 %n, 3
  %cmp.i.i.i = icmp ugt i64 %n, 1152921504606846975
  br i1 %cmp.i.i.i, label %if.then.i.i.i, label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.i

if.then.i.i.i:                                    ; preds = %entry
  tail call void @_ZSt20__throw_length_errorPKc(ptr noundef nonnull @.str)
  unreachable

_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.i: ; preds = %entry
  %cmp.not.i.i.i = icmp eq i64 %n, 0
  br i1 %cmp.not.i.i.i, label %_ZNSt12_Vector_baseIdSaIdEE11_M_allocateEm.exit.i.i, label %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i

_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i: ; preds = %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.i
  %call5.i.i.i.i4.i = tail call noalias noundef nonnull ptr @_Znwm(i64 noundef %add.ptr.idx)
  br label %_ZNSt12_Vector_baseIdSaIdEE11_M_allocateEm.exit.i.i

_ZNSt12_Vector_baseIdSaIdEE11_M_allocateEm.exit.i.i: ; preds = %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.i
  %cond.i.i.i = phi ptr [ null, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.i ], [ %call5.i.i.i.i4.i, %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i ]
  br i1 %cmp.not.i.i.i, label %_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit, label %if.then.i.i.i.i.i.i.i.i.i.i

if.then.i.i.i.i.i.i.i.i.i.i:                      ; preds = %_ZNSt12_Vector_baseIdSaIdEE11_M_allocateEm.exit.i.i
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %cond.i.i.i, ptr align 8 %x, i64 %add.ptr.idx, i1 false)
  br label %_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit

_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit:     ; preds = %_ZNSt12_Vector_baseIdSaIdEE11_M_allocateEm.exit.i.i, %if.then.i.i.i.i.i.i.i.i.i.i
  %cmp174 = icmp sgt i64 %steps, 0
  br i1 %cmp174, label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.lr.ph, label %for.cond35.preheader

_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.lr.ph: ; preds = %_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit
  %cmp.not.i.i.i.i = icmp eq i64 %n, 0
  %mul.i.i.i.i.i.i = shl nuw nsw i64 %n, 3
  %cmp.i.i.i.i.i.i.i = icmp eq i64 %n, 1
  %0 = shl nuw nsw i64 %n, 3
  %1 = add nsw i64 %0, -8
  %mul.i.i.i.i.i.i77 = shl nuw nsw i64 %n, 3
  %2 = shl nuw nsw i64 %n, 3
  %3 = add nsw i64 %2, -8
  %cmp16171.not = icmp eq i64 %n, 0
  %y.sroa.18.0.idx = shl nuw nsw i64 %n, 3
  %add.ptr.i.i.i.idx162 = shl nuw nsw i64 %n, 3
  %smax = tail call i64 @llvm.smax.i64(i64 %n, i64 1)
  %smax186 = tail call i64 @llvm.smax.i64(i64 %n, i64 1)
  %cond = icmp eq i64 %n, 1
  %cond191 = icmp eq i64 %n, 0
  br label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i

for.cond35.preheader:                             ; preds = %_ZNSt6vectorIdSaIdEED2Ev.exit119, %_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit
  %y.sroa.0.0.lcssa173 = phi ptr [ %cond.i.i.i, %_ZNSt6vectorIdSaIdEEC2IPKdvEET_S5_RKS0_.exit ], [ %cond.i.i.i.i79, %_ZNSt6vectorIdSaIdEED2Ev.exit119 ]
  %cmp36178.not = icmp eq i64 %n, 0
  br i1 %cmp36178.not, label %for.cond.cleanup37, label %for.body38.preheader

for.body38.preheader:                             ; preds = %for.cond35.preheader
  %smax189 = tail call i64 @llvm.smax.i64(i64 %n, i64 1)
  br label %for.body38

_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i: ; preds = %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.lr.ph, %_ZNSt6vectorIdSaIdEED2Ev.exit119
  %t.0176 = phi i64 [ 0, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.lr.ph ], [ %inc31, %_ZNSt6vectorIdSaIdEED2Ev.exit119 ]
  %y.sroa.0.0175 = phi ptr [ %cond.i.i.i, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i.lr.ph ], [ %cond.i.i.i.i79, %_ZNSt6vectorIdSaIdEED2Ev.exit119 ]
  br i1 %cmp.not.i.i.i.i, label %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i, label %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i

_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i: ; preds = %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i
  %call5.i.i.i.i4.i.i72 = invoke noalias noundef nonnull ptr @_Znwm(i64 noundef %mul.i.i.i.i.i.i)
          to label %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i unwind label %lpad2

_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i:      ; preds = %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i
  %cond.i.i.i.i = phi ptr [ null, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i ], [ %call5.i.i.i.i4.i.i72, %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i ]
  br i1 %cmp.not.i.i.i.i, label %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78, label %if.then.i.i.i.i.i

if.then.i.i.i.i.i:                                ; preds = %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i
  store double 0.000000e+00, ptr %cond.i.i.i.i, align 8
  br i1 %cmp.i.i.i.i.i.i.i, label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74, label %if.end.i.i.i.i.i.i.i

if.end.i.i.i.i.i.i.i:                             ; preds = %if.then.i.i.i.i.i
  %incdec.ptr.i.i.i.i.i = getelementptr i8, ptr %cond.i.i.i.i, i64 8
  tail call void @llvm.memset.p0.i64(ptr align 8 %incdec.ptr.i.i.i.i.i, i8 0, i64 %1, i1 false)
  br label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74

_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74: ; preds = %if.then.i.i.i.i.i, %if.end.i.i.i.i.i.i.i
  br i1 %cmp.not.i.i.i.i, label %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78, label %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i76

_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i76: ; preds = %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74
  %call5.i.i.i.i4.i.i91 = invoke noalias noundef nonnull ptr @_Znwm(i64 noundef %mul.i.i.i.i.i.i77)
          to label %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78 unwind label %lpad5

_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78:    ; preds = %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i, %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i76, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74
  %cond.i.i.i.i79 = phi ptr [ null, %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i74 ], [ %call5.i.i.i.i4.i.i91, %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i76 ], [ null, %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i ]
  br i1 %cmp.not.i.i.i.i, label %invoke.cont6, label %if.then.i.i.i.i.i83

if.then.i.i.i.i.i83:                              ; preds = %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78
  store double 0.000000e+00, ptr %cond.i.i.i.i79, align 8
  br i1 %cond, label %for.body10.preheader, label %if.end.i.i.i.i.i.i.i86

for.body10.preheader:                             ; preds = %invoke.cont6, %if.then.i.i.i.i.i83
  br label %for.body10

if.end.i.i.i.i.i.i.i86:                           ; preds = %if.then.i.i.i.i.i83
  %incdec.ptr.i.i.i.i.i84 = getelementptr i8, ptr %cond.i.i.i.i79, i64 8
  tail call void @llvm.memset.p0.i64(ptr align 8 %incdec.ptr.i.i.i.i.i84, i8 0, i64 %3, i1 false)
  br label %invoke.cont6

invoke.cont6:                                     ; preds = %if.end.i.i.i.i.i.i.i86, %_ZNSt12_Vector_baseIdSaIdEEC2EmRKS0_.exit.i78
  br i1 %cond191, label %for.cond.cleanup17, label %for.body10.preheader

for.cond15.preheader:                             ; preds = %for.body10
  br i1 %cmp16171.not, label %for.cond.cleanup17, label %for.body18

lpad2:                                            ; preds = %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i
  %4 = landingpad { ptr, i32 }
          cleanup
  br label %ehcleanup

lpad5:                                            ; preds = %_ZNSt16allocator_traitsISaIdEE8allocateERS0_m.exit.i.i.i.i76
  %5 = landingpad { ptr, i32 }
          cleanup
  %add.ptr.i.i.i.idx = shl nuw nsw i64 %n, 3
  tail call void @_ZdlPvm(ptr noundef %cond.i.i.i.i, i64 noundef %add.ptr.i.i.i.idx)
  br label %ehcleanup

for.body10:                                       ; preds = %for.body10.preheader, %for.body10
  %i.0170 = phi i64 [ %inc, %for.body10 ], [ 0, %for.body10.preheader ]
  %add.ptr.i = getelementptr inbounds double, ptr %y.sroa.0.0175, i64 %i.0170
  %6 = load double, ptr %add.ptr.i, align 8
  %7 = xor i64 %i.0170, -1
  %sub11 = add nsw i64 %7, %n
  %add.ptr.i100 = getelementptr inbounds double, ptr %y.sroa.0.0175, i64 %sub11
  %8 = load double, ptr %add.ptr.i100, align 8
  %mul = fmul double %6, %8
  %add.ptr.i101 = getelementptr inbounds double, ptr %cond.i.i.i.i, i64 %i.0170
  store double %mul, ptr %add.ptr.i101, align 8
  %inc = add nuw nsw i64 %i.0170, 1
  %exitcond.not = icmp eq i64 %inc, %smax
  br i1 %exitcond.not, label %for.cond15.preheader, label %for.body10

for.cond.cleanup17:                               ; preds = %for.body18, %invoke.cont6, %for.cond15.preheader
  %tobool.not.i.i.i104 = icmp eq ptr %y.sroa.0.0175, null
  br i1 %tobool.not.i.i.i104, label %_ZNSt6vectorIdSaIdEED2Ev.exit111, label %if.then.i.i.i105

if.then.i.i.i105:                                 ; preds = %for.cond.cleanup17
  tail call void @_ZdlPvm(ptr noundef %y.sroa.0.0175, i64 noundef %y.sroa.18.0.idx)
  br label %_ZNSt6vectorIdSaIdEED2Ev.exit111

_ZNSt6vectorIdSaIdEED2Ev.exit111:                 ; preds = %for.cond.cleanup17, %if.then.i.i.i105
  %tobool.not.i.i.i112 = icmp eq ptr %cond.i.i.i.i, null
  br i1 %tobool.not.i.i.i112, label %_ZNSt6vectorIdSaIdEED2Ev.exit119, label %if.then.i.i.i113

if.then.i.i.i113:                                 ; preds = %_ZNSt6vectorIdSaIdEED2Ev.exit111
  tail call void @_ZdlPvm(ptr noundef %cond.i.i.i.i, i64 noundef %add.ptr.i.i.i.idx162)
  br label %_ZNSt6vectorIdSaIdEED2Ev.exit119

_ZNSt6vectorIdSaIdEED2Ev.exit119:                 ; preds = %_ZNSt6vectorIdSaIdEED2Ev.exit111, %if.then.i.i.i113
  %inc31 = add nuw nsw i64 %t.0176, 1
  %exitcond188.not = icmp eq i64 %inc31, %steps
  br i1 %exitcond188.not, label %for.cond35.preheader, label %_ZNSt6vectorIdSaIdEE17_S_check_init_lenEmRKS0_.exit.i

for.body18:                                       ; preds = %for.cond15.preheader, %for.body18
  %i14.0172 = phi i64 [ %inc28, %for.body18 ], [ 0, %for.cond15.preheader ]
  %add.ptr.i120 = getelementptr inbounds double, ptr %y.sroa.0.0175, i64 %i14.0172
  %9 = load double, ptr %add.ptr.i120, align 8
  %add.ptr.i121 = getelementptr inbounds double, ptr %cond.i.i.i.i, i64 %i14.0172
  %10 = load double, ptr %add.ptr.i121, align 8
  %mul21 = fmul double %10, 1.000000e-02
  %11 = xor i64 %i14.0172, -1
  %sub23 = add nsw i64 %11, %n
  %add.ptr.i122 = getelementptr inbounds double, ptr %cond.i.i.i.i, i64 %sub23
  %12 = load double, ptr %add.ptr.i122, align 8
  %13 = tail call double @llvm.fmuladd.f64(double %mul21, double %12, double %9)
  %add.ptr.i123 = getelementptr inbounds double, ptr %cond.i.i.i.i79, i64 %i14.0172
  store double %13, ptr %add.ptr.i123, align 8
  %inc28 = add nuw nsw i64 %i14.0172, 1
  %exitcond187.not = icmp eq i64 %inc28, %smax186
  br i1 %exitcond187.not, label %for.cond.cleanup17, label %for.body18

ehcleanup:                                        ; preds = %lpad5, %lpad2
  %.pn = phi { ptr, i32 } [ %4, %lpad2 ], [ %5, %lpad5 ]
  %tobool.not.i.i.i124 = icmp eq ptr %y.sroa.0.0175, null
  br i1 %tobool.not.i.i.i124, label %ehcleanup46, label %if.then.i.i.i125

if.then.i.i.i125:                                 ; preds = %ehcleanup
  %y.sroa.18.0.idx163 = shl nuw nsw i64 %n, 3
  tail call void @_ZdlPvm(ptr noundef %y.sroa.0.0175, i64 noundef %y.sroa.18.0.idx163)
  br label %ehcleanup46

for.cond.cleanup37:                               ; preds = %for.body38, %for.cond35.preheader
  %s.0.lcssa = phi double [ 0.000000e+00, %for.cond35.preheader ], [ %15, %for.body38 ]
  %tobool.not.i.i.i132 = icmp eq ptr %y.sroa.0.0.lcssa173, null
  br i1 %tobool.not.i.i.i132, label %_ZNSt6vectorIdSaIdEED2Ev.exit139, label %if.then.i.i.i133

if.then.i.i.i133:                                 ; preds = %for.cond.cleanup37
  %y.sroa.18.0.le.idx = shl nuw nsw i64 %n, 3
  tail call void @_ZdlPvm(ptr noundef %y.sroa.0.0.lcssa173, i64 noundef %y.sroa.18.0.le.idx)
  br label %_ZNSt6vectorIdSaIdEED2Ev.exit139

_ZNSt6vectorIdSaIdEED2Ev.exit139:                 ; preds = %for.cond.cleanup37, %if.then.i.i.i133
  ret double %s.0.lcssa

for.body38:                                       ; preds = %for.body38.preheader, %for.body38
  %i34.0180 = phi i64 [ %inc43, %for.body38 ], [ 0, %for.body38.preheader ]
  %s.0179 = phi double [ %15, %for.body38 ], [ 0.000000e+00, %for.body38.preheader ]
  %add.ptr.i140 = getelementptr inbounds double, ptr %y.sroa.0.0.lcssa173, i64 %i34.0180
  %14 = load double, ptr %add.ptr.i140, align 8
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %14, double %s.0179)
  %inc43 = add nuw nsw i64 %i34.0180, 1
  %exitcond190.not = icmp eq i64 %inc43, %smax189
  br i1 %exitcond190.not, label %for.cond.cleanup37, label %for.body38

ehcleanup46:                                      ; preds = %if.then.i.i.i125, %ehcleanup
  resume { ptr, i32 } %.pn
}

declare i32 @__gxx_personality_v0(...)

declare double @llvm.fmuladd.f64(double, double, double)

declare noundef nonnull ptr @_Znwm(i64 noundef)

declare void @_ZSt20__throw_length_errorPKc(ptr noundef)

declare void @_ZdlPvm(ptr noundef, i64 noundef)

declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)

declare i64 @llvm.smax.i64(i64, i64)



