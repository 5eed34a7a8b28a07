package typeanalysis

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/canon"
)

// call adds the rules of a call.
func (s *System) call(i *ir.Instr) {
	f := i.CalledFunc()
	switch {
	case f == nil:
		if _, isAsm := i.Callee().(*ir.InlineAsm); !isAsm {
			s.indirect(i)
		}
	case s.masks(i, f.Name):
	case !f.IsDecl && rules.GivenOf(f).What() == nil && !rules.Wholly(f):
		callOf(s, s.nodesOf(i), s.at(i), s.function(f))
	default:
		s.library(i, f)
	}
}

// link says that a call hands its arguments to a function, and gets its result.
func (s *System) link(args []*node, result *node, f *function) {
	for k, n := range args {
		if k < len(f.params) {
			s.facts.same(n, f.params[k])
		}
	}
	s.facts.same(f.ret, result)
}

// nodesOf are the nodes of a call's arguments.
func (s *System) nodesOf(i *ir.Instr) (list []*node) {
	for _, v := range i.CallArgs() {
		list = append(list, s.at(v))
	}
	return list
}

// indirectCall is a call through a pointer, and the functions to which it may lead.
type indirectCall struct {
	at     *ir.Instr
	callee *node
	linked map[objectID]bool
}

// indirect adds the rule of a call through a pointer: of the functions to which it may lead.
func (s *System) indirect(i *ir.Instr) {
	c := indirectCall{i, s.at(i.Callee()), map[objectID]bool{}}
	s.calls = append(s.calls, c)
	if s.virtual(i, c) {
		return
	}
	s.through(s.at(i.Callee()), s.nodesOf(i), s.at(i), c.linked)
}

// through says that the functions to which an address leads are called.
func (s *System) through(to *node, args []*node, result *node, linked map[objectID]bool) {
	s.facts.rule(func(*rule) {
		for _, t := range to.order {
			fn := s.facts.objects[t.obj].fn
			if fn == nil || linked[t.obj] {
				continue
			}
			linked[t.obj] = true
			if !fn.IsDecl {
				f := s.function(fn)
				f.through = true
				revive(s, f)
				s.link(args, result, f)
			}
		}
	}, to)
}

// thrownObject says that an exception is thrown, whose memory its destructor ends.
func (s *System) thrownObject(i *ir.Instr) {
	object := s.at(i.Arg(0))
	s.facts.same(object, s.thrown)
	s.through(s.at(i.Arg(2)), []*node{object}, s.facts.newNode(), map[objectID]bool{})
}

// masks adds the rules of loads and stores under a mask, and reports whether the call is one.
func (s *System) masks(i *ir.Instr, name string) bool {
	rest, ok := strings.CutPrefix(name, "llvm.masked.")
	if !ok {
		return false
	}
	op, _, _ := strings.Cut(rest, ".")
	switch op {
	case "load", "expandload":
		s.facts.load(s.at(i), s.at(i.Arg(0)), s.width(i.Typ), 1)
		s.facts.same(s.at(i.Arg(i.NumCallArgs()-1)), s.at(i))
	case "store", "compressstore":
		s.facts.storeTo(s.at(i.Arg(0)), s.at(i.Arg(1)), s.width(i.Arg(0).Type()), 1, true)
	case "gather":
		s.lanesAccess(i.Arg(0), i.Typ, func(at *node, w int64) {
			lane := s.facts.newNode()
			s.facts.load(lane, at, w, w)
			s.eachLane(i.Typ, nil, func(k int64) { s.facts.move(lane, s.at(i), 0, w, k*w) })
		})
		s.facts.same(s.at(i.Arg(i.NumCallArgs()-1)), s.at(i))
	case "scatter":
		s.lanesAccess(i.Arg(1), i.Arg(0).Type(), func(at *node, w int64) {
			lane := s.facts.newNode()
			s.eachLane(i.Arg(0).Type(), nil, func(k int64) { s.facts.move(s.at(i.Arg(0)), lane, k*w, k*w+w, -k*w) })
			s.facts.storeTo(lane, at, w, w, true)
		})
	}
	return true
}

// lanesAccess gives access to one address that stands for all in a vector.
func (s *System) lanesAccess(addresses ir.Value, t *ir.Type, access func(at *node, width int64)) {
	at := s.facts.newNode()
	s.eachLane(addresses.Type(), nil, func(k int64) { s.facts.move(s.at(addresses), at, k*8, k*8+8, -k*8) })
	access(at, s.width(t.Elem))
}

