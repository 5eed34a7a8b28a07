package indirect

import (
	"fmt"

	"github.com/llad-ad/llad/ir"
)

// access is one to memory at an address that is computed from a parameter.
type access struct {
	base string // the parameter, and the pointers that were loaded on the way
	at   int64
	any  bool // the offset is not known
	typ  *ir.Type
	size int64
}

// accesses are those of a function. Objects of several classes have several layouts: side by side in
// one function their members would be taken for those of one object.
type accesses struct {
	list  []access
	paths map[ir.Value]path
}

type path struct {
	base string
	at   int64
	any  bool
}

// accessesOf collects the accesses of f; nil where one is at another address.
func accessesOf(f *ir.Function) *accesses {
	a := &accesses{paths: map[ir.Value]path{}}
	for k, p := range f.Params {
		if p.Typ.IsPtr() {
			a.paths[p] = path{base: fmt.Sprint(k)}
		}
	}
	for _, b := range ir.RPO(f) {
		for _, i := range b.Instrs {
			if !a.add(f.Module.Layout, i) {
				return nil
			}
		}
	}
	return a
}

func (a *accesses) add(layout *ir.Layout, i *ir.Instr) bool {
	switch i.Op {
	case ir.Load:
		p, ok := a.note(layout, i.Arg(0), i.Typ)
		if ok && i.Typ.IsPtr() {
			a.paths[i] = path{base: fmt.Sprintf("%s+%d,%t*", p.base, p.at, p.any)}
		}
		return ok
	case ir.Store:
		_, ok := a.note(layout, i.Arg(1), i.Arg(0).Type())
		return ok && !i.Arg(0).Type().IsPtr()
	case ir.GetElementPtr:
		p, ok := a.paths[i.Arg(0)]
		if ok {
			layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
				p.any = p.any || v != nil
				p.at += bytes
				return true
			})
			a.paths[i] = p
		}
		return ok
	case ir.BitCast:
		if p, ok := a.paths[i.Arg(0)]; ok {
			a.paths[i] = p
		}
		return true
	case ir.Alloca, ir.AtomicRMW, ir.CmpXchg:
		return false
	case ir.Phi, ir.Select:
		return !i.Typ.IsPtr()
	}
	return !i.Typ.IsPtr()
}

// note adds an access at p.
func (a *accesses) note(layout *ir.Layout, p ir.Value, t *ir.Type) (path, bool) {
	at, ok := a.paths[p]
	if ok {
		a.list = append(a.list, access{at.base, at.at, at.any, t, layout.StoreSize(t)})
	}
	return at, ok
}

// disagree reports whether a and b may access the same bytes as different types.
func (a *accesses) disagree(b *accesses) bool {
	for _, x := range a.list {
		for _, y := range b.list {
			switch {
			case x.base != y.base, x.typ == y.typ && (x.any || y.any || x.at == y.at):
			case x.any, y.any, x.at < y.at+y.size && y.at < x.at+x.size:
				return true
			}
		}
	}
	return false
}
