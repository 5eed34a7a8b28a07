package activity

import (
	"fmt"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// checkLostInConstant refuses a store of active data to memory that the request declares constant, where a
// load that matters may read it again: its derivative would be lost. An address that may lead to other memory,
// too, is looked at when the program runs.
func (a *Info) checkLostInConstant(i *ir.Instr) {
	s := a.sol
	places := s.p.Pointees(i.Arg(1))
	if slices.ContainsFunc(places, func(d memtypes.Addr) bool { return s.declaredConstant(d.Obj) == nil }) {
		return
	}
	for _, d := range places {
		q := s.declaredConstant(d.Obj)
		for _, l := range a.constantReads()[d.Obj] {
			if a.mayRunAfter(i, l) {
				a.reportLostInConstant(i, l, q)
				return
			}
		}
	}
}

// declaredConstant is the parameter through which an object is reached that the seed says is
// constant, nil where it is none.
func (s *solution) declaredConstant(obj int32) *ir.Param {
	root := &s.p.Objs[s.p.Objs[obj].Root]
	if !s.still[obj] || root.Kind != pointsto.ObjParam {
		return nil
	}
	if q := root.Site.(*ir.Param); s.kind(q) == signature.Const && q.Typ.IsPtr() {
		return q
	}
	return nil
}

// constantReads lists the loads from memory declared constant whose values matter, by object.
func (a *Info) constantReads() map[int32][]*ir.Instr {
	if a.constReads != nil {
		return a.constReads
	}
	a.constReads = map[int32][]*ir.Instr{}
	for _, b := range a.F.Blocks {
		for _, l := range b.Instrs {
			if l.Op != ir.Load || !a.usefulFloat(l) || !l.Typ.HasFloat() {
				continue
			}
			for _, d := range a.sol.p.Pointees(l.Arg(0)) {
				if a.sol.declaredConstant(d.Obj) != nil {
					a.constReads[d.Obj] = append(a.constReads[d.Obj], l)
				}
			}
		}
	}
	return a.constReads
}

// mayRunAfter reports whether control may come from i to l.
func (a *Info) mayRunAfter(i, l *ir.Instr) bool {
	if i.Parent == l.Parent && i.Parent.Index(i) < i.Parent.Index(l) {
		return true
	}
	seen := map[*ir.Block]bool{}
	work := i.Parent.Succs()
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if b == l.Parent {
			return true
		}
		work = append(work, b.Succs()...)
	}
	return false
}

func (a *Info) reportLostInConstant(i, l *ir.Instr, q *ir.Param) {
	name := i.Parent.Parent.ParamNames()[q.Index]
	if name == "" {
		name = fmt.Sprint(q.Index)
	}
	d := ir.DiagAt(i, CodeLostInConstant, "active data is written to the memory behind '%s', which is declared constant, and read again", name)
	d.Causes = a.Reason(i.Arg(0))
	if p := ir.DiagAt(l, CodeLostInConstant, "read"); p.Line > 0 {
		d.Causes = append([]string{fmt.Sprintf("it is read at %s:%d", p.File, p.Line)}, d.Causes...)
	}
	d.Hint = fmt.Sprintf("pass the memory as a dup parameter (`-dup %s`), with a shadow of zeros", name)
	a.diags = append(a.diags, d)
}
