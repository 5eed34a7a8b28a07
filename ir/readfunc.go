package ir

import (
	"slices"
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

// bodyReader reads the bodies of functions, one at a time. A module keeps one
// for its memory.
type bodyReader struct {
	*reader
	f       *Function
	values  []Value  // by number
	blocks  []*Block // by number
	named   map[string]Value
	labels  map[string]*Block
	open    int // forwards not yet defined
	unread  int // blocks that are named and not yet read: their Line is 0, their ID the offset of the first mention
	next    int // number of the next unnamed value or block
	cur     *Block
	args    []Value  // scratch
	types   []*Type  // scratch
	attrsOf []string // scratch
	code    []*Instr // of the current block
	slabs
}

// slabs are pieces of memory that many small objects share.
type slabs struct {
	instrs  []Instr
	ops     []Use
	codes   []*Instr
	bbs     []Block
	targets []*Block
	extras  []Extra
}

// take gives a slice of length and capacity n out of a slab, renewed as needed.
func take[T any](slab *[]T, n, size int) []T {
	if len(*slab) < n {
		*slab = make([]T, max(size, n))
	}
	t := (*slab)[:n:n]
	*slab = (*slab)[n:]
	return t
}

// start makes b ready for the body of f.
func (b *bodyReader) start(f *Function) {
	e, m := f.entity, f.Module
	b.f, b.cur, b.code = f, nil, b.code[:0]
	b.open, b.unread, b.next = 0, 0, 0
	b.values, b.blocks = b.values[:0], b.blocks[:0]
	if len(b.named) < 1000 { // a map that was large once takes long to clear
		clear(b.named)
	} else {
		b.named = nil
	}
	if len(b.labels) < 1000 {
		clear(b.labels)
	} else {
		b.labels = nil
	}
	line := e.Line + int32(strings.Count(m.text[e.Start:e.body], "\n"))
	b.reader = m.newReader(e.body, e.bodyEnd, line)
	b.reader.body = b
}

// Loaded reports whether the body, if there is one, is in memory.
func (f *Function) Loaded() bool { return f.loaded }

// Load reads the body of a definition. It does nothing for declarations and
// what is loaded already. Errors are *Diagnostic; the function is then as it
// was.
func (f *Function) Load() (err error) {
	if f.broken != nil || f.loaded {
		return f.broken
	}
	m := f.Module
	b := m.bodies
	m.bodies = nil
	if b == nil {
		b = &bodyReader{}
	}
	defer func() {
		m.bodies = b
		if err != nil {
			f.Blocks = nil
			for _, p := range f.Params {
				p.uses = uses{}
			}
		}
	}()
	defer catch(&err)
	b.start(f)
	b.params()
	b.read()
	if m.addressed(f.Name) {
		f.numbered = slices.Clone(b.blocks)
	}
	f.loaded = true
	return nil
}

func (b *bodyReader) params() {
	for _, p := range b.f.Params {
		if p.Name != "" {
			if b.named == nil {
				b.named = map[string]Value{}
			}
			if b.named[p.Name] != nil {
				b.failAt(b.pos, b.f.Line, codeSyntax, "two parameters are called %%%s", p.Name)
			}
			b.named[p.Name] = p
			continue
		}
		if p.number > b.next {
			b.next = p.number
		}
		b.setNumber(b.next, p)
		b.next++
	}
}

// sane refuses numbers that cannot be meant, which would only take memory.
func (b *bodyReader) sane(n int) {
	if n > b.f.entity.End-b.f.entity.Start {
		b.fail("%%%d: number too large", n)
	}
}

func (b *bodyReader) setNumber(n int, v Value) {
	b.sane(n)
	for n >= len(b.values) {
		b.values = append(b.values, nil)
	}
	b.values[n] = v
}

func (b *bodyReader) read() {
	for b.pos < b.end {
		if b.isLabel() {
			continue
		}
		if b.peek() == '#' { // debug record
			b.skip(1)
			b.word()
			b.balanced()
			continue
		}
		switch b.peekWord() {
		case "uselistorder", "uselistorder_bb":
			b.toLineEnd()
			continue
		}
		if b.cur == nil {
			b.startBlock("", b.next)
		}
		i := b.instruction()
		if i == nil {
			continue
		}
		i.Parent = b.cur
		b.code = append(b.code, i)
		if i.Op.IsTerminator() {
			b.cur.Instrs = take(&b.codes, len(b.code), 256)
			copy(b.cur.Instrs, b.code)
			b.cur, b.code = nil, b.code[:0]
		}
	}
	if len(b.f.Blocks) == 0 {
		b.fail("a function body without instructions")
	}
	if b.cur != nil {
		b.expected("a terminator")
	}
	b.checkOpen()
	b.m.resolveTypes()
}

// checkOpen reports what was used and never defined.
func (b *bodyReader) checkOpen() {
	var first *forward
	note := func(v Value) {
		if f, ok := v.(*forward); ok && (first == nil || f.pos < first.pos) {
			first = f
		}
	}
	if b.open > 0 {
		for _, v := range b.values {
			note(v)
		}
		for _, v := range b.named {
			note(v)
		}
		b.failAt(first.pos, first.line, codeUndefined, "%s is used but not defined", first.Ident())
	}
	if b.unread == 0 {
		return
	}
	var lost *Block
	look := func(blk *Block) {
		if blk != nil && blk.Line == 0 && (lost == nil || blk.ID < lost.ID) {
			lost = blk
		}
	}
	for _, blk := range b.blocks {
		look(blk)
	}
	for _, blk := range b.labels {
		look(blk)
	}
	at := int(lost.ID)
	line := b.f.entity.Line + int32(strings.Count(b.s[b.f.entity.Start:at], "\n"))
	b.failAt(at, line, codeUndefined, "block %%%s is used but not defined", lost.Name)
}

// isLabel takes a label if one stands here, and starts its block.
func (b *bodyReader) isLabel() bool {
	c := b.peek()
	n := b.pos
	if c == '"' {
		n = nameLen(b.s[:b.end], b.pos)
	} else {
		for n < b.end && identChar[b.s[n]] {
			n++
		}
	}
	if n <= b.pos || n >= b.end || b.s[n] != ':' {
		return false
	}
	text := b.s[b.pos:n]
	if b.cur != nil {
		b.expected("a terminator before the next block")
	}
	if c == '"' {
		text = canonicalName(text)
	}
	num, numeric := 0, c != '"'
	for i := 0; i < len(text) && numeric; i++ {
		numeric = isDigit(text[i]) && i < 10
		num = num*10 + int(text[i]-'0')
	}
	if numeric {
		b.sane(num)
		b.startBlock("", num)
	} else {
		b.startBlock(text, -1)
	}
	b.skip(n + 1 - b.pos)
	return true
}

// startBlock begins the block of the given name, or number if that is not -1.
func (b *bodyReader) startBlock(name string, num int) {
	blk := b.blockFor(name, num, b.pos)
	if blk.Line != 0 {
		b.fail("two blocks are called %%%s", b.blockName(name, num))
	}
	b.unread--
	if num >= 0 {
		blk.Name = ""
		b.next = num + 1
	}
	blk.Line = b.line
	b.f.Blocks = append(b.f.Blocks, blk)
	b.cur = blk
}

func (b *bodyReader) blockName(name string, num int) string {
	if num >= 0 {
		return strconv.Itoa(num)
	}
	return name
}

// blockFor is the block of a name or number, made when it is new; at is where
// the text mentions it.
func (b *bodyReader) blockFor(name string, num, at int) *Block {
	if num >= 0 {
		b.sane(num)
		for num >= len(b.blocks) {
			b.blocks = append(b.blocks, nil)
		}
		if b.blocks[num] == nil {
			b.blocks[num] = b.newBlock(strconv.Itoa(num), at)
		}
		return b.blocks[num]
	}
	if blk := b.labels[name]; blk != nil {
		return blk
	}
	if b.labels == nil {
		b.labels = map[string]*Block{}
	}
	blk := b.newBlock(name, at)
	b.labels[name] = blk
	return blk
}

func (b *bodyReader) newBlock(name string, at int) *Block {
	b.unread++
	blk := &take(&b.bbs, 1, 16)[0]
	blk.Name, blk.Parent, blk.ID = name, b.f, int32(at)
	return blk
}

// block takes %name as a block.
func (b *bodyReader) block() *Block {
	if b.peek() != '%' {
		b.expected("a block")
	}
	pos := b.pos
	name, num := b.localName()
	return b.blockFor(name, num, pos)
}

// labelOp takes `label %name`.
func (b *bodyReader) labelOp() *Block {
	b.expectKw("label")
	return b.block()
}

// local takes %name as a value of type t (nil: whatever it has).
func (b *bodyReader) local(t *Type) Value {
	pos, line := b.pos, b.line
	name, num := b.localName()
	v := b.find(name, num)
	if v == nil {
		f := &forward{typ: t, pos: pos, line: line, ident: b.blockName(name, num)}
		b.open++
		b.bind(name, num, f)
		return f
	}
	if vt := v.Type(); vt != t && t != nil {
		if f, ok := v.(*forward); ok && vt == nil {
			f.typ = t
		} else if vt == nil || !Same(vt, t) {
			b.failAt(pos, line, codeType, "%%%s has type %s, not %s", b.blockName(name, num), vt, t)
		}
	}
	return v
}

func (b *bodyReader) find(name string, num int) Value {
	if num < 0 {
		return b.named[name]
	}
	if num < len(b.values) {
		return b.values[num]
	}
	return nil
}

func (b *bodyReader) bind(name string, num int, v Value) {
	if num >= 0 {
		b.setNumber(num, v)
		return
	}
	if b.named == nil {
		b.named = map[string]Value{}
	}
	b.named[name] = v
}

// define makes i the value of a name or number.
func (b *bodyReader) define(name string, num int, i *Instr) {
	if num >= 0 {
		b.next = num + 1
	} else {
		i.Name = name
	}
	switch old := b.find(name, num).(type) {
	case nil:
	case *forward:
		if old.typ != nil && old.typ != i.Typ && !Same(old.typ, i.Typ) {
			b.failAt(old.pos, old.line, codeType, "%s has type %s, not %s", old.Ident(), i.Typ, old.typ)
		}
		b.open--
		ReplaceAllUses(old, i)
	default:
		b.fail("%%%s is defined twice", b.blockName(name, num))
	}
	b.bind(name, num, i)
}

// make allocates an instruction with the given operands.
func (b *bodyReader) make(op Op, typ *Type, args ...Value) *Instr {
	i := &take(&b.instrs, 1, 64)[0]
	i.Op, i.Typ, i.Line = op, typ, b.line
	if len(args) > 0 {
		i.ops = take(&b.ops, len(args), 256)
		for k, v := range args {
			i.ops[k] = Use{User: i, Val: v, index: int32(k)}
			i.ops[k].link()
		}
	}
	return i
}

// to makes the targets of an instruction.
func (b *bodyReader) to(l ...*Block) []*Block {
	t := take(&b.targets, len(l), 128)
	copy(t, l)
	return t
}
