package ir

import "strings"

// Clone appends a copy of a function under a new name, internal, with the
// attributes that stay true of any edited copy. A body not yet loaded is loaded; the
// result is nil when that fails, or there is none. Blocks and instructions of f
// are numbered.
//
// The copy loses comdat, section, prefix data and the function's own !dbg. Its
// instructions keep theirs for messages; the writer leaves them out. Lifetime
// marks are not copied: edited code may need a slot for longer, and LLVM 22
// spells them in a way that others do not read.
func (f *Function) Clone(name string) *Function {
	if f.Load() != nil || len(f.Blocks) == 0 {
		return nil
	}
	c := f.Module.AddFunc(name, f.Typ)
	c.takeHeader(f)
	c.source, c.Team = f, f.Team
	_, count := f.Number()
	m := mapper{values: map[Value]Value{}, of: f, instrs: make([]*Instr, count)}
	for k, p := range f.Params {
		c.Params[k].Name, c.Params[k].Alone = p.Name, p.Alone
		m.values[p] = c.Params[k]
	}
	for _, b := range f.Blocks {
		nb := c.NewBlock(b.Name)
		nb.Line = b.Line
	}
	m.numbered = c.Blocks
	for k, b := range f.Blocks {
		nb := c.Blocks[k]
		nb.Instrs = make([]*Instr, 0, len(b.Instrs))
		for _, i := range b.Instrs {
			if IsLifetime(i) {
				continue
			}
			n := i.copyShell()
			n.Parent = nb
			for t, to := range n.Blocks {
				n.Blocks[t] = c.Blocks[to.ID]
			}
			nb.Instrs = append(nb.Instrs, n)
			m.instrs[i.ID] = n
		}
	}
	if f.Module.file.addressed(f.Name) {
		m.jumpTables(f, c)
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if IsLifetime(i) {
				continue
			}
			n := m.instrs[i.ID]
			n.ops = make([]Use, len(i.ops))
			for o := range i.ops {
				n.ops[o] = Use{User: n, index: int32(o)}
				n.ops[o].set(m.value(i.ops[o].Val))
			}
			if n.X != nil {
				for o, v := range n.X.bundleVals {
					n.X.bundleVals[o] = m.value(v)
				}
			}
		}
	}
	return c
}

// CopyBlocks appends copies of some blocks of f, whose names get a suffix. Edges
// among them lead to copies, other edges where they led before; phis there take
// from a copy what they took from its original. The maps lead from old
// instructions and blocks to copies.
func (f *Function) CopyBlocks(region []*Block, suffix string) (map[Value]Value, map[*Block]*Block) {
	values, blocks := map[Value]Value{}, map[*Block]*Block{}
	for _, b := range region {
		nb := f.NewBlock(f.FreshName(b.Name + suffix))
		nb.Line = b.Line
		blocks[b] = nb
	}
	for _, b := range region {
		nb := blocks[b]
		for _, i := range b.Instrs {
			n := i.Copy()
			for t, to := range n.Blocks {
				if c := blocks[to]; c != nil {
					n.Blocks[t] = c
				}
			}
			nb.Append(n)
			values[i] = n
		}
	}
	m := mapper{values: values, blocks: blocks}
	for _, b := range region {
		for _, n := range blocks[b].Instrs {
			for k, v := range n.Args() {
				if c := m.value(v); c != v {
					n.SetArg(k, c)
				}
			}
			if n.X != nil {
				for o, v := range n.X.bundleVals {
					n.X.bundleVals[o] = m.value(v)
				}
			}
		}
		done := map[*Block]bool{}
		for _, to := range b.Succs() {
			if blocks[to] != nil || done[to] {
				continue
			}
			done[to] = true
			for _, phi := range to.Phis() {
				for k, from := range phi.Blocks {
					if from == b {
						phi.AddIncoming(m.value(phi.Arg(k)), blocks[b])
					}
				}
			}
		}
	}
	return values, blocks
}

// TakeBody moves the blocks of from, which may be removed then, to f, a
// function without a body; parameters are the caller's to replace.
func (f *Function) TakeBody(from *Function) {
	f.Blocks, from.Blocks = from.Blocks, nil
	f.tables, from.tables = append(f.tables, from.tables...), nil
	f.IsDecl = false
	for _, b := range f.Blocks {
		b.Parent = f
	}
}

// IsLifetime reports whether i marks the life of a stack slot.
func IsLifetime(i *Instr) bool {
	if i.Op != Call {
		return false
	}
	f, ok := i.Callee().(*Function)
	return ok && strings.HasPrefix(f.Name, "llvm.lifetime.")
}