// library adds the rules of a function that is known by its name.
func (s *System) library(i *ir.Instr, f *ir.Function) {
	k := rules.KnownOf(f)
	to := s.at(i)
	switch {
	case strings.HasPrefix(f.Name, "__cxa_begin_catch"), strings.HasPrefix(f.Name, "__cxa_get_exception_ptr"):
		s.facts.same(s.at(i.Arg(0)), to)
		return
	case f.Name == "__cxa_allocate_exception", f.Name == canon.ExceptionObject:
		s.allocated(i, to)
		objectAt(s, i).exception = true
		return
	case f.Name == "__cxa_throw" && i.NumCallArgs() == 3:
		s.thrownObject(i)
		return
	case k == nil:
		if rules.ForInstr(i) != nil {
			s.math(i)
		} else {
			s.foreign(i)
		}
		return
	}
	switch k.Class {
	case rules.Math:
		s.math(i)
	case rules.Alloc:
		s.allocated(i, to)
		s.sized(i, k)
	case rules.Realloc:
		s.allocated(i, to)
		s.facts.same(s.at(i.Arg(k.PtrArg)), to)
		s.facts.copyMemory(s.blockOf(i), to, s.at(i.Arg(k.PtrArg)), -1, 1, 1)
		s.facts.use(s.at(i.Arg(k.PtrArg)), of(address))
	case rules.Free:
		if k.PtrArg < i.NumCallArgs() {
			s.facts.use(s.at(i.Arg(k.PtrArg)), of(address))
		}
	case rules.MemCpy, rules.MemMove:
		n, known := ir.IntValue(i.Arg(2))
		if !known {
			n = -1
		}
		s.facts.copyMemory(s.blockOf(i), s.at(i.Arg(0)), s.at(i.Arg(1)), n, argAlignment(i, 0), argAlignment(i, 1))
		s.result(i, 0)
	case rules.MemSet:
		oddBytes(s, i)
		s.result(i, 0)
	case rules.Same:
		s.result(i, 0)
	case rules.Links:
		s.links(i, k)
	default:
		s.inactive(i, k)
	}
}

// argAlignment is what an argument that is an address is a multiple of.
func argAlignment(i *ir.Instr, arg int) int64 {
	if text, ok := i.ArgAttr(arg, "align"); ok {
		if n, err := strconv.Atoi(text); err == nil {
			return int64(n)
		}
	}
	return 1
}

// math adds the rule of a function with a derivative: of its arguments, and of what it
// writes through them.
func (s *System) math(i *ir.Instr) {
	args := i.CallArgs()
	s.computes(s.at(i), i.Typ, args)
	for _, a := range args {
		if !a.Type().IsPtr() {
			continue
		}
		out := s.facts.newNode()
		w := int64(8)
		if len(args) > 0 && args[0].Type().IsFloat() {
			w = s.width(args[0].Type())
			s.facts.use(out, s.floats(args[0].Type()))
			s.computes(out, args[0].Type(), args)
		}
		s.facts.storeTo(out, s.at(a), w, w, true)
	}
}

// allocated says that a call gives new memory.
func (s *System) allocated(i *ir.Instr, to *node) {
	s.facts.point(to, 0, s.objectFor(i, func(*object) {}), exactly(0))
	s.facts.store(to, of(address))
}

// sized notes the size of new memory, where it is constant.
func (s *System) sized(i *ir.Instr, k *rules.Known) {
	size := int64(1)
	for _, a := range k.SizeArgs {
		n, ok := ir.IntValue(i.Arg(a))
		if !ok {
			return
		}
		size *= n
	}
	if len(k.SizeArgs) > 0 {
		objectAt(s, i).size = size
	}
}

// result says that the result of a call is one of its arguments.
func (s *System) result(i *ir.Instr, arg int) {
	if i.Typ.Kind != ir.VoidKind && arg < i.NumCallArgs() {
		s.facts.same(s.at(i.Arg(arg)), s.at(i))
	}
}

// inactive says that a function that moves no derivative may return an address in what its
// arguments lead to.
func (s *System) inactive(i *ir.Instr, k *rules.Known) {
	if !k.This {
		s.foreign(i)
	}
	if !i.Typ.IsPtr() || k.Own {
		if k.This {
			s.result(i, 0)
		}
		return
	}
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			s.facts.displaced(s.at(i), s.at(a), func() pattern { return anyIndex })
		}
	}
}

// foreign says that a function without a body may return addresses of memory that it made.
func (s *System) foreign(i *ir.Instr) {
	s.eachScalar(i.Typ, 0, func(t *ir.Type, at int64) {
		if t.IsPtr() {
			s.facts.point(s.at(i), at, 0, all)
		}
	})
}

// links says that a function changes the addresses that link nodes: each link may lead to
// each node afterwards.
func (s *System) links(i *ir.Instr, k *rules.Known) {
	nodes := s.facts.newNode()
	for _, a := range i.CallArgs() {
		if a.Type().IsPtr() {
			s.facts.same(s.at(a), nodes)
		}
	}
	for _, off := range k.LinksAt {
		at, link := s.facts.newNode(), s.facts.newNode()
		s.facts.displaced(at, nodes, func() pattern { return exactly(off) })
		s.facts.load(link, at, 8, 8)
		s.facts.same(link, nodes)
		s.facts.storeTo(nodes, at, 8, 8, false)
		s.facts.use(link, of(address))
	}
	if i.Typ.IsPtr() {
		s.facts.same(nodes, s.at(i))
	}
}

// blockOf is the block that a call copies; nothing is known of how a derivative takes it yet.
func (s *System) blockOf(i *ir.Instr) *block {
	b := s.blocks[i]
	if b == nil {
		b = &block{at: i, carries: true}
		s.blocks[i] = b
		s.copies = append(s.copies, b)
	}
	return b
}
