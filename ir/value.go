package ir

import "iter"

// Value is whatever can stand as an operand: *Instr, *Param, *Const, *Global,
// *Function, *Meta, *InlineAsm.
type Value interface {
	// Type is the type of the value; for a Global or Function a pointer.
	Type() *Type
	// Ident is the operand as spelled, without its type: %x, @f, 42, null.
	Ident() string
}

// Use is one operand slot of an instruction.
type Use struct {
	User       *Instr
	Val        Value
	next, prev *Use
	index      int32
}

// Index is the operand number of the slot in its user.
func (u *Use) Index() int { return int(u.index) }

// uses is the head of a use list, embedded in local values.
type uses struct{ first *Use }

func (l *uses) list() *uses { return l }

type used interface{ list() *uses }

func (u *Use) link() {
	h, ok := u.Val.(used)
	if !ok {
		return
	}
	l := h.list()
	u.prev, u.next = nil, l.first
	if l.first != nil {
		l.first.prev = u
	}
	l.first = u
}

func (u *Use) unlink() {
	h, ok := u.Val.(used)
	if !ok {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		h.list().first = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.next, u.prev = nil, nil
}

func (u *Use) set(v Value) {
	if u.Val != nil {
		u.unlink()
	}
	u.Val = v
	if v != nil {
		u.link()
	}
}

// Uses iterates over the operand slots that hold the local value v (an Instr
// or Param); for other values it yields nothing. The slot in hand may be
// changed or its user removed during the iteration; others may not.
func Uses(v Value) iter.Seq[*Use] {
	return func(yield func(*Use) bool) {
		h, ok := v.(used)
		if !ok {
			return
		}
		for u := h.list().first; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// HasUses reports whether the local value v stands in any operand slot.
func HasUses(v Value) bool {
	h, ok := v.(used)
	return ok && h.list().first != nil
}

// ReplaceAllUses puts new wherever the local value old stands as an operand.
func ReplaceAllUses(old, new Value) {
	if old == new {
		return
	}
	for u := range Uses(old) {
		u.set(new)
	}
}

// Param is a formal parameter of a function.
type Param struct {
	uses
	Typ    *Type
	Name   string // without %, quotes included; "" when it is numbered
	Attrs  string // attributes as written, e.g. "noalias nocapture noundef"
	Index  int
	Parent *Function
	Alone  bool // no other address that the function comes by leads to its memory, which other threads may use at the same time
	number int  // as written, -1 if it had a name or none
}

// Type implements Value.
func (p *Param) Type() *Type { return p.Typ }

// Ident implements Value.
func (p *Param) Ident() string { return "%" + p.Name }

// Meta is a metadata operand kept as text, e.g. `!12` or `!DIExpression()`.
type Meta struct{ Text string }

// Type implements Value.
func (m *Meta) Type() *Type { return MetaType }

// Ident implements Value.
func (m *Meta) Ident() string { return m.Text }

// InlineAsm is an inline assembly callee kept as text.
type InlineAsm struct {
	Text string // from `asm` to the constraint string
	Typ  *Type
}

// Type implements Value.
func (a *InlineAsm) Type() *Type { return a.Typ }

// Ident implements Value.
func (a *InlineAsm) Ident() string { return a.Text }
