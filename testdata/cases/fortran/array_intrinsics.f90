! Arrays through the intrinsic functions that give arrays or search them, whole, by dimension and by mask.
module patterns
  use iso_c_binding, only: c_double, c_size_t
  implicit none

contains

  function moments(a) result(m)
    real(c_double), intent(in) :: a(:, :)
    real(c_double) :: m(size(a, 2), 4)
    m(:, 1) = sum(a, dim=1) / size(a, 1)
    m(:, 2) = maxval(a, dim=1) - minval(a, dim=1)
    m(:, 3) = product(a, dim=1)
    m(:, 4) = norm2(a, dim=1)
  end function moments

  real(c_double) function places(a, w) result(r)
    real(c_double), intent(in) :: a(:, :), w(:)
    integer :: high(2), low(2), rows(size(a, 2)), k
    high = maxloc(a)
    low = minloc(a, mask=a > 0.4d0)
    r = a(high(1), high(2)) * w(1) - a(low(1), low(2)) * w(2)
    rows = maxloc(a, dim=1)
    do k = 1, size(rows)
      r = r + 0.1d0 * k * a(rows(k), k)**2
    end do
    rows = minloc(a, dim=1, mask=a > 0.5d0, back=.true.)
    do k = 1, size(rows)
      if (rows(k) > 0) r = r + 0.2d0 * a(rows(k), k)
    end do
    k = findloc(w > 1.0d0, .true., dim=1)
    if (k > 0) r = r + w(k)**3
    k = findloc([3, 1, 2], 2, dim=1)
    r = r + w(k) * count(w > 0.5d0)
    if (any(w > 1.2d0) .and. .not. all(w > 1.5d0)) r = r * 1.25d0
  end function places
end module patterns

function f(x, n) bind(c, name="f") result(r)
  use patterns
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  real(c_double) :: a(4, 3), b(3, 4), c(4, 4), e(12), v(3), w(4), m(3, 4), cube(2, 3, 2)
  real(4) :: s(6), t(2, 3)
  complex(c_double) :: z(4), q(2, 2), p(2, 2)
  integer :: k
  a = reshape(x(1:12), [4, 3])
  b = transpose(a) + 0.1d0 * reshape(x(5:12), [3, 4], pad=[0.3d0, 0.7d0])
  c = matmul(a, b)
  v = matmul(b, c(:, 2))
  w = matmul(v, b)
  v = v + matmul(transpose(a), w)
  m = moments(a)
  e = cshift(x(1:12), 3) * eoshift(x(1:12), -2, boundary=0.25d0)
  a = a + cshift(spread(v, 1, 4), 1, dim=2) - eoshift(a, [1, 0, -1], dim=1)
  cube = spread(t2(a), 3, 2)
  cube(:, :, 2) = cshift(cube(:, :, 1), [1, 0, 2], dim=1)
  e = e + pack(x(1:12), mask=x(1:12) > 0.8d0, vector=[(0.5d0 * x(k), k = 1, 12)])
  w = e(1:4)
  b = unpack(e, reshape(x(1:12), [3, 4]) > 1.0d0, b)
  z = cmplx(w, x(1:4), c_double)
  q = reshape(z, [2, 2])
  p = matmul(q, transpose(q))
  s = real(x(1:6), 4)
  t = reshape(s, [2, 3], order=[1, 2])
  s = reshape(t, [6])
  r = sum(c) + dot_product(v, m(:, 1)) + sum(m(:, 2:4)) + sum(e, mask=x(1:12) < 1.2d0)
  r = r + places(a, w) + norm2(b) + product(w) + maxval(cube) - minval(b) + sum(abs(p)) + dot_product(s, s)
  r = r + maxval(w, mask=w < 1.9d0 .or. w > 0.1d0) + real(sum(z)) + aimag(product(z)) + sum(cube(:, :, 2) * t)

contains

  function t2(y) result(u)
    real(c_double), intent(in) :: y(:, :)
    real(c_double) :: u(2, 3)
    u = y(2:4:2, :)
  end function t2
end function f
