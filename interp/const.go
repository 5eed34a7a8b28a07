package interp

import (
	"math"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// constant evaluates a constant operand into slots, with the mask of its
// undefined bits.
func (g *image) constant(v ir.Value, out, und []uint64) error {
	if len(out) == 0 {
		return nil
	}
	switch v := v.(type) {
	case *ir.Function, *ir.Global:
		a, err := g.address(v)
		out[0] = a
		return err
	case *ir.Const:
		return g.constValue(v, out, und)
	case nil:
		return faultf(Unsupported, "constant is missing")
	}
	return faultf(Unsupported, "operand %s is no constant", v.Ident())
}

func (g *image) constValue(c *ir.Const, out, und []uint64) error {
	t := c.Typ
	switch c.Kind {
	case ir.ConstInt:
		if c.Big != nil {
			putBig(c.Big, t.Bits, out)
			return nil
		}
		fillSigned(out, c.Int)
		out[len(out)-1] &= topMask(t.Bits)
		return nil
	case ir.ConstFP:
		return floatConst(c, out)
	case ir.ConstNull, ir.ConstZero, ir.ConstNone:
		clear(out)
		return nil
	case ir.ConstUndef, ir.ConstPoison:
		clear(out)
		if g.mem.track {
			all(und)
		}
		return nil
	case ir.ConstArray, ir.ConstStruct, ir.ConstVector:
		at := 0
		for _, e := range c.Elems {
			n, err := slotsOf(e.Type())
			if err != nil {
				return err
			}
			if at+n > len(out) {
				return faultf(Unsupported, "constant has more members than %s", t)
			}
			if err := g.constant(e, out[at:at+n], und[at:at+n]); err != nil {
				return err
			}
			at += n
		}
		return nil
	case ir.ConstSplat:
		n := len(out) / int(max(t.Len, 1))
		for at := 0; n > 0 && at+n <= len(out); at += n {
			if err := g.constant(c.Elems[0], out[at:at+n], und[at:at+n]); err != nil {
				return err
			}
		}
		return nil
	case ir.ConstString:
		b := stringBytes(c.Text)
		for k := range out {
			if k < len(b) {
				out[k] = uint64(b[k])
			}
		}
		return nil
	case ir.ConstExpr:
		return g.constExpr(c, out, und)
	case ir.ConstRaw:
		return g.rawConst(c, out)
	}
	return faultf(Unsupported, "constant %s", c.Ident())
}

// floatConst takes the formats that double cannot hold from their text.
func floatConst(c *ir.Const, out []uint64) error {
	switch c.Typ.Kind {
	case ir.X86FP80Kind, ir.FP128Kind:
	case ir.PPCFP128Kind:
		return faultf(Unsupported, "constant of type %s", c.Typ)
	default:
		out[0] = fromF64(leafKindOf(c.Typ), c.Float)
		return nil
	}
	hex, isK := strings.CutPrefix(c.Text, "0xK")
	if isK && len(hex) == 20 {
		se, err1 := strconv.ParseUint(hex[:4], 16, 16)
		man, err2 := strconv.ParseUint(hex[4:], 16, 64)
		if err1 == nil && err2 == nil {
			out[0] = fp80ToBits(uint16(se), man)
			return nil
		}
	}
	if hex, ok := strings.CutPrefix(c.Text, "0xL"); ok && len(hex) == 32 {
		lo, err1 := strconv.ParseUint(hex[:16], 16, 64)
		hi, err2 := strconv.ParseUint(hex[16:], 16, 64)
		if err1 == nil && err2 == nil {
			out[0] = fp128ToBits(hi, lo)
			return nil
		}
	}
	if c.Text == "" {
		out[0] = math.Float64bits(c.Float)
		return nil
	}
	f, err := strconv.ParseFloat(c.Text, 64)
	if err != nil {
		return faultf(Unsupported, "constant %s", c.Text)
	}
	out[0] = math.Float64bits(f)
	return nil
}

// stringBytes decodes c"..." with its \xx escapes.
func stringBytes(s string) []byte {
	s = strings.TrimPrefix(s, "c")
	s = strings.TrimPrefix(s, `"`)
	s = strings.TrimSuffix(s, `"`)
	b := make([]byte, 0, len(s))
	for k := 0; k < len(s); k++ {
		if s[k] == '\\' {
			if k+1 < len(s) && s[k+1] == '\\' {
				b = append(b, '\\')
				k++
				continue
			}
			if k+2 < len(s) {
				if x, err := strconv.ParseUint(s[k+1:k+3], 16, 8); err == nil {
					b = append(b, byte(x))
					k += 2
					continue
				}
			}
		}
		b = append(b, s[k])
	}
	return b
}

// constExpr decodes a constant expression as the instruction it is like, and
// executes that.
func (g *image) constExpr(c *ir.Const, out, und []uint64) error {
	i := ir.NewInstr(c.Op, c.Typ, c.Elems...)
	i.Pred, i.Flags, i.Elem, i.Indices = c.Pred, c.Flags, c.Elem, c.Indices
	f := &function{}
	d := g.decoder(f)
	in, err := d.instr(i)
	if err != nil {
		return err
	}
	if in.op <= opRMW && (in.op < opMath1 || in.op > opMath3) {
		return faultf(Unsupported, "constant expression %s", c.Op)
	}
	n := len(f.consts)
	in.dst = int32(n)
	fr := &frame{regs: append(f.consts, make([]uint64, len(out))...), track: g.mem.track}
	if d.und {
		fr.und = append(f.constUnd, make([]uint64, len(out))...)
		if err := fr.spread(&in); err != nil {
			return err
		}
	}
	if err := fr.pure(&in); err != nil {
		return err
	}
	copy(out, fr.regs[n:])
	if fr.und != nil {
		copy(und, fr.und[n:])
	}
	return nil
}

// rawConst evaluates the constants that the reader leaves as text.
func (g *image) rawConst(c *ir.Const, out []uint64) (err error) {
	text := c.Text
	if body, ok := strings.CutPrefix(text, "blockaddress("); ok {
		fn, blk, ok := strings.Cut(strings.TrimSuffix(body, ")"), ",")
		f := g.mod.Func(strings.TrimPrefix(strings.TrimSpace(fn), "@"))
		if !ok || f == nil {
			return faultf(Unsupported, "constant %s", text)
		}
		if err := f.Load(); err != nil {
			return err
		}
		if b := f.Labelled(strings.TrimPrefix(strings.TrimSpace(blk), "%")); b != nil {
			out[0], err = g.blockAddress(b)
			return err
		}
		return faultf(Unsupported, "constant %s: no such block", text)
	}
	for _, word := range []string{"dso_local_equivalent", "no_cfi"} {
		if rest, ok := strings.CutPrefix(text, word); ok {
			if f := g.mod.Func(strings.TrimPrefix(strings.TrimSpace(rest), "@")); f != nil {
				out[0], err = g.address(f)
				return err
			}
		}
	}
	return faultf(Unsupported, "constant %s", text)
}
