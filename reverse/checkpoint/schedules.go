package checkpoint

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/tape"
)

// Schedules gives the functions that carry schedules out, written into the
// module when first used.
type Schedules struct {
	control   *control
	numbers   *numbers
	Pools     *pools
	states    *states
	files     *files
	snapshots *snapshots
	sweeps    *scheduling
	Lists     *lists
}

// scheduleOptions say how schedules are carried out.
type scheduleOptions struct {
	stats   bool   // the code counts what it does
	pool    bool   // it is for loops that allocate from pools
	shadows int    // of a block of a pool
	spill   string // the directory for files; "" is none
	mem     int64  // how many bytes of states are in memory then
	finish  func(*ir.Function)
}

func newSchedules(rt *tape.Runtime, o scheduleOptions) *Schedules {
	ct := &control{rt: rt, stats: o.stats, pool: o.pool, finish: o.finish}
	nb := &numbers{ct: ct}
	ps := &pools{ct: ct, shadows: o.shadows}
	st := &states{ct: ct, ps: ps}
	fs := &files{ct: ct, nb: nb, spill: o.spill, mem: o.mem}
	sn := &snapshots{ct: ct, nb: nb, st: st, fs: fs, ps: ps}
	sw := &scheduling{ct: ct, nb: nb, st: st, fs: fs, sn: sn}
	return &Schedules{control: ct, numbers: nb, Pools: ps, states: st, files: fs, snapshots: sn, sweeps: sw, Lists: &lists{ct: ct}}
}

// Schedules gives the functions that carry schedules out; finish cleans up a function.
func (ck *Checkpoints) Schedules(rt *tape.Runtime, finish func(*ir.Function)) *Schedules {
	if ck.rt == nil {
		ck.rt = newSchedules(rt, scheduleOptions{stats: ck.Stats || rt.M.Func(statsName) != nil, spill: ck.Spill, mem: ck.Mem, finish: finish})
		if ck.rt.control.stats {
			ck.rt.control.statsFunc()
		}
	}
	return ck.rt
}

// SchedulesOf gives those for a loop, with so many adjoints at once.
func (ck *Checkpoints) SchedulesOf(lc *Loop, rt *tape.Runtime, finish func(*ir.Function), width int) *Schedules {
	plain := ck.Schedules(rt, finish)
	if lc.Pool < 0 {
		return plain
	}
	if ck.pools == nil {
		ck.pools = newSchedules(rt, scheduleOptions{stats: plain.control.stats, pool: true, shadows: width, mem: plain.files.mem, finish: finish})
		ck.pools.Lists = plain.Lists // which are filled by code that knows no pools
	}
	return ck.pools
}

// control is what all functions share that work on control blocks: names, counters, memory, what is held.
type control struct {
	rt     *tape.Runtime
	stats  bool
	pool   bool // these are for loops that allocate from pools
	finish func(*ir.Function)
}

// numbers has the functions that compute where snapshots go.
type numbers struct {
	ct *control
}

// pools has the functions of pools: see pool.go.
type pools struct {
	ct *control

	shadows int // of a block of a pool
}

// states has the functions that save states and bring them back.
type states struct {
	ct *control
	ps *pools
}

// files has the functions that put snapshots into files, and those that do so while the program computes.
type files struct {
	ct *control
	nb *numbers

	spill string // the directory for files; "" is none
	mem   int64  // how many bytes of states are in memory then
}

// snapshots has the functions that take snapshots, restore and drop them.
type snapshots struct {
	ct *control
	nb *numbers
	st *states
	fs *files
	ps *pools
}

// scheduling has the forward sweep and the unwinding of each schedule.
type scheduling struct {
	ct *control
	nb *numbers
	st *states
	fs *files
	sn *snapshots
}

// lists has the functions of lists of blocks.
type lists struct {
	ct *control
}

func i64(v int64) ir.Value { return ir.NewInt(ir.I64, v) }
