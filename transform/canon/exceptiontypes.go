package canon

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// maxBases bounds the depth and the number of a class's bases.
const maxBases = 16

// base is a subobject of an exception object that a handler may catch.
type base struct {
	info *ir.Global // its type
	off  int64      // where it stands
}

// plain reports whether it is a class of the standard library, which has no floats.
func (b base) plain() bool {
	return b.info.Init == nil && b.info.InitText == "" && strings.HasPrefix(b.info.Name, "_ZTISt")
}

// basesOf lists the subobjects of a type that handlers may catch, the object itself first.
func basesOf(info ir.Value, depth int) ([]base, bool) {
	g, ok := ir.StripConstCasts(info).(*ir.Global)
	if !ok || depth > maxBases {
		return nil, false
	}
	if n := strings.TrimPrefix(g.Name, "_ZTI"); g.Init == nil && g.InitText == "" {
		return []base{{g, 0}}, len(n) == 1 || strings.HasPrefix(n, "St") && strings.Contains(standardErrors, " "+n+" ")
	}
	c, kind := typeInfo(g)
	switch kind {
	case "17__class_type_infoE", "16__enum_type_infoE", "23__fundamental_type_infoE":
		return []base{{g, 0}}, true
	case "20__si_class_type_infoE":
		if len(c.Elems) == 3 {
			more, ok := basesOf(c.Elems[2], depth+1)
			return append([]base{{g, 0}}, more...), ok
		}
	case "21__vmi_class_type_infoE":
		list := []base{{g, 0}}
		for k := 4; k+1 < len(c.Elems); k += 2 {
			far, ok := ir.IntValue(c.Elems[k+1])
			if !ok || far&1 != 0 { // a virtual base
				return nil, false
			}
			more, ok := basesOf(c.Elems[k], depth+1)
			if !ok {
				return nil, false
			}
			for _, o := range more {
				list = append(list, base{o.info, o.off + far>>8})
			}
		}
		return list, len(list) <= maxBases
	}
	return nil, false
}

// typeInfo gives a type's type_info initialiser, and the name of the class in the ABI's
// namespace that describes such types.
func typeInfo(g *ir.Global) (*ir.Const, string) {
	if g.LoadInit() != nil {
		return nil, ""
	}
	c, ok := g.Init.(*ir.Const)
	if !ok || c.Kind != ir.ConstStruct || len(c.Elems) < 2 {
		return nil, ""
	}
	at, ok := ir.StripConstCasts(c.Elems[0]).(*ir.Const)
	if !ok || at.Kind != ir.ConstExpr || at.Op != ir.GetElementPtr {
		return nil, ""
	}
	table, ok := ir.StripConstCasts(at.Elems[0]).(*ir.Global)
	if !ok {
		return nil, ""
	}
	return c, strings.TrimPrefix(table.Name, "_ZTVN10__cxxabiv1")
}

// pointerTo is the pointee's type_info of a pointer type's, nil for other types.
func pointerTo(info ir.Value) ir.Value {
	g, ok := ir.StripConstCasts(info).(*ir.Global)
	if !ok {
		return nil
	}
	if c, kind := typeInfo(g); kind == "19__pointer_type_infoE" && len(c.Elems) == 4 {
		return c.Elems[3]
	}
	return nil
}

// standardErrors are classes of the standard library whose bases are at offset 0.
const standardErrors = ` St9exception St11logic_error St13runtime_error St12domain_error St16invalid_argument St12length_error
	St12out_of_range St11range_error St14overflow_error St15underflow_error St9bad_alloc St8bad_cast St10bad_typeid St12system_error `

// offsetsOf lists the offsets of the subobjects of type wanted; of all for nil.
func (s *thrownAt) offsetsOf(wanted *ir.Global) []int64 {
	var list []int64
	for _, b := range s.bases {
		if (wanted == nil || b.info == wanted) && !slices.Contains(list, b.off) {
			list = append(list, b.off)
		}
	}
	return list
}

// far is the largest offset of a subobject that a handler may catch.
func (s *thrownAt) far() int64 {
	far := int64(0)
	for _, b := range s.bases {
		far = max(far, b.off)
	}
	return far
}

// caughtType is the type that a handler in a block catches, for a pointer its pointee; nil
// where it is not known.
func (x *exceptions) caughtType(b *ir.Block) *ir.Global {
	for range maxBases {
		from := x.preds[b.ID]
		if len(from) != 1 {
			return nil
		}
		t := from[0].Term()
		if c := tested(t); c != nil && t.Blocks[0] == b && t.Blocks[1] != b {
			if to := pointerTo(c); to != nil {
				c = to
			}
			g, _ := ir.StripConstCasts(c).(*ir.Global)
			return g
		}
		b = from[0]
	}
	return nil
}

// tested is the type_info that a branch compares the type of an exception with.
func tested(t *ir.Instr) ir.Value {
	if t.Op != ir.Br || t.NumArgs() != 1 {
		return nil
	}
	c, ok := t.Arg(0).(*ir.Instr)
	if !ok || c.Op != ir.ICmp || c.Pred != ir.EQ {
		return nil
	}
	for _, v := range c.Args() {
		if id, ok := v.(*ir.Instr); ok && id.IsCall() && id.CalledFunc() != nil && strings.HasPrefix(id.CalledFunc().Name, "llvm.eh.typeid.for") {
			return id.Arg(0)
		}
	}
	return nil
}
