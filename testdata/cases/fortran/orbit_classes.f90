! Orbits as classes that extend each other, trails in allocatable components, anomalies in complex numbers, shifted arrays.
module orbits
  use iso_c_binding, only: c_double, c_size_t
  implicit none

  type, abstract :: orbit
    real(c_double), allocatable :: trail(:, :)
  contains
    procedure(position_at), deferred :: position
    procedure :: follow
  end type orbit

  abstract interface
    function position_at(self, t) result(z)
      import :: orbit, c_double
      class(orbit), intent(in) :: self
      real(c_double), intent(in) :: t
      complex(c_double) :: z
    end function position_at
  end interface

  type, extends(orbit) :: circle
    real(c_double) :: radius = 1, rate = 1
  contains
    procedure :: position => circle_position
  end type circle

  type, extends(circle) :: ellipse
    real(c_double) :: excentricity = 0
  contains
    procedure :: position => ellipse_position
  end type ellipse

contains

  function circle_position(self, t) result(z)
    class(circle), intent(in) :: self
    real(c_double), intent(in) :: t
    complex(c_double) :: z
    z = self%radius * exp(cmplx(0.0d0, self%rate * t, c_double))
  end function circle_position

  function ellipse_position(self, t) result(z)
    class(ellipse), intent(in) :: self
    real(c_double), intent(in) :: t
    complex(c_double) :: z
    real(c_double) :: e
    integer :: k
    e = self%rate * t
    do k = 1, 8
      e = e - (e - self%excentricity * sin(e) - self%rate * t) / (1 - self%excentricity * cos(e))
    end do
    z = cmplx(self%radius * (cos(e) - self%excentricity), self%radius * sqrt(1 - self%excentricity**2) * sin(e), c_double)
  end function ellipse_position

  subroutine follow(self, count, h)
    class(orbit), intent(inout) :: self
    integer, intent(in) :: count
    real(c_double), intent(in) :: h
    complex(c_double) :: z
    integer :: k
    allocate (self%trail(2, count))
    do k = 1, count
      z = self%position(h * k)
      self%trail(1, k) = real(z)
      self%trail(2, k) = aimag(z)
    end do
  end subroutine follow

  function area(trail, count) result(a)
    integer, intent(in) :: count
    real(c_double), intent(in) :: trail(2, count)
    real(c_double) :: a, p(count), q(count), term(count)
    p = trail(1, :)
    q = trail(2, :)
    term = p * cshift(q, 1) - q * cshift(p, 1)
    a = 0.5d0 * sum(term) + 0.2d0 * sum(term, mask=term > 0.1d0)
  end function area
end module orbits

function f(x, n) bind(c, name="f") result(r)
  use orbits
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  class(orbit), allocatable :: o
  type(circle) :: c
  integer :: k
  c%radius = x(1)
  c%rate = 0.8d0 * x(2)
  call c%follow(5, 0.4d0 * x(3))
  r = area(c%trail, 5)
  do k = 1, 3
    if (k == 2) then
      allocate (o, source=circle(radius=x(4), rate=x(5)))
    else
      allocate (o, source=ellipse(radius=0.5d0 + x(3 + 3 * k - 2), rate=0.5d0 * x(3 * k + 2), excentricity=0.3d0 * x(3 * k + 3)))
    end if
    call o%follow(4 + k, 0.5d0)
    r = r + area(o%trail, 4 + k) / k
    deallocate (o)
  end do
end function f
