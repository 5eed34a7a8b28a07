! Objects that change their type by polymorphic assignment, hold objects of other classes, and come from functions.
module shapes
  use iso_c_binding, only: c_double, c_size_t
  implicit none

  type, abstract :: shape
    real(c_double) :: weight = 1
  contains
    procedure(measure), deferred :: area
  end type shape

  abstract interface
    real(c_double) function measure(self, scale)
      import :: shape, c_double
      class(shape), intent(in) :: self
      real(c_double), intent(in) :: scale
    end function measure
  end interface

  type, extends(shape) :: disk
    real(c_double) :: radius = 0
  contains
    procedure :: area => disk_area
  end type disk

  type, extends(shape) :: polygon
    real(c_double), allocatable :: corners(:, :)
  contains
    procedure :: area => polygon_area
  end type polygon

  type :: holder
    class(shape), allocatable :: held
    real(c_double) :: factor = 1
  end type holder

contains

  real(c_double) function disk_area(self, scale)
    class(disk), intent(in) :: self
    real(c_double), intent(in) :: scale
    disk_area = 3.14d0 * (scale * self%radius)**2 * self%weight
  end function disk_area

  real(c_double) function polygon_area(self, scale)
    class(polygon), intent(in) :: self
    real(c_double), intent(in) :: scale
    integer :: k, next
    polygon_area = 0
    do k = 1, size(self%corners, 2)
      next = mod(k, size(self%corners, 2)) + 1
      polygon_area = polygon_area + self%corners(1, k) * self%corners(2, next) - self%corners(1, next) * self%corners(2, k)
    end do
    polygon_area = 0.5d0 * scale**2 * self%weight * polygon_area
  end function polygon_area

  function chosen(x, round) result(s)
    real(c_double), intent(in) :: x(:)
    logical, intent(in) :: round
    class(shape), allocatable :: s
    integer :: k
    if (round) then
      allocate (disk :: s)
    else
      allocate (polygon :: s)
    end if
    select type (s)
    type is (disk)
      s%radius = x(1) * x(2)
    type is (polygon)
      allocate (s%corners(2, 3))
      do k = 1, 3
        s%corners(:, k) = [cos(2.0d0 * k) * x(k), sin(2.0d0 * k) * x(k + 1)]
      end do
    end select
    s%weight = x(3)
  end function chosen

  real(c_double) function grown(s) result(r)
    class(shape), intent(in) :: s
    class(shape), allocatable :: copy
    copy = s
    select type (copy)
    class is (disk)
      copy%radius = copy%radius + 0.5d0
    type is (polygon)
      copy%corners = 1.5d0 * copy%corners
    end select
    r = copy%area(1.0d0)
  end function grown
end module shapes

function f(x, n) bind(c, name="f") result(r)
  use shapes
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  class(shape), allocatable :: s
  type(holder) :: a, b
  integer :: k
  r = 0
  do k = 1, 4
    s = chosen(x(k:k + 4), mod(k, 2) == 0)
    r = r + s%area(0.5d0 + x(k)) + k * grown(s)
  end do
  allocate (a%held, source=s)
  a%factor = x(9)
  b = a
  s = disk(weight=x(10), radius=x(11))
  r = r + b%factor * b%held%area(1.2d0) + s%area(x(12))
end function f
