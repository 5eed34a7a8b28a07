package rules

import "strings"

// Share says where a function of OpenMP's runtime library puts the part of a loop that it hands to the
// thread that calls it: the arguments that point to its first and its last iteration. No other thread gets
// any of them.
type Share struct {
	Lower, Upper int
	Schedule     int  // the argument that must be StaticSchedule for that, or ChunkedSchedule for several parts, 0 if there is none
	Stride       int  // the argument that points to how far apart the parts of a thread begin, by ChunkedSchedule
	Repeats      bool // one loop gets several parts; else a call is of another loop, or run of the loop
}

// StaticSchedule is the schedule by which a thread gets one part of a loop, in one piece (kmp_sch_static in kmp.h of
// LLVM's runtime library), ChunkedSchedule the one by which threads get pieces of one size in turn (kmp_sch_static_chunked); ScheduleBits
// are the bits of a schedule that are no modifiers.
const StaticSchedule, ChunkedSchedule, ScheduleBits = 34, 33, 1<<29 - 1

var shares = map[string]Share{}

func init() {
	for _, kind := range []string{"4", "4u", "8", "8u"} {
		shares["__kmpc_for_static_init_"+kind] = Share{Lower: 4, Upper: 5, Schedule: 2, Stride: 6}
		shares["__kmpc_dispatch_next_"+kind] = Share{Lower: 3, Upper: 4, Repeats: true}
	}
}

// ShareOf gives what is known of a function that hands out parts of loops, by name; ok is false for others.
func ShareOf(name string) (s Share, ok bool) {
	s, ok = shares[unquote(name)]
	return s, ok
}

// OpensLoop gives the arguments that are the first and the last iteration of a loop which the function of that name opens for all
// threads, before it is handed out in parts; ok is false for other functions.
func OpensLoop(name string) (first, last int, ok bool) {
	return 3, 4, strings.HasPrefix(unquote(name), "__kmpc_dispatch_init_")
}

// EndsLoop reports whether the function of that name ends a loop for a thread, or tells it its number.
func EndsLoop(name string) bool {
	name = unquote(name)
	return strings.HasPrefix(name, "__kmpc_for_static_fini") || strings.HasPrefix(name, "__kmpc_dispatch_fini_") || name == "__kmpc_dispatch_deinit" || name == "__kmpc_global_thread_num"
}

// IsTeamBarrier reports whether the threads of a team wait for each other in a function of that name.
func IsTeamBarrier(name string) bool { return unquote(name) == "__kmpc_barrier" }
