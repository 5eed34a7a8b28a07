! Components that methods of a class spread, shift and transpose.
module layers
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  type, abstract :: layer
  contains
    procedure(apply), deferred :: run
  end type layer
  abstract interface
    subroutine apply(me, x)
      import layer, c_double
      class(layer), intent(inout) :: me
      real(c_double), intent(inout) :: x(:, :)
    end subroutine apply
  end interface
  type, extends(layer) :: scaling
    real(c_double), allocatable :: gain(:), mix(:, :)
    integer :: rows = 3
  contains
    procedure :: run => scale_rows
  end type scaling
contains
  subroutine scale_rows(me, x)
    class(scaling), intent(inout) :: me
    real(c_double), intent(inout) :: x(:, :)
    x = x * spread(me%gain, 1, me%rows) + matmul(transpose(me%mix), cshift(me%mix, 1, dim=2))
    x = x + eoshift(me%mix, 1, dim=1)
  end subroutine scale_rows
end module layers

function f(x, n) bind(c, name="f") result(r)
  use layers
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, y(3, 3)
  class(layer), allocatable :: l
  l = scaling(gain=x(1:3), mix=reshape(x(4:12), [3, 3]))
  y = reshape(x(2:10), [3, 3])
  call l%run(y)
  call l%run(y)
  r = sum(y**2)
end function f
