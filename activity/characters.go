package activity

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// stringTypes are the names of what has the address of characters in C++'s library,
// as they begin in alias metadata.
var stringTypes = []string{
	"_ZTSNSt7__cxx1112basic_stringI", "_ZTSSt17basic_string_viewI",
	"_ZTSNSt3__112basic_stringI", "_ZTSNSt3__117basic_string_viewI",
}

// stringStructs are their names as structs of code that is not optimised.
var stringStructs = []string{
	"class.std::__cxx11::basic_string", "struct.std::__cxx11::basic_string<char>::_Alloc_hider", "class.std::basic_string_view",
}

// textFunctions is how the names of functions begin that work on nothing but characters:
// those of std::char_traits<char>.
const textFunctions = "_ZNSt11char_traitsIcE"

// onlyText says of memory that it holds characters.
func (m *memTypes) onlyText() {
	m.add(record{size: 1, stride: 1, class: Integer, rank: rankDeclared})
	m.fixed = true
}

// characterData reports whether a load gives the address of a string's characters: memory
// without floats and addresses.
func (p *points) characterData(i *ir.Instr) bool { return p.characterPlace(i, i.Arg(0)) }

// characterPlace reports whether an access is to where a string keeps the address of its characters.
func (p *points) characterPlace(i *ir.Instr, at ir.Value) bool {
	if p.module.rust {
		return false
	}
	if id := i.Metadata("tbaa"); id != "" {
		base := p.module.tbaa.tag(id).base
		for _, s := range stringTypes {
			if strings.HasPrefix(base, s) {
				return true
			}
		}
		return false
	}
	g, ok := at.(*ir.Instr)
	if !ok || g.Op != ir.GetElementPtr || g.Elem.Kind != ir.StructKind {
		return false
	}
	name := strings.Trim(g.Elem.Name, `"%`)
	for _, s := range stringStructs {
		if rest, ok := strings.CutPrefix(name, s); ok && strings.Trim(rest, ".0123456789") == "" {
			return true
		}
	}
	return false
}

// findTexts notes the blocks whose addresses the function puts into strings, itself or by what it calls, and the
// parameters whose addresses it puts there.
func (p *points) findTexts() {
	note := func(v ir.Value) {
		for _, a := range p.pointees(v) {
			switch o := &p.objs[a.obj]; o.kind {
			case objHeap:
				o.text = true
			case objParam:
				if q := o.site.(*ir.Param); !slices.Contains(p.texts, q.Index) {
					p.texts = append(p.texts, q.Index)
				}
			}
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store && i.Arg(0).Type().IsPtr() && p.characterPlace(i, i.Arg(1)):
				note(i.Arg(0))
			case i.IsCall() && p.targetOf(i).kind == toDefined:
				for _, k := range p.program.summary(p.targetOf(i).fn).texts {
					if k < i.NumCallArgs() {
						note(i.Arg(k))
					}
				}
			}
		}
	}
}

// text reports whether an object is nothing but a string's characters: whoever finds it in a string takes it for
// memory without a shadow.
func (s *solution) text(o int32) bool {
	return s.p.objs[o].text && s.p.merged[o] == nil && !s.g.ty.mem[o].moreThanInts()
}

// inString reports whether an address is one of a string's characters, so many bytes behind the first.
func (p *points) inString(v ir.Value) bool {
	for {
		switch i, ok := v.(*ir.Instr); {
		case !ok:
			return false
		case i.Op == ir.Load:
			return p.characterData(i)
		case i.Op != ir.GetElementPtr && i.Op != ir.BitCast:
			return false
		default:
			v = i.Arg(0)
		}
	}
}

// characters reports whether what is copied from an address, so many bytes, are
// characters in a variable of a declared type: the address is that of any byte, and
// the type has bytes. Its pointers stand elsewhere in it.
func (p *points) characters(a addr) bool {
	o := &p.objs[a.obj]
	if o.kind != objAlloca || p.merged[a.obj] != nil || a.stride%int64(p.layout.PtrBits(0)/8) == 0 {
		return false
	}
	t := o.site.(*ir.Instr).Elem
	return t.Kind == ir.StructKind && t.Name != "" && hasBytes(t)
}

// hasBytes reports whether a struct has an array of bytes within.
func hasBytes(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind:
		return t.Elem.IsInt() && t.Elem.Bits == 8 || hasBytes(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if hasBytes(f) {
				return true
			}
		}
	}
	return false
}

// characters reports whether a block operation works on memory in which single bytes are
// accessed as such, and nothing else is known.
func (t *types) characters(i *ir.Instr) bool {
	text := false
	for _, v := range i.CallArgs() {
		if !v.Type().IsPtr() {
			continue
		}
		for _, a := range t.p.pointees(v) {
			if t.mem[a.obj].moreThanInts() {
				return false
			}
			text = text || a.obj == foreign || t.mem[a.obj].characters()
		}
	}
	return text
}

// characters reports whether single bytes are known for such.
func (m *memTypes) characters() bool {
	for r := range m.seen {
		if r.size == 1 && r.class == Integer {
			return true
		}
	}
	return false
}
