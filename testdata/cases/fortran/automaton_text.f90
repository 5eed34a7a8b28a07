! An automaton over sections of an array, with numbers written into text and rules as functions that give arrays.
module automata
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: cells = 10

contains

  function neighbours(a) result(s)
    real(c_double), intent(in) :: a(0:cells + 1)
    real(c_double) :: s(cells)
    s = a(0:cells - 1) + a(2:cells + 1)
  end function neighbours

  function grown(a, rule) result(b)
    real(c_double), intent(in) :: a(0:cells + 1), rule(3)
    real(c_double) :: b(cells), s(cells)
    integer :: i
    s = neighbours(a)
    do i = 1, cells
      b(i) = rule(1) * a(i) + rule(2) * s(i) * (1 - 0.2d0 * a(i))
      if (b(i) > 1.5d0) b(i) = 1.5d0 + rule(3) * (b(i) - 1.5d0)
    end do
  end function grown

  subroutine wrap(a)
    real(c_double), intent(inout) :: a(0:cells + 1)
    a(0) = a(cells)
    a(cells + 1) = a(1)
  end subroutine wrap

  function label(step, count) result(text)
    integer, intent(in) :: step, count
    character(len=24) :: text
    write (text, '("step ",i0," has ",i3)') step, count
  end function label
end module automata

function f(x, n) bind(c, name="f") result(r)
  use automata
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, a(0:cells + 1), rule(3), weights(cells)
  character(len=24) :: text
  integer :: step, i, heavy, letters
  rule = [0.6d0 + 0.1d0 * x(11), 0.2d0, 0.3d0 * x(12)]
  weights = [(1.0d0 / i, i = 1, cells)]
  a(1:cells) = x(1:cells)
  r = 0
  letters = 0
  steps: do step = 1, 9
    call wrap(a)
    a(1:cells) = grown(a, rule)
    heavy = 0
    cell: do i = 1, cells
      if (a(i) < 0.7d0) cycle cell
      heavy = heavy + 1
      if (i > 7) exit cell
      if (a(i) > 5) exit steps
    end do cell
    text = label(step, heavy)
    letters = letters + len_trim(text)
    a(2:cells:3) = 0.9d0 * a(2:cells:3) + 0.05d0 * heavy
    a(cells:1:-2) = a(cells:1:-2) * [(1 - 0.01d0 * i, i = 1, cells / 2)]
    r = r + sum(a(1:cells) * weights) / step
  end do steps
  r = r + 0.001d0 * letters * x(1) + sum(a(3:6)) * x(2)
end function f
