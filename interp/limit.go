package interp

import "context"

const pollEvery = 1 << 20

// stepLimit says when the steps of a machine end, and when to look at its context.
type stepLimit struct {
	most uint64 // 0 for no bound
	ctx  context.Context
	at   uint64 // the step at which to look next
}

// next says at which step to look after the given one.
func (l *stepLimit) next(steps uint64) {
	l.at = steps + pollEvery
	if l.most > 0 {
		l.at = min(l.at, l.most+1)
	}
}

// poll looks at the limits.
func (l *stepLimit) poll(steps uint64) error {
	if l.most > 0 && steps > l.most {
		return faultf(StepLimit, "more than %d instructions", l.most)
	}
	l.next(steps)
	if c := l.ctx; c != nil && c.Err() != nil {
		f := faultf(Canceled, "%v", c.Err())
		f.Err = c.Err()
		return f
	}
	return nil
}
