package interp

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// decoder turns a function into its decoded form.
type decoder struct {
	img    *image
	types  *shapeTable
	mod    *ir.Module
	f      *function
	slots  []int32 // by Instr.ID
	memo   map[ir.Value]int32
	scalar map[[2]uint64]int32
	und    bool    // a constant has undefined bits
	starts []int32 // by Block.ID
}

func (g *image) decoder(f *function) *decoder {
	return &decoder{img: g, types: g.types, mod: g.mod, f: f, memo: map[ir.Value]int32{}, scalar: map[[2]uint64]int32{}}
}

// decode reads and decodes a definition.
func (g *image) decode(f *function) error {
	if f.decoded {
		return f.err
	}
	f.decoded = true
	f.err = g.decodeBody(f)
	return f.err
}

func (g *image) decodeBody(f *function) error {
	if err := f.ir.Load(); err != nil {
		return err
	}
	if len(f.ir.Blocks) == 0 {
		return faultf(NoBody, "@%s is only declared", f.ir.Name)
	}
	d := g.decoder(f)
	blocks, instrs := f.ir.Number()
	d.slots = make([]int32, instrs)
	d.starts = make([]int32, blocks)
	next := int32(0)
	for _, p := range f.ir.Params {
		n, err := slotsOf(p.Typ)
		if err != nil {
			return err
		}
		ref := paramRef{slot: next, n: int32(n), byval: -1, noundef: hasWord(p.Attrs, "noundef")}
		if err := d.byval(p.Attrs, p.Typ, &ref); err != nil {
			return err
		}
		f.params = append(f.params, ref)
		f.prologue = f.prologue || ref.byval >= 0
		next += int32(n)
	}
	for _, b := range f.ir.Blocks {
		for _, i := range b.Instrs {
			n, err := slotsOf(i.Typ)
			if err != nil {
				return at(err, i)
			}
			d.slots[i.ID] = next
			next += int32(n)
		}
	}
	f.prologue = f.prologue || f.ir.Typ.Variadic
	f.constBase = next
	nret, err := slotsOf(f.ir.Typ.Ret)
	if err != nil {
		return err
	}
	f.nret = int32(nret)
	f.retNoUndef = hasWord(f.ir.RetAttrs, "noundef")
	for _, b := range f.ir.Blocks {
		d.starts[b.ID] = int32(len(f.code))
		for _, i := range b.Instrs {
			if i.Op == ir.Phi {
				continue
			}
			in, err := d.instr(i)
			if err != nil {
				return at(err, i)
			}
			if in.op != opNop {
				in.src = i
				f.code = append(f.code, in)
			}
		}
		if b.Term() == nil {
			return faultf(Unsupported, "block %s of @%s has no terminator", b.Ident(), f.ir.Name)
		}
	}
	for k := range f.edges {
		e := &f.edges[k]
		e.pc, e.count = d.starts[e.to.ID], uint64(len(e.to.Instrs))
	}
	f.entry = uint64(len(f.ir.Entry().Instrs))
	f.nslots = f.constBase + int32(len(f.consts))
	if !d.und {
		f.constUnd = nil
	}
	return nil
}

// at adds the place of an instruction to a fault of decoding.
func at(err error, i *ir.Instr) error {
	f, ok := err.(*Fault)
	if ok && f.Func == "" {
		f.Place = placeOf(i)
	}
	return err
}

// hasWord reports whether an attribute list has the attribute w.
func hasWord(attrs, w string) bool {
	for _, s := range strings.Fields(attrs) {
		if s == w {
			return true
		}
	}
	return false
}

