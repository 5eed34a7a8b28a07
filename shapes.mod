!mod$ v1 sum:21462106fbf1e767
module shapes
type,abstract::shape_t
real(8)::w=1._8
contains
procedure(area_i),deferred::area
procedure::cost
end type
abstract interface
function area_i(self,s)
import::shape_t
class(shape_t),intent(in)::self
real(8),intent(in)::s
real(8)::area_i
end
end interface
type,extends(shape_t)::circle
real(8)::r
contains
procedure::area=>circle_area
end type
type,extends(shape_t)::rect
real(8)::a
real(8)::b
contains
procedure::area=>rect_area
end type
contains
function cost(self,s)
class(shape_t),intent(in)::self
real(8),intent(in)::s
real(8)::cost
end
function circle_area(self,s)
class(circle),intent(in)::self
real(8),intent(in)::s
real(8)::circle_area
end
function rect_area(self,s)
class(rect),intent(in)::self
real(8),intent(in)::s
real(8)::rect_area
end
end
