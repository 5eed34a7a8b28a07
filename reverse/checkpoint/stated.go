package checkpoint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Extent says how much memory a parameter leads to: the sum of products of
// numbers and of integer parameters.
type Extent struct {
	Func  string     // its symbol, or its name in the source; "" is every function that has the parameter
	Param string     // its name, or its position
	Bytes [][]string // numbers, names, and positions as #3
}

// ParseExtent reads an extent as the command line has it: f:u=8*n*m+16.
func ParseExtent(text string) (Extent, error) {
	where, sum, ok := strings.Cut(text, "=")
	x := Extent{Param: where}
	if k := strings.LastIndexByte(where, ':'); k >= 0 {
		x.Func, x.Param = where[:k], where[k+1:]
	}
	for _, product := range strings.Split(sum, "+") {
		factors := strings.Split(product, "*")
		for k, f := range factors {
			factors[k] = strings.TrimSpace(f)
			ok = ok && factors[k] != ""
		}
		x.Bytes = append(x.Bytes, factors)
	}
	if !ok || x.Param == "" {
		return x, fmt.Errorf("'%s' is no extent, such as f:u=8*n or u=8*rows*columns+16", text)
	}
	return x, nil
}

// extents gives the memory that Extents speak of behind the parameters of f, a
// clone of original.
func (ck *Checkpoints) extents(f, original *ir.Function) ([]memPiece, error) {
	var out []memPiece
	if len(ck.Extents) == 0 || ck.steps[original] != nil || ck.loops[original] != nil {
		return nil, nil
	}
	names := ck.Names(original.Source())
	find := func(name string) *ir.Param {
		if k := slices.Index(names, name); k >= 0 {
			return f.Params[k]
		}
		if k, err := strconv.Atoi(strings.TrimPrefix(name, "#")); err == nil && k < len(f.Params) && k >= 0 {
			return f.Params[k]
		}
		return nil
	}
	b := ir.NewBuilder(f.Entry())
	b.AtStart(f.Entry())
	refuse := func(x Extent, name string) error {
		return ir.InFunc(original, ir.Diagnostic{Code: codeNoState,
			Message: fmt.Sprintf("'%s' has no parameter '%s' that could tell the extent of '%s'", original.SourceName(), name, x.Param),
			Hint:    "its parameters are " + strings.Join(called(f, names), ", ")})
	}
	for k, x := range ck.Extents {
		if x.Func != "" && !ck.isNamed(original, x.Func) {
			continue
		}
		p := find(x.Param)
		if p == nil || !p.Typ.IsPtr() {
			if x.Func != "" {
				return nil, refuse(x, x.Param)
			}
			continue
		}
		var sum ir.Value = i64(0)
		for _, product := range x.Bytes {
			var bytes ir.Value = i64(1)
			for _, name := range product {
				if n, err := strconv.ParseInt(name, 10, 64); err == nil {
					bytes = b.Mul(bytes, i64(n))
					continue
				}
				q := find(name)
				if q == nil || !q.Typ.IsInt() || q.Typ.Bits > 64 {
					return nil, refuse(x, name)
				}
				bytes = b.Mul(bytes, b.Cast(ir.SExt, q, ir.I64))
			}
			sum = b.Add(sum, bytes)
		}
		if ck.stated == nil {
			ck.stated = map[int]bool{}
		}
		ck.stated[k] = true
		out = append(out, memPiece{p, sum})
	}
	return out, nil
}

// called gives what the parameters of f can be called in an extent: names where there
// are some, else positions.
func called(f *ir.Function, names []string) []string {
	out := slices.Clone(names)
	for k := range out {
		if out[k] == "" {
			out[k] = "#" + strconv.Itoa(k)
		}
	}
	for k := len(out); k < len(f.Params); k++ {
		out = append(out, "#"+strconv.Itoa(k))
	}
	return out
}

// missingExtents gives the extents that no function was found for.
func (ck *Checkpoints) missingExtents(f *ir.Function) (errs []error) {
	for k, x := range ck.Extents {
		if !ck.stated[k] && (x.Func == "" || ck.isNamed(f, x.Func)) {
			errs = append(errs, ir.InFunc(f, ir.Diagnostic{Code: codeNoState,
				Message: fmt.Sprintf("'%s' has no pointer parameter '%s'", f.SourceName(), x.Param)}))
		}
	}
	return errs
}
