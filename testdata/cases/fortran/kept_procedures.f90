! Internal procedures that solvers keep: their addresses are in objects, and they use variables of their host.
module kept
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

  type, abstract :: method
    procedure(curve), pointer, nopass :: g => null()
    real(c_double) :: last = 0
  contains
    procedure(step), deferred :: run
  end type method

  abstract interface
    real(c_double) function step(me, a, b)
      import c_double, method
      class(method), intent(inout) :: me
      real(c_double), intent(in) :: a, b
    end function step
  end interface

  type, extends(method) :: midpoints
    integer :: n = 8
  contains
    procedure :: run => run_midpoints
  end type midpoints

  type, extends(method) :: secants
  contains
    procedure :: run => run_secants
  end type secants

  type :: flow
    procedure(system), pointer, nopass :: rhs => null()
    real(c_double), allocatable :: stages(:, :)
  contains
    procedure :: initialize
    procedure :: advance
  end type flow

contains

  real(c_double) function run_midpoints(me, a, b) result(s)
    class(midpoints), intent(inout) :: me
    real(c_double), intent(in) :: a, b
    integer :: k
    s = 0
    do k = 1, me%n
      s = s + me%g(a + (b - a) * (k - 0.5d0) / me%n) * (b - a) / me%n
    end do
    me%last = s
  end function run_midpoints

  real(c_double) function run_secants(me, a, b) result(t)
    class(secants), intent(inout) :: me
    real(c_double), intent(in) :: a, b
    real(c_double) :: low, high
    integer :: k
    low = a
    high = b
    t = b
    do k = 1, 9
      if (abs(me%g(high) - me%g(low)) < 1d-13) exit
      t = high - me%g(high) * (high - low) / (me%g(high) - me%g(low))
      low = high
      high = t
    end do
    me%last = t
  end function run_secants

  subroutine initialize(me, rhs, n)
    class(flow), intent(out) :: me
    procedure(system) :: rhs
    integer, intent(in) :: n
    me%rhs => rhs
    allocate(me%stages(n, 2))
    me%stages = 0
  end subroutine initialize

  subroutine advance(me, y, h)
    class(flow), intent(inout) :: me
    real(c_double), intent(inout) :: y(:)
    real(c_double), intent(in) :: h
    associate (k1 => me%stages(:, 1), k2 => me%stages(:, 2))
      call me%rhs(0d0, y, k1)
      call me%rhs(h, y + h * k1, k2)
      y = y + h / 2 * (k1 + k2)
    end associate
  end subroutine advance
end module kept

function f(x, n) bind(c, name="f") result(r)
  use kept
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y(2), seen
  type(midpoints) :: area
  type(secants) :: root
  type(flow) :: f1
  character(len=:), allocatable :: line
  character(len=8) :: word
  integer :: k
  seen = 0
  area%g => wave
  r = value_of(area, 0d0, x(1))
  area%g => bump
  r = r + value_of(area, x(2), 2d0) * area%last
  root%g => cubic
  r = r + value_of(root, 0.2d0, 0.5d0)
  y = x(3:4)
  call f1%initialize(spin, 2)
  do k = 1, 5
    call f1%advance(y, 0.1d0)
  end do
  word = '  rest'
  line = repeat('ab', 3) // adjustl(word) // adjustr(word)
  r = r + sum(y**2) * x(5) + 0.01d0 * seen + index(line, 'rest') + 0.1d0 * len(line)

contains

  real(c_double) function value_of(m, a, b)
    class(method), intent(inout) :: m
    real(c_double), intent(in) :: a, b
    value_of = m%run(a, b)
  end function value_of

  real(c_double) function wave(t)
    real(c_double), intent(in) :: t
    wave = sin(x(6) * t) + x(7)
    seen = seen + wave**2
  end function wave

  real(c_double) function bump(t)
    real(c_double), intent(in) :: t
    bump = exp(-x(8) * t**2)
  end function bump

  real(c_double) function cubic(t)
    real(c_double), intent(in) :: t
    cubic = t**3 + x(9) * t - 0.3d0 * x(10)
  end function cubic

  subroutine spin(t, y, dy)
    real(c_double), intent(in) :: t, y(:)
    real(c_double), intent(out) :: dy(:)
    dy(1) = -x(11) * y(2) + t
    dy(2) = x(12) * y(1)
    seen = seen + y(1)
  end subroutine spin
end function f
