package pointsto

import "github.com/llad-ad/llad/ir"

// CalledThrough collects the places of its callers from which a function takes
// addresses that it calls: a parameter, the memory behind one (a table in a
// struct, a virtual table), a global.
func (s *Summary) CalledThrough(p *Analysis) {
	seen := map[End]bool{}
	note := func(objs []int32, direct bool) {
		for _, r := range objs {
			for _, o := range p.Stands(r) {
				address, memory, ok := p.EndOf(o)
				e := memory
				if direct && p.Objs[o].Kind == ObjParam {
					e = address // the parameter is the function's address
				}
				if ok && (e.Kind == EndArg || e.Kind == EndMem || e.Kind == EndSymMem) && !seen[e] {
					seen[e] = true
					s.calls = append(s.calls, e)
				}
			}
		}
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			t := p.TargetOf(i)
			if t.Kind == ToIndirect {
				note(ObjectsOf(p.Pointees(i.Callee())), true)
			}
			for _, e := range p.CalledBy(i, t) {
				note(p.CalledAt(i, e))
			}
		}
	}
}

// CalledBy lists from where the function that a call reaches takes addresses that
// it calls in turn. One that is not known may call whatever it gets.
func (p *Analysis) CalledBy(i *ir.Instr, t *Target) []End {
	var list []End
	switch t.Kind {
	case ToDefined:
		return p.Program.Summary(t.Fn).calls
	case ToIndirect:
		for _, fn := range t.Callees {
			list = append(list, p.Program.Summary(fn).calls...)
		}
		if t.Open {
			for k, v := range i.CallArgs() {
				if p.MayPoint(v) {
					list = append(list, End{Kind: EndArg, Arg: k}, End{Kind: EndMem, Arg: k})
				}
			}
		}
	}
	return list
}

func ObjectsOf(s AddrSet) []int32 {
	objs := make([]int32, len(s))
	for k, a := range s {
		objs[k] = a.Obj
	}
	return objs
}

// CalledAt lists the objects that a callee may call at one call, for one of
// its ends; direct when they are the functions themselves.
func (p *Analysis) CalledAt(i *ir.Instr, e End) (objs []int32, direct bool) {
	switch e.Kind {
	case EndArg:
		if e.Arg < i.NumCallArgs() {
			return ObjectsOf(p.Pointees(i.Arg(e.Arg))), true
		}
	case EndMem:
		if e.Arg < i.NumCallArgs() {
			return p.Reachable(p.Pointees(i.Arg(e.Arg))), false
		}
	case EndSymMem:
		return p.Reachable(p.Pointees(e.Sym)), false
	}
	return nil, false
}
