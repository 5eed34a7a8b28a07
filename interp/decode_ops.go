package interp

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

var intOps = map[ir.Op]opcode{ir.Add: opAdd, ir.Sub: opSub, ir.Mul: opMul, ir.And: opAnd, ir.Or: opOr, ir.Xor: opXor,
	ir.Shl: opShl, ir.LShr: opLShr, ir.AShr: opAShr, ir.UDiv: opUDiv, ir.SDiv: opSDiv, ir.URem: opURem, ir.SRem: opSRem}

var icmpOps = map[ir.Pred]opcode{ir.EQ: opEQ, ir.NE: opNE, ir.UGT: opUGT, ir.UGE: opUGE, ir.ULT: opULT, ir.ULE: opULE,
	ir.SGT: opSGT, ir.SGE: opSGE, ir.SLT: opSLT, ir.SLE: opSLE}

var floatOps = map[ir.Op]opcode{ir.FAdd: opFAdd, ir.FSub: opFSub, ir.FMul: opFMul, ir.FDiv: opFDiv, ir.FRem: opFRem, ir.FNeg: opFNeg}

var float64Ops = map[ir.Op]opcode{ir.FAdd: opFAdd64, ir.FSub: opFSub64, ir.FMul: opFMul64, ir.FDiv: opFDiv64}

var float32Ops = map[ir.Op]opcode{ir.FAdd: opFAdd32, ir.FSub: opFSub32, ir.FMul: opFMul32, ir.FDiv: opFDiv32}

// lanes sets how many lanes an operation over type t has and turns a vector
// operation into its scalar one repeated.
func (in *inst) lanes(t *ir.Type) {
	if t.Kind == ir.VectorKind {
		in.n = int32(t.Len)
		in.op, in.sub = opLanes, in.op
	}
}

// width puts an integer's (or address's) width and mask.
func (in *inst) width(t *ir.Type) {
	bits := leafBits(t.Scalar())
	in.w, in.imm = uint8(bits), topMask(bits)
}

func checkFloat(t *ir.Type) error {
	if k := t.Scalar().Kind; k == ir.PPCFP128Kind {
		return faultf(Unsupported, "type %s", t)
	}
	return nil
}

func (d *decoder) arith(i *ir.Instr, in *inst) error {
	n := 2
	if i.Op == ir.FNeg {
		n = 1
	}
	if err := d.operands(i, in, n); err != nil {
		return err
	}
	t := i.Arg(0).Type()
	s := t.Scalar()
	switch {
	case s.IsInt() && s.Bits > 64:
		in.op, in.pred = opWide, i.Pred
		in.x = &extra{op: i.Op}
		var err error
		if in.x.shape, err = d.types.shape(t); err != nil {
			return err
		}
		in.x.shape2, err = d.types.shape(i.Typ)
		return err
	case i.Op == ir.ICmp:
		in.op = icmpOps[i.Pred]
		in.width(t)
	case i.Op == ir.FCmp:
		in.op, in.pred, in.k = opFCmp, i.Pred, leafKindOf(s)
	case s.IsFloat():
		in.op, in.k = floatOps[i.Op], leafKindOf(s)
		if op, ok := float64Ops[i.Op]; ok && s.Kind == ir.DoubleKind {
			in.op = op
		}
		if op, ok := float32Ops[i.Op]; ok && s.Kind == ir.FloatKind {
			in.op = op
		}
	case s.IsInt():
		in.op = intOps[i.Op]
		in.width(t)
	}
	if in.op == opNop {
		return faultf(Unsupported, "%s %s of %s", i.Op, i.Pred, t)
	}
	in.lanes(t)
	return checkFloat(t)
}

