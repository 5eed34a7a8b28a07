package schedule

// placement is what distinguishes the schedules of states alone: where, on the
// way from state i to state e-1, the next snapshot is taken. State i itself is
// in a slot; free more slots are empty. The answer i means: none.
type placement struct {
	next func(i, e, free int) int
	slot func(w *writer, i int) int
}

func nowhere(i, _, _ int) int       { return i }
func lowest(w *writer, _ int) int   { return w.free() }
func ctzSlot(_ *writer, i int) int  { return CTZSlot(i) }
func everywhere(i, e, free int) int { return Binomial(free+1).next(i, e) }

// unwind reverses steps e-1 down to 0. Where a state is at hand it must be
// state e-1 or a held one; slots is the number of slots there are.
//
// The loop is the one that generated code runs: restore the topmost state, walk
// to the state of the step to reverse and leave snapshots on the way, reverse,
// and drop the snapshot that has been used up.
func (w *writer) unwind(e, slots int, p placement) {
	for e > 0 && !w.done {
		if w.hand != e-1 {
			w.restore()
			for w.hand < e-1 && !w.done {
				j := p.next(w.hand, e, slots-len(w.held))
				if j <= w.hand || j >= e-1 {
					w.advance(e - 1)
					break
				}
				w.advance(j)
				w.snapshot(p.slot(w, j))
			}
		}
		w.reverse()
		e--
		if k := len(w.held) - 1; k >= 0 && w.held[k].pos == e {
			w.discard(k)
		}
	}
}
