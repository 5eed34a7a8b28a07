! A number that is read replaces one that depends on the parameters, in a variable and in a complex one.
function f(x, n) bind(c, name="f") result(r)
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, v
  complex(c_double) :: z
  character(len=16) :: line
  v = 2 * x(1)
  z = cmplx(x(2), x(3), c_double)
  r = v**2 + real(z)
  line = '0.5 (0.25,1.5)'
  read (line, *) v, z
  r = r + v * x(4) + v + aimag(z) * x(5) + real(z)
end function f
