package schedule

import (
	"fmt"
	"iter"
)

// Counts says what a schedule does. Generated code counts the same things.
type Counts struct {
	Advances  int // steps run without their tape (an Advance of k steps counts k)
	Snapshots int // states put into slots
	Keeps     int // tapes put into slots
	Restores  int // states taken out of slots
	Reverses  int // steps reversed
	PeakSlots int // most slots in use at once
	MaxRuns   int // the most often that one step is run, with or without its tape
	PeakBytes int64
}

// model is a program that a schedule is run on.
type model struct {
	n, slots int
	z        Sizes
	hand     int // -1: none
	left     int // steps not reversed yet
	slot     map[int]held
	runs     []int
	bytes    int64
	c        Counts
}

// Check runs the actions on a model of a program of n steps with the given
// number of slots and counts what they do. It refuses, naming the action: an
// advance, snapshot or reversal of a state that is not at hand, a step beyond
// the last, an occupied, empty, wrongly filled or missing slot, a reversal out of
// order; and, at the end, a step not reversed or a slot not emptied. Every step
// n-1..0 is thus reversed exactly once. PeakBytes is what the slots and the
// tape of the step being reversed hold at most, under the sizes given.
func Check(n, slots int, z Sizes, actions iter.Seq[Action]) (Counts, error) {
	m := &model{n: n, slots: slots, z: z, left: n, slot: map[int]held{}, runs: make([]int, max(n, 0))}
	k := 0
	for a := range actions {
		if err := m.do(a); err != nil {
			return m.c, fmt.Errorf("action %d (%v): %w", k, a, err)
		}
		k++
	}
	if m.left > 0 {
		return m.c, fmt.Errorf("step %d is not reversed", m.left-1)
	}
	if len(m.slot) > 0 {
		return m.c, fmt.Errorf("%d slots are not emptied", len(m.slot))
	}
	for _, r := range m.runs {
		m.c.MaxRuns = max(m.c.MaxRuns, r)
	}
	return m.c, nil
}

func (m *model) do(a Action) error {
	switch a.Op {
	case Advance:
		if err := m.at(a.Step); err != nil {
			return err
		}
		if a.To <= a.Step || a.To > m.n {
			return fmt.Errorf("no way from state %d to state %d of %d steps", a.Step, a.To, m.n)
		}
		for i := a.Step; i < a.To; i++ {
			m.runs[i]++
		}
		m.c.Advances += a.To - a.Step
		m.hand = a.To
		return nil
	case Snapshot:
		if err := m.at(a.Step); err != nil {
			return err
		}
		m.c.Snapshots++
		return m.put(held{pos: a.Step, slot: a.Slot})
	case Keep:
		if err := m.runTaped(a.Step); err != nil {
			return err
		}
		m.c.Keeps++
		m.hand = a.Step + 1
		return m.put(held{pos: a.Step, slot: a.Slot, tape: true})
	case Restore:
		m.c.Restores++
		m.hand = a.Step
		return m.holds(a, false)
	case Reverse:
		if err := m.runTaped(a.Step); err != nil {
			return err
		}
		m.c.PeakBytes = max(m.c.PeakBytes, m.bytes+m.z.Tape)
		return m.reversed(a.Step)
	case ReverseKept:
		if err := m.holds(a, true); err != nil {
			return err
		}
		return m.reversed(a.Step)
	case Discard:
		h, ok := m.slot[a.Slot]
		if !ok || h.pos != a.Step {
			return fmt.Errorf("slot %d does not hold %d", a.Slot, a.Step)
		}
		m.bytes -= m.size(h)
		delete(m.slot, a.Slot)
		return nil
	}
	return fmt.Errorf("unknown operation")
}

func (m *model) at(i int) error {
	if m.hand != i {
		return fmt.Errorf("state %d is not at hand", i)
	}
	return nil
}

// runTaped runs step i with its tape from the state at hand.
func (m *model) runTaped(i int) error {
	if err := m.at(i); err != nil {
		return err
	}
	if i >= m.n {
		return fmt.Errorf("there is no step %d", i)
	}
	m.runs[i]++
	return nil
}

func (m *model) size(h held) int64 {
	if h.tape {
		return m.z.Tape
	}
	return m.z.State
}

func (m *model) put(h held) error {
	if h.slot < 0 || h.slot >= m.slots {
		return fmt.Errorf("there are %d slots", m.slots)
	}
	if old, ok := m.slot[h.slot]; ok {
		return fmt.Errorf("slot %d still holds %d", h.slot, old.pos)
	}
	m.slot[h.slot] = h
	m.bytes += m.size(h)
	m.c.PeakSlots = max(m.c.PeakSlots, len(m.slot))
	m.c.PeakBytes = max(m.c.PeakBytes, m.bytes)
	return nil
}

func (m *model) holds(a Action, tape bool) error {
	h, ok := m.slot[a.Slot]
	switch {
	case !ok:
		return fmt.Errorf("slot %d is empty", a.Slot)
	case h.tape != tape || h.pos != a.Step:
		return fmt.Errorf("slot %d holds something else", a.Slot)
	}
	return nil
}

func (m *model) reversed(i int) error {
	if i != m.left-1 {
		return fmt.Errorf("step %d is the next to reverse", m.left-1)
	}
	m.left--
	m.hand = -1
	m.c.Reverses++
	return nil
}
