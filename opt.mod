!mod$ v1 sum:7bb1be1cdd501f92
module opt
interface norm
procedure::norm_v
procedure::norm_m
end interface
contains
function norm_v(v,p) result(r)
real(8),intent(in)::v(:)
integer(4),intent(in),optional::p
real(8)::r
end
function norm_m(a) result(r)
real(8),intent(in)::a(:,:)
real(8)::r
end
subroutine scale_(v,s,shift,res)
real(8),intent(inout)::v(:)
real(8),intent(in)::s
real(8),intent(in),optional::shift(:)
real(8),intent(out),optional::res
end
end
