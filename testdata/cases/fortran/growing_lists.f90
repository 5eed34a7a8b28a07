! Lists that grow by array constructors and by assignment, moved and copied allocations, sections that are copied in and out.
module growing
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  type :: series
    real(c_double), allocatable :: values(:)
    character(len=8) :: label = 'empty'
    integer :: kept(3) = [1, 2, 3]
    real(c_double), pointer :: last => null()
  end type series
  type, extends(series) :: weighted
    real(c_double), allocatable :: weights(:, :)
    real(c_double) :: scale = 2
  end type weighted
  type :: table
    type(weighted) :: first
    type(series), allocatable :: rest(:)
  end type table

contains

  subroutine append(list, v)
    real(c_double), allocatable, intent(inout) :: list(:)
    real(c_double), intent(in) :: v
    real(c_double), allocatable :: longer(:)
    allocate (longer(size(list) + 1))
    longer(:size(list)) = list
    longer(size(longer)) = v
    call move_alloc(longer, list)
  end subroutine append

  subroutine smooth(n, v)
    integer, intent(in) :: n
    real(c_double), intent(inout) :: v(n)
    integer :: k
    do k = 2, n - 1
      v(k) = 0.25d0 * v(k - 1) + 0.5d0 * v(k) + 0.25d0 * v(k + 1) + 0.01d0 * v(k)**2
    end do
  end subroutine smooth

  function total(t) result(r)
    type(table), intent(in) :: t
    real(c_double) :: r
    integer :: k
    r = t%first%scale * sum(t%first%values) + sum(t%first%weights**2)
    do k = 1, size(t%rest)
      r = r + k * sum(t%rest(k)%values * t%first%values(1)) + t%rest(k)%kept(3)
    end do
  end function total
end module growing

function f(x, n) bind(c, name="f") result(r)
  use growing
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  real(c_double), allocatable :: list(:), other(:), grid(:, :), copy(:, :)
  real(c_double), pointer :: window(:), at
  real(c_double), target :: store(12)
  real(c_double), allocatable :: one
  type(table) :: a, b
  integer :: k, status
  list = [x(1), x(2) * x(3)]
  do k = 3, 6
    call append(list, list(k - 1) * x(k))
    list = [list(2:), sin(list(1)), x(k)]
  end do
  other = [(x(k) * list(k), k = 1, 5), list(3:1:-1)]
  list = other
  list(2:6) = list(1:5)
  list(1:4) = list(4:1:-1)
  allocate (grid(0:3, 3), source=0.5d0)
  do k = 0, 3
    grid(k, :) = grid(k, :) + x(k + 1:k + 3)
  end do
  call smooth(3, grid(2, :))
  call smooth(4, grid(:, 2))
  allocate (copy, mold=grid)
  copy = grid(3:0:-1, :)
  one = list(1) * copy(2, 2)
  store = x(1:12)
  window => store(3:11:2)
  window = window * 2 + store(1)
  at => store(7)
  at = at * one
  allocate (window(4))
  window = store(5:8)
  a%first%values = list(1:3)
  a%first%weights = copy
  a%first%label = 'first'
  a%first%last => store(7)
  allocate (a%rest(2))
  a%rest(1)%values = window
  a%rest(2) = a%rest(1)
  a%rest(2)%values(2) = a%rest(2)%values(2)**2
  b = a
  b%first%values = b%first%values * x(7)
  a%rest = [b%rest(2), b%rest(1), b%rest(2)]
  deallocate (b%rest(1)%values, stat=status)
  if (allocated(b%rest(1)%values)) b%first%scale = 0
  b%rest(1)%values = x(2:3)
  r = total(a) + total(b) + sum(window) + a%first%last + status
  deallocate (window)
  if (trim(a%first%label) == 'first' .and. len_trim(b%rest(2)%label) == 5) r = r + sum(list)
end function f
