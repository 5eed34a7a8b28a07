! A least squares fit whose basis is an object with procedures bound to its type, data in a common block, in part single.
! opt: tol=3e-2
module fits
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  private
  public :: basis, fill, normal_solve

  type :: basis
    integer :: terms = 3
    real(c_double) :: shift = 0
  contains
    procedure :: row => basis_row
    procedure :: value => basis_value
    procedure, private :: power
  end type basis

contains

  pure function power(self, t, k) result(p)
    class(basis), intent(in) :: self
    real(c_double), intent(in) :: t
    integer, intent(in) :: k
    real(c_double) :: p
    p = (t - self%shift)**(k - 1)
  end function power

  function basis_row(self, t) result(r)
    class(basis), intent(in) :: self
    real(c_double), intent(in) :: t
    real(c_double) :: r(3)
    integer :: k
    r = [(self%power(t, k), k = 1, 3)]
  end function basis_row

  function basis_value(self, c, t) result(v)
    class(basis), intent(in) :: self
    real(c_double), intent(in) :: c(3), t
    real(c_double) :: v
    v = sum(c * self%row(t))
  end function basis_value

  subroutine fill(x, n)
    integer, intent(in) :: n
    real(c_double), intent(in) :: x(n)
    real(c_double) :: times, values
    integer :: i
    common /samples/ times(8), values(8)
    do i = 1, 8
      times(i) = 0.2d0 * i + 0.1d0 * x(i)
      values(i) = x(mod(i + 3, n) + 1) * sin(times(i))
    end do
  end subroutine fill

  subroutine normal_solve(b, weight, c)
    type(basis), intent(in) :: b
    real, intent(in) :: weight(8)
    real(c_double), intent(out) :: c(3)
    real(c_double) :: times, values, design(8, 3), flipped(3, 8), a(3, 3), m
    integer :: i, j, k
    common /samples/ times(8), values(8)
    do i = 1, 8
      design(i, :) = b%row(times(i))
    end do
    flipped = transpose(design)
    do j = 1, 3
      do k = 1, 3
        a(j, k) = 0
        do i = 1, 8
          a(j, k) = a(j, k) + weight(i) * flipped(j, i) * design(i, k)
        end do
      end do
      a(j, j) = a(j, j) + 0.01d0
      c(j) = sum(weight * flipped(j, :) * values)
    end do
    do k = 1, 3
      do i = k + 1, 3
        m = a(i, k) / a(k, k)
        a(i, :) = a(i, :) - m * a(k, :)
        c(i) = c(i) - m * c(k)
      end do
    end do
    do i = 3, 1, -1
      do j = i + 1, 3
        c(i) = c(i) - a(i, j) * c(j)
      end do
      c(i) = c(i) / a(i, i)
    end do
  end subroutine normal_solve
end module fits

function f(x, n) bind(c, name="f") result(r)
  use iso_c_binding, only: c_double, c_size_t
  use fits
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, c(3), residual(8)
  real(c_double) :: times, values
  real :: weight(8)
  type(basis) :: b
  integer :: i, top(1), low(1)
  common /samples/ times(8), values(8)
  call fill(x, int(n))
  b%shift = 0.5d0 * x(12)
  weight = [(real(x(i)) + 0.5, i = 1, 8)]
  call normal_solve(b, weight, c)
  do i = 1, 8
    residual(i) = values(i) - b%value(c, times(i))
  end do
  top = maxloc(residual)
  low = minloc(residual)
  r = sum(residual**2) * 10 + c(1) + 2 * c(2) + residual(top(1)) - residual(low(1)) * x(11)
end function f
