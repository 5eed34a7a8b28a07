!mod$ v1 sum:638c581f3fef4478
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module chain
use,intrinsic::iso_c_binding,only:c_double
use,intrinsic::iso_c_binding,only:c_size_t
integer(4),parameter::beads=5_4
real(8),parameter::rest(1_8:4_8)=[REAL(8)::9.0000000000000002220446049250313080847263336181640625e-1_8,1._8,1.100000000000000088817841970012523233890533447265625_8,8.000000000000000444089209850062616169452667236328125e-1_8]
type::vec
real(8)::c(1_8:2_8)=[REAL(8)::0._8,0._8]
end type
type::node
type(vec)::p
type(vec)::v
real(8)::m=1._8
type(node),pointer::next=>NULL()
end type
intrinsic::null
interface operator(+)
procedure::plus
end interface
interface operator(-)
procedure::minus
end interface
interface operator(*)
procedure::times
end interface
contains
pure function plus(a,b)
type(vec),intent(in)::a
type(vec),intent(in)::b
type(vec)::plus
end
pure function minus(a,b)
type(vec),intent(in)::a
type(vec),intent(in)::b
type(vec)::minus
end
pure function times(s,a)
real(8),intent(in)::s
type(vec),intent(in)::a
type(vec)::times
end
subroutine forces(head,k,out)
type(node),intent(in),pointer::head
real(8),intent(in)::k(:)
type(vec),intent(out)::out(:)
end
end
