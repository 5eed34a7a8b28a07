! Numbers that are printed and read in between, remainders, exponents and fractions, integer powers.
module printed
  use iso_c_binding, only: c_double, c_size_t
  implicit none

contains

  function parts(v) result(r)
    real(c_double), intent(in) :: v
    real(c_double) :: r
    r = scale(fraction(v), 2) + set_exponent(v, 1) + exponent(v) * v + spacing(v) + mod(7 * v, 0.75d0) + modulo(-7 * v, 0.6d0)
    r = r + erfc_scaled(v) + v**exponent(4.0d0 * v) + modulo(5 * v, -0.9d0)
  end function parts
end module printed

function f(x, n) bind(c, name="f") result(r)
  use printed
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, kept, list(3)
  complex(c_double) :: z
  character(len=32) :: line
  integer :: k, unit
  r = 0
  do k = 1, int(n)
    r = r + parts(x(k)) * k
    if (r < -1d6) print *, 'below', k, r, x(k)
  end do
  write (line, '(i3,f8.4)') int(n), 0.5d0
  read (line, *) k, kept
  r = r * kept + k
  line = '0.25 0.5 0.75'
  read (line, *) list
  r = r + sum(list * x(1:3))
  open (newunit=unit, status='scratch')
  write (unit, *) x(1), r
  close (unit)
  z = cmplx(x(1), x(2), c_double)
  k = 3
  r = r + real(z**k) + aimag(z * conjg(z)**(k - 1))
  if (r /= r) stop 'not a number'
end function f
