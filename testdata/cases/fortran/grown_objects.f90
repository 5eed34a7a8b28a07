! Arrays of objects in components of polymorphic objects: nothing but the calls that allocate them tells their rank.
module deritems
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  type :: item
    real(c_double), allocatable :: what(:)
    logical :: filled = .false.
  end type item
  type :: list
    type(item), allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: add
  end type list
contains
  subroutine add(me, v)
    class(list), intent(inout) :: me
    real(c_double), intent(in) :: v
    type(item), allocatable :: more(:)
    if (.not. allocated(me%items)) allocate(me%items(2))
    if (me%n == size(me%items)) then
      allocate(more(2*me%n))
      more(1:me%n) = me%items
      call move_alloc(more, me%items)
    end if
    me%n = me%n + 1
    me%items(me%n)%what = [v, v*v]
    me%items(me%n)%filled = .true.
  end subroutine add
end module
function f(x, n) result(r) bind(c, name="f")
  use deritems
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  type(list) :: l
  integer :: i
  do i = 1, int(n)
    call l%add(sin(x(i))*i)
  end do
  r = 0
  do i = 1, l%n
    r = r + product(l%items(i)%what)
  end do
end function f
