package analysis

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Access says what is done to memory.
type Access uint8

// Reads and Writes are bits of an Access.
const (
	Reads  Access = 1
	Writes Access = 2
)

// Effects are the accesses of a call to memory that its caller can see.
type Effects struct {
	Arg          Access // what pointer arguments point to, at any offset
	Inaccessible Access // memory the module cannot name: the allocator's, a file's
	Errno        Access
	Other        Access // everything else: globals, and whatever can be reached from anywhere
}

// AnyEffects is what may be expected of a function nothing is known of.
var AnyEffects = Effects{3, 3, 3, 3}

func (e Effects) meet(o Effects) Effects {
	return Effects{e.Arg & o.Arg, e.Inaccessible & o.Inaccessible, e.Errno & o.Errno, e.Other & o.Other}
}

func allEffects(a Access) Effects { return Effects{a, a, a, a} }

// Writes reports whether anything that a program can name is written: errno
// counts, inaccessible memory does not.
func (e Effects) Writes() bool { return (e.Arg|e.Errno|e.Other)&Writes != 0 }

// Reads reports the same for reading.
func (e Effects) Reads() bool { return (e.Arg|e.Errno|e.Other)&Reads != 0 }

// Library tells the effects of a function by its name, where it knows it: the
// C library's functions are declared without attributes.
type Library func(name string) (Effects, bool)

// EffectTable finds the effects of functions and calls: from attributes, from a
// library of known names, and from the bodies of definitions, those of functions
// that call each other together. Bodies are read when needed; one that cannot be
// read may do anything.
type EffectTable struct {
	lib  Library
	of   map[*ir.Function]Effects
	num  map[*ir.Function]int
	low  map[*ir.Function]int
	open []*ir.Function
	done map[*ir.Function]bool
	args map[*ir.Param]Access // what bodies do through their parameters
	kept map[*ir.Param]bool   // whether bodies may keep them, see keeps

	// Ends, where it is set, tells functions that do nothing with their pointers but
	// end the memory they lead to, now or later.
	Ends func(*ir.Function) bool

	// Allocates, where it is set, tells functions that give memory in which nothing is stored.
	Allocates func(*ir.Function) bool
}

// NewEffects makes an empty table; lib may be nil.
func NewEffects(lib Library) *EffectTable {
	return &EffectTable{
		lib: lib, of: map[*ir.Function]Effects{}, num: map[*ir.Function]int{}, low: map[*ir.Function]int{},
		done: map[*ir.Function]bool{}, args: map[*ir.Param]Access{}, kept: map[*ir.Param]bool{},
	}
}

// Of is what a call of f may do, whatever its arguments.
func (t *EffectTable) Of(f *ir.Function) Effects {
	if t.num[f] == 0 {
		t.visit(f)
	}
	return t.of[f]
}

// Call is what the call i may do.
func (t *EffectTable) Call(i *ir.Instr) Effects {
	e := AnyEffects
	if f := i.CalledFunc(); f != nil {
		e = t.Of(f)
	}
	return e.meet(attrEffects(i.Attr))
}

// attrEffects reads the memory attributes that get finds.
func attrEffects(get func(name string) (string, bool)) Effects {
	has := func(name string) bool { _, ok := get(name); return ok }
	e := AnyEffects
	if m, ok := get("memory"); ok {
		e = parseMemory(m)
	}
	switch {
	case has("readnone"):
		return Effects{}
	case has("readonly"):
		e = e.meet(allEffects(Reads))
	case has("writeonly"):
		e = e.meet(allEffects(Writes))
	}
	switch {
	case has("argmemonly"):
		e = e.meet(Effects{Arg: 3})
	case has("inaccessiblememonly"):
		e = e.meet(Effects{Inaccessible: 3})
	case has("inaccessiblemem_or_argmemonly"):
		e = e.meet(Effects{Arg: 3, Inaccessible: 3})
	}
	return e
}

// parseMemory reads the argument of memory(...): a default, then exceptions.
func parseMemory(text string) Effects {
	var e Effects
	for k, part := range strings.Split(text, ",") {
		where, what, ok := strings.Cut(part, ":")
		if !ok {
			where, what = "", part
		}
		var a Access
		switch strings.TrimSpace(what) {
		case "none":
		case "read":
			a = Reads
		case "write":
			a = Writes
		default:
			a = Reads | Writes
		}
		switch strings.TrimSpace(where) {
		case "":
			if k == 0 {
				e = allEffects(a)
			}
		case "argmem":
			e.Arg = a
		case "inaccessiblemem":
			e.Inaccessible = a
		case "errnomem":
			e.Errno = a
		default: // a place this version does not know
			e.Other |= a
		}
	}
	return e
}

