!mod$ v1 sum:5e6e413a1e2a7565
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module growing
use,intrinsic::iso_c_binding,only:c_double
use,intrinsic::iso_c_binding,only:c_size_t
type::series
real(8),allocatable::values(:)
character(8_4,1)::label="empty   "
integer(4)::kept(1_8:3_8)=[INTEGER(4)::1_4,2_4,3_4]
real(8),pointer::last=>NULL()
end type
intrinsic::null
type,extends(series)::weighted
real(8),allocatable::weights(:,:)
real(8)::scale=2._8
end type
type::table
type(weighted)::first
type(series),allocatable::rest(:)
end type
contains
subroutine append(list,v)
real(8),allocatable,intent(inout)::list(:)
real(8),intent(in)::v
end
subroutine smooth(n,v)
integer(4),intent(in)::n
real(8),intent(inout)::v(1_8:int(n,kind=8))
end
function total(t) result(r)
type(table),intent(in)::t
real(8)::r
end
end
