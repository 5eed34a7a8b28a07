! Rays marched through scenes of shapes in a linked list, chosen by kind, turned by matrices, reports written to text.
module scenes
  use iso_c_binding, only: c_double, c_size_t
  implicit none
  integer, parameter :: sphere = 1, slab = 2, torus = 3

  type :: shape_t
    integer :: kind = sphere
    real(c_double) :: at(3) = 0, size = 1
    type(shape_t), pointer :: next => null()
  end type shape_t

contains

  elemental function smooth_min(a, b, k) result(m)
    real(c_double), intent(in) :: a, b, k
    real(c_double) :: m
    m = -log(exp(-a / k) + exp(-b / k)) * k
  end function smooth_min

  recursive function distance(s, p) result(d)
    type(shape_t), pointer, intent(in) :: s
    real(c_double), intent(in) :: p(3)
    real(c_double) :: d, q(3)
    q = p - s%at
    select case (s%kind)
    case (sphere)
      d = norm2(q) - s%size
    case (slab)
      d = sqrt(q(2)**2 + 1d-4) - 0.2d0 * s%size
    case (torus)
      d = sqrt((sqrt(q(1)**2 + q(3)**2) - s%size)**2 + q(2)**2) - 0.25d0
    case default
      d = 10
    end select
    if (associated(s%next)) d = smooth_min(d, distance(s%next, p), 0.3d0)
  end function distance

  function rotation(angle) result(m)
    real(c_double), intent(in) :: angle
    real(c_double) :: m(3, 3), z
    z = 0
    m = reshape([cos(angle), sin(angle), z, -sin(angle), cos(angle), z, z, z, z + 1], [3, 3])
  end function rotation
end module scenes

function f(x, n) bind(c, name="f") result(r)
  use scenes
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r, p(3), d(3), m(3, 3), step, travelled, lengths(3)
  type(shape_t), pointer :: scene, s
  character(len=32) :: report
  integer :: k, march
  nullify (scene)
  do k = 1, 3
    allocate (s)
    s%kind = k
    s%at = [1.5d0 + x(k), 0.3d0 * x(k + 3), 0.2d0 * k]
    s%size = 0.4d0 + 0.2d0 * x(k + 6)
    s%next => scene
    scene => s
  end do
  m = matmul(rotation(0.1d0 * x(10)), rotation(-0.05d0 * x(11)))
  r = 0
  do k = 1, 3
    p = [0.0d0, 0.4d0 * k - 0.6d0, 0.1d0]
    d = matmul(m, [1.0d0, 0.1d0 * k, 0.2d0 * x(12)])
    d = d / norm2(d)
    travelled = 0
    do march = 1, 12
      step = distance(scene, p)
      if (step < 1d-2) exit
      p = p + 0.8d0 * step * d
      travelled = travelled + step
    end do
    write (report, '(a,i0,a,i2.2)') 'ray ', k, ' took ', march
    lengths(k) = travelled
    r = r + travelled / (1 + k) + 0.01d0 * p(2) * len_trim(report)
  end do
  r = r + smooth_min(lengths(1), lengths(2), 0.5d0) + sum(smooth_min(lengths, 1.0d0, 0.4d0))
  do while (associated(scene))
    s => scene%next
    deallocate (scene)
    scene => s
  end do
end function f
