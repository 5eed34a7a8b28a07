; rustc, opt-level 2
; llad: grad cube(2, 3) = 8, 12
; ModuleID = 'source'
source_filename = "s3.43c209b8f11b30af-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(none) uwtable
define noundef double @cube(double noundef %x, i32 noundef %n) unnamed_addr #0 {
start:
  %_33 = icmp sgt i32 %n, 0
  br i1 %_33, label %bb2.preheader, label %bb3

bb2.preheader:                                    ; preds = %start
  %xtraiter = and i32 %n, 7
  %0 = icmp ult i32 %n, 8
  br i1 %0, label %bb2.epil.preheader, label %bb2.preheader.new

bb2.preheader.new:                                ; preds = %bb2.preheader
  %unroll_iter = and i32 %n, 2147483640
  br label %bb2

bb3.loopexit.unr-lcssa:                           ; preds = %bb2
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0
  br i1 %lcmp.mod.not, label %bb3, label %bb2.epil.preheader

bb2.epil.preheader:                               ; preds = %bb3.loopexit.unr-lcssa, %bb2.preheader
  %r.sroa.0.05.epil.init = phi double [ 1.000000e+00, %bb2.preheader ], [ %9, %bb3.loopexit.unr-lcssa ]
  %lcmp.mod7 = icmp ne i32 %xtraiter, 0
  tail call void @llvm.assume(i1 %lcmp.mod7)
  br label %bb2.epil

bb2.epil:                                         ; preds = %bb2.epil, %bb2.epil.preheader
  %r.sroa.0.05.epil = phi double [ %1, %bb2.epil ], [ %r.sroa.0.05.epil.init, %bb2.epil.preheader ]
  %epil.iter = phi i32 [ %epil.iter.next, %bb2.epil ], [ 0, %bb2.epil.preheader ]
  %1 = fmul double %x, %r.sroa.0.05.epil
  %epil.iter.next = add i32 %epil.iter, 1
  %epil.iter.cmp.not = icmp eq i32 %epil.iter.next, %xtraiter
  br i1 %epil.iter.cmp.not, label %bb3, label %bb2.epil, !llvm.loop !3

bb3:                                              ; preds = %bb3.loopexit.unr-lcssa, %bb2.epil, %start
  %r.sroa.0.0.lcssa = phi double [ 1.000000e+00, %start ], [ %9, %bb3.loopexit.unr-lcssa ], [ %1, %bb2.epil ]
  ret double %r.sroa.0.0.lcssa

bb2:                                              ; preds = %bb2, %bb2.preheader.new
  %r.sroa.0.05 = phi double [ 1.000000e+00, %bb2.preheader.new ], [ %9, %bb2 ]
  %niter = phi i32 [ 0, %bb2.preheader.new ], [ %niter.next.7, %bb2 ]
  %2 = fmul double %x, %r.sroa.0.05
  %3 = fmul double %x, %2
  %4 = fmul double %x, %3
  %5 = fmul double %x, %4
  %6 = fmul double %x, %5
  %7 = fmul double %x, %6
  %8 = fmul double %x, %7
  %9 = fmul double %x, %8
  %niter.next.7 = add i32 %niter, 8
  %niter.ncmp.7 = icmp eq i32 %niter.next.7, %unroll_iter
  br i1 %niter.ncmp.7, label %bb3.loopexit.unr-lcssa, label %bb2
}

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #1

attributes #0 = { nofree norecurse nosync nounwind nonlazybind memory(none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!3 = distinct !{!3, !4}
!4 = !{!"llvm.loop.unroll.disable"}
