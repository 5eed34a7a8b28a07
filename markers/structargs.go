package markers

import (
	"github.com/ianlancetaylor/demangle"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// A struct that a function takes by value, such as a complex number, is several parameters in IR
// where it is passed in registers. A marker call has one marker for all of them, then their values, then
// their tangents. The name of a C++ function has its parameters as they are in the source.

// parts is how many parameters of callee, from number k on, are one in the source: 1 where that is not known.
func (m *marker) parts(k int) int {
	f := m.callee
	first := 0
	if len(f.Params) > 0 && f.Params[0].HasAttr("sret") {
		first = 1
	}
	at := first
	for _, n := range sourceParts(diag.PlainName(f.Name), f.Params[first:]) {
		if at == k {
			return n
		}
		at += n
	}
	return 1
}

// sourceParts gives, for each parameter in the source of the function with that symbol, how many of its parameters
// in IR that is; nil where it is not known.
func sourceParts(symbol string, params []*ir.Param) []int {
	types, n := sourceTypes(symbol), len(params)
	if len(types) == 0 || len(types) >= n {
		return nil // one each; or empty structs, which are none
	}
	if params[0].Typ.IsPtr() && !isScalar(types[0]) {
		return nil // of a member function, whose object the name does not have among the parameters
	}
	parts := make([]int, len(types))
	unknown, name, known := 0, "", 0
	for k, t := range types {
		s := demangle.ASTToString(t)
		if isScalar(t) {
			parts[k] = 1
		} else {
			if unknown > 0 && s != name {
				return nil
			}
			unknown, name = unknown+1, s
		}
		known += parts[k]
	}
	if unknown == 0 || (n-known)%unknown != 0 {
		return nil
	}
	for k := range parts {
		if parts[k] == 0 {
			parts[k] = (n - known) / unknown
		}
	}
	return parts
}

// isScalar reports whether a type is no struct for all that its name says.
func isScalar(t demangle.AST) bool {
	switch t.(type) {
	case *demangle.BuiltinType, *demangle.PointerType, *demangle.ReferenceType, *demangle.RvalueReferenceType:
		return true
	}
	return false
}

// sourceTypes are the types of the parameters that a C++ symbol names, nil where it names none.
func sourceTypes(symbol string) []demangle.AST {
	ast, err := demangle.ToAST(symbol)
	if err != nil {
		return nil
	}
	typed, ok := ast.(*demangle.Typed)
	if !ok {
		return nil
	}
	fn, ok := typed.Type.(*demangle.FunctionType)
	if !ok {
		return nil
	}
	return fn.Args
}

// structArgument takes what belongs to n parameters from number k on, a struct: their values, then their tangents.
func (m *marker) structArgument(c *argCursor, k, n int, o option) error {
	kind := o.kind
	tangents := kind == signature.Dup || kind == signature.DupNoNeed
	for j := range n {
		v, err := c.take("an argument")
		if err != nil {
			return err
		}
		m.params[k+j].primal = v
		m.seed.Params[k+j] = kind
		if tangents && !m.callee.Params[k+j].Typ.HasPtr() {
			m.seed.Params[k+j] = signature.Out // a tangent by value
		}
	}
	if !tangents {
		return nil
	}
	for range m.width {
		for j := range n {
			if err := m.takeShadows(c, k+j, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// isStruct reports whether parameter k and others behind it are a struct whose values and tangents stand
// together in the call. Where the source is not known a call that may be read both ways is refused.
func (m *marker) isStruct(c *argCursor, k int, o option) (n int, err error) {
	if c.apart || o.vector {
		return 1, nil
	}
	if n = m.parts(k); n > 1 {
		for j := range n {
			t := m.callee.Params[k+j].Typ
			if !t.HasFloat() || t.HasPtr() {
				return 1, nil // members that take no tangent
			}
		}
		if m.mode == pipeline.Forward || o.kind == signature.Const {
			return n, nil
		}
		return 1, nil
	}
	if m.mode != pipeline.Forward || o.kind != signature.Dup || sourceTypes(diag.PlainName(m.callee.Name)) != nil {
		return 1, nil
	}
	given := 0
	for _, v := range c.args[c.at:] {
		if optionName(v) != "" {
			break
		}
		given++
	}
	t := m.callee.Params[k].Typ
	if given < 2*(m.width+1) || given%(m.width+1) != 0 || !t.Scalar().IsFP() {
		return 1, nil
	}
	for j := range given / (m.width + 1) {
		if k+j >= len(m.callee.Params) || m.callee.Params[k+j].Typ != t {
			return 1, nil
		}
	}
	d := ir.DiagAt(m.call, codeMarkerArgs, "behind 'dup' for parameter %s of '%s' stand %d numbers: they may be a struct by value and its tangent, or several parameters each with its own",
		diag.ParamLabel(m.callee, k), diag.Demangled(m.callee), given)
	d.Hint = "put a marker before each parameter; pass a struct by its address"
	return 1, d
}
