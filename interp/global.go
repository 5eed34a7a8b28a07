package interp

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// image is what a module's names stand for: the addresses and contents of its
// functions, variables and blocks, its constants, and the functions decoded.
type image struct {
	mod        *ir.Module
	mem        *memory
	types      *shapeTable
	extern     map[string]Extern
	evaluators func(name string, typ *ir.Type) any // see Options.Evaluators
	counted    []string                            // see Options.CountCalls
	variable   func(name string) (*object, error)  // makes a variable of the library; nil for others

	funcs    map[*ir.Function]*function
	globals  map[*ir.Global]*object
	labels   map[*ir.Block]*object
	aliasing map[*ir.Global]bool // aliases that are being followed
}

func (g *image) init(mod *ir.Module, mem *memory, types *shapeTable, opts Options) {
	g.mod, g.mem, g.types = mod, mem, types
	g.extern, g.evaluators, g.counted = opts.Extern, opts.Evaluators, opts.CountCalls
	g.funcs, g.globals = map[*ir.Function]*function{}, map[*ir.Global]*object{}
	g.labels, g.aliasing = map[*ir.Block]*object{}, map[*ir.Global]bool{}
}

// function gives the decoded form of f, still without its code.
func (g *image) function(f *ir.Function) *function {
	if d := g.funcs[f]; d != nil {
		return d
	}
	d := &function{ir: f}
	g.funcs[f] = d
	name := plainName(f.Name)
	if ext, ok := g.extern[name]; ok {
		d.native = externBuiltin(name, ext)
	} else if f.IsDecl {
		d.native = g.library(f)
	}
	for k, p := range g.counted {
		if strings.Contains(name, p) {
			d.counters = append(d.counters, k)
		}
	}
	return d
}

// address gives the address of a global or function.
func (g *image) address(v ir.Value) (uint64, error) {
	switch v := v.(type) {
	case *ir.Function:
		f := g.function(v)
		if f.missing() && strings.Contains(v.Prefix, "extern_weak") {
			return 0, nil
		}
		if f.obj == nil {
			o, err := g.mem.newObject(funcObj, 0, 16)
			if err != nil {
				return 0, err
			}
			o.fn, f.obj = f, o
		}
		return f.obj.base, nil
	case *ir.Global:
		if v.Keyword == "alias" {
			if g.aliasing[v] {
				return 0, faultf(Unsupported, "alias @%s leads to itself", v.Name)
			}
			g.aliasing[v] = true
			defer delete(g.aliasing, v)
			if err := v.LoadInit(); err != nil {
				return 0, err
			}
			var out, und [1]uint64
			err := g.constant(v.Init, out[:], und[:])
			return out[0], err
		}
		o, err := g.globalObject(v)
		if err != nil {
			return 0, err
		}
		return o.base, nil
	}
	return 0, faultf(Unsupported, "address of %s", v.Ident())
}

// blockAddress gives the address of a block, for indirect branches.
func (g *image) blockAddress(b *ir.Block) (uint64, error) {
	if o := g.labels[b]; o != nil {
		return o.base, nil
	}
	o, err := g.mem.newObject(opaqueObj, 0, 1)
	if err != nil {
		return 0, err
	}
	g.labels[b] = o
	return o.base, nil
}

// globalObject makes the object of a variable; its contents come when they are
// first used.
func (g *image) globalObject(v *ir.Global) (*object, error) {
	if o := g.globals[v]; o != nil {
		return o, nil
	}
	if v.Keyword == "ifunc" {
		return nil, faultf(Unsupported, "ifunc @%s", v.Name)
	}
	if v.Init == nil && v.InitText == "" {
		return g.externGlobal(v)
	}
	if err := g.types.sized(v.ValueType); err != nil {
		return nil, err
	}
	lay := g.mod.Layout
	align := uint64(max(lay.Align(v.ValueType), 1))
	if n, ok := alignOf(v.Suffix); ok {
		align = n
	}
	o, err := g.mem.newObject(globalObj, uint64(lay.AllocSize(v.ValueType)), align)
	if err != nil {
		return nil, err
	}
	o.global, o.state = v, lazy
	g.globals[v] = o
	return o, nil
}

