package activity

import (
	"math"
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// This file is about words that are converted to floats as numbers, or counted up or down, and
// may as well be floats with derivatives: a variant of a double and a 64-bit integer, which
// compilers load once and compute with before they know which it is. A word that is a number
// has no exponent; what is computed from one that has counts only where its result has a
// derivative.

// maxCountedSteps bounds what a converted number is computed from.
const maxCountedSteps = 20

// maxCountedShift is how far programs shift numbers to multiply them by the sizes of elements.
const maxCountedShift = 6

// findAsNumbers fills asNumbers: for the conversions of numbers, the words that they are computed
// from by additions and products and that tell at run time whether they are numbers; for what
// counts a word up or down, adds it to others or multiplies it, those words.
func (t *types) findAsNumbers() {
	t.asNumbers = map[*ir.Instr][]operand{}
	if !t.env.mayTellWords() {
		return
	}
	for _, b := range t.p.Func.Blocks {
		for _, i := range b.Instrs {
			t.findAsNumber(i)
		}
	}
}

// findAsNumber is findAsNumbers for one instruction.
func (t *types) findAsNumber(i *ir.Instr) {
	if i.Op == ir.SIToFP || i.Op == ir.UIToFP {
		if i.Arg(0).Type() == ir.I64 {
			if l := t.countedFrom(i); slices.ContainsFunc(l, func(o operand) bool { return !t.surelyFloat(o.value(), maxCountedSteps) }) {
				t.asNumbers[i] = l
			}
		}
		if o, ok := t.halfOf(i); ok {
			t.asNumbers[i] = []operand{o}
		}
	}
	bits := t.taint[i] || !memtypes.Decided(t.valuePieces(i))
	if sums(i) && i.Typ == ir.I64 && bits && !t.numbers[i] && (countsBy(i) || t.addsUp(i)) && !t.surelyFloat(i.Arg(0), maxCountedSteps) {
		t.asNumbers[i] = operandsOf(i)
	}
}

// operand is an operand of an instruction: the value may be replaced by another after the
// analysis, as a call is.
type operand struct {
	by *ir.Instr
	k  int
}

func (o operand) value() ir.Value { return o.by.Arg(o.k) }

// operandsOf are the operands of i that are not constant.
func operandsOf(i *ir.Instr) (list []operand) {
	for k, a := range i.Args() {
		if !ir.IsConstant(a) {
			list = append(list, operand{i, k})
		}
	}
	return list
}

// halfOf is the word of which a conversion takes a part for a number, where that may be the bits of
// a double as well: a short integer of an enum that stands beside another one, its tag.
func (t *types) halfOf(i *ir.Instr) (operand, bool) {
	part, ok := i.Arg(0).(*ir.Instr)
	if !ok || part.Op != ir.Trunc || part.Arg(0).Type() != ir.I64 {
		return operand{}, false
	}
	o := operand{part, 0}
	if shift, ok := o.value().(*ir.Instr); ok && shift.Op == ir.LShr && ir.IsConstant(shift.Arg(1)) {
		o = operand{shift, 0}
	}
	p := t.valuePieces(o.value())
	return o, len(p) == 1 && p[0].Size == 8 && (p[0].Class == memtypes.FloatData || p[0].Class == memtypes.Mixed) && !t.surelyFloat(o.value(), maxCountedSteps)
}

// countedFrom are the words that a conversion is computed from and that may be bits of
// doubles; none where bits are taken apart, or numbers added up from several.
func (t *types) countedFrom(i *ir.Instr) (words []operand) {
	list := []operand{{i, 0}}
	size := t.p.Layout.StoreSize(i.Arg(0).Type())
	for k := 0; k < len(list); k++ {
		if len(list) > maxCountedSteps {
			return nil
		}
		v := list[k].value()
		if from, ok := v.(*ir.Instr); ok && sums(from) && !countsBy(from) {
			list = append(list, operandsOf(from)...)
			continue
		}
		word := false
		for _, w := range sources(v) {
			from, ok := w.(*ir.Instr)
			switch p := t.valuePieces(w); {
			case len(p) == 1 && p[0].Size == size && (p[0].Class == memtypes.FloatData || ok && from.Op == ir.Load && !memtypes.Decided(p)) || ok && t.readAmongFloats(from):
				word = true
			case !plain(p) || ok && from != v && sums(from):
				return nil
			}
		}
		if word {
			words = append(words, list[k])
		}
	}
	return words
}

// countsBy reports whether i counts up or down by a small number: bits of a double stay such.
func countsBy(i *ir.Instr) bool {
	if i.Op != ir.Add && i.Op != ir.Sub {
		return false
	}
	n, ok := ir.IntValue(i.Arg(1))
	return ok && n == int64(int32(n))
}

// sums reports whether i adds or multiplies integers, or divides one by a constant.
func sums(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Sub, ir.Mul:
		return true
	case ir.Shl, ir.LShr:
		n, ok := ir.IntValue(i.Arg(1))
		return ok && n > 0 && n <= maxCountedShift
	case ir.UDiv:
		return ir.IsConstant(i.Arg(1))
	}
	return false
}

// addsUp reports whether i adds, multiplies or divides words as programs do with lengths and counts: none
// can only be a float, or an exponent.
func (t *types) addsUp(i *ir.Instr) bool {
	for _, a := range i.Args() {
		if n, ok := ir.IntValue(a); ok && n == int64(int16(n)) {
			continue
		}
		if ir.IsConstant(a) || t.surelyFloat(a, maxCountedSteps) || analysis.TrailingZeros(a, maxIntSteps) >= 20 {
			return false
		}
	}
	return true
}

