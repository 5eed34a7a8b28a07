!mod$ v1 sum:331eba6f2818c49a
module el
contains
elemental function limiter(r) result(phi)
real(8),intent(in)::r
real(8)::phi
end
pure function flux(u,v) result(g)
real(8),intent(in)::u(:)
real(8),intent(in)::v
real(8)::g(1_8:size(u,dim=1,kind=8))
end
elemental impure subroutine bump(a,b)
real(8),intent(inout)::a
real(8),intent(in)::b
end
end
