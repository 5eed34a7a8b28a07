package interp

import "github.com/llad-ad/llad/ir"

const hardDepth = 200000 // the machine recurses, on a Go stack of at most 1 GB

// callStack is the activations of functions, the innermost last, and the
// registers of all of them.
type callStack struct {
	frames   []*frame // those behind depth are free
	depth    int
	maxDepth int
	regs     regStack
}

func (s *callStack) init(maxDepth int) {
	if maxDepth <= 0 {
		maxDepth = 10000
	}
	s.maxDepth = min(maxDepth, hardDepth)
}

// enter makes a frame for f, with its constants in place; mark is the stack's
// memory before it.
func (s *callStack) enter(f *function, mark stackMark, track bool) *frame {
	var fr *frame
	if s.depth < len(s.frames) {
		fr = s.frames[s.depth]
	} else {
		fr = &frame{}
		s.frames = append(s.frames, fr)
	}
	fr.fn, fr.at, fr.und, fr.varargs, fr.mark, fr.track = f, nil, nil, 0, mark, track
	fr.from, fr.fromObj = nil, nil
	fr.regs, fr.undMem = s.regs.take(int(f.nslots), track)
	copy(fr.regs[f.constBase:], f.consts)
	if f.constUnd != nil && track {
		copy(fr.shade()[f.constBase:], f.constUnd)
	}
	s.depth++
	return fr
}

// leave drops the innermost frame, whose registers lie above the mark.
func (s *callStack) leave(regs regMark) {
	s.depth--
	s.regs.back(regs)
}

// current is the instruction the innermost frame executes.
func (s *callStack) current() *ir.Instr {
	if s.depth == 0 {
		return nil
	}
	if at := s.frames[s.depth-1].at; at != nil {
		return at.src
	}
	return nil
}

// locate fills in where err happened: the innermost frame's instruction and
// the stack above it. What is no fault yet (the error of an external function)
// becomes one.
func (s *callStack) locate(err error) error {
	if _, ok := err.(*unwinding); ok {
		return err
	}
	f, ok := err.(*Fault)
	if !ok {
		f = &Fault{Kind: BadCall, Message: err.Error(), Err: err}
	}
	if f.Func != "" || s.depth == 0 {
		return f
	}
	f.Place = s.frames[s.depth-1].place()
	for d := s.depth - 1; d >= 0 && f.Kind == Undefined && f.Origin == nil; d-- {
		if fr := s.frames[d]; fr.from != nil && fr.from.src != nil {
			p := placeOf(fr.from.src)
			f.Origin = &p
			if fr.fromObj != nil {
				f.Memory = fr.fromObj.String()
			}
		}
	}
	for d := s.depth - 2; d >= 0; d-- {
		if len(f.Stack) == maxStack {
			f.Deeper = d + 1
			break
		}
		f.Stack = append(f.Stack, s.frames[d].place())
	}
	return f
}

func (fr *frame) place() Place {
	if fr.fn == nil {
		return Place{}
	}
	p := Place{Func: fr.fn.ir.Name}
	if fr.at != nil && fr.at.src != nil {
		p = placeOf(fr.at.src)
		p.Func = fr.fn.ir.Name
	}
	return p
}
