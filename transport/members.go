package transport

import "github.com/llad-ad/llad/ir"

// What stands in a member of a struct that is copied, as the support functions are told.
const (
	numberMember = iota // of fewer than 64 bits
	doubleMember
	singleMember
	anyMember
)

// copiedMembers lists the members of a struct that a call copies, as its alias metadata (!tbaa.struct) has them: the offset
// of each, from bit 32 on its size, from bit 60 on what it is. nil where none is said to be a float.
func copiedMembers(i *ir.Instr) (list []int64) {
	x := i.Parent.Parent.Module.Metadata()
	some := false
	for _, c := range x.CopiedMembers(i.Metadata("tbaa.struct")) {
		if c.At < 0 || c.Size < 0 || c.At >= 1<<32 || c.Size >= 1<<28 {
			return nil
		}
		kind, unit := memberKind(x, c.Tag, c.Size)
		some = some || kind == doubleMember || kind == singleMember
		for at := c.At; at < c.At+c.Size; at += unit {
			list = append(list, at|unit<<32|kind<<60)
		}
	}
	if !some {
		return nil
	}
	return list
}

// maxElements is how many numbers a member may have to be copied one by one.
const maxElements = 64

// memberKind is what a member of a size is, and how long its elements are, that has an access tag.
func memberKind(x *ir.Metadata, tag string, size int64) (kind, unit int64) {
	access := x.Operands(tag)
	if len(access) < 3 {
		return anyMember, size
	}
	typ := x.Operands(access[1])
	switch {
	case len(typ) == 0:
	case typ[0] == `!"double"` && size%8 == 0 && size <= 8*maxElements:
		return doubleMember, 8
	case typ[0] == `!"float"` && size%4 == 0 && size <= 4*maxElements:
		return singleMember, 4
	case typ[0] == `!"int"` && size == 4, size == 1:
		return numberMember, size
	}
	return anyMember, size
}

// traceCopiedMembers copies the shadow of a struct member by member.
func traceCopiedMembers(x *body, i *ir.Instr, list []int64, line ir.Value) {
	for _, m := range list {
		switch m >> 60 {
		case doubleMember:
			x.t.widths |= doubles
		case singleMember:
			x.t.widths |= singles
		}
	}
	elems := make([]ir.Value, len(list))
	for k, m := range list {
		elems[k] = ir.NewInt(ir.I64, m)
	}
	m := x.t.m
	typ := m.Types.Array(ir.I64, int64(len(list)))
	table := m.AddGlobal(m.FreshSymbol("llad.members"), "private unnamed_addr", "constant", typ, &ir.Const{Kind: ir.ConstArray, Typ: typ, Elems: elems})
	table.Suffix = "align 8"
	x.call("llad.shadow.members", x.integerOf(x.word(i.Arg(0))), x.integerOf(x.word(i.Arg(1))), x.integerOf(i.Arg(1)), byteCount(x, i.Arg(2)), line,
		x.b.Cast(ir.PtrToInt, table, ir.I64), ir.NewInt(ir.I64, int64(len(list))))
}