func (d *decoder) cast(i *ir.Instr, in *inst) error {
	if err := d.operands(i, in, 1); err != nil {
		return err
	}
	from, to := i.Arg(0).Type(), i.Typ
	sf, st := from.Scalar(), to.Scalar()
	if err := checkFloat(from); err != nil {
		return err
	}
	if err := checkFloat(to); err != nil {
		return err
	}
	if i.Op == ir.BitCast || i.Op == ir.AddrSpaceCast {
		return d.bitcast(from, to, in)
	}
	bf, bt := leafBits(sf), leafBits(st)
	if i.Op == ir.PtrToInt || i.Op == ir.PtrToAddr || i.Op == ir.IntToPtr {
		bf, bt = min(bf, 1<<16), min(bt, 1<<16)
	}
	if sf.IsInt() && bf > 64 || st.IsInt() && bt > 64 {
		in.op = opWide
		in.x = &extra{op: i.Op}
		in.k, in.k2 = leafKindOf(sf), leafKindOf(st)
		var err error
		if in.x.shape, err = d.types.shape(from); err != nil {
			return err
		}
		in.x.shape2, err = d.types.shape(to)
		return err
	}
	in.w, in.w2 = uint8(min(bf, 128)), uint8(min(bt, 128))
	in.k, in.k2 = leafKindOf(sf), leafKindOf(st)
	in.imm = topMask(bt)
	switch i.Op {
	case ir.Trunc, ir.ZExt, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr:
		in.op = opTrunc
	case ir.SExt:
		in.op = opSExt
	case ir.FPTrunc, ir.FPExt:
		in.op = opFPCast
	case ir.FPToUI:
		in.op = opFPToUI
	case ir.FPToSI:
		in.op = opFPToSI
	case ir.UIToFP:
		in.op = opUIToFP
	case ir.SIToFP:
		in.op = opSIToFP
	default:
		return faultf(Unsupported, "instruction %s", i.Op)
	}
	in.lanes(to)
	return nil
}

// bitcast moves slots where the members of both types are alike, and goes
// through the bytes in memory otherwise.
func (d *decoder) bitcast(from, to *ir.Type, in *inst) error {
	a, err := d.types.shape(from)
	if err != nil {
		return err
	}
	b, err := d.types.shape(to)
	if err != nil {
		return err
	}
	alike := len(a.leaves) == len(b.leaves)
	for k := 0; alike && k < len(a.leaves); k++ {
		x, y := a.leaves[k], b.leaves[k]
		wide := x.kind == f80Leaf || x.kind == f128Leaf || y.kind == f80Leaf || y.kind == f128Leaf
		alike = x.bits == y.bits && (x.kind == y.kind || !wide)
	}
	if alike {
		in.copyOp(a.slots)
		return nil
	}
	in.op, in.x = opRepack, &extra{shape: a, shape2: b}
	return nil
}

func (in *inst) copyOp(n int) {
	in.op, in.n = opCopy, int32(n)
	if n == 1 {
		in.op = opCopy1
	}
}

// path is the slot at which the member at the given indices starts, and its size.
func path(t *ir.Type, idx []int) (at, n int, err error) {
	for _, k := range idx {
		if !t.IsAggregate() || k < 0 || k >= t.NumElems() {
			return 0, 0, faultf(Unsupported, "no member %d in %s", k, t)
		}
		if t.Kind == ir.ArrayKind {
			n, err := slotsOf(t.Elem)
			if err != nil {
				return 0, 0, err
			}
			at += n * k
		} else {
			for j := 0; j < k; j++ {
				n, err := slotsOf(t.Fields[j])
				if err != nil {
					return 0, 0, err
				}
				at += n
			}
		}
		t = t.At(k)
	}
	n, err = slotsOf(t)
	return at, n, err
}

