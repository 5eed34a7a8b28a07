!mod$ v1 sum:1921bb262ec4547f
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module tableaus
use,intrinsic::iso_c_binding,only:c_double
use,intrinsic::iso_c_binding,only:c_size_t
integer(4),parameter::dims=3_4
contains
subroutine tableau(name,a,b,stages)
character(*,1),intent(in)::name
real(8),intent(out)::a(1_8:4_8,1_8:4_8)
real(8),intent(out)::b(1_8:4_8)
integer(4),intent(out)::stages
end
subroutine slope(y,p,d)
real(8),intent(in)::y(1_8:3_8)
real(8),intent(in)::p(1_8:3_8)
real(8),intent(out)::d(1_8:3_8)
end
end
