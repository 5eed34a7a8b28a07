package rules

// Numba's arrays are counted: behind the count, a destructor with its argument, the address of the data, and the size
// stand in a block of their own ("MemInfo"). Here it is two blocks of the C library's, which the runtime of Numba frees as
// its own: the destructor is free.
const (
	countedBody = `
define BYTES @NAME(i64 %size) {
COUNTED}
`
	countedAlignedBody = `
define BYTES @NAME(i64 %size, i32 %align) {
COUNTED}
`
	counted = `	%info = call noalias BYTES @malloc(i64 48)
	%data = call noalias BYTES @malloc(i64 %size)
	%none = icmp eq BYTES %info, null
	%no.data = icmp eq BYTES %data, null
	%failed = or i1 %none, %no.data
	br i1 %failed, label %fail, label %fill
fail:
	call void @free(BYTES %info)
	call void @free(BYTES %data)
	ret BYTES null
fill:
	%count = bitcast BYTES %info to NUMBERS
	store i64 1, NUMBERS %count, align 8
	%at8 = getelementptr inbounds i8, BYTES %info, i64 8
	%end = bitcast BYTES %at8 to PLACES
	store BYTES DESTRUCTOR, PLACES %end, align 8
	%at16 = getelementptr inbounds i8, BYTES %info, i64 16
	%extra = bitcast BYTES %at16 to PLACES
	store BYTES null, PLACES %extra, align 8
	%at24 = getelementptr inbounds i8, BYTES %info, i64 24
	%held = bitcast BYTES %at24 to PLACES
	store BYTES %data, PLACES %held, align 8
	%at32 = getelementptr inbounds i8, BYTES %info, i64 32
	%bytes = bitcast BYTES %at32 to NUMBERS
	store i64 %size, NUMBERS %bytes, align 8
	%at40 = getelementptr inbounds i8, BYTES %info, i64 40
	%allocator = bitcast BYTES %at40 to PLACES
	store BYTES null, PLACES %allocator, align 8
	ret BYTES %info
`
	// The caller of a function holds its arguments: that one with another destructor ends here means that it does not.
	uncountedBody = `
define void @NAME(BYTES %info) {
	%at8 = getelementptr inbounds i8, BYTES %info, i64 8
	%end = bitcast BYTES %at8 to PLACES
	%destructor = load BYTES, PLACES %end, align 8
	%own = icmp eq BYTES %destructor, DESTRUCTOR
	br i1 %own, label %free, label %foreign
free:
	%at24 = getelementptr inbounds i8, BYTES %info, i64 24
	%held = bitcast BYTES %at24 to PLACES
	%data = load BYTES, PLACES %held, align 8
	call void @free(BYTES %data)
	call void @free(BYTES %info)
	ret void
foreign:
	call void @abort()
	unreachable
}
`
)

var numbaBodies = []cBody{
	{"NRT_MemInfo_alloc", "BYTES", sized, countedBody, heap},
	{"NRT_MemInfo_alloc_safe", "BYTES", sized, countedBody, heap},
	{"NRT_MemInfo_alloc_aligned", "BYTES", []string{"i64", "i32"}, countedAlignedBody, heap},
	{"NRT_MemInfo_alloc_safe_aligned", "BYTES", []string{"i64", "i32"}, countedAlignedBody, heap},
	{"NRT_MemInfo_call_dtor", "void", []string{"BYTES"}, uncountedBody, append([]callee{{"abort", "void", nil}}, heap...)},
}