func (d *decoder) compose(i *ir.Instr, in *inst) error {
	if err := d.operands(i, in, min(i.NumArgs(), 2)); err != nil {
		return err
	}
	n, err := slotsOf(i.Typ)
	if err != nil {
		return err
	}
	t := i.Arg(0).Type()
	switch i.Op {
	case ir.Freeze:
		in.op, in.n = opFreeze, int32(n)
	case ir.Select:
		if in.c, err = d.val(i.Arg(2)); err != nil {
			return err
		}
		switch {
		case t.Kind == ir.VectorKind:
			in.op, in.n = opSelectVec, int32(t.Len)
			in.aux = uint64(n / max(int(t.Len), 1))
		case n == 1:
			in.op = opSelect1
		default:
			in.op, in.n = opSelect, int32(n)
		}
	case ir.ExtractValue:
		at, _, err := path(t, i.Indices)
		if err != nil {
			return err
		}
		in.a += int32(at)
		in.copyOp(n)
	case ir.InsertValue:
		at, sz, err := path(t, i.Indices)
		if err != nil {
			return err
		}
		in.op, in.n, in.imm, in.aux = opInsert, int32(n), uint64(at), uint64(sz)
	case ir.ExtractElement:
		if k, ok := ir.IntValue(i.Arg(1)); ok && k >= 0 && k < t.Len {
			in.a += int32(k) * int32(n)
			in.copyOp(n)
			return nil
		}
		in.op, in.n, in.aux = opExtractDyn, int32(t.Len), uint64(n)
		in.width(i.Arg(1).Type())
	case ir.InsertElement:
		sz, err := slotsOf(t.Elem)
		if err != nil {
			return err
		}
		if k, ok := ir.IntValue(i.Arg(2)); ok && k >= 0 && k < t.Len {
			in.op, in.n, in.imm, in.aux = opInsert, int32(n), uint64(int(k)*sz), uint64(sz)
			return nil
		}
		if in.c, err = d.val(i.Arg(2)); err != nil {
			return err
		}
		in.op, in.n, in.aux = opInsertDyn, int32(t.Len), uint64(sz)
		in.width(i.Arg(2).Type())
	case ir.ShuffleVector:
		return d.shuffle(i, in)
	}
	return nil
}

func (d *decoder) shuffle(i *ir.Instr, in *inst) error {
	t := i.Arg(0).Type()
	sz, err := slotsOf(t.Elem)
	if err != nil {
		return err
	}
	n, err := slotsOf(i.Typ)
	if err != nil {
		return err
	}
	mask, und := make([]uint64, i.Typ.Len), make([]uint64, i.Typ.Len)
	if err := d.img.constant(i.Arg(2), mask, und); err != nil {
		return err
	}
	in.op, in.n = opShuffle, int32(n)
	in.x = &extra{shuffle: make([]int32, 0, n)}
	for k := range mask {
		lane := int64(mask[k])
		for j := 0; j < sz; j++ {
			s := int32(-1)
			switch {
			case und[k] != 0 || lane >= 2*t.Len:
			case lane < t.Len:
				s = in.a + int32(int(lane)*sz+j)
			default:
				s = in.b + int32(int(lane-t.Len)*sz+j)
			}
			in.x.shuffle = append(in.x.shuffle, s)
		}
	}
	return nil
}

func (d *decoder) memory(i *ir.Instr, in *inst) error {
	switch i.Op {
	case ir.Fence:
		return nil
	case ir.Alloca:
		return d.alloca(i, in)
	case ir.GetElementPtr:
		return d.gep(i, in)
	}
	return d.access(i, in)
}

func (d *decoder) alloca(i *ir.Instr, in *inst) error {
	if err := d.operands(i, in, 1); err != nil {
		return err
	}
	if err := d.types.sized(i.Elem); err != nil {
		return err
	}
	in.op, in.aux = opAlloca, uint64(d.mod.Layout.AllocSize(i.Elem))
	in.width(i.Arg(0).Type())
	in.imm = uint64(i.Align)
	if in.imm == 0 {
		in.imm = uint64(max(d.mod.Layout.Align(i.Elem), 1))
	}
	return nil
}

