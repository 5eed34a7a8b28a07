package ir

import (
	"slices"
	"strings"
)

// bodyReader reads the bodies of functions, one at a time. A module keeps one
// for its memory.
type bodyReader struct {
	r       *reader
	f       *Function
	locals  locals
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
	line := e.Line + int32(strings.Count(m.file.text[e.Start:e.body], "\n"))
	b.r = m.newReader(e.body, e.bodyEnd, line)
	b.locals.start(b.r, f)
	b.r.locals = &b.locals
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
	b.locals.params()
	b.read()
	if m.file.addressed(f.Name) {
		f.numbered = slices.Clone(b.locals.blocks)
	}
	f.loaded = true
	return nil
}

func (b *bodyReader) read() {
	for b.r.pos < b.r.end {
		if b.isLabel() {
			continue
		}
		if b.r.peek() == '#' { // debug record
			b.r.skip(1)
			b.r.word()
			b.r.balanced()
			continue
		}
		switch b.r.peekWord() {
		case "uselistorder", "uselistorder_bb":
			b.r.toLineEnd()
			continue
		}
		if b.cur == nil {
			b.startBlock("", b.locals.next)
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
		b.r.fail("a function body without instructions")
	}
	if b.cur != nil {
		b.r.expected("a terminator")
	}
	b.locals.checkOpen()
	b.r.m.resolveTypes()
}

// isLabel takes a label if one stands here, and starts its block.
func (b *bodyReader) isLabel() bool {
	c := b.r.peek()
	n := b.r.pos
	if c == '"' {
		n = nameLen(b.r.s[:b.r.end], b.r.pos)
	} else {
		for n < b.r.end && identChar[b.r.s[n]] {
			n++
		}
	}
	if n <= b.r.pos || n >= b.r.end || b.r.s[n] != ':' {
		return false
	}
	text := b.r.s[b.r.pos:n]
	if b.cur != nil {
		b.r.expected("a terminator before the next block")
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
		b.locals.sane(num)
		b.startBlock("", num)
	} else {
		b.startBlock(text, -1)
	}
	b.r.skip(n + 1 - b.r.pos)
	return true
}

// startBlock begins the block of the given name, or number if that is not -1.
func (b *bodyReader) startBlock(name string, num int) {
	blk := b.locals.blockFor(name, num, b.r.pos)
	if blk.Line != 0 {
		b.r.fail("two blocks are called %%%s", b.locals.blockName(name, num))
	}
	b.locals.unread--
	if num >= 0 {
		blk.Name = ""
		b.locals.next = num + 1
	}
	blk.Line = b.r.line
	b.f.Blocks = append(b.f.Blocks, blk)
	b.cur = blk
}

// labelOp takes `label %name`.
func (b *bodyReader) labelOp() *Block {
	b.r.expectKw("label")
	return b.locals.block()
}

// make allocates an instruction with the given operands.
func (b *bodyReader) make(op Op, typ *Type, args ...Value) *Instr {
	i := &take(&b.instrs, 1, 64)[0]
	i.Op, i.Typ, i.Line = op, typ, b.r.line
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
