! Array constructors of derived types: implied loops over structure constructors, with components that have
! initial values, and over functions that return objects.
module points
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: point
    real(dp) :: weight = 2
    real(dp) :: at(2) = 0
    integer :: kind = 1
  end type
contains
  pure function mirrored(p) result(q)
    type(point), intent(in) :: p
    type(point) :: q
    q = point(p%weight*p%at(1), p%at(2:1:-1))
  end function
end module
function f(x, n) bind(c, name="f") result(r)
  use points
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  type(point) :: a(3)
  type(point), allocatable :: b(:)
  integer :: i
  a = [(point(x(i), x(i + 1:i + 2), i), i=1, 3)]
  b = [a, (mirrored(a(i)), i=3, 1, -1), (point(at=x(i:i + 1)), i=4, int(n) - 1, 2)]
  r = sum(b%weight*b%at(1)) + dot_product(b%at(2), real(b%kind, dp)) + size(b)
end function
