package ir

import (
	"strconv"
	"strings"
)

const blockAddress = "blockaddress(@"

// addressed reports whether a blockaddress anywhere in the text that was read
// names a block of the function.
func (m *Module) addressed(function string) bool {
	if m.addressedIn == nil {
		m.addressedIn = map[string]bool{}
		eachBlockAddress(m.text, func(fn, _ string, _, _ int) { m.addressedIn[fn] = true })
	}
	return m.addressedIn[function]
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
