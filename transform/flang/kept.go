package flang

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// An internal procedure whose address is kept, in an object or in a table, is a function that finds the
// variables of its host by way of a variable of the thread. The host sets that when it takes the address, and
// puts back at its end what was there. One variable serves one activation of the host: a second one within the
// first that takes the address, too, ends the program with a message.

// hosting is an internal procedure that is called by way of a variable.
type hosting struct {
	inner
	host    *ir.Global // the address of the host's variables
	fn      *ir.Function
	set     *ir.Function
	putBack map[*ir.Function]bool // those that put the variable back
}

// kept replaces the code that calls make, and gives the functions that stand for it. Code of several
// procedures at one place, or for the variables of several hosts in one function, stays.
func kept(list []*ir.Instr) (added []*ir.Function) {
	known := map[*ir.Function]*hosting{}
	done := map[*ir.Instr]bool{}
	for _, made := range list {
		f := made.Parent.Parent
		in, ok := innerOf(made.Arg(1))
		inits, taken, also := usesOfCode(made)
		if done[made] || !ok || !also || !sameHost(f, made, inits) {
			continue
		}
		h := known[in.f]
		if h == nil {
			h = newHosting(in)
			known[in.f] = h
			added = append(added, h.fn, h.set)
		}
		h.keep(f)
		for _, i := range inits {
			b := ir.NewBuilder(i.Parent)
			b.Before(i)
			b.CallFunc(h.set, i.Arg(2))
			done[i] = true
			i.Erase()
		}
		for _, i := range taken {
			ir.ReplaceAllUses(i, h.fn)
			i.Erase()
		}
	}
	return added
}

// sameHost reports whether code is made for one procedure with the same variables wherever a function
// makes it: at one place, and for that procedure.
func sameHost(f *ir.Function, made *ir.Instr, inits []*ir.Instr) bool {
	for _, i := range inits {
		if i.Arg(1) != made.Arg(1) {
			return false
		}
	}
	for _, i := range trampolinesIn(f) {
		if i.Arg(1) == made.Arg(1) && i.Arg(2) != made.Arg(2) {
			return false
		}
	}
	return true
}

// newHosting makes the variable and the functions for a procedure.
func newHosting(in inner) *hosting {
	m := in.f.Module
	name := m.FreshSymbol("llad.hosted." + in.f.Name)
	h := &hosting{inner: in, host: m.AddGlobal(name+".host", "internal thread_local", "global", m.Ptr(), ir.Zero(m.Ptr())), putBack: map[*ir.Function]bool{}}
	h.host.Derived = true
	l := &lowering{m: m}
	h.fn = l.function(name, in.typ, func(k *code) {
		host := k.Load(m.Ptr(), h.host, 8)
		stop(k, isNull(k, host), "an internal procedure is called whose host does not run in this thread")
		args := make([]ir.Value, 0, len(in.f.Params))
		for _, p := range k.F.Params {
			args = append(args, p)
		}
		call := k.CallFunc(in.f, slices.Insert(args, in.nest, ir.Value(host))...)
		attrs := make([]string, len(in.f.Params))
		for n, p := range in.f.Params {
			attrs[n] = p.Attrs
		}
		call.Extra().ArgAttrs = attrs
		if in.typ.Ret.Kind == ir.VoidKind {
			k.Ret(nil)
		} else {
			k.Ret(call)
		}
	})
	h.fn.RetAttrs = in.f.RetAttrs
	for n, p := range h.fn.Params {
		if n >= in.nest {
			n++
		}
		p.Attrs = in.f.Params[n].Attrs
	}
	h.set = l.function(name+".set", m.FuncType(ir.Void, m.Ptr()), func(k *code) {
		was := k.Load(m.Ptr(), h.host, 8)
		other := k.Binary(ir.And, not(k, isNull(k, was)), k.ICmp(ir.NE, was, k.F.Params[0]))
		stop(k, other, "an internal procedure is kept while another activation of its host runs that has kept it, too")
		k.Store(k.F.Params[0], h.host, 8)
		k.Ret(nil)
	})
	return h
}

// keep has a function put the variable back at its end.
func (h *hosting) keep(f *ir.Function) {
	if h.putBack[f] {
		return
	}
	h.putBack[f] = true
	b := ir.NewBuilder(f.Entry())
	b.Before(f.Entry().Instrs[0])
	was := b.Load(f.Module.Ptr(), h.host, 8)
	for _, blk := range f.Blocks {
		if i := blk.Term(); i.Op == ir.Ret {
			b.Before(i)
			b.Store(was, h.host, 8)
		}
	}
}
