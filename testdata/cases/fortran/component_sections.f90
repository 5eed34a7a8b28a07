! Components get arrays that another procedure passes, or none does, and sections that are only read go to procedures that take whole arrays.
module tables
  use iso_c_binding, only: c_double, c_size_t
  implicit none

  type :: options
    integer, allocatable :: at(:), marks(:)
    real(c_double), allocatable :: weight(:)
  end type options

contains

  subroutine set(me, at, weight, marks)
    class(options), intent(inout) :: me
    integer, intent(in), optional :: at(:), marks(:)
    real(c_double), intent(in), optional :: weight(:)
    if (present(marks)) then
      allocate(me%marks(size(marks)))
      me%marks = marks
    end if
    if (present(at)) then
      if (allocated(me%at)) deallocate(me%at)
      allocate(me%at(size(at)))
      me%at = at
    end if
    if (present(weight)) then
      allocate(me%weight(size(weight)))
      me%weight = weight
    end if
  end subroutine set

  real(c_double) function weigh(n, a, b) result(s)
    integer, intent(in) :: n
    real(c_double), intent(in) :: a(n), b(n)
    integer :: k
    s = 0
    do k = 1, n
      s = s + a(k) * b(k)**2
    end do
  end function weigh

  real(c_double) function both(a, b) result(s)
    real(c_double), intent(in) :: a(:), b(:)
    s = weigh(size(a), a, b)
  end function both
end module tables

function f(x, n) bind(c, name="f") result(r)
  use tables
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y(3, 4)
  type(options) :: o, p
  integer :: k
  y = reshape(x(1:12), [3, 4])
  call set(o, weight=x(1:4))
  call set(p, at=[3, 1, 2])
  r = both(y(2, :), o%weight) + both(y(1:3:2, 3), x(5:6)) + both(x(7:9), y(:, 1))
  do k = 1, 3
    r = r + k * x(p%at(k))**2
  end do
end function f
