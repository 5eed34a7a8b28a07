! Final procedures, scalar and elemental, of types, their components and the types they extend, which add to a module's variable.
module ends
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  real(c_double) :: total = 0

  type :: base
    real(c_double) :: w = 0.5d0
  contains
    final :: end_base
  end type base

  type, extends(base) :: series
    real(c_double), allocatable :: a(:)
  contains
    procedure :: initialize
    procedure :: destroy
    final :: end_series
  end type series

  type :: pair
    type(base) :: both(2)
    type(series), allocatable :: s
  end type pair

contains

  impure elemental subroutine end_base(x)
    type(base), intent(inout) :: x
    total = total + x%w**2
  end subroutine end_base

  subroutine end_series(x)
    type(series), intent(inout) :: x
    call x%destroy()
  end subroutine end_series

  subroutine destroy(me)
    class(series), intent(inout) :: me
    if (allocated(me%a)) then
      total = total + sum(me%a)
      deallocate(me%a)
    end if
  end subroutine destroy

  subroutine initialize(me, a, w)
    class(series), intent(inout) :: me
    real(c_double), intent(in) :: a(:), w
    call me%destroy()
    allocate(me%a(size(a)))
    me%a = a
    me%w = w
  end subroutine initialize

  subroutine fill(me, v)
    class(series), intent(out) :: me
    real(c_double), intent(in) :: v
    allocate(me%a(1))
    me%a(1) = v
  end subroutine fill

  real(c_double) function use_them(x) result(r)
    real(c_double), intent(in) :: x(:)
    type(series) :: s
    type(pair) :: p
    type(base), allocatable :: list(:)
    class(base), allocatable :: any
    call s%initialize(x(1:3), x(4))
    r = product(s%a) * s%w
    call fill(s, x(5) * x(6))
    r = r + sin(s%a(1))
    p%both(1)%w = x(7)
    p%both(2)%w = x(8) * r
    allocate(p%s)
    call p%s%initialize(x(8:9), x(10)**2)
    allocate(list(2))
    list%w = x(11:12)
    r = r + p%both(2)%w * p%s%w
    deallocate(list)
    allocate(series :: any)
    any%w = x(1) * x(12)
    deallocate(any)
    p%both(1) = base(x(2))
  end function use_them
end module ends

function f(x, n) bind(c, name="f") result(r)
  use ends
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  total = 0
  r = use_them(x)
  r = r + total**2
end function f
