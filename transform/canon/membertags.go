package canon

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// MemberTags gives loads and stores that LLVM made of a struct copy the !tbaa tag of the
// member that they access: LLVM before 18 leaves them !tbaa.struct, the list of the copied
// members. It reports whether anything changed.
func MemberTags(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != ir.Load && i.Op != ir.Store || i.Metadata("tbaa") != "" {
				continue
			}
			at := slices.IndexFunc(i.Meta, func(a ir.Attachment) bool { return a.Kind == "tbaa.struct" })
			if at < 0 {
				continue
			}
			v := ir.Value(i)
			if i.Op == ir.Store {
				v = i.Arg(0)
			}
			if tag := memberAt(f.Module, i.Meta[at].Node, 0, f.Module.Layout.StoreSize(v.Type())); tag != "" {
				i.Meta = slices.Clone(i.Meta)
				i.Meta[at] = ir.Attachment{Kind: "tbaa", Node: tag}
				changed = true
			}
		}
	}
	return changed
}
