package llirconv

import (
	"reflect"

	"github.com/llir/llvm/asm"
	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/value"

	"github.com/llad-ad/llad/ir"
)

// To gives a new llir module that says what mod says. The error is a module
// with opaque pointers, or something in it that llir does not read or reads as
// something else.
func To(mod *ir.Module) (m *llir.Module, err error) {
	if !mod.Typed {
		return nil, refuse(mod.Name, "L0801", "the module has opaque pointers, which llir has no place for")
	}
	defer func() {
		if r := recover(); r != nil {
			err = refuse(mod.Name, "L0801", "llir does not read the module: %v", r)
		}
	}()
	text := mod.Bytes()
	m, err = asm.ParseBytes(mod.Name, text)
	if err != nil {
		return nil, refuse(mod.Name, "L0801", "llir does not read the module: %v", err)
	}
	// The casts that typed pointers need are in the text alone.
	written, err := ir.Read(mod.Name, text)
	if err != nil {
		return nil, err
	}
	if err := same(written, m); err != nil {
		return nil, err
	}
	return m, nil
}

// same reads what llir prints of m and compares every function with mod's.
func same(mod *ir.Module, m *llir.Module) error {
	back, err := ir.Read(mod.Name, []byte(m.String()))
	if err != nil {
		return refuse(mod.Name, "L0801", "what llir prints is no module: %v", err)
	}
	for _, name := range mod.FuncNames() {
		f, g := mod.Func(name), back.Func(name)
		if g == nil {
			return refuse(mod.Name, "L0801", "llir lost the function '%s'", name)
		}
		if f.IsDecl {
			continue
		}
		if err := f.Load(); err != nil {
			return err
		}
		if err := g.Load(); err != nil {
			return err
		}
		if where := differ(f, g); where != "" {
			return refuse(mod.Name, "L0801", "llir reads '%s' in '%s' as something else", where, name)
		}
	}
	return nil
}

// Graft adds to dst what mod has and dst does not: functions, variables and
// types. mod is what From made of dst, changed since; functions that dst has
// keep their bodies. It gives the function of dst that is called name.
func Graft(dst *llir.Module, mod *ir.Module, name string) (*llir.Func, error) {
	src, err := To(mod)
	if err != nil {
		return nil, err
	}
	g := &grafting{dst: dst, known: map[string]value.Value{}, moved: map[value.Value]bool{}, debug: newDebugMover(dst)}
	for _, f := range dst.Funcs {
		g.known[f.Name()] = f
	}
	for _, v := range dst.Globals {
		g.known[v.Name()] = v
	}
	for _, a := range dst.Aliases {
		g.known[a.Name()] = a
	}
	var funcs []*llir.Func
	var globals []*llir.Global
	for _, v := range src.Globals {
		if g.known[v.Name()] == nil {
			g.known[v.Name()] = v
			dst.Globals = append(dst.Globals, v)
			globals = append(globals, v)
		}
	}
	for _, f := range src.Funcs {
		if g.known[f.Name()] == nil {
			g.known[f.Name()] = f
			f.Parent = dst
			dst.Funcs = append(dst.Funcs, f)
			funcs = append(funcs, f)
		}
	}
	types := map[string]bool{}
	for _, t := range dst.TypeDefs {
		types[t.Name()] = true
	}
	for _, t := range src.TypeDefs {
		if !types[t.Name()] {
			dst.TypeDefs = append(dst.TypeDefs, t)
		}
	}
	for _, f := range funcs {
		g.function(f)
	}
	for _, v := range globals {
		v.Metadata = nil
		if v.Init != nil {
			v.Init = g.remap(v.Init).(constant.Constant)
		}
	}
	f, _ := g.known[name].(*llir.Func)
	if f == nil {
		return nil, refuse(mod.Name, "L0801", "there is no function '%s'", name)
	}
	return f, nil
}

type grafting struct {
	dst   *llir.Module
	known map[string]value.Value
	moved map[value.Value]bool // constants that were rewritten
	debug *debugMover
}

// function makes the operands of a new function refer to dst, and its debug
// information.
func (g *grafting) function(f *llir.Func) {
	f.Metadata = g.debug.kept(f.Metadata)
	f.FuncAttrs = withoutGroups(f.FuncAttrs)
	for _, b := range f.Blocks {
		for _, i := range b.Insts {
			g.operands(i.Operands())
			g.metadata(i)
			if c, ok := i.(*llir.InstCall); ok {
				c.FuncAttrs = withoutGroups(c.FuncAttrs)
			}
		}
		g.operands(b.Term.Operands())
		g.metadata(b.Term)
	}
}

func withoutGroups(attrs []llir.FuncAttribute) []llir.FuncAttribute {
	var out []llir.FuncAttribute
	for _, a := range attrs {
		if _, group := a.(*llir.AttrGroupDef); !group {
			out = append(out, a)
		}
	}
	return out
}

// metadata keeps the place in the source that an instruction has.
func (g *grafting) metadata(i any) {
	f := reflect.ValueOf(i).Elem().FieldByName("Metadata")
	if !f.IsValid() || !f.CanSet() {
		return
	}
	if list, ok := f.Interface().(llir.Metadata); ok {
		f.Set(reflect.ValueOf(llir.Metadata(g.debug.kept(list))))
		return
	}
	f.SetZero()
}

func (g *grafting) operands(list []*value.Value) {
	for _, o := range list {
		*o = g.remap(*o)
	}
}

// remap gives dst's object for a function or variable, and rewrites constants
// that contain some.
func (g *grafting) remap(v value.Value) value.Value {
	switch x := v.(type) {
	case *metadata.Value:
		g.debug.visit(reflect.ValueOf(x).Elem())
	case *llir.Func:
		return g.known[x.Name()]
	case *llir.Global:
		return g.known[x.Name()]
	case *llir.Alias:
		return g.known[x.Name()]
	case constant.Constant:
		if isNil(v) || g.moved[v] {
			return v
		}
		g.moved[v] = true
		for _, slot := range members(x) {
			slot.Set(reflect.ValueOf(g.remap(slot.Interface().(value.Value))))
		}
	}
	return v
}
