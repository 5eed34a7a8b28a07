! Controllers with a generic interface, a history shifted in a ring, gains spread over rows, in pure functions.
module control
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: depth = 4
  real(c_double), allocatable :: history(:), rows(:, :)

  type :: pid
    real(c_double) :: p, i, d
  end type pid
  type :: plant
    real(c_double) :: gain, lag
  end type plant

  interface operator(*)
    module procedure scaled
  end interface
  interface response
    module procedure pid_response, plant_response
  end interface

contains

  pure function scaled(s, c) result(o)
    real(c_double), intent(in) :: s
    type(pid), intent(in) :: c
    type(pid) :: o
    o = pid(s * c%p, s * c%i, s * c%d)
  end function scaled

  pure function pid_response(c, errors) result(u)
    type(pid), intent(in) :: c
    real(c_double), intent(in) :: errors(depth)
    real(c_double) :: u
    u = c%p * errors(1) + c%i * sum(errors) / depth + c%d * (errors(1) - errors(2))
  end function pid_response

  pure function plant_response(g, y, u) result(v)
    type(plant), intent(in) :: g
    real(c_double), intent(in) :: y, u
    real(c_double) :: v
    v = y + (g%gain * u - y) / (1 + g%lag)
  end function plant_response

  subroutine remember(e)
    real(c_double), intent(in) :: e
    history = cshift(history, -1)
    history(1) = e
  end subroutine remember
end module control

function f(x, n) bind(c, name="f") result(r)
  use control
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y, u, target
  type(pid) :: c
  type(plant) :: g
  integer :: k, t
  allocate (history(depth), rows(3, depth))
  r = 0
  do k = 0, 2
    history = 0
    c = (0.5d0 + 0.1d0 * k) * pid(x(1), 0.5d0 * x(2), 0.2d0 * x(3))
    g = plant(x(4 + k), 1 + x(7 + k))
    y = 0.1d0 * x(10)
    do t = 1, 10
      target = merge(x(11), x(12), t > 5)
      call remember(target - y)
      u = response(c, history)
      if (abs(u) > 2) u = sign(2 + 0.1d0 * (abs(u) - 2), u)
      y = response(g, y, u)
      r = r + (target - y)**2 + 0.01d0 * u**2
    end do
    rows = spread(history, 1, 3) * spread([1.0d0, 0.5d0, 0.25d0], 2, depth)
    r = r + 0.1d0 * sum(rows**2) + rows(2, 3)
  end do
  deallocate (history, rows)
end function f
