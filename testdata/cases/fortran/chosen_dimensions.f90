! Reductions, searches, shifts and spreads along a dimension that the program chooses, pointers compared with targets.
function f(x, n) bind(c, name="f") result(r)
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in), target :: x(n)
  real(c_double) :: r, a(3, 3), s(3), t(3, 3, 3), weights(3)
  real(c_double), pointer :: p(:)
  logical :: mask(3, 3)
  integer :: at(3), d, k
  a = reshape(x(1:9), [3, 3])
  weights = x(10:12)
  mask = a > 0.6d0
  r = 0
  do k = 1, 2
    d = along(k)
    s = sum(a**2, dim=d)
    r = r + dot_product(s, weights)
    s = product(a, dim=d, mask=mask)
    r = r + dot_product(s, weights)**2
    s = maxval(a, dim=d) - minval(a * a, dim=d)
    r = r + dot_product(s, weights) + sum(norm2(a, dim=d) * weights)
    at = maxloc(a, dim=d)
    r = r + sum(weights(at)**2) + count(any(mask, dim=d))
    t = spread(a, d, 3)
    r = r + sum(t(:, 2, :) * a) * k
    r = r + sum(cshift(a, [1, 2, 0], dim=d) * a) + sum(eoshift(a, 1, boundary=x(3), dim=d) * a**2)
    p => x(3 * k:)
    if (associated(p, x(3:))) r = r + p(1) * p(2)
  end do

contains

  integer function along(k)
    integer, intent(in) :: k
    along = merge(k, 1, x(1) > -1d0)
  end function along
end function f
