! Splines whose tables are in common blocks, patches reshaped and spread, masked sums and functions that give arrays.
module splines
  use iso_c_binding, only: c_double, c_size_t
  implicit none

contains

  function second_derivatives(m) result(s)
    integer, intent(in) :: m
    real(c_double) :: s(m), diagonal(m), right(m), w
    real(c_double) :: t, y
    integer :: i
    common /table/ t(8), y(8)
    s = 0
    diagonal = 1
    right = 0
    do i = 2, m - 1
      w = merge(0.0d0, (t(i) - t(i - 1)) / diagonal(i - 1), i == 2)
      diagonal(i) = 2 * (t(i + 1) - t(i - 1)) - w * (t(i) - t(i - 1))
      right(i) = 6 * ((y(i + 1) - y(i)) / (t(i + 1) - t(i)) - (y(i) - y(i - 1)) / (t(i) - t(i - 1))) - w * right(i - 1)
    end do
    do i = m - 1, 2, -1
      s(i) = (right(i) - (t(i + 1) - t(i)) * s(i + 1)) / diagonal(i)
    end do
  end function second_derivatives

  function evaluate(s, m, at) result(v)
    integer, intent(in) :: m
    real(c_double), intent(in) :: s(m), at(:)
    real(c_double) :: v(size(at))
    real(c_double) :: t, y, h, a, b
    integer :: i, k
    common /table/ t(8), y(8)
    do k = 1, size(at)
      do i = 1, m - 2
        if (at(k) < t(i + 1)) exit
      end do
      h = t(i + 1) - t(i)
      a = (t(i + 1) - at(k)) / h
      b = (at(k) - t(i)) / h
      v(k) = a * y(i) + b * y(i + 1) + ((a**3 - a) * s(i) + (b**3 - b) * s(i + 1)) * h**2 / 6
    end do
  end function evaluate
end module splines

block data
  use iso_c_binding, only: c_double
  real(c_double) :: scale, offset
  common /units/ scale, offset
  data scale, offset /0.75d0, 0.1d0/
end block data

function f(x, n) bind(c, name="f") result(r)
  use splines
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, s(8), v(6), patch(2, 3), grid(2, 3), at(6)
  real(c_double) :: t, y, scale, offset
  integer :: i
  common /table/ t(8), y(8)
  common /units/ scale, offset
  t(1) = 0
  do i = 2, 8
    t(i) = t(i - 1) + 0.3d0 + 0.2d0 * x(i + 4)
  end do
  y = scale * x(1:8) + offset
  s = second_derivatives(8)
  at = [(0.1d0 + 0.45d0 * i, i = 0, 5)]
  v = evaluate(s, 8, at)
  patch = reshape(v, [2, 3])
  grid = spread([1.0d0, x(9)], 2, 3) * spread([x(10), 0.5d0, x(11)], 1, 2)
  r = sum(patch * grid) + sum(v, mask=v > 0.8d0) * x(12) + merge(v(1), 2 * v(2), x(1) > x(2))
  r = r + 0.01d0 * sum(reshape(patch, [6]) * s(1:6)) + sum(patch(2, :) * patch(1, :), mask=patch(1, :) < 1.2d0)
end function f
