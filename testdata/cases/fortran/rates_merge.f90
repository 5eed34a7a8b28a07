! Yield curves as a type with operators, tables as parameters, curves shifted by forall, the steepest by maxloc.
module curves
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: points = 6
  integer, private :: k
  real(c_double), parameter :: years(points) = [0.25d0, 0.5d0, 1.0d0, 2.0d0, 5.0d0, 10.0d0]
  real(c_double), parameter :: shapes(3, points) = reshape([(1.0d0 / (k + 1), k = 1, 3 * points)], [3, points])

  type :: curve
    real(c_double) :: rate(points) = 0
  end type curve

  interface operator(+)
    module procedure add_curves
  end interface
  interface operator(*)
    module procedure scale_curve
  end interface
  interface operator(.at.)
    module procedure interpolate
  end interface

contains

  elemental function add_curves(a, b) result(c)
    type(curve), intent(in) :: a, b
    type(curve) :: c
    c%rate = a%rate + b%rate
  end function add_curves

  elemental function scale_curve(s, a) result(c)
    real(c_double), intent(in) :: s
    type(curve), intent(in) :: a
    type(curve) :: c
    c%rate = s * a%rate
  end function scale_curve

  pure function interpolate(a, t) result(v)
    type(curve), intent(in) :: a
    real(c_double), intent(in) :: t
    real(c_double) :: v, w
    integer :: i
    do i = 1, points - 2
      if (t < years(i + 1)) exit
    end do
    w = (t - years(i)) / (years(i + 1) - years(i))
    v = (1 - w) * a%rate(i) + w * a%rate(i + 1)
  end function interpolate
end module curves

function f(x, n) bind(c, name="f") result(r)
  use curves
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, forward(points), table(points, 3), flipped(3, points)
  type(curve) :: base, bump, total
  integer :: i, k, steep(1), flat(1)
  base%rate = 0.03d0 * x(1:points)
  forall (i = 1:points) bump%rate(i) = 0.01d0 * x(i + 6) * exp(-0.2d0 * years(i))
  total = base + 1.5d0 * bump
  total = total + x(12) * (bump + base)
  forward(1) = total%rate(1)
  do i = 2, points
    forward(i) = (total%rate(i) * years(i) - total%rate(i - 1) * years(i - 1)) / (years(i) - years(i - 1))
  end do
  forward = merge(forward, 2 * forward, forward > 0.06d0)
  table = transpose(shapes)
  forall (i = 1:points, k = 1:3, mod(i + k, 2) == 0) table(i, k) = table(i, k) + total%rate(i) * k
  flipped = transpose(table)
  steep = maxloc(abs(forward(2:) - forward(:points - 1)))
  flat = minloc(abs(forward(2:) - forward(:points - 1)))
  r = 10 * (total .at. (1.2d0 + x(1))) + (base .at. 0.3d0) * 5
  r = r + forward(steep(1)) * x(2) - forward(flat(1)) * x(3)
  do k = 1, 3
    r = r + sum(flipped(k, :) * exp(-total%rate * years)) * merge(0.3d0, 0.1d0, k == 2)
  end do
end function f
