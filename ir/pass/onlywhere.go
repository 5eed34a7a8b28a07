package pass

import "github.com/llad-ad/llad/ir"

// OnlyWhere makes calls run where cond holds only. Nothing uses their results;
// cond is known in front of each. What is known of loops is out of date then.
func OnlyWhere(f *ir.Function, calls []*ir.Instr, cond func(b *ir.Builder) ir.Value) {
	for _, i := range calls {
		head := i.Parent
		at := head.Index(i)
		tail := append([]*ir.Instr(nil), head.Instrs[at+1:]...)
		head.Instrs = head.Instrs[:at]
		does, after := f.NewBlock(f.FreshName("does")), f.NewBlock(f.FreshName("after"))
		does.Line, after.Line = i.Line, i.Line
		does.Append(i)
		for _, n := range tail {
			after.Append(n)
		}
		for _, to := range distinct(after.Succs()) {
			renameIncoming(to, head, after)
		}
		b := ir.NewBuilder(does)
		b.Meta = debugOnly(i)
		b.Br(after)
		b.AtEnd(head)
		b.CondBr(cond(b), does, after)
	}
	layOut(f)
}
