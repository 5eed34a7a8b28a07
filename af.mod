!mod$ v1 sum:0aa71e58273085ab
module af
contains
function cross(a,b) result(c)
real(8),intent(in)::a(1_8:3_8)
real(8),intent(in)::b(1_8:3_8)
real(8)::c(1_8:3_8)
end
function grad(u,h) result(g)
real(8),intent(in)::u(0_8:)
real(8),intent(in)::h
real(8),allocatable::g(:)
end
subroutine work(u,v)
real(8),intent(in)::u(:)
real(8),intent(inout)::v(:)
end
end
