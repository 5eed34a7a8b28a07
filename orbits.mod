!mod$ v1 sum:a9cdeec86d5b275c
!need$ fc1ab5ddb0e0d965 i iso_c_binding
module orbits
use,intrinsic::iso_c_binding,only:c_double
use,intrinsic::iso_c_binding,only:c_size_t
type,abstract::orbit
real(8),allocatable::trail(:,:)
contains
procedure(position_at),deferred::position
procedure::follow
end type
abstract interface
function position_at(self,t) result(z)
import::orbit
class(orbit),intent(in)::self
real(8),intent(in)::t
complex(8)::z
end
end interface
type,extends(orbit)::circle
real(8)::radius=1._8
real(8)::rate=1._8
contains
procedure::position=>circle_position
end type
type,extends(circle)::ellipse
real(8)::excentricity=0._8
contains
procedure::position=>ellipse_position
end type
contains
function circle_position(self,t) result(z)
class(circle),intent(in)::self
real(8),intent(in)::t
complex(8)::z
end
function ellipse_position(self,t) result(z)
class(ellipse),intent(in)::self
real(8),intent(in)::t
complex(8)::z
end
subroutine follow(self,count,h)
class(orbit),intent(inout)::self
integer(4),intent(in)::count
real(8),intent(in)::h
end
function area(trail,count) result(a)
integer(4),intent(in)::count
real(8),intent(in)::trail(1_8:2_8,1_8:int(count,kind=8))
real(8)::a
end
end
