! Optional masks that no caller passes: what is done with them is not run.
module absent_masks
contains
  function chosen(a, mask) result(r)
    real(8), intent(in) :: a(:)
    logical, intent(in), optional :: mask(:)
    real(8) :: r
    real(8), allocatable :: t(:)
    if (present(mask)) then
      allocate(t(count(mask)))
      t = pack(a, mask)
      if (any(mask)) t = 2 * t
    else
      t = a**2
    end if
    r = sum(t * a(1:size(t)))
  end function

  ! hands on what it does not have
  recursive function halves(a, depth, mask) result(r)
    real(8), intent(in) :: a(:)
    integer, intent(in) :: depth
    logical, intent(in), optional :: mask(:)
    real(8) :: r
    r = chosen(a, mask)
    if (depth > 0) r = r + halves(a(:size(a) / 2), depth - 1, mask) * halves(a(size(a) / 2 + 1:), depth - 1)
  end function
end module

function f(x, n) bind(c, name="f") result(r)
  use iso_c_binding, only: c_double, c_size_t
  use absent_masks
  implicit none
  integer(c_size_t), value :: n
  real(c_double), intent(in) :: x(n)
  real(c_double) :: r
  r = chosen(x) + halves(x, 2)
end function
