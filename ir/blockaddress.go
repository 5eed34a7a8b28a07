package ir

import (
	"strconv"
	"strings"
)

const blockAddress = "blockaddress(@"

// addressed reports whether a blockaddress anywhere in the text that was read
// names a block of the function.
func (s *source) addressed(function string) bool {
	if s.addressedIn == nil {
		s.addressedIn = map[string]bool{}
		eachBlockAddress(s.text, func(fn, _ string, _, _ int) { s.addressedIn[fn] = true })
	}
	return s.addressedIn[function]
}

// eachBlockAddress calls yield with function, block (as spelled) and extent of
// the block's spelling, for every blockaddress in a text.
func eachBlockAddress(text string, yield func(fn, block string, start, end int)) {
	for at := 0; ; {
		n := strings.Index(text[at:], blockAddress)
		if n < 0 {
			return
		}
		at += n + len(blockAddress)
		e := nameLen(text, at)
		if e < 0 {
			continue
		}
		fn := text[at:e]
		if fn[0] == '"' {
			fn = canonicalName(fn)
		}
		for e < len(text) && (text[e] == ',' || isSpace(text[e])) {
			e++
		}
		if e >= len(text) || text[e] != '%' {
			continue
		}
		if end := nameLen(text, e+1); end > 0 {
			yield(fn, text[e+1:end], e+1, end)
			at = end
		}
	}
}

// Labelled is the block that a blockaddress in the text calls by name or
// number, spelled without its percent sign; nil if there is none. The function
// must be loaded.
func (f *Function) Labelled(label string) *Block {
	if n, err := strconv.Atoi(label); err == nil {
		if n >= 0 && n < len(f.numbered) {
			return f.numbered[n]
		}
		return nil
	}
	for _, b := range f.Blocks {
		if b.Name == label {
			return b
		}
	}
	return nil
}

// relabel puts the names that blocks were given on writing where the text that
// was copied calls them by number.
func (m *Module) relabel(out []byte) []byte {
	any := false
	for _, e := range m.Entities {
		any = any || e.fn != nil && e.fn.changed && len(e.fn.numbered) > 0
	}
	if !any {
		return out
	}
	text := string(out)
	out = out[:0]
	from := 0
	eachBlockAddress(text, func(fn, block string, start, end int) {
		f := m.funcs[fn]
		n, err := strconv.Atoi(block)
		if f == nil || !f.changed || err != nil || n >= len(f.numbered) || f.numbered[n] == nil {
			return
		}
		out = append(append(out, text[from:start]...), f.numbered[n].Name...)
		from = end
	})
	return append(out, text[from:]...)
}

// jumpTables copies the variables f uses whose initialisers hold addresses of
// f's blocks, because a copy of f must jump to its own. They go when it goes.
func (m *mapper) jumpTables(f, copied *Function) {
	before := len(f.Module.added.globals)
	defer func() { copied.tables = append(copied.tables, f.Module.added.globals[before:]...) }()
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for k := range i.ops {
				m.jumpTable(f, i.ops[k].Val)
			}
		}
	}
}

func (m *mapper) jumpTable(f *Function, v Value) {
	switch v := v.(type) {
	case *Const:
		for _, e := range v.Elems {
			m.jumpTable(f, e)
		}
	case *Global:
		if m.values[v] != nil || !strings.Contains(v.InitText, blockAddress) || v.LoadInit() != nil {
			return
		}
		init := m.retarget(f, v.Init)
		if init == v.Init {
			return
		}
		mod := f.Module
		g := mod.AddGlobal(mod.FreshSymbol(v.Name), "internal", v.Keyword, v.ValueType, init)
		g.Suffix = alignOf(v.Suffix)
		m.values[v] = g
	}
}

// retarget is an initialiser that was read outside of f with the addresses of
// f's blocks replaced by those of their copies.
func (m *mapper) retarget(f *Function, v Value) Value {
	c, ok := v.(*Const)
	if !ok {
		return v
	}
	if c.Kind == ConstRaw {
		to := v
		eachBlockAddress(c.Text, func(fn, block string, _, _ int) {
			if b := m.block(f.blockNamed(block)); fn == f.Name && b != nil {
				to = &Const{Kind: ConstRaw, Typ: c.Typ, Text: c.Text, Block: b}
			}
		})
		return to
	}
	for k, e := range c.Elems {
		if m.retarget(f, e) == e {
			continue
		}
		n := *c
		n.Elems = append([]Value(nil), c.Elems...)
		for ; k < len(n.Elems); k++ {
			n.Elems[k] = m.retarget(f, n.Elems[k])
		}
		return &n
	}
	return v
}

// blockNamed is the block that was spelled so in the text that was read.
func (f *Function) blockNamed(spelled string) *Block {
	if n, err := strconv.Atoi(spelled); err == nil {
		if n < len(f.numbered) {
			return f.numbered[n]
		}
		return nil
	}
	for _, b := range f.Blocks {
		if b.Name == spelled {
			return b
		}
	}
	return nil
}
