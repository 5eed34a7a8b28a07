package activity

import (
	"strings"

	"github.com/llad-ad/llad/activity/callgraph"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// outsider is what attributes say of a function whose body is not known.
type outsider struct {
	reads, writes bool // memory that the program can see
	globals       bool // also that of variables, not just of arguments
}

// outsiderAt reads the attributes of a call and, for direct calls, its callee.
func outsiderAt(i *ir.Instr, fn *ir.Function) outsider {
	o := outsider{reads: true, writes: true, globals: true}
	has := func(name string) bool { return i.HasAttr(name) || fn != nil && fn.HasAttr(name) }
	if has("readnone") {
		return outsider{}
	}
	if has("readonly") {
		o.writes = false
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
	return outsider{reads: o.reads && reads, writes: o.writes && writes, globals: o.globals && globals}
}

// argHas reports whether argument k of a call carries an attribute.
func argHas(i *ir.Instr, fn *ir.Function, k int, name string) bool {
	if _, ok := i.ArgAttr(k, name); ok {
		return true
	}
	return fn != nil && k < len(fn.Params) && fn.Params[k].HasAttr(name)
}

// captured reports whether a callee may keep or return the pointer it gets as
// argument k.
func captured(i *ir.Instr, fn *ir.Function, k int) bool {
	if argHas(i, fn, k, "nocapture") {
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
func (p *points) worstCase(i *ir.Instr, t *target) *summary {
	if s, ok := p.worst[i]; ok {
		return s
	}
	o := outsiderAt(i, t.fn)
	ret := end{kind: endRet}
	s := &summary{}
	var from, to []end // where floats may come from and go to
	var held []end     // where pointers may come from
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		arg, mem := end{kind: endArg, arg: k}, end{kind: endMem, arg: k}
		if !v.Type().HasPtr() || v.Type().HasFloat() {
			from = append(from, arg)
		}
		if !p.mayPoint(v) {
			continue
		}
		if captured(i, t.fn, k) {
			held = append(held, arg)
		}
		if o.reads && !argHas(i, t.fn, k, "writeonly") && !argHas(i, t.fn, k, "readnone") {
			from, held = append(from, mem), append(held, mem)
		}
		if o.writes && !argHas(i, t.fn, k, "readonly") && !argHas(i, t.fn, k, "readnone") {
			to = append(to, mem)
		}
	}
	if o.globals {
		for _, g := range p.variables {
			if t.kind == toUnknown && callgraph.IsLocal(g) || flag(g) || p.module.leadsToNoData(g) && !calledFrom(i, g) {
				continue
			}
			mem := end{kind: endSymMem, sym: g}
			if o.reads {
				from, held = append(from, mem), append(held, mem)
			}
			if o.writes {
				to = append(to, mem)
			}
		}
	}
	for _, f := range from {
		s.floats = append(s.floats, floatFlow{from: f, to: ret})
		for _, w := range to {
			s.floats = append(s.floats, floatFlow{from: f, to: w})
		}
	}
	gives := t.virtual == nil // addresses: a method that is none of those that are known ends the program
	for _, h := range held {
		if gives {
			s.ptr = append(s.ptr, ptrFlow{from: h, to: ret, stride: 1})
		}
		for _, w := range to {
			if h != w && t.virtual == nil {
				s.ptr = append(s.ptr, ptrFlow{from: h, to: w, stride: 1})
			}
		}
	}
	// It may also bring pointers of its own: to memory it allocated, say. What
	// is an instruction does not.
	for _, w := range to {
		if w.kind == endMem && t.kind == toUnknown && !strings.HasPrefix(t.fn.Name, "llvm.") {
			s.ptr = append(s.ptr, ptrFlow{from: end{kind: endUnknown}, to: w, stride: 1})
		}
	}
	if i.Typ.HasPtr() && gives {
		s.ptr = append(s.ptr, ptrFlow{from: end{kind: endUnknown}, to: ret, stride: 1})
	}
	p.worst[i] = s
	return s
}

// flag reports whether a variable holds neither floats nor pointers by its declared
// type, or is a guard of the initialisation of another.
func flag(g *ir.Global) bool {
	return g.ValueType.IsInt() && g.ValueType.Bits < 32 || strings.HasPrefix(g.Name, "_ZGV")
}

// summariesAt are the summaries that together cover a call.
func (p *points) summariesAt(i *ir.Instr, t *target) []*summary {
	switch t.kind {
	case toDefined:
		return []*summary{p.program.summary(t.fn)}
	case toIndirect:
		var list []*summary
		for _, fn := range t.callees {
			list = append(list, p.program.summary(fn))
		}
		for _, fn := range t.virtual {
			list = append(list, p.program.summary(fn))
		}
		if t.open {
			list = append(list, p.worstCase(i, t))
		}
		return list
	}
	return []*summary{p.worstCase(i, t)}
}

// resolve finds the functions that indirect calls may reach, until no new one
// turns up.
func (p *points) resolve() {
	for grown := true; grown; {
		p.solve()
		grown = false
		for _, i := range p.indirect {
			t := p.targetOf(i)
			set := append(addrSet(nil), p.pointees(i.Callee())...)
			for _, a := range set {
				fn, ok := p.objs[a.obj].site.(*ir.Function)
				if ok && rules.KnownOf(fn) != nil {
					if w := BodyOf(fn); w != nil {
						fn = w
					}
				}
				switch {
				case ok && !fn.IsDecl:
					if !t.reaches(fn) {
						t.callees = append(t.callees, fn)
						p.applySummary(i, t, p.program.summary(fn))
						grown = true
					}
				case a.obj == foreign:
					if i.Typ.HasPtr() {
						p.put(p.index.at(i), a)
					}
				case !t.open && (p.mayBeCode(a.obj) || len(t.callees) == 0 && p.keeps(a.obj) && len(p.module.calls.Elsewhere(i)) > 0):
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
func (p *points) openNext() bool {
	for _, i := range p.indirect {
		if t := p.targetOf(i); !t.open && len(p.pointees(i.Callee())) == 0 {
			p.open(i, t)
			return true
		}
	}
	return false
}

// open lets a call through a pointer lead anywhere.
func (p *points) open(i *ir.Instr, t *target) {
	t.open = true
	t.virtual = p.likely(i)
	p.applySummary(i, t, p.worstCase(i, t))
	for _, fn := range t.virtual {
		p.applySummary(i, t, p.program.summary(fn))
	}
}

func (t *target) reaches(fn *ir.Function) bool {
	for _, c := range t.callees {
		if c == fn {
			return true
		}
	}
	return false
}
