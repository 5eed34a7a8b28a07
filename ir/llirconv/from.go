package llirconv

import (
	"fmt"
	"math"
	"reflect"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"github.com/llad-ad/llad/ir"
)

// From gives the module of package ir that says what m says. name is for
// messages. The error is a constant that llir does not print as it is, an
// incomplete module, or text that package ir does not read.
func From(name string, m *llir.Module) (mod *ir.Module, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = refuse(name, "L0800", "the module cannot be printed: %v", r)
		}
	}()
	if err := printable(name, m); err != nil {
		return nil, err
	}
	if mod, err = ir.Read(name, []byte(m.String())); err != nil {
		return nil, err
	}
	mod.Typed = true // as all of llir is, also where no pointer shows it
	return mod, nil
}

func refuse(name, code, format string, args ...any) *ir.Diagnostic {
	return &ir.Diagnostic{File: name, Code: code, Message: fmt.Sprintf(format, args...)}
}

// printable looks for constants that llir alters when it prints them.
func printable(name string, m *llir.Module) error {
	var bad string
	check := func(where string, v value.Value) {
		eachConst(v, func(c constant.Constant) {
			f, ok := c.(*constant.Float)
			if !ok || bad != "" {
				return
			}
			switch {
			case f.Typ.Kind == types.FloatKindPPC_FP128:
				bad = "a ppc_fp128 constant in " + where
			case f.NaN:
				bad = "a NaN constant in " + where
			case f.X == nil:
				bad = "a floating-point constant without a value in " + where
			case f.Typ.Kind == types.FloatKindFloat && !exactFloat32(f):
				bad = fmt.Sprintf("the constant %v in %s, which is no float,", f.X, where)
			}
		})
	}
	for _, g := range m.Globals {
		if g.Init != nil {
			check(g.Ident(), g.Init)
		}
	}
	for _, f := range m.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Insts {
				for _, o := range i.Operands() {
					check(f.Ident(), *o)
				}
			}
			if b.Term == nil {
				return refuse(name, "L0800", "a block of %s has no terminator", f.Ident())
			}
			for _, o := range b.Term.Operands() {
				check(f.Ident(), *o)
			}
		}
	}
	if bad != "" {
		return refuse(name, "L0800", "%s cannot be taken over: llir prints another value", bad)
	}
	return nil
}

func exactFloat32(f *constant.Float) bool {
	x, _ := f.X.Float64()
	return float64(float32(x)) == x || math.IsInf(x, 0)
}

// eachConst calls visit for v and the constants in it, when v is one.
func eachConst(v value.Value, visit func(constant.Constant)) {
	c, ok := v.(constant.Constant)
	if !ok || isNil(v) {
		return
	}
	visit(c)
	for _, slot := range members(c) {
		eachConst(slot.Interface().(value.Value), visit)
	}
}

func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

var constType = reflect.TypeFor[constant.Constant]()

// members gives the places in a constant that hold other constants. llir has
// some forty kinds of them, all structs with fields of type Constant or slices
// of it.
func members(c constant.Constant) []reflect.Value {
	switch c.(type) {
	case *llir.Func, *llir.Global, *llir.Alias, *llir.IFunc:
		return nil
	}
	s := reflect.ValueOf(c)
	if s.Kind() != reflect.Pointer || s.Elem().Kind() != reflect.Struct {
		return nil
	}
	s = s.Elem()
	var out []reflect.Value
	add := func(f reflect.Value) {
		if f.Type() == constType && !f.IsNil() {
			out = append(out, f)
		}
	}
	for k := range s.NumField() {
		f := s.Field(k)
		if !f.CanSet() {
			continue
		}
		add(f)
		if f.Kind() != reflect.Slice {
			continue
		}
		for n := range f.Len() {
			add(f.Index(n))
		}
	}
	return out
}
