!mod$ v1 sum:fc78627764bf3b95
module gridvars
real(8),allocatable,save::u(:,:)
real(8),allocatable,save::w(:,:)
integer(4)::nx
integer(4)::ny
contains
subroutine alloc_grid(n)
integer(4),intent(in)::n
end
subroutine sweep()
end
end