func alignOf(suffix string) (uint64, bool) {
	_, rest, ok := strings.Cut(suffix, "align ")
	if !ok {
		return 0, false
	}
	end := 0
	for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
		end++
	}
	n, err := strconv.ParseUint(rest[:end], 10, 32)
	return n, err == nil && n > 0
}

// externGlobal makes an object for a variable that is only declared: one of the
// library's, or something that has an address and no contents.
func (g *image) externGlobal(v *ir.Global) (*object, error) {
	o, err := g.variable(plainName(v.Name))
	if o == nil && err == nil {
		o, err = g.mem.newObject(opaqueObj, 0, 16)
	}
	if err != nil {
		return nil, err
	}
	o.global = v
	g.globals[v] = o
	return o, nil
}

// initGlobal evaluates the initialiser of a variable.
func (g *image) initGlobal(o *object) (err error) {
	defer func() { // Go callers come here without Call's guard
		if r := recover(); r != nil {
			err = faultf(Internal, "initialiser of @%s: %v", o.global.Name, r)
		}
	}()
	v := o.global
	if err := v.LoadInit(); err != nil {
		return err
	}
	o.data = make([]byte, o.size)
	o.state = live
	if err := g.initBytes(v.Init, o, 0); err != nil {
		o.state = lazy
		return err
	}
	o.open()
	if v.IsConst() {
		o.wlimit = 0
	}
	return nil
}

// initBytes writes a constant at an offset of an object that is zero there.
func (g *image) initBytes(v ir.Value, o *object, off int64) error {
	c, ok := v.(*ir.Const)
	if ok {
		lay := g.mod.Layout
		switch c.Kind {
		case ir.ConstZero, ir.ConstNull:
			return nil
		case ir.ConstString:
			copy(o.data[off:], stringBytes(c.Text))
			return nil
		case ir.ConstUndef, ir.ConstPoison:
			if n := lay.StoreSize(c.Typ); g.mem.track && n > 0 {
				o.needShadow()
				setBytes(o.shadow[off:off+n], 0xff)
			}
			return nil
		case ir.ConstArray:
			step := lay.AllocSize(c.Typ.Elem)
			for k, e := range c.Elems {
				if err := g.initBytes(e, o, off+int64(k)*step); err != nil {
					return err
				}
			}
			return nil
		case ir.ConstStruct:
			for k, e := range c.Elems {
				if err := g.initBytes(e, o, off+lay.FieldOffset(c.Typ, k)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if v == nil {
		return faultf(Unsupported, "initialiser of @%s is missing", o.global.Name)
	}
	sh, err := g.types.shape(v.Type())
	if err != nil {
		return err
	}
	out, und := make([]uint64, sh.slots), make([]uint64, sh.slots)
	if err := g.constant(v, out, und); err != nil {
		return err
	}
	var shadow []byte
	if anySet(und) {
		o.needShadow()
	}
	if o.shadow != nil {
		shadow = o.shadow[off:]
	}
	sh.encode(o.data[off:], shadow, out, und)
	return nil
}

// RunConstructors calls the functions listed in llvm.global_ctors, as a C++
// program's start does, in order of their priorities.
func (m *Machine) RunConstructors() error {
	g := m.mod.Global("llvm.global_ctors")
	if g == nil {
		return nil
	}
	if err := g.LoadInit(); err != nil {
		return err
	}
	list, ok := g.Init.(*ir.Const)
	if !ok {
		return nil
	}
	done := map[*ir.Const]bool{}
	for range list.Elems {
		var best *ir.Const
		var prio int64
		for _, e := range list.Elems {
			c, ok := e.(*ir.Const)
			if !ok || done[c] || len(c.Elems) < 2 {
				continue
			}
			if p, ok := ir.IntValue(c.Elems[0]); ok && (best == nil || p < prio) {
				best, prio = c, p
			}
		}
		if best == nil {
			return nil
		}
		done[best] = true
		if f, ok := ir.StripConstCasts(best.Elems[1]).(*ir.Function); ok {
			if _, err := m.Call(f.Name); err != nil {
				return err
			}
		}
	}
	return nil
}
