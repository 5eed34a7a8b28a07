! An elastic chain of nodes linked by pointers, vectors with operators, forces into assumed shapes, extremes by location.
module chain
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: beads = 5
  real(c_double), parameter :: rest(beads - 1) = [0.9d0, 1.0d0, 1.1d0, 0.8d0]

  type :: vec
    real(c_double) :: c(2) = 0
  end type vec
  type :: node
    type(vec) :: p, v
    real(c_double) :: m = 1
    type(node), pointer :: next => null()
  end type node

  interface operator(+)
    module procedure plus
  end interface
  interface operator(-)
    module procedure minus
  end interface
  interface operator(*)
    module procedure times
  end interface

contains

  pure type(vec) function plus(a, b)
    type(vec), intent(in) :: a, b
    plus%c = a%c + b%c
  end function plus
  pure type(vec) function minus(a, b)
    type(vec), intent(in) :: a, b
    minus%c = a%c - b%c
  end function minus
  pure type(vec) function times(s, a)
    real(c_double), intent(in) :: s
    type(vec), intent(in) :: a
    times%c = s * a%c
  end function times

  subroutine forces(head, k, out)
    type(node), pointer, intent(in) :: head
    real(c_double), intent(in) :: k(:)
    type(vec), intent(out) :: out(:)
    type(node), pointer :: a
    type(vec) :: d, pull
    real(c_double) :: l
    integer :: i
    a => head
    do i = 1, size(k)
      d = a%next%p - a%p
      l = sqrt(d%c(1)**2 + d%c(2)**2)
      pull = (k(i) * (l - rest(i)) / l) * d
      out(i) = out(i) + pull
      out(i + 1) = out(i + 1) - pull
      a => a%next
    end do
  end subroutine forces
end module chain

function f(x, n) bind(c, name="f") result(r)
  use chain
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, k(beads - 1), stretch(beads - 1)
  type(vec) :: force(beads), d
  type(node), pointer :: head, e
  integer :: i, step, far(1), near(1)
  nullify (head)
  do i = beads, 1, -1
    allocate (e)
    e%p%c = [i * 1.0d0 + 0.2d0 * x(i), 0.3d0 * x(i + 5)]
    e%m = 0.5d0 + x(mod(i, int(n)) + 1)
    e%next => head
    head => e
  end do
  forall (i = 1:beads - 1) k(i) = 1 + 0.5d0 * x(i + 8)
  do step = 1, 10
    call forces(head, k, force)
    e => head
    do i = 1, beads
      e%v = 0.98d0 * e%v + (0.1d0 / e%m) * force(i)
      e%p = e%p + 0.1d0 * e%v
      e => e%next
    end do
  end do
  e => head
  do i = 1, beads - 1
    d = e%next%p - e%p
    stretch(i) = sqrt(sum(d%c**2)) - rest(i)
    e => e%next
  end do
  far = maxloc(stretch)
  near = minloc(stretch)
  r = stretch(far(1)) * x(1) - stretch(near(1)) + 0.5d0 * sum(k * stretch**2)
  do while (associated(head))
    r = r + head%m * sum(head%v%c**2)
    e => head%next
    deallocate (head)
    head => e
  end do
end function f
