package markers

import "github.com/llad-ad/llad/ir"

// replaceCall puts a value in the place of a marker call.
func replaceCall(i *ir.Instr, v ir.Value) {
	ir.ReplaceAllUses(i, v)
	operands := i.Args()
	dropHint(i)
	for _, v := range operands {
		eraseDeadMarkerLoad(v)
	}
}

// dropHint removes a call that only tells the compiler something.
func dropHint(i *ir.Instr) {
	i.Parent.Parent.MarkChanged()
	if i.Op != ir.Invoke {
		i.Erase()
		return
	}
	b := i.Parent
	for _, phi := range i.Blocks[1].Phis() {
		for k, from := range phi.Blocks {
			if from == b {
				phi.RemoveIncoming(k)
				break
			}
		}
	}
	next := i.Blocks[0]
	i.Erase()
	ir.NewBuilder(b).Br(next)
}

// replaceMarker puts a call of the wrapper where the marker call stood, and
// removes the loads of marker variables that nothing else reads: those
// variables are often declared and nowhere defined.
func replaceMarker(old *ir.Instr, w *wrapperFunc) {
	call := ir.NewInstr(old.Op, old.Typ, append(append([]ir.Value(nil), w.args...), w.fn)...)
	call.Name, call.Line, call.Blocks = old.Name, old.Line, old.Blocks
	call.X = &ir.Extra{FnType: w.fn.Typ}
	if dbg := old.Metadata("dbg"); dbg != "" {
		call.Meta = []ir.Attachment{{Kind: "dbg", Node: dbg}}
	}
	f := old.Parent.Parent
	b := old.Parent
	at := b.Index(old)
	ir.ReplaceAllUses(old, call)
	operands := old.Args()
	old.Erase()
	b.InsertAt(at, call)
	for _, v := range operands {
		eraseDeadMarkerLoad(v)
	}
	f.MarkChanged()
}

func eraseDeadMarkerLoad(v ir.Value) {
	i, ok := v.(*ir.Instr)
	if !ok || i.Parent == nil || ir.HasUses(i) || optionName(v) == "" {
		return
	}
	operands := i.Args()
	i.Erase()
	for _, v := range operands {
		eraseDeadMarkerLoad(v)
		eraseUnreadStores(v)
	}
}

// eraseUnreadStores removes the stores to a stack slot that nothing reads any
// more, and the loads of marker variables that they stored: those of a
// wrapper's parameters, once it is inlined. The slot stays, because debug
// information may name it.
func eraseUnreadStores(v ir.Value) {
	slot, ok := v.(*ir.Instr)
	if !ok || slot.Op != ir.Alloca {
		return
	}
	var stores []*ir.Instr
	for u := range ir.Uses(slot) {
		if u.User.Op != ir.Store || u.Index() != 1 {
			return
		}
		stores = append(stores, u.User)
	}
	for _, st := range stores {
		v := st.Arg(0)
		st.Erase()
		eraseDeadMarkerLoad(v)
	}
}
