package checkpoint

import (
	"strings"

	"github.com/llad-ad/llad/cache/schedule"
)

// Strategy says how a loop is reversed: by a schedule, by one that is chosen when
// the program runs, or, when it is zero, by keeping what every iteration computes.
type Strategy struct {
	Schedule schedule.Schedule
	Auto     bool  // a schedule is chosen when the program runs, if Mem is not 0
	Mem      int64 // Auto: the bytes of memory to choose one for
	Fit      int64 // the bytes that as many slots go into as possible; 0 for the schedule's number
}

// keeps reports whether the values of every iteration are kept.
func (st Strategy) keeps() bool { return st.Schedule == nil && st.Mem == 0 }

// Tapes reports whether the strategy holds tapes of steps.
func (st Strategy) Tapes() bool {
	_, mixed := st.Schedule.(schedule.Mixed)
	return mixed || st.Mem > 0
}

// String is the strategy as -cache takes it.
func (st Strategy) String() string {
	switch {
	case st.Schedule != nil:
		return st.Schedule.String()
	case st.Auto:
		return "auto"
	}
	return "keep"
}

// steps is the schedule of the strategy's steps or blocks of steps.
func (st Strategy) steps() schedule.Schedule {
	of, _ := schedule.Block(st.Schedule)
	return of
}

// block is how many steps the strategy takes for one.
func (st Strategy) block() int64 {
	_, k := schedule.Block(st.Schedule)
	return int64(k)
}

// blocks reports whether the strategy may take several steps for one.
func (st Strategy) blocks() bool { return st.Mem > 0 || st.block() > 1 }

// Segments reports whether several steps are reversed at a time.
func (st Strategy) Segments() bool {
	_, periodic := st.Schedule.(schedule.Periodic)
	return periodic || st.blocks()
}

// name is the strategy's without its numbers.
func (st Strategy) name() string {
	if st.Mem > 0 {
		return "auto"
	}
	name, _, _ := strings.Cut(st.steps().String(), ":")
	return name
}

// param is the number that the strategy's functions find in the control block.
func (st Strategy) param() int64 {
	switch sc := st.steps().(type) {
	case schedule.Binomial:
		return int64(sc)
	case schedule.Online:
		return int64(sc)
	case schedule.Periodic:
		return int64(sc)
	case schedule.Mixed:
		return int64(sc)
	}
	return st.Mem
}

// unbounded is the schedule in place of sc for loops whose number of iterations
// is not known beforehand: with as many slots.
func unbounded(sc schedule.Schedule) schedule.Schedule {
	of, k := schedule.Block(sc)
	switch s := of.(type) {
	case schedule.Binomial:
		of = schedule.Online(s)
	case schedule.Mixed:
		of = schedule.Online(s)
	default:
		return sc
	}
	if k > 1 {
		of, _ = schedule.InBlocks(of, k)
	}
	return of
}

// ofStates is the strategy in its place that holds the states of single steps.
func (st Strategy) ofStates() Strategy {
	switch sc := st.steps().(type) {
	case schedule.Mixed:
		return Strategy{Schedule: schedule.Binomial(sc)}
	case schedule.Periodic:
		return Strategy{Schedule: schedule.CTZ{}}
	case nil:
		return Strategy{Schedule: schedule.Binomial(1), Fit: st.Mem}
	default:
		return Strategy{Schedule: sc}
	}
}
