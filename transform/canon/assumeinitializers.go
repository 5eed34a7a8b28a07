package canon

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// AssumeInitializers folds loads of global variables to their initialisers, where these are
// addresses of allocation functions or of constant tables of functions, and nothing that the
// module can call writes them: an allocator that a program may replace, or the type of a
// solver. Other modules may have set them: check emits, at the beginning of f, a test that
// ends the program then. makes reports whether a function allocates or frees. It reports
// whether anything changed.
func AssumeInitializers(f *ir.Function, makes func(*ir.Function) bool, check func(b *ir.Builder, g *ir.Global, off int64, then ir.Value)) bool {
	if f.IsDecl {
		return false
	}
	s := newSettler(f, makes, check)
	changed := false
	for _, b := range f.Blocks {
		for _, i := range slices.Clone(b.Instrs) {
			if !plainAddressLoad(i) {
				continue
			}
			if v := s.valueAt(i, i.Arg(0)); v != nil {
				if s.first == i {
					s.first = b.Instrs[b.Index(i)+1]
				}
				edit.Replace(i, v)
				changed = true
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// CanAssumeInitializers reports whether AssumeInitializers would change f.
func CanAssumeInitializers(f *ir.Function, makes func(*ir.Function) bool) bool {
	s := newSettler(f, makes, nil)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if plainAddressLoad(i) && s.known(i, i.Arg(0)) {
				return true
			}
		}
	}
	return false
}

func plainAddressLoad(i *ir.Instr) bool {
	return i.Op == ir.Load && i.Typ.IsPtr() && i.Flags&(ir.Volatile|ir.Atomic) == 0
}

// initializerReader is the state of AssumeInitializers in one function.
type initializerReader struct {
	f       *ir.Function
	makes   func(*ir.Function) bool
	check   func(b *ir.Builder, g *ir.Global, off int64, then ir.Value)
	first   *ir.Instr // in front of which checks stand
	only    map[*ir.Global]bool
	checked map[variableAt]bool // what is checked
}

type variableAt struct {
	g   *ir.Global
	off int64
}

func newSettler(f *ir.Function, makes func(*ir.Function) bool, check func(b *ir.Builder, g *ir.Global, off int64, then ir.Value)) *initializerReader {
	s := &initializerReader{f: f, makes: makes, check: check, only: map[*ir.Global]bool{}, checked: map[variableAt]bool{}}
	for _, i := range f.Entry().Instrs {
		if i.Op != ir.Alloca && i.Op != ir.Phi {
			s.first = i
			break
		}
	}
	return s
}

// known reports whether the value of a load from an address, perhaps a select of two, is
// known.
func (s *initializerReader) known(i *ir.Instr, at ir.Value) bool {
	if sel, ok := at.(*ir.Instr); ok && sel.Op == ir.Select {
		return s.entry(i, sel.Arg(1)) != nil && s.entry(i, sel.Arg(2)) != nil
	}
	return s.entry(i, at) != nil
}

// valueAt is the value of a load from an address; nil where it is not known.
func (s *initializerReader) valueAt(i *ir.Instr, at ir.Value) ir.Value {
	if !s.known(i, at) {
		return nil
	}
	if sel, ok := at.(*ir.Instr); ok && sel.Op == ir.Select {
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		b.Meta = edit.DebugLoc(i)
		return b.Select(sel.Arg(0), s.valueAt(i, sel.Arg(1)), s.valueAt(i, sel.Arg(2)))
	}
	v := s.entry(i, at)
	g, off, _ := placeOf(s.f.Module.Layout, at)
	if m := (variableAt{g, off}); !s.checked[m] {
		s.checked[m] = true
		b := ir.NewBuilder(s.f.Entry())
		b.Before(s.first)
		b.Meta = edit.DebugLoc(i)
		s.check(b, g, off, v)
	}
	return v
}

// entry is the part of the initialiser that a load from an address reads; nil where it is not
// known, or is not of interest.
func (s *initializerReader) entry(i *ir.Instr, at ir.Value) ir.Value {
	l := s.f.Module.Layout
	g, off, ok := placeOf(l, at)
	if !ok || !mayChange(g) || g.LoadInit() != nil || g.Init == nil {
		return nil
	}
	v := entryAt(l, g.Init, off, i.Typ)
	if v == nil || !isRelevantAddress(v, s.makes) {
		return nil
	}
	if _, asked := s.only[g]; !asked {
		s.only[g] = s.f.Module.OnlyRead(g)
	}
	if !s.only[g] {
		return nil
	}
	return v
}

// mayChange reports whether a variable is defined in the module, shared by all threads,
// initialised statically, and not constant.
func mayChange(g *ir.Global) bool {
	if g.Keyword != "global" {
		return false
	}
	for _, w := range strings.Fields(g.Prefix) {
		switch w {
		case "private", "internal", "dso_local", "local_unnamed_addr", "unnamed_addr", "hidden", "protected", "default":
		default:
			return false // weak, of a thread, initialised elsewhere, ...
		}
	}
	return true
}

// isRelevantAddress reports whether an address in an initialiser is one that
// AssumeInitializers is for.
func isRelevantAddress(v ir.Value, makes func(*ir.Function) bool) bool {
	switch v := ir.StripConstCasts(v).(type) {
	case *ir.Function:
		return makes(v)
	case *ir.Global:
		return v.IsConst() && v.LoadInit() == nil && v.Init != nil && holdsCode(v.Init)
	}
	return false
}

// holdsCode reports whether a constant contains addresses of functions.
func holdsCode(v ir.Value) bool {
	if _, ok := ir.StripConstCasts(v).(*ir.Function); ok {
		return true
	}
	c, ok := v.(*ir.Const)
	return ok && c.Kind != ir.ConstExpr && slices.ContainsFunc(c.Elems, holdsCode)
}

// placeOf is the variable and the offset in it that a constant address points to.
func placeOf(l *ir.Layout, v ir.Value) (g *ir.Global, off int64, ok bool) {
	for {
		var elem *ir.Type
		var args []ir.Value
		switch at := v.(type) {
		case *ir.Global:
			return at, off, true
		case *ir.Instr:
			switch at.Op {
			case ir.BitCast:
				v = at.Arg(0)
				continue
			case ir.GetElementPtr:
				elem, args = at.Elem, at.Args()
			}
		case *ir.Const:
			switch {
			case at.Kind != ir.ConstExpr:
			case at.Op == ir.BitCast:
				v = at.Elems[0]
				continue
			case at.Op == ir.GetElementPtr:
				elem, args = at.Elem, at.Elems
			}
		}
		if len(args) == 0 {
			return nil, 0, false
		}
		n, ok := edit.IndexOffset(l, elem, args[1:])
		if !ok {
			return nil, 0, false
		}
		v, off = args[0], off+n
	}
}
