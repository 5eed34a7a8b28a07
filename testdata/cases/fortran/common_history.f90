! A solver in the manner of Fortran 77 keeps its history in a common block, arrays in front of counters, which another routine saves.
subroutine step(y, h, rate)
  implicit none
  double precision, intent(inout) :: y
  double precision, intent(in) :: h, rate
  double precision :: el(5), tau(5), scale
  integer :: order, steps, limits(3)
  common /hist/ el, tau, scale, order, steps, limits
  double precision :: old
  integer :: k
  old = el(order)
  do k = order, 2, -1
    el(k) = el(k - 1)
    tau(k) = tau(k - 1)
  end do
  el(1) = -rate * y * scale
  tau(1) = h
  y = y + h * (1.5d0 * el(1) - 0.4d0 * el(2) - 0.1d0 * old / order)
  steps = steps + 1
  order = min(order + 1, limits(2))
end subroutine step

subroutine keep(saved, counts, job)
  implicit none
  double precision, intent(inout) :: saved(11)
  integer, intent(inout) :: counts(5)
  integer, intent(in) :: job
  double precision :: all(11)
  integer :: integers(5), k
  common /hist/ all, integers
  do k = 1, 11
    if (job == 1) saved(k) = all(k)
    if (job == 2) all(k) = saved(k)
  end do
  do k = 1, 5
    if (job == 1) counts(k) = integers(k)
    if (job == 2) integers(k) = counts(k)
  end do
end subroutine keep

function f(x, n) bind(c, name="f") result(r)
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y, saved(11)
  double precision :: el(5), tau(5), scale
  integer :: order, steps, limits(3), counts(5), k
  common /hist/ el, tau, scale, order, steps, limits
  el = 0.1d0 * x(6:10)
  tau = 1
  scale = x(11)
  order = 2
  steps = 0
  limits = [1, 4, 5]
  y = x(1)
  do k = 1, 4
    call step(y, 0.1d0 * x(k), x(12))
  end do
  call keep(saved, counts, 1)
  do k = 1, 3
    call step(y, 0.1d0, x(5))
  end do
  r = y
  call keep(saved, counts, 2)
  call step(y, 0.2d0, x(2))
  r = r + y**2 + 0.01d0 * steps + sum(el * tau)
end function f
