package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
)

// endKind is a place where data enters or leaves a callee.
type endKind uint8

const (
	EndArg        endKind = iota // an argument's value
	EndMem                       // the memory reachable from an argument
	EndRet                       // the result
	endSym                       // the address of a variable or function
	EndSymMem                    // the memory reachable from a variable
	EndFresh                     // the address of memory that the callee made
	EndFreshMem                  // that memory
	EndUnknown                   // an address of unknown origin
	endForeign                   // an address of memory of library objects
	EndUnknownMem                // the memory at such addresses
)

// End is one such place.
type End struct {
	Kind endKind
	Arg  int // of EndFresh and EndFreshMem the number of the object, see freshObject
	Sym  ir.Value
}

// PtrFlow says that addresses get from one end to another, displaced. Where the
// places in the memory of an end are not known, any of it is meant.
type PtrFlow struct {
	From, To    End
	off, Stride int64
	src, dst    Place
}

// FloatFlow says that floating-point data gets from one end to another.
type FloatFlow struct{ From, To End }

// Summary is what a function does to data of its callers, whatever the seed.
type Summary struct {
	Ptr     []PtrFlow
	Floats  []FloatFlow
	Frees   []int // parameters whose memory it may end
	Writes  []End // summarizeMemory of others that it may store floats or addresses to
	Puts    []Put // summarizeMemory of others that it may store floats to, even such as depend on nothing
	Studied bool  // puts is filled in
	calls   []End // from where it takes addresses of functions that it calls
	follows []int // parameters in whose memory it follows pointers
	Types   []ParamType
	Fresh   []int64            // the sizes of the objects that it makes and callers see, 0 where not known
	sites   []origin           // where those are made, zero where at several places
	texts   []int              // parameters whose addresses it puts into strings
	other   []bool             // those that may be other than the characters of strings
	Values  [][]memtypes.Piece // what integer parameters hold, nil where nothing is known
	Result  []memtypes.Piece   // what the result holds
}

// ParamType is what a function knows about the memory behind a parameter: right
// behind it, or where pointers lead that stand there; or, with a negative arg,
// about the object that it made whose number is -1-arg.
type ParamType struct {
	Arg  int
	Rec  memtypes.Record
	Path Path
}

// Path says where the pointers stand that are followed to memory.
type Path struct {
	Loads int
	Off   [MaxDepth]int64
}

// Same reports whether two results of studying one body say the same; all but
// the addresses only ever grow, and those come in any order.
func (s *Summary) Same(old *Summary) bool {
	return len(s.Ptr) == len(old.Ptr) && len(s.Floats) == len(old.Floats) && len(s.Frees) == len(old.Frees) &&
		len(s.Writes) == len(old.Writes) && len(s.Puts) == len(old.Puts) && len(s.follows) == len(old.follows) && len(s.calls) == len(old.calls) && len(s.Types) == len(old.Types) &&
		slices.Equal(s.Result, old.Result) && len(s.lacking(old)) == 0
}

// Keep adds the flows of addresses that old has and s has not, and the objects that
// those lead to.
func (s *Summary) Keep(old *Summary) {
	s.Ptr = append(s.Ptr, s.lacking(old)...)
	for len(s.Fresh) < len(old.Fresh) {
		s.Fresh = append(s.Fresh, 0)
		s.sites = append(s.sites, origin{})
		s.other = append(s.other, true)
	}
}

// lacking are the flows of addresses that old has and s has not.
func (s *Summary) lacking(old *Summary) []PtrFlow {
	have := map[PtrFlow]bool{}
	for _, fl := range s.Ptr {
		have[fl] = true
	}
	var list []PtrFlow
	for _, fl := range old.Ptr {
		if !have[fl] {
			list = append(list, fl)
		}
	}
	return list
}

// EndOf is the end under which callers know an object: by its address, and by
// its memory.
func (p *Analysis) EndOf(o int32) (address, memory End, ok bool) {
	ob := &p.Objs[o]
	switch ob.Kind {
	case ObjHeap:
		k, ok := p.Made[p.Find(o)]
		return End{Kind: EndFresh, Arg: k}, End{Kind: EndFreshMem, Arg: k}, ok
	case ObjGlobal:
		return End{Kind: endSym, Sym: ob.Site}, End{Kind: EndSymMem, Sym: ob.Site}, true
	case ObjFunc:
		return End{Kind: endSym, Sym: ob.Site}, End{}, true
	case ObjParam:
		k := ob.Site.(*ir.Param).Index
		return End{Kind: EndArg, Arg: k}, End{Kind: EndMem, Arg: k}, true
	case ObjDeep:
		_, m, ok := p.EndOf(ob.Root)
		return m, m, ok
	case ObjForeign:
		return End{Kind: endForeign}, End{}, true
	case ObjUnknown:
		return End{Kind: EndUnknown}, End{Kind: EndUnknownMem}, true
	}
	return End{}, End{}, false
}