// byval finds how much of its argument a byval parameter with such attributes copies.
func (d *decoder) byval(attrs string, pointer *ir.Type, ref *paramRef) error {
	k := strings.Index(attrs, "byval(")
	if k < 0 && !hasWord(attrs, "byval") {
		return nil
	}
	t := pointer.Elem
	if k >= 0 {
		text := attrs[k+len("byval("):]
		depth, end := 1, 0
		for end < len(text) && depth > 0 {
			switch text[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
			end++
		}
		if t == nil {
			if t = d.typeNamed(strings.TrimSpace(text[:end-1])); t == nil {
				return faultf(Unsupported, "byval type %s", text[:end-1])
			}
		}
	}
	if t == nil || t.Opaque {
		return faultf(Unsupported, "byval parameter without a type")
	}
	if err := d.types.sized(t); err != nil {
		return err
	}
	ref.byval = d.mod.Layout.AllocSize(t)
	ref.align = uint64(d.mod.Layout.Align(t))
	if a := strings.Index(attrs, "align "); a >= 0 {
		f := strings.Fields(attrs[a:])
		if n, err := strconv.Atoi(f[1]); err == nil && n > 0 {
			ref.align = uint64(n)
		}
	}
	return nil
}

// typeNamed finds the type of the given spelling among the named ones and the
// simple arrays of numbers that a byval may copy.
func (d *decoder) typeNamed(s string) *ir.Type {
	if strings.HasPrefix(s, "%") {
		return d.mod.Types.Named(s[1:])
	}
	switch s {
	case "float":
		return ir.Float
	case "double":
		return ir.Double
	case "x86_fp80":
		return ir.X86FP80
	case "fp128":
		return ir.FP128
	case "ptr":
		return ir.OpaquePtr
	}
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
		n, rest, ok := strings.Cut(s[1:len(s)-1], " x ")
		c, err := strconv.ParseInt(strings.TrimSpace(n), 10, 64)
		if e := d.typeNamed(strings.TrimSpace(rest)); ok && err == nil && e != nil {
			return d.mod.Types.Array(e, c)
		}
	}
	if strings.HasPrefix(s, "i") {
		if n, err := strconv.Atoi(s[1:]); err == nil && n > 0 {
			return d.mod.Types.Int(n)
		}
	}
	return nil
}

// val is the slot of an operand.
func (d *decoder) val(v ir.Value) (int32, error) {
	switch v := v.(type) {
	case *ir.Instr:
		return d.slots[v.ID], nil
	case *ir.Param:
		return d.f.params[v.Index].slot, nil
	case nil:
		return 0, faultf(Unsupported, "operand is missing")
	}
	if s, ok := d.memo[v]; ok {
		return s, nil
	}
	n, err := slotsOf(v.Type())
	if err != nil {
		return 0, err
	}
	out, und := make([]uint64, n), make([]uint64, n)
	if err := d.img.constant(v, out, und); err != nil {
		return 0, err
	}
	if n == 1 {
		if s, ok := d.scalar[[2]uint64{out[0], und[0]}]; ok {
			return s, nil
		}
	}
	f := d.f
	s := f.constBase + int32(len(f.consts))
	f.consts = append(f.consts, out...)
	f.constUnd = append(f.constUnd, und...)
	d.und = d.und || anySet(und)
	if n == 1 {
		d.scalar[[2]uint64{out[0], und[0]}] = s
	}
	d.memo[v] = s
	return s, nil
}

// edge registers the way from block b to its successor.
func (d *decoder) edge(from, to *ir.Block) (int32, error) {
	e := edge{to: to}
	written := map[int32]bool{}
	for _, phi := range to.Phis() {
		v := phi.Incoming(from)
		if v == nil {
			return 0, faultf(Unsupported, "phi %s has no value for block %s", phi.Ident(), from.Ident())
		}
		n, err := slotsOf(phi.Typ)
		if err != nil {
			return 0, err
		}
		src, err := d.val(v)
		if err != nil {
			return 0, err
		}
		dst := d.slots[phi.ID]
		for k := int32(0); k < int32(n); k++ {
			if written[src+k] {
				e.staged = true
			}
			e.moves = append(e.moves, phiMove{dst + k, src + k})
		}
		for k := int32(0); k < int32(n); k++ {
			written[dst+k] = true
		}
	}
	d.f.edges = append(d.f.edges, e)
	return int32(len(d.f.edges) - 1), nil
}

