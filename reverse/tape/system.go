package tape

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/structured"
)

// weak declares a function that need not be there, nil where the module has another type for it.
// One that the program calls itself stays as it is declared.
func (rt *Runtime) weak(name string, ret *ir.Type, params ...*ir.Type) *ir.Function {
	t := rt.M.FuncType(ret, params...)
	f := rt.M.Func(name)
	if f == nil {
		f = rt.M.Declare(name, t)
		f.Prefix = "extern_weak"
	}
	if !ir.Same(f.Typ, t) {
		return nil
	}
	return f
}

// ifAll has then use functions where all of them are there.
func ifAll(c *structured.Code, fs []*ir.Function, then func(fs []*ir.Function)) {
	if slices.Contains(fs, nil) {
		return
	}
	all := ir.Value(ir.NewBool(true))
	for _, f := range fs {
		all = c.Binary(ir.And, all, c.ICmp(ir.NE, f, ir.Zero(f.Type())))
	}
	c.If(all, func() { then(fs) })
}