// newLifetime reports whether i marks the life of a slot as LLVM 22 spells it, which
// older ones do not read.
func newLifetime(i *Instr) bool { return IsLifetime(i) && i.NumCallArgs() == 1 }

// Source is the function that f was cloned from, directly or through other
// clones; f itself if it was not.
func (f *Function) Source() *Function {
	for f.source != nil {
		f = f.source
	}
	return f
}

// Copy gives an instruction like i with the same operands and blocks, in no
// block and without a name.
func (i *Instr) Copy() *Instr {
	n := i.copyShell()
	n.Name = ""
	n.SetArgs(i.Args()...)
	return n
}

// CopyShell is Copy without operands, which TakeArgs gives it.
func (i *Instr) CopyShell() *Instr {
	n := i.copyShell()
	n.Name = ""
	return n
}

// TakeArgs gives a shell the operands of what it is a copy of, each as value has it.
func (i *Instr) TakeArgs(of *Instr, value func(Value) Value) {
	i.ops = make([]Use, len(of.ops))
	for k := range of.ops {
		i.ops[k] = Use{User: i, index: int32(k)}
		i.ops[k].set(value(of.ops[k].Val))
	}
}

// copyShell copies everything but the operands, and what makes a call a tail
// call, because an edited function may hand out its own memory or have work left
// to do.
func (i *Instr) copyShell() *Instr {
	n := &Instr{
		Op: i.Op, Pred: i.Pred, Flags: i.Flags &^ (TailCall | MustTail), Line: i.Line, Align: i.Align, Typ: i.Typ, Elem: i.Elem, Name: i.Name,
		Blocks: append([]*Block(nil), i.Blocks...), Indices: append([]int(nil), i.Indices...),
	}
	for _, a := range i.Meta {
		if a.Kind != "DIAssignID" && a.Kind != "heapallocsite" {
			n.Meta = append(n.Meta, a)
		}
	}
	if i.X != nil {
		x := *i.X
		x.ArgAttrs = append([]string(nil), x.ArgAttrs...)
		x.bundleVals = append([]Value(nil), x.bundleVals...)
		n.X = &x
	}
	return n
}

// mapper leads values into a copy: of a whole function by the numbers of
// instructions and blocks, of part of one by maps.
type mapper struct {
	values   map[Value]Value
	blocks   map[*Block]*Block
	of       *Function // the whole
	instrs   []*Instr
	numbered []*Block
}

func (m *mapper) block(b *Block) *Block {
	switch {
	case m.of == nil:
		return m.blocks[b]
	case b != nil && b.Parent == m.of:
		return m.numbered[b.ID]
	}
	return nil
}

func (m *mapper) value(v Value) Value {
	switch x := v.(type) {
	case *Instr:
		if m.of != nil {
			return m.instrs[x.ID]
		}
		if n := m.values[v]; n != nil {
			return n
		}
	case *Param, *Global:
		if n := m.values[v]; n != nil {
			return n
		}
	case *Const:
		return m.constant(x)
	}
	return v
}

// constant copies a constant that holds the address of a copied block.
func (m *mapper) constant(c *Const) Value {
	if c.Block != nil {
		if b := m.block(c.Block); b != nil {
			n := *c
			n.Block = b
			return &n
		}
	}
	for k, e := range c.Elems {
		if m.value(e) != e {
			n := *c
			n.Elems = append([]Value(nil), c.Elems...)
			for ; k < len(n.Elems); k++ {
				n.Elems[k] = m.value(n.Elems[k])
			}
			return &n
		}
	}
	return c
}

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// The attributes of a function that hold of any edited copy of it. All others
// may be false there: that it reads or writes no memory, returns, frees
// nothing, does not recurse, lets no pointer escape, ...
var (
	keptFn = words(`nounwind uwtable mustprogress noinline alwaysinline inlinehint optsize minsize cold hot
		ssp sspstrong sspreq strictfp sanitize_address sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_thread
		nonlazybind noredzone null_pointer_is_valid noimplicitfloat vscale_range alignstack
		target-cpu target-features tune-cpu frame-pointer stack-protector-buffer-size min-legal-vector-width
		no-trapping-math no-infs-fp-math no-nans-fp-math no-signed-zeros-fp-math unsafe-fp-math approx-func-fp-math
		less-precise-fpmad denormal-fp-math denormal-fp-math-f32 strictfp use-soft-float no-builtins probe-stack
		stackrealign stack-probe-size no-stack-arg-probe no-jump-tables prefer-vector-width disable-tail-calls`)
	keptParam = words(`noalias noundef align dereferenceable dereferenceable_or_null nonnull zeroext signext inreg byval
		byref sret elementtype inalloca preallocated nest swiftself swifterror swiftasync`)
	keptRet = words(`noalias noundef align dereferenceable dereferenceable_or_null nonnull zeroext signext inreg`)
)

