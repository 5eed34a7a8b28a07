package ir

import (
	"slices"
	"strconv"
	"strings"
)

// Bytes is the module's text with everything added and changed. What was not
// touched is copied byte for byte, but for a summary of the module: it is not
// true of another one, and may not stand in front of a function. Compilers make it anew.
func (m *Module) Bytes() []byte {
	out := make([]byte, 0, len(m.file.text)+4096)
	from := 0 // start of the text not yet copied
	added := m.added.any() || m.meta != nil && len(m.meta.lines) > 0
	edited := added || slices.ContainsFunc(m.Entities, func(e *Entity) bool { return e.Drop || e.rewritten() })
	for _, e := range m.Entities {
		changed := e.rewritten()
		if !e.Drop && !changed && !(edited && e.Kind == SummaryEntity) {
			continue
		}
		out = append(out, m.file.text[from:e.Start]...)
		from = e.End
		if changed && !e.Drop {
			out = e.fn.append(out, false)
			if !strings.HasSuffix(m.file.of(e), "\n") {
				out = out[:len(out)-1]
			}
		}
	}
	end := len(m.file.text)
	if m.file.own > 0 {
		end = m.file.own
	}
	out = m.relabel(append(out, m.file.text[from:end]...))
	if n := len(out); n > 0 && out[n-1] != '\n' && added {
		out = append(out, '\n')
	}
	out = m.added.append(out)
	if m.meta != nil {
		out = appendLines(out, m.meta.lines)
	}
	return out
}

// rewritten reports whether the entity is a function whose body is written anew.
func (e *Entity) rewritten() bool { return e.fn != nil && e.fn.changed && e.fn.loaded }

// any reports whether transformations have added anything.
func (a *additions) any() bool {
	return len(a.funcs)+len(a.types)+len(a.globals)+len(a.texts) > 0
}

// append writes what transformations have added. Blocks, which variables may
// refer to, get their names first.
func (a *additions) append(out []byte) []byte {
	writers := make([]*funcWriter, len(a.funcs))
	for k, f := range a.funcs {
		writers[k] = newFuncWriter(f, true)
	}
	for _, t := range a.types {
		out = append(out, t.spelling+" = type "+t.Body()+"\n"...)
	}
	for _, g := range a.globals {
		out = g.append(out)
	}
	for k, f := range a.funcs {
		if len(f.Blocks) > 0 {
			out = append(out, '\n')
		}
		out = writers[k].append(out)
	}
	return appendLines(out, a.texts)
}

func appendLines(out []byte, lines []string) []byte {
	for _, s := range lines {
		out = append(append(out, s...), '\n')
	}
	return out
}

// append writes a variable as a line.
func (g *Global) append(out []byte) []byte {
	out = append(out, "@"+g.Name+" = "...)
	if g.Prefix != "" {
		out = append(append(out, g.Prefix...), ' ')
	}
	external := g.Init == nil && g.InitText == ""
	if external && !strings.Contains(g.Prefix, "extern") {
		out = append(out, "external "...)
	}
	if g.AddrSpace != 0 {
		out = append(out, "addrspace("+strconv.Itoa(g.AddrSpace)+") "...)
	}
	out = append(append(out, g.Keyword...), ' ')
	out = append(out, g.ValueType.spelling...)
	alias := g.Keyword == "alias" || g.Keyword == "ifunc"
	switch {
	case alias && g.Init != nil:
		out = append(out, ", "...)
		out = appendTyped(out, g.Init, true)
	case alias:
		out = append(append(out, ", "...), g.InitText...)
	case g.Init != nil:
		init := g.Init
		if g.Module.Typed {
			init = castConst(init, g.ValueType)
		}
		out = appendOperand(append(out, ' '), init, g.entity == nil)
	case g.InitText != "":
		out = append(append(out, ' '), g.InitText...)
	}
	if g.Suffix != "" {
		if g.Suffix[0] != ',' && g.Suffix[0] != '#' {
			out = append(out, ',')
		}
		out = append(append(out, ' '), g.Suffix...)
	}
	return append(out, '\n')
}

// String is the text of a function, as the module would write it.
func (f *Function) String() string {
	if e := f.entity; e != nil && !(f.changed && f.loaded) {
		return f.Module.file.text[e.Start:e.End]
	}
	return string(f.append(nil, f.entity == nil))
}

// append writes a function. portable is for generated ones, which must suit
// every LLVM version.
func (f *Function) append(out []byte, portable bool) []byte {
	return newFuncWriter(f, portable).append(out)
}

// newFuncWriter names the locals of f.
func newFuncWriter(f *Function, portable bool) *funcWriter {
	w := &funcWriter{m: f.Module, f: f, portable: portable}
	if len(f.Blocks) > 0 {
		w.names = nameLocals(f)
		w.debug = strings.Contains(f.Suffix, "!dbg")
	}
	return w
}

// append writes the function behind out.
func (w *funcWriter) append(out []byte) []byte {
	f := w.f
	lines := 0
	for _, b := range f.Blocks {
		lines += len(b.Instrs)
	}
	w.out = slices.Grow(out, 48*lines) // about as long as they are
	if len(f.Blocks) == 0 {
		w.header("declare ")
		w.out = append(w.out, '\n')
		return w.out
	}
	w.header("define ")
	w.out = append(w.out, " {\n"...)
	if f.Module.Typed {
		w.phiCasts()
	}
	for k, blk := range f.Blocks {
		if k > 0 {
			w.out = append(w.out, '\n')
		}
		w.out = append(append(w.out, blk.Name...), ":\n"...)
		for _, i := range blk.Instrs {
			if !w.portable || !newLifetime(i) {
				w.instr(i)
			}
		}
	}
	w.out = append(w.out, "}\n"...)
	return w.out
}

// header writes a function up to its body.
func (w *funcWriter) header(keyword string) {
	f := w.f
	w.str(keyword)
	if f.Prefix != "" {
		w.str(f.Prefix)
		w.byte(' ')
	}
	if a := w.attrs(f.RetAttrs); a != "" {
		w.str(a)
		w.byte(' ')
	}
	w.str(f.Typ.Ret.spelling)
	w.str(" @")
	w.str(f.Name)
	w.byte('(')
	for k, p := range f.Params {
		if k > 0 {
			w.str(", ")
		}
		w.str(p.Typ.spelling)
		if a := w.attrs(p.Attrs); a != "" {
			w.byte(' ')
			w.str(a)
		}
		if len(f.Blocks) > 0 {
			w.str(" %")
			w.str(p.Name)
		}
	}
	if f.Typ.Variadic {
		if len(f.Params) > 0 {
			w.str(", ")
		}
		w.str("...")
	}
	w.byte(')')
	if f.Suffix != "" {
		w.byte(' ')
		w.str(f.Suffix)
	}
}