// visit computes the strongly connected component of f (Tarjan) and, before it,
// those it calls.
func (t *EffectTable) visit(f *ir.Function) {
	t.num[f] = len(t.num) + 1
	t.low[f] = t.num[f]
	t.open = append(t.open, f)
	t.of[f] = Effects{}
	known, body := t.header(f)
	if body {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				g := i.CalledFunc()
				if g == nil {
					continue
				}
				if t.num[g] == 0 {
					t.visit(g)
				}
				if !t.done[g] {
					t.low[f] = min(t.low[f], t.low[g])
				}
			}
		}
	} else {
		t.of[f] = known
	}
	if t.low[f] != t.num[f] {
		return
	}
	k := len(t.open) - 1
	for t.open[k] != f {
		k--
	}
	members := append([]*ir.Function(nil), t.open[k:]...)
	t.open = t.open[:k]
	// Effects only grow, from none, until nothing changes.
	for again := true; again; {
		again = false
		for _, g := range members {
			known, body := t.header(g)
			if !body {
				continue
			}
			if e, more := t.body(g); known.meet(e) != t.of[g] || more {
				t.of[g] = known.meet(e)
				again = len(members) > 1 || callsItself(g)
			}
		}
	}
	for _, g := range members {
		t.done[g] = true
	}
}

func callsItself(f *ir.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.CalledFunc() == f {
				return true
			}
		}
	}
	return false
}

// header is what is known of f without looking into it, and whether it has a
// body to look into: one that the linker may not replace.
func (t *EffectTable) header(f *ir.Function) (Effects, bool) {
	e := attrEffects(f.Attr)
	if e == (Effects{}) {
		return e, false
	}
	if f.IsDecl {
		if t.lib != nil {
			if l, ok := t.lib(f.Name); ok {
				e = e.meet(l)
			}
		}
		if strings.HasPrefix(f.Name, "llvm.lifetime.") || strings.HasPrefix(f.Name, "llvm.dbg.") || f.Name == "llvm.assume" {
			e = Effects{}
		}
		return e, false
	}
	if replaceable(f.Prefix) || f.Load() != nil {
		return e, false
	}
	return e, true
}

// replaceable reports whether a definition with these words in front of its type may give way to
// another at link time.
func replaceable(prefix string) bool {
	for _, w := range strings.Fields(prefix) {
		switch w {
		case "weak", "linkonce", "common", "extern_weak", "available_externally":
			return true
		}
	}
	return false
}

// body joins what the instructions of f do, as far as a caller can see it, and
// says whether it does more through a parameter than was known.
func (t *EffectTable) body(f *ir.Function) (e Effects, more bool) {
	at := func(p ir.Value, a Access) {
		for _, o := range objectsOf(p) {
			switch o.kind {
			case objStack, objFresh, objNone:
			case objParam:
				e.Arg |= a
				if p, ok := o.v.(*ir.Param); ok && t.args[p]|a != t.args[p] {
					t.args[p] |= a
					more = true
				}
			case objGlobal:
				if g, ok := o.v.(*ir.Global); !ok || !g.IsConst() || a&Writes != 0 {
					e.Other |= a
				}
			default: // an address found in memory may be an argument's too
				e.Other |= a
				e.Arg |= a
			}
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.Load:
				at(i.Arg(0), Reads)
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					at(i.Arg(0), Writes)
					e.Inaccessible |= 3
				}
			case ir.Store:
				at(i.Arg(1), Writes)
				if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
					at(i.Arg(1), Reads)
					e.Inaccessible |= 3
				}
			case ir.AtomicRMW, ir.CmpXchg, ir.VAArg:
				at(i.Arg(0), Reads|Writes)
			case ir.Fence:
				e = AnyEffects
			case ir.Call, ir.Invoke, ir.CallBr:
				c := t.Call(i)
				e.Inaccessible |= c.Inaccessible
				e.Errno |= c.Errno
				e.Other |= c.Other
				for k := range i.NumCallArgs() {
					if p := i.Arg(k); p.Type().IsPtrOrVec() {
						if a := c.Arg & t.argAccess(i, k); a != 0 {
							at(p, a)
						}
					}
				}
				if c.Other != 0 { // it may reach this function's arguments too
					e.Arg |= c.Other
				}
			}
		}
	}
	return e, more
}

// argAccess is what the attributes of argument k of a call, and the body of the
// callee, let it do with what it points to by way of that argument.
func (t *EffectTable) argAccess(i *ir.Instr, k int) Access {
	if a, ok := accessAttr(func(name string) bool { _, ok := i.ArgAttr(k, name); return ok }); ok {
		return a
	}
	if f := i.CalledFunc(); f != nil {
		return t.paramAccess(f, k, i.NumCallArgs())
	}
	return Reads | Writes
}

// paramAccess is what f may do with what argument k of a call with n arguments points to by way of that argument.
func (t *EffectTable) paramAccess(f *ir.Function, k, n int) Access {
	if k < len(f.Params) {
		if a, ok := accessAttr(f.Params[k].HasAttr); ok {
			return a
		}
		if n == len(f.Params) && t.hasBody(f) {
			return t.args[f.Params[k]]
		}
	}
	return Reads | Writes
}

// accessAttr is the access that attributes of an argument name.
func accessAttr(has func(name string) bool) (a Access, ok bool) {
	switch {
	case has("readnone"):
		return 0, true
	case has("readonly"), has("byval"):
		return Reads, true
	case has("writeonly"):
		return Writes, true
	}
	return 0, false
}

// hasBody reports whether Of has looked, or is looking, into f.
func (t *EffectTable) hasBody(f *ir.Function) bool {
	if t.num[f] == 0 {
		t.visit(f)
	}
	_, body := t.header(f)
	return body
}
