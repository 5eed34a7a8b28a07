! A hidden Markov model as an object, settings read from text, scales in a common block, a spectrum in complex numbers.
module hidden
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: states = 3

  type :: model
    real(c_double) :: start(states), step(states, states), mean(states)
  contains
    procedure :: likelihoods
    procedure :: forward
  end type model

contains

  function likelihoods(self, v) result(l)
    class(model), intent(in) :: self
    real(c_double), intent(in) :: v
    real(c_double) :: l(states)
    l = exp(-0.5d0 * ((v - self%mean) / 0.6d0)**2)
  end function likelihoods

  function forward(self, data) result(total)
    class(model), intent(in) :: self
    real(c_double), intent(in) :: data(:)
    real(c_double) :: total, alpha(states), s
    real(c_double) :: log_scale
    integer :: t, used
    common /scales/ log_scale, used
    log_scale = 0
    used = 0
    alpha = self%start * self%likelihoods(data(1))
    do t = 2, size(data)
      alpha = matmul(alpha, self%step) * self%likelihoods(data(t))
      s = sum(alpha)
      alpha = alpha / s
      log_scale = log_scale + log(s)
      used = used + 1
    end do
    total = log_scale + log(sum(alpha))
  end function forward

  function spectrum(step) result(z)
    real(c_double), intent(in) :: step(states, states)
    complex(c_double) :: z(states), v(states)
    integer :: k
    v = [(cmplx(1.0d0, 0.2d0 * k, c_double), k = 1, states)]
    do k = 1, 3
      v = matmul(cmplx(step, 0, c_double), v) * (0.0d0, 1.0d0)
    end do
    z = v * conjg(v(1))
  end function spectrum
end module hidden

function f(x, n) bind(c, name="f") result(r)
  use hidden
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, weights(3), log_scale
  complex(c_double) :: z(states)
  character(len=20) :: text = '0.25 1.5 0.125'
  type(model) :: m
  integer :: i, used
  common /scales/ log_scale, used
  read (text, *) weights
  do i = 1, states
    m%step(i, :) = 0.2d0 + x(3 * i - 2:3 * i)
    m%step(i, :) = m%step(i, :) / sum(m%step(i, :))
  end do
  m%start = [0.5d0, 0.3d0, 0.2d0]
  m%mean = x(10:12)
  r = m%forward(x * weights(2))
  r = r + weights(1) * log_scale * used * 0.1d0
  z = spectrum(m%step)
  r = r + weights(3) * sum(abs(z)) + real(z(2)) * aimag(z(3))
end function f
