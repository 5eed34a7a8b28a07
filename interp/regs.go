package interp

// regStack is the memory of all frames' registers and of their undefined bits:
// a list of chunks, so that frames never move. Chunks stay for later calls.
type regStack struct {
	chunks []regChunk
	cur    int // the chunk in use
	top    int // its first free slot
}

type regChunk struct{ regs, und []uint64 }

// regMark is a point of the stack to return to.
type regMark struct{ cur, top int }

func (s *regStack) mark() regMark  { return regMark{s.cur, s.top} }
func (s *regStack) back(k regMark) { s.cur, s.top = k.cur, k.top }

// take gives n slots, with as many for undefined bits when they are tracked.
// Neither is cleared.
func (s *regStack) take(n int, track bool) (regs, und []uint64) {
	for s.cur >= len(s.chunks) || s.top+n > len(s.chunks[s.cur].regs) {
		if s.cur < len(s.chunks) && s.top > 0 {
			s.cur, s.top = s.cur+1, 0
			continue
		}
		c := regChunk{regs: make([]uint64, max(1<<14, 2*n))}
		if track {
			c.und = make([]uint64, len(c.regs))
		}
		s.chunks = append(s.chunks[:s.cur], c)
		s.top = 0
	}
	c, end := &s.chunks[s.cur], s.top+n
	regs = c.regs[s.top:end:end]
	if c.und != nil {
		und = c.und[s.top:end:end]
	}
	s.top = end
	return regs, und
}