// access decodes loads, stores and atomic operations. A value of one scalar of
// at most eight bytes is a word.
func (d *decoder) access(i *ir.Instr, in *inst) (err error) {
	t := i.Typ
	addr := 0
	switch i.Op {
	case ir.Load:
		in.a, err = d.val(i.Arg(0))
	case ir.Store:
		t, addr = i.Arg(0).Type(), 1
		if in.b, err = d.val(i.Arg(0)); err == nil {
			in.a, err = d.val(i.Arg(1))
		}
	default:
		t = i.Arg(1).Type()
		err = d.operands(i, in, min(i.NumArgs(), 3))
	}
	if err != nil {
		return err
	}
	if err := checkFloat(t); err != nil {
		return err
	}
	if as := i.Arg(addr).Type().Scalar().AddrSpace; as >= 256 && as <= 258 {
		return faultf(Unsupported, "address space %d (a segment register)", as)
	}
	sh, err := d.types.shape(t)
	if err != nil {
		return err
	}
	in.x = &extra{shape: sh}
	in.imm = uint64(i.Align)
	if in.imm == 0 {
		in.imm = uint64(max(d.mod.Layout.Align(t), 1))
	}
	in.imm--
	word := len(sh.leaves) == 1 && sh.leaves[0].bytes <= 8 && !sh.packed
	if word {
		in.w, in.aux = uint8(sh.leaves[0].bytes), topMask(int(sh.leaves[0].bits))
	}
	switch i.Op {
	case ir.Load, ir.Store:
		in.op, in.n = accessOp(i.Op == ir.Store, word), int32(sh.slots)
	case ir.CmpXchg:
		in.op = opCmpXchg
	case ir.AtomicRMW:
		in.op, in.k = opRMW, leafKindOf(t)
		if i.X != nil {
			in.x.rmw = strings.TrimSpace(i.X.RMWOp)
		}
	}
	switch {
	case word:
		in.w2 = uint8(sh.leaves[0].bits)
	case in.op == opCmpXchg || in.op == opRMW:
		return faultf(Unsupported, "%s of %s", i.Op, t)
	}
	return nil
}

func accessOp(store, word bool) opcode {
	switch {
	case store && word:
		return opStoreW
	case store:
		return opStore
	case word:
		return opLoadW
	}
	return opLoad
}

// gep folds constant indices into one offset and keeps the others with their
// strides.
func (d *decoder) gep(i *ir.Instr, in *inst) (err error) {
	lay := d.mod.Layout
	if in.a, err = d.val(i.Arg(0)); err != nil {
		return err
	}
	x := &extra{}
	baseVec := i.Arg(0).Type().Kind == ir.VectorKind
	t := i.Elem
	if err := d.types.sized(t); err != nil && i.NumArgs() > 1 {
		return err
	}
	for k := 1; k < i.NumArgs(); k++ {
		a := i.Arg(k)
		var stride int64
		if k > 1 {
			switch t.Kind {
			case ir.StructKind:
				f, ok := constIndex(a)
				if !ok || f < 0 || int(f) >= len(t.Fields) {
					return faultf(Unsupported, "index %s into %s", a.Ident(), t)
				}
				in.imm += uint64(lay.FieldOffset(t, int(f)))
				t = t.Fields[f]
				continue
			case ir.VectorKind:
				t, stride = t.Elem, int64(leafBits(t.Elem)/8)
			case ir.ArrayKind:
				t, stride = t.Elem, lay.AllocSize(t.Elem)
			default:
				return faultf(Unsupported, "index %s into %s", a.Ident(), t)
			}
		} else {
			stride = lay.AllocSize(t)
		}
		if c, ok := constIndex(a); ok {
			in.imm += uint64(c * stride)
			continue
		}
		s, err := d.val(a)
		if err != nil {
			return err
		}
		at := a.Type()
		if at.Scalar().Bits > 64 {
			return faultf(Unsupported, "index of type %s", at)
		}
		x.index = append(x.index, gepIndex{slot: s, w: uint8(at.Scalar().Bits), vec: at.Kind == ir.VectorKind, scale: uint64(stride)})
	}
	switch {
	case i.Typ.Kind == ir.VectorKind:
		in.op, in.n, in.x = opGEPVec, int32(i.Typ.Len), x
		if baseVec {
			in.b = 1
		}
	case len(x.index) == 0:
		in.op = opGEP0
	case len(x.index) == 1:
		in.op, in.b, in.w, in.aux = opGEP1, x.index[0].slot, x.index[0].w, x.index[0].scale
	default:
		in.op, in.x = opGEPN, x
	}
	return nil
}

// constIndex is a constant index, a scalar or a splat of one.
func constIndex(v ir.Value) (int64, bool) {
	if n, ok := ir.IntValue(v); ok {
		return n, true
	}
	c, ok := v.(*ir.Const)
	switch {
	case !ok:
	case c.Kind == ir.ConstZero:
		return 0, true
	case c.Kind == ir.ConstVector || c.Kind == ir.ConstSplat:
		n, ok := ir.IntValue(c.Elems[0])
		for _, e := range c.Elems[1:] {
			k, same := ir.IntValue(e)
			ok = ok && same && k == n
		}
		return n, ok
	}
	return 0, false
}
