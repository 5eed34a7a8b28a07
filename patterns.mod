!mod$ v1 sum:4b682939d18bcddf
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module patterns
use,intrinsic::iso_c_binding,only:c_double
use,intrinsic::iso_c_binding,only:c_size_t
contains
function moments(a) result(m)
real(8),intent(in)::a(:,:)
real(8)::m(1_8:size(a,dim=2,kind=8),1_8:4_8)
end
function places(a,w) result(r)
real(8),intent(in)::a(:,:)
real(8),intent(in)::w(:)
real(8)::r
end
end