// sources are the values that an integer is a copy of, or counted up or down from, one at a time.
func sources(v ir.Value) (list []ir.Value) {
	seen := []ir.Value{v}
	for k := 0; k < len(seen); k++ {
		i, ok := seen[k].(*ir.Instr)
		from := []ir.Value{}
		switch {
		case !ok || len(seen) > maxCountedSteps:
		case i.Op == ir.Phi || i.Op == ir.Select || i.Op == ir.Freeze:
			from = pointsto.Copied(i)
		case countsBy(i):
			from = i.Args()[:1]
		}
		if len(from) == 0 {
			list = append(list, seen[k])
		}
		for _, a := range from {
			if !slices.Contains(seen, a) {
				seen = append(seen, a)
			}
		}
	}
	return list
}

// readAmongFloats reports whether a word is read where a double may stand and nothing says that
// it is an integer.
func (t *types) readAmongFloats(i *ir.Instr) bool {
	return i.Op == ir.Load && i.Typ == ir.I64 && t.env.mayTellWords() && t.env.module.AliasTypes.Tag(i.Metadata("tbaa")).Scalar.Class != memtypes.Integer &&
		slices.ContainsFunc(t.p.Pointees(i.Arg(0)), func(a memtypes.Addr) bool { return t.floatsAt(a, t.p.Layout.StoreSize(i.Typ)) })
}

// surelyFloat reports whether a word can only be bits of a float: one that is computed, or
// read where nothing else stands.
func (t *types) surelyFloat(v ir.Value, steps int) bool {
	i, ok := v.(*ir.Instr)
	if !ok || steps == 0 {
		return v.Type().IsFP()
	}
	switch i.Op {
	case ir.BitCast:
		return t.surelyFloat(i.Arg(0), steps-1)
	case ir.Phi, ir.Select, ir.Freeze:
		return !slices.ContainsFunc(i.Args(), numberAsFloat) &&
			!slices.ContainsFunc(pointsto.Copied(i), func(a ir.Value) bool { return !t.surelyFloat(a, steps-1) })
	case ir.Load:
		if t.env.module.AliasTypes.Tag(i.Metadata("tbaa")).Scalar.Class == memtypes.FloatData {
			return true
		}
		for _, a := range t.p.Pointees(i.Arg(0)) {
			if t.p.Merged[a.Obj] != nil {
				return false
			}
			for r := range t.mem[a.Obj].Seen {
				if r.Class != memtypes.FloatData && (a.Stride != 0 || r.Stride != 0 || r.Off < a.Off+8 && a.Off < r.Off+r.Size) {
					return false
				}
			}
		}
		return true
	}
	return i.Typ.IsFP()
}

// numberAsFloat reports whether v is a constant float whose bits are those of a small number.
func numberAsFloat(v ir.Value) bool {
	c, ok := ir.FloatValue(v)
	return ok && c != 0 && math.Abs(c) < 0x1p-1022
}

// Counted gives, of a conversion of a number to a float that is active, or of an addition to one
// that may be the bits of such a float, the words that the number is computed from and that are
// no numbers where they have an exponent when read as doubles.
func (a *Info) Counted(i *ir.Instr) []ir.Value {
	if e := a.env; !a.Active(i) || i.Typ.IsInt() && !e.tellsWords() {
		return nil
	}
	var words []ir.Value
	for _, o := range a.sol.g.ty.asNumbers[i] {
		words = append(words, o.value())
	}
	return words
}

// CountedWord reports whether a word is counted, see Counted, or chosen of such and of others
// whose tangents are known, as those that were read where floats may stand.
func (a *Info) CountedWord(v ir.Value) bool {
	if v.Type() != ir.I64 || !a.env.tellsWords() {
		return false
	}
	seen := []ir.Value{v}
	for k := 0; k < len(seen); k++ {
		i, ok := seen[k].(*ir.Instr)
		switch {
		case !a.Active(seen[k]) || ok && a.Counted(i) != nil:
		case !ok || len(seen) > maxCountedSteps:
			return false
		case pointsto.IsChoice(i):
			for _, from := range pointsto.Copied(i) {
				if !slices.Contains(seen, from) {
					seen = append(seen, from)
				}
			}
		case i.Op != ir.Load || a.FloatLanes(i) == nil && !a.Undecided(i):
			return false
		}
	}
	return true
}

// IsNumber says of a word whether it is a small number, and not the bits of a double, or of a float if it has
// 32 bits.
func IsNumber(b *ir.Builder, word ir.Value) ir.Value {
	t := word.Type()
	small := int64(1) << pointsto.MantissaBits(t.Bits)
	return b.ICmp(ir.ULT, b.Add(word, ir.NewInt(t, small)), ir.NewInt(t, 2*small))
}

// CountedCheck is a function void (i1 number, double derivative) that ends the program where
// what was converted was no number, and the result has a derivative.
func CountedCheck(m *ir.Module) *ir.Function {
	const name = "llad.check.counted"
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ir.Void, ir.I1, ir.Double))
	f.Prefix, f.Suffix, f.IsDecl = "internal", "nounwind", false
	entry, other, stop, done := f.NewBlock("entry"), f.NewBlock("other"), f.NewBlock("stop"), f.NewBlock("done")
	b := ir.NewBuilder(entry)
	b.CondBr(f.Params[0], done, other)
	b.AtEnd(other)
	b.CondBr(b.FCmp(ir.UNE, f.Params[1], ir.NewFloat(ir.Double, 0)), stop, done)
	b.AtEnd(stop)
	shadowrt.Stop(b, "error["+CodeBits+"]: what is converted to a float as an integer may be the bits of a float with a derivative; write it with floating-point operations, or keep integers above 2^52 apart from floats")
	b.Unreachable()
	b.AtEnd(done)
	b.Ret(nil)
	return f
}
