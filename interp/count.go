package interp

import "sort"

// Counts says what a machine has done since it was made or ResetCounts.
type Counts struct {
	Steps     uint64            // instructions, counted when their block is entered
	Calls     uint64            // of functions with a body and of library functions
	Loads     uint64            // load instructions
	Stores    uint64            // store instructions
	Allocs    uint64            // heap allocations
	Frees     uint64            // of heap objects
	HeapBytes uint64            // allocated on the heap in total
	HeapLive  uint64            // of them not freed
	HeapPeak  uint64            // the most that was live at once
	StackPeak uint64            // the most bytes in stack objects at once
	Named     map[string]uint64 // calls by the strings of Options.CountCalls
}

// FuncCount is what one function did.
type FuncCount struct {
	Name  string
	Calls uint64
	Steps uint64 // in the function itself, not in what it calls
	Heap  uint64 // bytes that the function itself allocated
}

// Counts is a copy of the counts so far.
func (m *Machine) Counts() Counts {
	c := m.count
	c.Named = map[string]uint64{}
	for k, v := range m.count.Named {
		c.Named[k] = v
	}
	return c
}

// ResetCounts starts counting anew; the live heap stays counted, and
// Options.MaxSteps counts from here.
func (m *Machine) ResetCounts() {
	m.count = Counts{HeapLive: m.count.HeapLive, HeapPeak: m.count.HeapLive, Named: map[string]uint64{}}
	for _, f := range m.image.funcs {
		f.calls, f.steps, f.heap = 0, 0, 0
	}
	m.limit.next(0)
}

func (m *Machine) countCall(f *function) {
	m.count.Calls++
	f.calls++
	for _, k := range f.counters {
		m.count.Named[m.opts.CountCalls[k]]++
	}
}

// Functions lists what was executed so far, most instructions first.
func (m *Machine) Functions() []FuncCount {
	var out []FuncCount
	for _, f := range m.image.funcs {
		if f.calls > 0 {
			out = append(out, FuncCount{f.ir.Name, f.calls, f.steps, f.heap})
		}
	}
	sort.Slice(out, func(a, b int) bool {
		if out[a].Steps != out[b].Steps {
			return out[a].Steps > out[b].Steps
		}
		return out[a].Name < out[b].Name
	})
	return out
}
