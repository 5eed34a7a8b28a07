! Arguments of any rank, whose rank the procedure selects.
module ranks
  use iso_c_binding, only: c_double, c_size_t
  implicit none
contains
  real(c_double) function energy(a) result(e)
    real(c_double), intent(in) :: a(..)
    select rank (a)
    rank (0)
      e = a**2
    rank (1)
      e = sum(a**2)
    rank (2)
      e = sum(matmul(a, transpose(a)))
    rank default
      e = -1
    end select
  end function energy
end module ranks

function f(x, n) bind(c, name="f") result(r)
  use ranks
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, a(3, 4), b(2, 2, 2)
  a = reshape(x(1:12), [3, 4])
  b = 0
  r = energy(x(1)) + 2 * energy(x(2:6)) + 3 * energy(a) + energy(a(1:3:2, 2:)) + energy(b)
end function f
