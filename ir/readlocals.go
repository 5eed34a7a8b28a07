package ir

import (
	"strconv"
	"strings"
)

// forward stands for a local that is used before its definition was read.
type forward struct {
	uses
	typ   *Type // nil when only the callee of a call tells
	ident string
	pos   int
	line  int32
}

func (f *forward) Type() *Type   { return f.typ }
func (f *forward) Ident() string { return "%" + f.ident }

// locals are the values and blocks of a function whose body is read, by their
// names and numbers, those included that are mentioned and not yet read.
type locals struct {
	r      *reader
	f      *Function
	values []Value  // by number
	blocks []*Block // by number
	named  map[string]Value
	labels map[string]*Block
	open   int // forwards not yet defined
	unread int // blocks that are named and not yet read: their Line is 0, their ID the offset of the first mention
	next   int // number of the next unnamed value or block
	slab   []Block
}

// start makes l ready for the body of f, which r reads.
func (l *locals) start(r *reader, f *Function) {
	l.r, l.f = r, f
	l.open, l.unread, l.next = 0, 0, 0
	l.values, l.blocks = l.values[:0], l.blocks[:0]
	if len(l.named) < 1000 { // a map that was large once takes long to clear
		clear(l.named)
	} else {
		l.named = nil
	}
	if len(l.labels) < 1000 {
		clear(l.labels)
	} else {
		l.labels = nil
	}
}

func (l *locals) params() {
	for _, p := range l.f.Params {
		if p.Name != "" {
			if l.named == nil {
				l.named = map[string]Value{}
			}
			if l.named[p.Name] != nil {
				l.r.failAt(l.r.pos, l.f.Line, codeSyntax, "two parameters are called %%%s", p.Name)
			}
			l.named[p.Name] = p
			continue
		}
		if p.number > l.next {
			l.next = p.number
		}
		l.setNumber(l.next, p)
		l.next++
	}
}

// sane refuses numbers that cannot be meant, which would only take memory.
func (l *locals) sane(n int) {
	if n > l.f.entity.End-l.f.entity.Start {
		l.r.fail("%%%d: number too large", n)
	}
}

func (l *locals) setNumber(n int, v Value) {
	l.sane(n)
	for n >= len(l.values) {
		l.values = append(l.values, nil)
	}
	l.values[n] = v
}

// checkOpen reports what was used and never defined.
func (l *locals) checkOpen() {
	var first *forward
	note := func(v Value) {
		if f, ok := v.(*forward); ok && (first == nil || f.pos < first.pos) {
			first = f
		}
	}
	if l.open > 0 {
		for _, v := range l.values {
			note(v)
		}
		for _, v := range l.named {
			note(v)
		}
		l.r.failAt(first.pos, first.line, codeUndefined, "%s is used but not defined", first.Ident())
	}
	if l.unread == 0 {
		return
	}
	var lost *Block
	look := func(blk *Block) {
		if blk != nil && blk.Line == 0 && (lost == nil || blk.ID < lost.ID) {
			lost = blk
		}
	}
	for _, blk := range l.blocks {
		look(blk)
	}
	for _, blk := range l.labels {
		look(blk)
	}
	at := int(lost.ID)
	line := l.f.entity.Line + int32(strings.Count(l.r.s[l.f.entity.Start:at], "\n"))
	l.r.failAt(at, line, codeUndefined, "block %%%s is used but not defined", lost.Name)
}

// blockFor is the block of a name or number, made when it is new; at is where
// the text mentions it.
func (l *locals) blockFor(name string, num, at int) *Block {
	if num >= 0 {
		l.sane(num)
		for num >= len(l.blocks) {
			l.blocks = append(l.blocks, nil)
		}
		if l.blocks[num] == nil {
			l.blocks[num] = l.newBlock(strconv.Itoa(num), at)
		}
		return l.blocks[num]
	}
	if blk := l.labels[name]; blk != nil {
		return blk
	}
	if l.labels == nil {
		l.labels = map[string]*Block{}
	}
	blk := l.newBlock(name, at)
	l.labels[name] = blk
	return blk
}

func (l *locals) newBlock(name string, at int) *Block {
	l.unread++
	blk := &take(&l.slab, 1, 16)[0]
	blk.Name, blk.Parent, blk.ID = name, l.f, int32(at)
	return blk
}

func (l *locals) blockName(name string, num int) string {
	if num >= 0 {
		return strconv.Itoa(num)
	}
	return name
}

// block takes %name as a block.
func (l *locals) block() *Block {
	if l.r.peek() != '%' {
		l.r.expected("a block")
	}
	pos := l.r.pos
	name, num := l.r.localName()
	return l.blockFor(name, num, pos)
}

// local takes %name as a value of type t (nil: whatever it has).
func (l *locals) local(t *Type) Value {
	pos, line := l.r.pos, l.r.line
	name, num := l.r.localName()
	v := l.find(name, num)
	if v == nil {
		f := &forward{typ: t, pos: pos, line: line, ident: l.blockName(name, num)}
		l.open++
		l.bind(name, num, f)
		return f
	}
	if vt := v.Type(); vt != t && t != nil {
		if f, ok := v.(*forward); ok && vt == nil {
			f.typ = t
		} else if vt == nil || !Same(vt, t) {
			l.r.failAt(pos, line, codeType, "%%%s has type %s, not %s", l.blockName(name, num), vt, t)
		}
	}
	return v
}

func (l *locals) find(name string, num int) Value {
	if num < 0 {
		return l.named[name]
	}
	if num < len(l.values) {
		return l.values[num]
	}
	return nil
}

func (l *locals) bind(name string, num int, v Value) {
	if num >= 0 {
		l.setNumber(num, v)
		return
	}
	if l.named == nil {
		l.named = map[string]Value{}
	}
	l.named[name] = v
}

// define makes i the value of a name or number.
func (l *locals) define(name string, num int, i *Instr) {
	if num >= 0 {
		l.next = num + 1
	} else {
		i.Name = name
	}
	switch old := l.find(name, num).(type) {
	case nil:
	case *forward:
		if old.typ != nil && old.typ != i.Typ && !Same(old.typ, i.Typ) {
			l.r.failAt(old.pos, old.line, codeType, "%s has type %s, not %s", old.Ident(), i.Typ, old.typ)
		}
		l.open--
		ReplaceAllUses(old, i)
	default:
		l.r.fail("%%%s is defined twice", l.blockName(name, num))
	}
	l.bind(name, num, i)
}
