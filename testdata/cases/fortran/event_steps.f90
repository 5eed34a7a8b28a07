! An integrator with events in a list of pointers, its state in allocatable variables of a module, loops left by name.
module run_state
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  real(c_double), allocatable :: y(:), dy(:), work(:, :)
  real(c_double) :: rate = 1, level = 0.8d0
  integer :: steps = 0

  type :: event
    real(c_double) :: time = 0, value = 0
    integer :: kind = 0
    type(event), pointer :: next => null()
  end type event

contains

  subroutine start(n)
    integer, intent(in) :: n
    allocate (y(n), dy(n), work(n, 4))
    steps = 0
  end subroutine start

  subroutine finish()
    deallocate (y, dy, work)
  end subroutine finish

  subroutine slope(u, du, coupling)
    real(c_double), intent(in) :: u(:), coupling(:)
    real(c_double), intent(out) :: du(:)
    integer :: i, n
    n = size(u)
    do i = 1, n
      du(i) = -rate * u(i) + 0.5d0 * u(mod(i, n) + 1) * coupling(i)
    end do
    du(1) = du(1) + 0.3d0 * dot_product(u, coupling)
  end subroutine slope

  subroutine step(h, coupling)
    real(c_double), intent(in) :: h, coupling(:)
    call slope(y, work(:, 1), coupling)
    dy = y + 0.5d0 * h * work(:, 1)
    call slope(dy, work(:, 2), coupling)
    dy = y + 0.5d0 * h * work(:, 2)
    call slope(dy, work(:, 3), coupling)
    dy = y + h * work(:, 3)
    call slope(dy, work(:, 4), coupling)
    y = y + h / 6 * (work(:, 1) + 2 * work(:, 2) + 2 * work(:, 3) + work(:, 4))
    steps = steps + 1
  end subroutine step

  subroutine append(list, time, value, kind)
    type(event), pointer, intent(inout) :: list
    real(c_double), intent(in) :: time, value
    integer, intent(in) :: kind
    type(event), pointer :: e
    allocate (e)
    e%time = time
    e%value = value
    e%kind = kind
    e%next => list
    list => e
  end subroutine append
end module run_state

function f(x, n) bind(c, name="f") result(r)
  use run_state
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, before(4), h, w
  type(event), pointer :: list, e
  integer :: k, i, count
  nullify (list)
  call start(4)
  rate = 0.5d0 + 0.2d0 * x(1)
  y = x(5:8)
  h = 0.1d0
  count = 0
  outer: do k = 1, 14
    before = y
    call step(h, x(9:12))
    do i = 1, 4
      if (before(i) <= level .or. y(i) > level) cycle
      w = (before(i) - level) / (before(i) - y(i))
      call append(list, (k - 1 + w) * h, dot_product(before, y) * x(2), i)
      count = count + 1
      if (count == 3) exit outer
      cycle outer
    end do
    if (y(1) > 4) exit
  end do outer
  r = sum(y) * x(3)
  e => list
  do while (associated(e))
    r = r + e%time * e%kind + 0.1d0 * e%value
    list => e%next
    deallocate (e)
    e => list
  end do
  r = r + 0.01d0 * steps * x(4)
  call finish()
end function f
