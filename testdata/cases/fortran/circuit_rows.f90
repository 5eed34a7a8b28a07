! Nodal analysis of circuits with the incidence of branches as a parameter, products by matmul, rows by forall.
module circuit
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: nodes = 4, branches = 6
  integer, parameter :: from(branches) = [1, 2, 3, 4, 1, 2], to(branches) = [2, 3, 4, 1, 3, 4]
  real(c_double), allocatable :: incidence(:, :), conductance(:, :)

contains

  subroutine build(g)
    real(c_double), intent(in) :: g(branches)
    integer :: k
    if (.not. allocated(incidence)) allocate (incidence(branches, nodes))
    allocate (conductance(branches, branches))
    incidence = 0
    conductance = 0
    forall (k = 1:branches)
      incidence(k, from(k)) = 1
      incidence(k, to(k)) = -1
      conductance(k, k) = g(k)
    end forall
  end subroutine build

  subroutine solve(a, b)
    real(c_double), intent(inout) :: a(nodes, nodes), b(nodes)
    real(c_double) :: m
    integer :: i, k
    do k = 1, nodes
      do i = k + 1, nodes
        m = a(i, k) / a(k, k)
        a(i, k:nodes) = a(i, k:nodes) - m * a(k, k:nodes)
        b(i) = b(i) - m * b(k)
      end do
    end do
    do i = nodes, 1, -1
      b(i) = (b(i) - sum(a(i, i + 1:nodes) * b(i + 1:nodes))) / a(i, i)
    end do
  end subroutine solve
end module circuit

function f(x, n) bind(c, name="f") result(r)
  use circuit
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, a(nodes, nodes), v(nodes), drop(branches), g(branches), inject(nodes)
  integer :: round, i
  g = 0.5d0 + x(1:branches)
  inject = [x(7), -x(8), 0.5d0 * x(9), -0.2d0]
  v = 0
  r = 0
  do round = 1, 4
    call build(g)
    a = matmul(transpose(incidence), matmul(conductance, incidence))
    forall (i = 1:nodes) a(i, i) = a(i, i) + 0.2d0 * x(10)
    v = inject
    call solve(a, v)
    drop = matmul(incidence, v)
    r = r + sum(matmul(conductance, drop) * drop) / round
    g = merge(g, g / (1 + 0.3d0 * drop**2), abs(drop) < 0.3d0 * x(11))
    deallocate (conductance)
  end do
  deallocate (incidence)
  r = r + v(1) * v(3) * x(12) + maxval(drop)
end function f
