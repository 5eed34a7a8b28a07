package interp

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// address gives the address of a global or function.
func (m *Machine) address(v ir.Value) (uint64, error) {
	switch v := v.(type) {
	case *ir.Function:
		f := m.function(v)
		if f.missing() && strings.Contains(v.Prefix, "extern_weak") {
			return 0, nil
		}
		if f.obj == nil {
			o, err := m.newObject(funcObj, 0, 16)
			if err != nil {
				return 0, err
			}
			o.fn, f.obj = f, o
		}
		return f.obj.base, nil
	case *ir.Global:
		if v.Keyword == "alias" {
			if m.aliasing[v] {
				return 0, faultf(Unsupported, "alias @%s leads to itself", v.Name)
			}
			m.aliasing[v] = true
			defer delete(m.aliasing, v)
			if err := v.LoadInit(); err != nil {
				return 0, err
			}
			var out, und [1]uint64
			err := m.constant(v.Init, out[:], und[:])
			return out[0], err
		}
		o, err := m.globalObject(v)
		if err != nil {
			return 0, err
		}
		return o.base, nil
	}
	return 0, faultf(Unsupported, "address of %s", v.Ident())
}

// blockAddress gives the address of a block, for indirect branches.
func (m *Machine) blockAddress(b *ir.Block) (uint64, error) {
	if o := m.labels[b]; o != nil {
		return o.base, nil
	}
	o, err := m.newObject(opaqueObj, 0, 1)
	if err != nil {
		return 0, err
	}
	m.labels[b] = o
	return o.base, nil
}

// globalObject makes the object of a variable; its contents come when they are
// first used.
func (m *Machine) globalObject(g *ir.Global) (*object, error) {
	if o := m.globals[g]; o != nil {
		return o, nil
	}
	if g.Keyword == "ifunc" {
		return nil, faultf(Unsupported, "ifunc @%s", g.Name)
	}
	if g.Init == nil && g.InitText == "" {
		return m.externGlobal(g)
	}
	if err := m.sized(g.ValueType); err != nil {
		return nil, err
	}
	lay := m.mod.Layout
	align := uint64(max(lay.Align(g.ValueType), 1))
	if n, ok := alignOf(g.Suffix); ok {
		align = n
	}
	o, err := m.newObject(globalObj, uint64(lay.AllocSize(g.ValueType)), align)
	if err != nil {
		return nil, err
	}
	o.global, o.state = g, lazy
	m.globals[g] = o
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

// externGlobal makes an object for a variable that is only declared: the
// standard streams, or something that has an address and no contents.
func (m *Machine) externGlobal(g *ir.Global) (*object, error) {
	for fd, name := range []string{"stdin", "stdout", "stderr"} {
		if plainName(g.Name) != name {
			continue
		}
		s, err := m.stream(fd)
		if err != nil {
			return nil, err
		}
		o, err := m.newObject(globalObj, 8, 8)
		if err != nil {
			return nil, err
		}
		o.global = g
		m.fill(o, true)
		m.globals[g] = o
		return o, m.storeWord(o.base, 8, s.base, 0)
	}
	if g.Name == "__cpu_model" { // vendor, type, subtype, features: up to AVX2
		o, err := m.newObject(globalObj, 16, 4)
		if err != nil {
			return nil, err
		}
		o.global = g
		m.fill(o, true)
		m.globals[g] = o
		return o, m.storeWord(o.base+12, 4, 1<<11-1, 0)
	}
	o, err := m.newObject(opaqueObj, 0, 16)
	if err != nil {
		return nil, err
	}
	o.global = g
	m.globals[g] = o
	return o, nil
}

// stream is the object whose address stands for a FILE.
func (m *Machine) stream(fd int) (*object, error) {
	if m.stdio[fd] == nil {
		o, err := m.newObject(opaqueObj, 0, 16)
		if err != nil {
			return nil, err
		}
		m.stdio[fd] = o
	}
	return m.stdio[fd], nil
}

// initGlobal evaluates the initialiser of a variable.
func (m *Machine) initGlobal(o *object) (err error) {
	defer func() { // Go callers come here without Call's guard
		if r := recover(); r != nil {
			err = faultf(Internal, "initialiser of @%s: %v", o.global.Name, r)
		}
	}()
	g := o.global
	if err := g.LoadInit(); err != nil {
		return err
	}
	o.data = make([]byte, o.size)
	o.state = live
	if err := m.initBytes(g.Init, o, 0); err != nil {
		o.state = lazy
		return err
	}
	o.open()
	if g.IsConst() {
		o.wlimit = 0
	}
	return nil
}

// initBytes writes a constant at an offset of an object that is zero there.
func (m *Machine) initBytes(v ir.Value, o *object, off int64) error {
	c, ok := v.(*ir.Const)
	if ok {
		lay := m.mod.Layout
		switch c.Kind {
		case ir.ConstZero, ir.ConstNull:
			return nil
		case ir.ConstString:
			copy(o.data[off:], stringBytes(c.Text))
			return nil
		case ir.ConstUndef, ir.ConstPoison:
			if n := lay.StoreSize(c.Typ); m.track && n > 0 {
				o.needShadow()
				setBytes(o.shadow[off:off+n], 0xff)
			}
			return nil
		case ir.ConstArray:
			step := lay.AllocSize(c.Typ.Elem)
			for k, e := range c.Elems {
				if err := m.initBytes(e, o, off+int64(k)*step); err != nil {
					return err
				}
			}
			return nil
		case ir.ConstStruct:
			for k, e := range c.Elems {
				if err := m.initBytes(e, o, off+lay.FieldOffset(c.Typ, k)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if v == nil {
		return faultf(Unsupported, "initialiser of @%s is missing", o.global.Name)
	}
	sh, err := m.shape(v.Type())
	if err != nil {
		return err
	}
	out, und := make([]uint64, sh.slots), make([]uint64, sh.slots)
	if err := m.constant(v, out, und); err != nil {
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
