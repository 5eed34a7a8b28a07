; pass: MemberTags
; Accesses that were made of a copied struct: where the list of its members begins
; with the one that is accessed, that is its tag; two members at once have none, nor have those of a union.
define float @f(ptr %p, ptr %q) {
entry:
  %a = load i32, ptr %p, align 4, !tbaa.struct !0
  store i32 %a, ptr %q, align 4, !tbaa.struct !0
  %both = load i64, ptr %p, align 4, !tbaa.struct !0
  store i64 %both, ptr %q, align 4, !tbaa.struct !0
  %p4 = getelementptr inbounds i8, ptr %p, i64 4
  %b = load float, ptr %p4, align 4, !tbaa.struct !5
  %c = load float, ptr %p4, align 4, !tbaa !1
  %d = load float, ptr %p4, align 4, !tbaa.struct !6
  %e = load float, ptr %p4, align 4, !tbaa.struct !9
  %s = fadd float %b, %c
  %t = fadd float %s, %d
  %u = fadd float %t, %e
  ret float %u
}
!0 = !{i64 0, i64 4, !3, i64 4, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"float", !7, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !7, i64 0}
!5 = !{i64 0, i64 4, !1}
!6 = !{i64 4, i64 4, !1}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = !{i64 0, i64 4, !1, i64 0, i64 4, !3}
; want:
; define float @f(ptr %p, ptr %q) {
; entry:
;   %a = load i32, ptr %p, align 4, !tbaa !3
;   store i32 %a, ptr %q, align 4, !tbaa !3
;   %both = load i64, ptr %p, align 4, !tbaa.struct !0
;   store i64 %both, ptr %q, align 4, !tbaa.struct !0
;   %p4 = getelementptr inbounds i8, ptr %p, i64 4
;   %b = load float, ptr %p4, align 4, !tbaa !1
;   %c = load float, ptr %p4, align 4, !tbaa !1
;   %d = load float, ptr %p4, align 4, !tbaa.struct !6
;   %e = load float, ptr %p4, align 4, !tbaa.struct !9
;   %s = fadd float %b, %c
;   %t = fadd float %s, %d
;   %u = fadd float %t, %e
;   ret float %u
; }
