package schedule

import (
	"fmt"
	"iter"
)

// Op says what an Action does.
type Op uint8

// The operations of a schedule. "At hand" is the one state that the program's
// own memory holds; at the start it is state 0.
const (
	Advance     Op = iota // run steps Step..To-1 without their tapes: state To is at hand
	Snapshot              // put the state at hand, which is state Step, into Slot
	Keep                  // run step Step with its tape kept in Slot: state Step+1 is at hand
	Restore               // take state Step out of Slot; the slot keeps it
	Reverse               // run step Step with its tape and reverse it: no state is at hand
	ReverseKept           // reverse step Step from its tape in Slot; the slot keeps it
	Discard               // empty Slot, which holds state Step or the tape of step Step
)

var opNames = [...]string{"advance", "snapshot", "keep", "restore", "reverse", "reverse-kept", "discard"}

// String gives the operation's name in lower case.
func (o Op) String() string {
	if int(o) < len(opNames) {
		return opNames[o]
	}
	return fmt.Sprintf("op(%d)", uint8(o))
}

// Action is one element of a schedule. Step i leads from state i to state i+1.
type Action struct {
	Op   Op
	Step int // the state or step that Op speaks of
	To   int // Advance: the state reached
	Slot int // every operation but Advance and Reverse
}

// String writes the action as a line of a listing.
func (a Action) String() string {
	switch a.Op {
	case Advance:
		return fmt.Sprintf("advance %d -> %d", a.Step, a.To)
	case Reverse:
		return fmt.Sprintf("reverse %d", a.Step)
	}
	return fmt.Sprintf("%s %d slot %d", a.Op, a.Step, a.Slot)
}

// Schedule is a strategy with its parameters.
type Schedule interface {
	// String gives the strategy as -cache takes it, such as "binomial:10".
	String() string
	// Actions yields the reversal of n steps, n known beforehand. The sequence
	// is computed while it is read and may be read again.
	Actions(n int) iter.Seq[Action]
	// Advances is the number of steps that Actions(n) advances, from the closed
	// form or the dynamic program of the strategy and not by counting actions.
	Advances(n int) int
	// Slots bounds the slots that Actions(n) and Until use for n steps.
	Slots(n int) int
	// Bytes bounds the memory that the reversal of n steps takes.
	Bytes(n int, z Sizes) int64
}

// Unbounded is a Schedule that need not know the number of steps beforehand.
type Unbounded interface {
	Schedule
	// Until yields the reversal of the steps for which more is true: with state
	// i at hand it asks more(i) whether step i exists, once for every i in turn
	// until the answer is false. The last step has then been advanced before
	// it was known to be the last.
	Until(more func(i int) bool) iter.Seq[Action]
}

// held is a slot in use.
type held struct {
	pos  int // the state, or the step whose tape it is
	slot int
	tape bool
}

// writer yields actions and remembers what they leave behind. The slots in use
// are a stack ordered by position, since what is behind the step to reverse
// next is never needed again.
type writer struct {
	yield func(Action) bool
	done  bool // the reader has had enough
	hand  int  // the state at hand, -1 for none
	held  []held
	used  []bool // by slot
}

func (w *writer) emit(a Action) {
	if !w.done && !w.yield(a) {
		w.done = true
	}
}

func (w *writer) advance(to int) {
	if to > w.hand {
		w.emit(Action{Op: Advance, Step: w.hand, To: to})
		w.hand = to
	}
}

// free gives the lowest slot that is empty.
func (w *writer) free() int {
	for k, u := range w.used {
		if !u {
			return k
		}
	}
	w.used = append(w.used, false)
	return len(w.used) - 1
}

func (w *writer) push(h held) {
	for len(w.used) <= h.slot {
		w.used = append(w.used, false)
	}
	w.used[h.slot] = true
	w.held = append(w.held, h)
}

// snapshot puts the state at hand into slot.
func (w *writer) snapshot(slot int) {
	w.emit(Action{Op: Snapshot, Step: w.hand, Slot: slot})
	w.push(held{pos: w.hand, slot: slot})
}

// keep runs one step with its tape kept in slot.
func (w *writer) keep(slot int) {
	w.emit(Action{Op: Keep, Step: w.hand, Slot: slot})
	w.push(held{pos: w.hand, slot: slot, tape: true})
	w.hand++
}

// discard empties the slot of the k-th held entry.
func (w *writer) discard(k int) {
	h := w.held[k]
	w.emit(Action{Op: Discard, Step: h.pos, Slot: h.slot})
	w.used[h.slot] = false
	w.held = append(w.held[:k], w.held[k+1:]...)
}

// restore brings the topmost held state to hand.
func (w *writer) restore() {
	top := w.held[len(w.held)-1]
	if w.hand != top.pos {
		w.emit(Action{Op: Restore, Step: top.pos, Slot: top.slot})
		w.hand = top.pos
	}
}

// reverse reverses the step whose state is at hand.
func (w *writer) reverse() {
	w.emit(Action{Op: Reverse, Step: w.hand})
	w.hand = -1
}

// reverseKept reverses the step whose tape is topmost, and empties its slot.
func (w *writer) reverseKept() {
	top := w.held[len(w.held)-1]
	w.emit(Action{Op: ReverseKept, Step: top.pos, Slot: top.slot})
	w.hand = -1
	w.discard(len(w.held) - 1)
}

// sequence makes an iterator of a function that writes a whole schedule.
func sequence(write func(*writer)) iter.Seq[Action] {
	return func(yield func(Action) bool) { write(&writer{yield: yield}) }
}
