package canon

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// ExpandRealloc replaces Rust's reallocations, which pass the old size, by an allocation, a
// memcpy and a free: what is known of those then holds of memory that was moved. Where the
// allocation fails, nothing is copied. It reports whether anything changed.
func ExpandRealloc(f *ir.Function) bool {
	var all []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			g := i.CalledFunc()
			if i.Op != ir.Call || g == nil || !g.IsDecl || i.NumCallArgs() != 4 || !i.Typ.IsPtr() {
				continue
			}
			if k := rules.Lookup(g.Name); k != nil && k.Class == rules.Realloc && strings.HasSuffix(g.Name, "__rust_realloc") {
				all = append(all, i)
			}
		}
	}
	m := f.Module
	for _, i := range all {
		name := i.CalledFunc().Name
		from, had, align, bytes := i.Arg(0), i.Arg(1), i.Arg(2), i.Arg(3)
		n := had.Type()
		alloc := rules.RustAlloc(name)
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		b.Meta = i.Meta
		to := b.CallFunc(m.Declare(alloc, m.FuncType(i.Typ, n, n)), bytes, align)
		to.Extra().RetAttrs = "noalias"
		least := b.Select(b.ICmp(ir.ULT, had, bytes), had, bytes)
		some := b.Select(b.ICmp(ir.EQ, to, ir.Zero(i.Typ)), ir.Zero(n), least)
		b.MemCpy(to, from, some)
		b.CallFunc(m.Declare(rules.Lookup(name).FreeWith, m.FuncType(ir.Void, i.Typ, n, n)), from, had, align)
		edit.Replace(i, to)
	}
	if len(all) > 0 {
		edit.Compact(f)
	}
	return len(all) > 0
}
