! Unlimited polymorphic components: lists of items that are numbers, records or text, copied and grown.
module anyitems
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  type :: item
    class(*), allocatable :: what
    logical :: filled = .false.
  end type item
  type :: pair
    real(c_double) :: a = 0, b = 0
    integer :: k = 0
  end type pair
  type :: list
    type(item), allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: add
    procedure :: total
  end type list
contains
  subroutine add(me, v)
    class(list), intent(inout) :: me
    class(*), intent(in) :: v
    type(item), allocatable :: more(:)
    if (.not. allocated(me%items)) allocate(me%items(2))
    if (me%n == size(me%items)) then
      allocate(more(2*me%n))
      more(1:me%n) = me%items
      call move_alloc(more, me%items)
    end if
    me%n = me%n + 1
    allocate(me%items(me%n)%what, source=v)
    me%items(me%n)%filled = .true.
  end subroutine add
  real(c_double) function total(me)
    class(list), intent(in) :: me
    integer :: i
    total = 0
    do i = 1, me%n
      select type (w => me%items(i)%what)
      type is (real(c_double))
        total = total + w*w
      type is (integer)
        total = total*(1 + w*0.1d0)
      type is (pair)
        total = total + w%a*w%b*w%k
      type is (character(*))
        total = total + len(w)
      end select
    end do
  end function total
end module anyitems

function f(x, n) result(r) bind(c, name="f")
  use anyitems
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  type(list) :: l, other
  integer :: i
  do i = 1, int(n)
    call l%add(sin(x(i))*i)
    call l%add(i)
    call l%add(pair(x(i), x(1)**2, i))
  end do
  call l%add("text")
  other = l
  call other%add(x(2)*x(3))
  r = l%total() + 2*other%total()
end function f
