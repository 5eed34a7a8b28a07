package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// AddressPhis turns phis of 64-bit integers that only carry addresses into phis of pointers,
// as rustc leaves them for vectors that are swapped. It reports whether anything changed.
func AddressPhis(f *ir.Function) bool {
	phis, webs := addressWebs(f)
	used := usedAddressPhis(f, webs)
	if len(used) == 0 {
		return false
	}
	for _, phi := range phis {
		at := used[phi]
		if at == nil {
			continue
		}
		phi.Parent.InsertAt(0, at)
		for k, v := range phi.Args() {
			at.AddIncoming(addressOfWord(f.Module, v, used), phi.Blocks[k])
		}
	}
	for _, phi := range phis {
		if used[phi] != nil {
			replaceByAddress(phi, used)
		}
	}
	for _, phi := range phis {
		if used[phi] != nil {
			edit.Kill(phi)
		}
	}
	edit.Compact(f)
	return true
}

// addressWebs lists the phis of 64-bit integers, and gives those of them that can only be
// addresses as integers or numbers that lead nowhere.
func addressWebs(f *ir.Function) (phis []*ir.Instr, webs map[*ir.Instr]bool) {
	webs = map[*ir.Instr]bool{}
	for _, b := range f.Blocks {
		for _, phi := range b.Phis() {
			if phi.Typ == ir.I64 {
				webs[phi] = true
				phis = append(phis, phi)
			}
		}
	}
	for again := true; again; {
		again = false
		for _, phi := range phis {
			for _, v := range phi.Args() {
				if i, ok := v.(*ir.Instr); webs[phi] && !isAddressWord(v) && !(ok && webs[i]) {
					delete(webs, phi)
					again = true
				}
			}
		}
	}
	return phis, webs
}

// usedAddressPhis gives a phi of addresses for each phi of webs that is used as an address,
// or flows into one that is.
func usedAddressPhis(f *ir.Function, webs map[*ir.Instr]bool) map[*ir.Instr]*ir.Instr {
	var work []*ir.Instr
	used := map[*ir.Instr]*ir.Instr{}
	use := func(v ir.Value) {
		if phi, ok := v.(*ir.Instr); ok && webs[phi] && used[phi] == nil {
			used[phi] = ir.NewInstr(ir.Phi, f.Module.Ptr())
			work = append(work, phi)
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.IntToPtr {
				use(i.Arg(0))
			}
		}
	}
	for len(work) > 0 {
		phi := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range phi.Args() {
			use(v)
		}
	}
	return used
}

// replaceByAddress puts the phi of addresses in the place of phi: as it is where an address
// is made of phi, as an integer elsewhere.
func replaceByAddress(phi *ir.Instr, used map[*ir.Instr]*ir.Instr) {
	at := used[phi]
	var back *ir.Instr
	for u := range ir.Uses(phi) {
		i := u.User
		switch {
		case used[i] != nil:
		case i.Op == ir.IntToPtr:
			b := ir.NewBuilder(i.Parent)
			b.Before(i)
			edit.Replace(i, b.Cast(ir.BitCast, at, i.Typ))
		default:
			if back == nil {
				b := ir.NewBuilder(phi.Parent)
				b.AtStart(phi.Parent)
				back = b.Cast(ir.PtrToInt, at, ir.I64).(*ir.Instr)
			}
			i.SetArg(u.Index(), back)
		}
	}
}

// isAddressWord reports whether an integer is a ptrtoint, or a constant in the first page.
func isAddressWord(v ir.Value) bool {
	if i, ok := v.(*ir.Instr); ok {
		return i.Op == ir.PtrToInt && i.Arg(0).Type().IsPtr()
	}
	n, ok := ir.IntValue(v)
	return ok && n >= 0 && n < 4096
}

// addressOfWord is the pointer that corresponds to an incoming value of a phi of integers.
func addressOfWord(m *ir.Module, v ir.Value, used map[*ir.Instr]*ir.Instr) ir.Value {
	i, ok := v.(*ir.Instr)
	switch {
	case !ok:
		return &ir.Const{Kind: ir.ConstExpr, Typ: m.Ptr(), Op: ir.IntToPtr, Elems: []ir.Value{v}}
	case used[i] != nil:
		return used[i]
	}
	return i.Arg(0)
}
