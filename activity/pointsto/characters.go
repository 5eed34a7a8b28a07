package pointsto

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
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

// characterData reports whether a load gives the address of a string's characters: memory
// without floats and addresses.
func (p *Analysis) characterData(i *ir.Instr) bool { return p.characterPlace(i, i.Arg(0)) }

// characterPlace reports whether an access is to where a string keeps the address of its characters.
func (p *Analysis) characterPlace(i *ir.Instr, at ir.Value) bool {
	if id := i.Metadata("tbaa"); id != "" {
		base := p.Module.AliasTypes.Tag(id).Base
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
func (p *Analysis) findTexts() {
	note := func(v ir.Value) {
		for _, a := range p.Pointees(v) {
			switch o := &p.Objs[a.Obj]; o.Kind {
			case ObjHeap:
				o.Text = true
			case ObjParam:
				if q := o.Site.(*ir.Param); !slices.Contains(p.texts, q.Index) {
					p.texts = append(p.texts, q.Index)
				}
			}
		}
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Store && i.Arg(0).Type().IsPtr() && p.characterPlace(i, i.Arg(1)):
				note(i.Arg(0))
			case i.IsCall() && p.TargetOf(i).Kind == ToDefined:
				for _, k := range p.Program.Summary(p.TargetOf(i).Fn).texts {
					if k < i.NumCallArgs() {
						note(i.Arg(k))
					}
				}
			}
		}
	}
}

// InString reports whether an address is one of a string's characters, so many bytes behind the first.
func (p *Analysis) InString(v ir.Value) bool {
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
func (p *Analysis) characters(a memtypes.Addr) bool {
	o := &p.Objs[a.Obj]
	if o.Kind != ObjAlloca || p.Merged[a.Obj] != nil || a.Stride%int64(p.Layout.PtrBits(0)/8) == 0 {
		return false
	}
	t := o.Site.(*ir.Instr).Elem
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