// The function that an old rustc has the stack probed by overwrites %r11, which compilers
// take for kept where a function has stack slots that are allocated while it runs: Rust's never
// do, derivatives may. They probe the stack by instructions of their own.
const (
	rustProbe   = `"probe-stack"="__rust_probestack"`
	inlineProbe = `"probe-stack"="inline-asm"`
)

func (g *attrGroups) filter(text string, kept map[string]bool) string {
	var out []string
	g.eachPortable(text, 0, func(a attr) {
		switch {
		case !kept[a.name]:
		case a.text == rustProbe:
			out = append(out, inlineProbe)
		default:
			out = append(out, a.text)
		}
	})
	return strings.Join(out, " ")
}

// takeHeader gives a copy the parts of f's header that stay true.
func (c *Function) takeHeader(f *Function) {
	m := f.Module
	c.Line = f.Line
	c.Prefix = "internal"
	if cc := conventionOf(f.Prefix); cc != "" {
		c.Prefix += " " + cc
	}
	c.RetAttrs = m.attrs.filter(f.RetAttrs, keptRet)
	for k, p := range f.Params {
		c.Params[k].Attrs = m.attrs.filter(p.Attrs, keptParam)
	}
	s := splitSuffix(f.Suffix)
	kept := keptFn
	if f.HasAttr("optnone") { // which demands noinline; a derivative is to be optimised
		kept = keptFnNoInline
	}
	c.Suffix = m.attrs.filter(s.attrs, kept)
	for _, part := range []string{s.gc, s.personality} {
		if part != "" {
			c.Suffix = strings.TrimSpace(c.Suffix + " " + part)
		}
	}
}

var keptFnNoInline = func() map[string]bool {
	m := map[string]bool{}
	for w := range keptFn {
		m[w] = w != "noinline"
	}
	return m
}()

// conventionOf is the calling convention among the words before a function's
// result, "" for the default.
func conventionOf(prefix string) string {
	l := strings.Fields(prefix)
	for k, w := range l {
		if convWord(w) {
			return strings.Join(l[k:], " ")
		}
	}
	return ""
}

// suffixParts are the parts of what stands behind a function's parameters.
type suffixParts struct{ attrs, gc, personality, meta string }

func splitSuffix(s string) (p suffixParts) {
	end := len(s)
	gc, person := -1, -1
	attrsEnd := -1
	for i := 0; i < len(s) && end == len(s); i++ {
		switch s[i] {
		case '"':
			_, n := quotedAt(s, i)
			i = n - 1
		case '!':
			end = i
		default:
			if i > 0 && s[i-1] != ' ' {
				continue
			}
			n := i
			for n < len(s) && identChar[s[n]] {
				n++
			}
			switch w := s[i:n]; w {
			case "gc":
				gc = i
			case "personality":
				person = i
			case "prefix", "prologue", "section", "partition", "comdat":
			default:
				continue
			}
			if attrsEnd < 0 {
				attrsEnd = i
			}
		}
	}
	p.meta = s[end:]
	if attrsEnd < 0 {
		attrsEnd = end
	}
	p.attrs = strings.TrimSpace(s[:attrsEnd])
	if person >= 0 {
		p.personality = strings.TrimSpace(s[person:end])
	}
	if gc >= 0 {
		if n := strings.IndexByte(s[gc:], '"'); n >= 0 {
			_, to := quotedAt(s, gc+n)
			p.gc = s[gc:to]
		}
	}
	return p
}

// Calling adds an internal function of that name and f's type, which is not variadic, that hands its arguments on to f
// and gives what f returns.
func (m *Module) Calling(f *Function, name string) *Function {
	w := m.AddFunc(name, f.Typ)
	w.Prefix, w.IsDecl = "internal", false
	b := NewBuilder(w.NewBlock("entry"))
	args := make([]Value, len(w.Params))
	for k, p := range w.Params {
		args[k] = p
	}
	r := b.CallFunc(f, args...)
	if f.Typ.Ret.Kind == VoidKind {
		b.Ret(nil)
	} else {
		b.Ret(r)
	}
	return w
}