// PathTo is the way from a parameter to an object; ok is false where there is
// none, or several.
func (p *Analysis) PathTo(o int32) (at Path, ok bool) {
	for {
		ob := &p.Objs[o]
		if p.Find(o) != o && at.Loads > 0 || p.Merged[o] != nil && at.Loads > 0 {
			return Path{}, false
		}
		if ob.Kind == ObjParam {
			break
		}
		if ob.Kind != ObjDeep || ob.Off < 0 || at.Loads == MaxDepth || p.Objs[ob.Root].Kind != ObjParam || ob.Depth >= MaxDepth {
			return Path{}, false
		}
		at.Off[at.Loads] = ob.Off
		at.Loads++
		o = ob.Up
	}
	slices.Reverse(at.Off[:at.Loads])
	return at, true
}

// FollowPath gives the addresses at the end of a path from an address, nil where
// nothing is known of a pointer on the way.
func (p *Analysis) FollowPath(from AddrSet, at Path) AddrSet {
	for _, off := range at.Off[:at.Loads] {
		var next AddrSet
		for _, a := range from {
			n, ok := p.Objs[a.Obj].Cells[a.Off+off]
			if a.Stride != 0 || !ok || p.Find(a.Obj) != a.Obj || p.Merged[a.Obj] != nil {
				continue
			}
			if next == nil {
				next = slices.Clone(p.Sets[n])
			} else {
				for _, b := range p.Sets[n] {
					next.add(b)
				}
			}
			if d := p.Deeps[[2]int64{int64(a.Obj), a.Off + off}]; d != 0 {
				next.add(p.current(memtypes.Addr{Obj: d}))
			}
		}
		from = next
	}
	return from
}

// Ends collects the parameters whose memory, or what its addresses lead to, may be freed.
func (s *Summary) Ends(p *Analysis) {
	seen := map[int]bool{}
	local := func(o int32) bool {
		_, m, ok := p.EndOf(o)
		if ok && m.Kind == EndMem && !seen[m.Arg] {
			seen[m.Arg] = true
			s.Frees = append(s.Frees, m.Arg)
		}
		return !ok
	}
	note := func(set AddrSet) (locals AddrSet) {
		for _, a := range p.standing(set) {
			if local(a.Obj) {
				locals.add(a)
			}
		}
		return locals
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			switch t := p.TargetOf(i); t.Kind {
			case ToFree, ToRealloc:
				note(p.Pointees(i.Arg(t.Known.PtrArg)))
			case ToDefined, ToIndirect:
				for _, c := range p.SummariesAt(i, t) {
					for _, k := range c.Frees {
						if k >= i.NumCallArgs() {
							continue
						}
						for _, o := range p.Reachable(note(p.Pointees(i.Arg(k)))) { // buffers behind locals
							for _, member := range p.Stands(o) {
								local(member)
							}
						}
					}
				}
			}
		}
	}
}

// Declared fills in what the declaration of a function tells.
func (s *Summary) Declared(f *ir.Function) {
	for k, p := range f.Params {
		if !p.Typ.HasPtr() {
			continue
		}
		mem := End{Kind: EndMem, Arg: k}
		if !p.HasAttr("readonly") && !p.HasAttr("readnone") {
			s.Writes = append(s.Writes, mem)
		}
		if f.Typ.Ret.HasPtr() {
			s.Ptr = append(s.Ptr, PtrFlow{From: End{Kind: EndArg, Arg: k}, To: End{Kind: EndRet}, Stride: 1},
				PtrFlow{From: mem, To: End{Kind: EndRet}, Stride: 1})
		}
	}
	if f.Typ.Ret.HasPtr() {
		s.Ptr = append(s.Ptr, PtrFlow{From: End{Kind: EndUnknown}, To: End{Kind: EndRet}, Stride: 1})
	}
}

// Follows reports whether a callee follows pointers in the memory behind argument k.
func (p *Analysis) Follows(i *ir.Instr, t *Target, k int) bool {
	for _, s := range p.SummariesAt(i, t) {
		if slices.Contains(s.follows, k) {
			return true
		}
	}
	return false
}

// Followed collects the parameters in whose memory the function, or what it calls,
// follows pointers.
func (s *Summary) Followed(p *Analysis) {
	note := func(o int32) {
		for _, k := range p.Stands(o) {
			if _, m, ok := p.EndOf(k); ok && m.Kind == EndMem && !slices.Contains(s.follows, m.Arg) {
				s.follows = append(s.follows, m.Arg)
			}
		}
	}
	for k := range p.Objs {
		if p.Objs[k].Kind == ObjDeep {
			note(int32(k))
		}
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			t := p.TargetOf(i)
			if t.Kind != ToDefined && t.Kind != ToIndirect {
				continue
			}
			for k, v := range i.CallArgs() {
				if !p.MayPoint(v) || !p.Follows(i, t, k) {
					continue
				}
				for _, a := range p.Pointees(v) {
					note(a.Obj)
				}
			}
		}
	}
}
