!mod$ v1 sum:32232b651f54012a
module mesh_m
integer(4),parameter::dp=8_4
intrinsic::kind
type::field_t
real(8),allocatable::v(:)
real(8)::dx=1.000000000000000055511151231257827021181583404541015625e-1_8
integer(4)::n=0_4
end type
contains
subroutine init(f,x)
type(field_t),intent(out)::f
real(8),intent(in)::x(:)
end
subroutine step(f,dt)
type(field_t),intent(inout)::f
real(8),intent(in)::dt
end
end
