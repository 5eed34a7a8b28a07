package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// KeepsFresh reports whether memory that a callee makes can be reached by other ways
// than from its result.
func (s *Summary) KeepsFresh(i *ir.Instr) bool {
	return slices.ContainsFunc(s.Ptr, func(fl PtrFlow) bool {
		fresh := fl.From.Kind == EndFresh || fl.From.Kind == EndFreshMem
		return fresh && fl.To.Kind != EndRet && fl.To.Kind != EndFreshMem && !Returned(i, fl.To, fl.dst)
	})
}

// Returned reports whether a place is in the memory that a call returns its result
// in. There is none when it throws.
func Returned(i *ir.Instr, e End, at Place) bool {
	if e.Kind != EndMem || !at.known || at.at.Loads > 0 {
		return false
	}
	_, ok := i.ArgAttr(e.Arg, "sret")
	return ok
}

// Put is memory of others, at a place behind an end, that a function stores floats to.
type Put struct {
	To End
	At Place // its offset is not used
}

// Stores lists the memory of others that a function may store floats to.
func (s *Summary) Stores() []Put {
	if s.Studied {
		return s.Puts
	}
	var list []Put
	for _, fl := range s.Floats {
		if fl.To.Kind != EndRet {
			list = append(list, Put{To: fl.To})
		}
	}
	for _, e := range s.Writes {
		list = append(list, Put{To: e})
	}
	return list
}

// PutTo lists the objects of a caller's that a callee's put may go to: part of them where it is
// known where behind its end it goes, else all that the end leads to.
func (p *Analysis) PutTo(i *ir.Instr, t *Target, u Put) (list []int32, part bool) {
	switch {
	case u.To.Kind == EndFreshMem:
		if u.To.Arg < len(t.Made) && t.Made[u.To.Arg] != 0 {
			return p.Reachable(AddrSet{{Obj: p.Find(t.Made[u.To.Arg])}}), false
		}
		return nil, false
	case u.To.Kind == EndUnknownMem:
		return []int32{0}, false
	case u.To.Kind == EndMem && u.To.Arg < i.NumCallArgs() && u.At.known:
		if l, ok := p.wholePath(p.Pointees(i.Arg(u.To.Arg)), u.At.at); ok {
			return ObjectsOf(l), true
		}
	}
	return p.endReach(i, u.To), false
}

// wholePath is FollowPath where something is known of every pointer on the way.
func (p *Analysis) wholePath(from AddrSet, at Path) (AddrSet, bool) {
	for _, off := range at.Off[:at.Loads] {
		for _, a := range from {
			if _, ok := p.Objs[a.Obj].Cells[a.Off+off]; !ok || off == anyOffset || a.Stride != 0 || p.Find(a.Obj) != a.Obj || p.Merged[a.Obj] != nil {
				return nil, false
			}
		}
		from = p.FollowPath(from, Path{Loads: 1, Off: [MaxDepth]int64{off}})
	}
	return from, true
}

// endReach lists what can be reached from the memory that is an end of a callee's.
func (p *Analysis) endReach(i *ir.Instr, e End) []int32 {
	switch {
	case e.Kind == EndMem && e.Arg < i.NumCallArgs():
		return p.Reachable(p.Pointees(i.Arg(e.Arg)))
	case e.Kind == EndSymMem:
		if o, ok := p.ObjOf[e.Sym]; ok {
			return p.Reachable(AddrSet{{Obj: p.Find(o)}})
		}
	}
	return nil
}
