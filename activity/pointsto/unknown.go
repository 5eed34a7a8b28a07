package pointsto

import (
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// outsider is what attributes say of a function whose body is not known.
type outsider struct {
	reads, Writes bool // memory that the program can see
	globals       bool // also that of variables, not just of arguments
}

// OutsiderAt reads the attributes of a call and, for direct calls, its callee.
func OutsiderAt(i *ir.Instr, fn *ir.Function) outsider {
	o := outsider{reads: true, Writes: true, globals: true}
	has := func(name string) bool { return i.HasAttr(name) || fn != nil && fn.HasAttr(name) }
	if has("readnone") {
		return outsider{}
	}
	if has("readonly") {
		o.Writes = false
	}
	if has("argmemonly") || has("inaccessiblemem_or_argmemonly") {
		o.globals = false
	}
	if fn != nil {
		if strings.HasPrefix(fn.Name, "llvm.") {
			o.globals = false
		}
		if text, ok := fn.Attr("memory"); ok {
			o = o.limit(text)
		}
	}
	return o
}

// limit applies a memory(...) attribute.
func (o outsider) limit(text string) outsider {
	reads, writes, globals := false, false, false
	for _, part := range strings.Split(text, ",") {
		loc, access, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok {
			loc, access = "", loc
		}
		if strings.TrimSpace(loc) == "inaccessiblemem" {
			continue
		}
		r, w := strings.Contains(access, "read"), strings.Contains(access, "write")
		reads, writes = reads || r, writes || w
		if strings.TrimSpace(loc) != "argmem" && (r || w) {
			globals = true
		}
	}
	return outsider{reads: o.reads && reads, Writes: o.Writes && writes, globals: o.globals && globals}
}

// ArgHas reports whether argument k of a call carries an attribute.
func ArgHas(i *ir.Instr, fn *ir.Function, k int, name string) bool {
	if _, ok := i.ArgAttr(k, name); ok {
		return true
	}
	return fn != nil && k < len(fn.Params) && fn.Params[k].HasAttr(name)
}

// captured reports whether a callee may keep or return the pointer it gets as
// argument k.
func captured(i *ir.Instr, fn *ir.Function, k int) bool {
	if ArgHas(i, fn, k, "nocapture") {
		return false
	}
	if arg, ok := i.ArgAttr(k, "captures"); ok && arg == "none" {
		return false
	}
	if fn != nil && k < len(fn.Params) {
		if arg, ok := fn.Params[k].Attr("captures"); ok && arg == "none" {
			return false
		}
	}
	return true
}

// worstCase is the summary of a call whose callee's body is not known: what
// its attributes do not rule out. Virtual functions of classes that the module does not
// have may do anything with floats, but put no addresses where those of its own put none.
func (p *Analysis) worstCase(i *ir.Instr, t *Target) *Summary {
	if s, ok := p.worst[i]; ok {
		return s
	}
	o := OutsiderAt(i, t.Fn)
	ret := End{Kind: EndRet}
	s := &Summary{}
	var from, to []End // where floats may come from and go to
	var held []End     // where pointers may come from
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		arg, mem := End{Kind: EndArg, Arg: k}, End{Kind: EndMem, Arg: k}
		if !v.Type().HasPtr() || v.Type().HasFloat() {
			from = append(from, arg)
		}
		if !p.MayPoint(v) {
			continue
		}
		if captured(i, t.Fn, k) {
			held = append(held, arg)
		}
		if o.reads && !ArgHas(i, t.Fn, k, "writeonly") && !ArgHas(i, t.Fn, k, "readnone") {
			from, held = append(from, mem), append(held, mem)
		}
		if o.Writes && !ArgHas(i, t.Fn, k, "readonly") && !ArgHas(i, t.Fn, k, "readnone") {
			to = append(to, mem)
		}
	}
	if o.globals {
		for _, g := range p.variables {
			if t.Kind == ToUnknown && callgraph.IsLocal(g) || flag(g) || p.Module.leadsToNoData(g) && !calledFrom(i, g) {
				continue
			}
			mem := End{Kind: EndSymMem, Sym: g}
			if o.reads {
				from, held = append(from, mem), append(held, mem)
			}
			if o.Writes {
				to = append(to, mem)
			}
		}
	}
	for _, f := range from {
		s.Floats = append(s.Floats, FloatFlow{From: f, To: ret})
		for _, w := range to {
			s.Floats = append(s.Floats, FloatFlow{From: f, To: w})
		}
	}
	gives := t.virtual == nil // addresses: a method that is none of those that are known ends the program
	for _, h := range held {
		if gives {
			s.Ptr = append(s.Ptr, PtrFlow{From: h, To: ret, Stride: 1})
		}
		for _, w := range to {
			if h != w && t.virtual == nil {
				s.Ptr = append(s.Ptr, PtrFlow{From: h, To: w, Stride: 1})
			}
		}
	}
	// It may also bring pointers of its own: to memory it allocated, say. What
	// is an instruction does not.
	for _, w := range to {
		if w.Kind == EndMem && t.Kind == ToUnknown && !strings.HasPrefix(t.Fn.Name, "llvm.") {
			s.Ptr = append(s.Ptr, PtrFlow{From: End{Kind: EndUnknown}, To: w, Stride: 1})
		}
	}
	if i.Typ.HasPtr() && gives {
		s.Ptr = append(s.Ptr, PtrFlow{From: End{Kind: EndUnknown}, To: ret, Stride: 1})
	}
	p.worst[i] = s
	return s
}

