! Internal procedures that use variables of their host become arguments of a root finder, an integrator and a minimiser.
module solvers
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  abstract interface
    real(c_double) function curve(t)
      import c_double
      real(c_double), intent(in) :: t
    end function curve
    subroutine system(t, y, dy)
      import c_double
      real(c_double), intent(in) :: t, y(:)
      real(c_double), intent(out) :: dy(:)
    end subroutine system
  end interface

contains

  real(c_double) function root(g, from, to) result(t)
    procedure(curve) :: g
    real(c_double), intent(in) :: from, to
    real(c_double) :: a, b, ga, gb
    integer :: k
    a = from
    b = to
    do k = 1, 8
      ga = g(a)
      gb = g(b)
      if (abs(gb - ga) < 1d-12) exit
      t = b - gb * (b - a) / (gb - ga)
      a = b
      b = t
    end do
  end function root

  recursive real(c_double) function area(g, a, b, depth) result(s)
    procedure(curve) :: g
    real(c_double), intent(in) :: a, b
    integer, intent(in) :: depth
    if (depth == 0) then
      s = (b - a) / 6 * (g(a) + 4 * g((a + b) / 2) + g(b))
    else
      s = area(g, a, (a + b) / 2, depth - 1) + area(g, (a + b) / 2, b, depth - 1)
    end if
  end function area

  subroutine integrate(rhs, y, h, steps)
    procedure(system) :: rhs
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(in) :: h
    integer, intent(in) :: steps
    real(c_double) :: k1(size(y)), k2(size(y))
    integer :: k
    do k = 1, steps
      call rhs(k * h, y, k1)
      call rhs((k + 0.5d0) * h, y + 0.5d0 * h * k1, k2)
      y = y + h * k2
    end do
  end subroutine integrate
end module solvers

function f(x, n) bind(c, name="f") result(r)
  use solvers
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y(3), offset
  integer :: calls
  calls = 0
  offset = 0.1d0 * x(1)
  r = root(cubic, 0.5d0, 1.0d0)
  r = r + area(wave, 0.0d0, 1.0d0, 2)
  y = x(2:4)
  call integrate(spin, y, 0.05d0, 10)
  r = r + sum(y**2) * x(5) + 0.001d0 * calls

contains

  real(c_double) function cubic(t)
    real(c_double), intent(in) :: t
    cubic = t**3 + x(6) * t - x(7) - offset
  end function cubic

  real(c_double) function wave(t)
    real(c_double), intent(in) :: t
    calls = calls + 1
    wave = sin(x(8) * t) * exp(-offset * t)
  end function wave

  subroutine spin(t, y, dy)
    real(c_double), intent(in) :: t, y(:)
    real(c_double), intent(out) :: dy(:)
    dy = [x(9) * y(2), -x(10) * y(1) + t, x(11) * y(3) * y(1)]
  end subroutine spin
end function f