// operands gives the slots of the first n operands.
func (d *decoder) operands(i *ir.Instr, in *inst, n int) error {
	for k := 0; k < n; k++ {
		s, err := d.val(i.Arg(k))
		if err != nil {
			return err
		}
		switch k {
		case 0:
			in.a = s
		case 1:
			in.b = s
		case 2:
			in.c = s
		}
	}
	return nil
}

// instr decodes one instruction; opNop means that nothing is to be done.
func (d *decoder) instr(i *ir.Instr) (inst, error) {
	in := inst{n: 1}
	if d.slots != nil {
		in.dst = d.slots[i.ID]
	}
	switch {
	case i.Op.IsBinary() || i.Op == ir.FNeg || i.Op == ir.ICmp || i.Op == ir.FCmp:
		return in, d.arith(i, &in)
	case i.Op.IsCast():
		return in, d.cast(i, &in)
	case i.Op.IsTerminator() && i.Op != ir.Invoke && i.Op != ir.CallBr:
		return in, d.terminator(i, &in)
	}
	switch i.Op {
	case ir.Load, ir.Store, ir.Alloca, ir.GetElementPtr, ir.CmpXchg, ir.AtomicRMW, ir.Fence:
		return in, d.memory(i, &in)
	case ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.ExtractValue, ir.InsertValue, ir.Select, ir.Freeze:
		return in, d.compose(i, &in)
	case ir.Call, ir.Invoke:
		return in, d.call(i, &in)
	case ir.LandingPad:
		return in, d.landingPad(i, &in)
	}
	return in, faultf(Unsupported, "instruction %s", i.Op)
}

func (d *decoder) terminator(i *ir.Instr, in *inst) (err error) {
	b := i.Parent
	switch i.Op {
	case ir.Ret:
		in.op, in.n = opRet, 0
		if i.NumArgs() > 0 {
			in.n = d.f.nret
			return d.operands(i, in, 1)
		}
		return nil
	case ir.Unreachable:
		in.op = opUnreachable
		return nil
	case ir.Resume:
		in.op = opResume
		return d.operands(i, in, 1)
	case ir.Br:
		if i.NumArgs() == 0 {
			in.op = opBr
			in.a, err = d.edge(b, i.Blocks[0])
			return err
		}
		in.op = opCondBr
		if err = d.operands(i, in, 1); err != nil {
			return err
		}
		if in.b, err = d.edge(b, i.Blocks[0]); err != nil {
			return err
		}
		in.c, err = d.edge(b, i.Blocks[1])
		return err
	case ir.Switch:
		in.op = opSwitch
		if i.Arg(0).Type().Bits > 64 {
			return faultf(Unsupported, "switch over %s", i.Arg(0).Type())
		}
		if err = d.operands(i, in, 1); err != nil {
			return err
		}
		in.x = &extra{cases: map[uint64]int32{}}
		mask := topMask(i.Arg(0).Type().Bits)
		for k, to := range i.Blocks {
			e, err := d.edge(b, to)
			if err != nil {
				return err
			}
			if k == 0 {
				in.b = e
				continue
			}
			c, ok := ir.IntValue(i.Arg(k))
			if !ok {
				return faultf(Unsupported, "switch case %s", i.Arg(k).Ident())
			}
			if _, twice := in.x.cases[uint64(c)&mask]; !twice {
				in.x.cases[uint64(c)&mask] = e
			}
		}
		return nil
	case ir.IndirectBr:
		in.op = opIndirectBr
		if err = d.operands(i, in, 1); err != nil {
			return err
		}
		in.x = &extra{cases: map[uint64]int32{}}
		for _, to := range i.Blocks {
			e, err := d.edge(b, to)
			if err != nil {
				return err
			}
			addr, err := d.img.blockAddress(to)
			if err != nil {
				return err
			}
			in.x.cases[addr] = e
		}
		return nil
	}
	return faultf(Unsupported, "instruction %s", i.Op)
}
