! Links to objects of any type, and what is assigned to such objects.
module anymore
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  type :: shape
    real(c_double) :: w = 1
  contains
    procedure :: size_of
  end type shape
  type, extends(shape) :: round
    real(c_double) :: r = 2
  contains
    procedure :: size_of => round_size
  end type round
  type :: holder
    class(shape), pointer :: s => null()
    class(*), pointer :: any => null()
    real(c_double), allocatable :: v(:)
    class(*), allocatable :: kept
  contains
    procedure :: parts
    procedure :: what
  end type holder
contains
  real(c_double) function size_of(me)
    class(shape), intent(in) :: me
    size_of = me%w**2
  end function size_of
  real(c_double) function round_size(me)
    class(round), intent(in) :: me
    round_size = me%w*me%r**3
  end function round_size
  function parts(me) result(p)
    class(holder), intent(in) :: me
    real(c_double), allocatable :: p(:)
    allocate(p, source=me%v)
  end function parts
  function what(me) result(a)
    class(holder), intent(in) :: me
    class(*), allocatable :: a
    a = me%kept
  end function what
  real(c_double) function value_of(a)
    class(*), intent(in) :: a
    value_of = 0
    select type (a)
    type is (real(c_double))
      value_of = a**2
    type is (integer)
      value_of = a
    class is (round)
      value_of = a%size_of()*3
    class is (shape)
      value_of = a%size_of()
    end select
  end function value_of
end module anymore

function f(x, n) result(r) bind(c, name="f")
  use anymore
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  class(*), allocatable :: a, b
  type(round), target :: ball
  real(c_double), target :: t
  type(holder) :: h, k
  integer :: i
  ball%w = x(1); ball%r = x(2)
  t = x(3)*x(4)
  h%s => ball
  h%any => t
  h%v = x(1:3)
  k = h
  r = k%s%size_of() + sum(k%v) + value_of(k%any)
  k%any => ball
  h = k
  r = r + value_of(h%any) + h%s%size_of()
  do i = 1, int(n)
    if (mod(i, 3) == 0) then
      a = x(i)*i
    else if (mod(i, 3) == 1) then
      a = ball
    else
      a = i
    end if
    r = r + value_of(a)*x(i)
  end do
  allocate(b, source=a)
  r = r + value_of(b)*x(5)
  h%kept = a
  r = r + value_of(h%what()) + sum(h%parts())*x(7)
  h%kept = ball
  k = h
  r = r + value_of(k%what())
  call move_alloc(b, a)
  r = r + value_of(a)*x(6)
end function f
