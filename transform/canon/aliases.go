package canon

import "github.com/llad-ad/llad/ir"

// Aliases replaces aliases of variables by the variables themselves: two names would count as
// two objects in every analysis. It reports whether anything changed.
func Aliases(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for k := range i.NumArgs() {
				if v := unaliased(i.Arg(k)); v != i.Arg(k) {
					i.SetArg(k, v)
					changed = true
				}
			}
		}
	}
	return changed
}

// unaliased is v, or its replacement where v is an alias of a variable or a constant
// expression with one. Aliases of functions stay: their aliasees may be visible in their own
// module only.
func unaliased(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Global:
		if to := v.Aliasee(); to != nil {
			if _, ok := ir.AliasTarget(to).(*ir.Function); !ok {
				return unaliased(to)
			}
		}
	case *ir.Const:
		for k, e := range v.Elems {
			to := unaliased(e)
			if to == e {
				continue
			}
			c := *v
			c.Elems = append([]ir.Value(nil), v.Elems...)
			for n := k; n < len(c.Elems); n++ {
				c.Elems[n] = unaliased(c.Elems[n])
			}
			return &c
		}
	}
	return v
}
