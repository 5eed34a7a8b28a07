!mod$ v1 sum:bd5fe3fa5cc2c63e
module state_m
type::state
real(8),allocatable::q(:)
real(8),allocatable::p(:)
real(8)::t=0._8
end type
contains
function rhs(s) result(d)
type(state),intent(in)::s
type(state)::d
end
function axpy(s,h,d) result(r)
type(state),intent(in)::s
real(8),intent(in)::h
type(state),intent(in)::d
type(state)::r
end
end