// flag reports whether a variable holds neither floats nor pointers by its declared
// type, or is a guard of the initialisation of another.
func flag(g *ir.Global) bool {
	return g.ValueType.IsInt() && g.ValueType.Bits < 32 || strings.HasPrefix(g.Name, "_ZGV")
}

// SummariesAt are the summaries that together cover a call.
func (p *Analysis) SummariesAt(i *ir.Instr, t *Target) []*Summary {
	switch t.Kind {
	case ToDefined:
		return []*Summary{p.Program.Summary(t.Fn)}
	case ToIndirect:
		var list []*Summary
		for _, fn := range t.Callees {
			list = append(list, p.Program.Summary(fn))
		}
		for _, fn := range t.virtual {
			list = append(list, p.Program.Summary(fn))
		}
		if t.Open {
			list = append(list, p.worstCase(i, t))
		}
		return list
	}
	return []*Summary{p.worstCase(i, t)}
}

// resolve finds the functions that indirect calls may reach, until no new one
// turns up.
func (p *Analysis) resolve() {
	for grown := true; grown; {
		p.solve()
		grown = false
		for _, i := range p.Indirect {
			t := p.TargetOf(i)
			set := append(AddrSet(nil), p.Pointees(i.Callee())...)
			for _, a := range set {
				fn, ok := p.Objs[a.Obj].Site.(*ir.Function)
				if ok && rules.KnownOf(fn) != nil {
					if w := BodyOf(fn); w != nil {
						fn = w
					}
				}
				switch {
				case ok && !fn.IsDecl:
					if !t.reaches(fn) {
						t.Callees = append(t.Callees, fn)
						p.applySummary(i, t, p.Program.Summary(fn))
						grown = true
					}
				case a.Obj == Foreign:
					if i.Typ.HasPtr() {
						p.put(p.Index.At(i), a)
					}
				case !t.Open && (p.MayBeCode(a.Obj) || len(t.Callees) == 0 && p.keeps(a.Obj) && len(p.Module.Calls.Elsewhere(i)) > 0):
					p.open(i, t)
					grown = true
				}
			}
		}
		grown = grown || p.openNext() || p.fitAll()
	}
}

// openNext lets a call through a pointer of which nothing is known lead anywhere,
// when all others are resolved: what they give may be what it calls.
func (p *Analysis) openNext() bool {
	for _, i := range p.Indirect {
		if t := p.TargetOf(i); !t.Open && len(p.Pointees(i.Callee())) == 0 {
			p.open(i, t)
			return true
		}
	}
	return false
}

// open lets a call through a pointer lead anywhere.
func (p *Analysis) open(i *ir.Instr, t *Target) {
	t.Open = true
	t.virtual = p.likely(i)
	p.applySummary(i, t, p.worstCase(i, t))
	for _, fn := range t.virtual {
		p.applySummary(i, t, p.Program.Summary(fn))
	}
}

func (t *Target) reaches(fn *ir.Function) bool {
	for _, c := range t.Callees {
		if c == fn {
			return true
		}
	}
	return false
}
