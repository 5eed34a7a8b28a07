package raise

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// term is the number of a symbolic value: equal terms of one symbols are equal values.
type term int32

// symbols assigns terms to what code computes from unknown values. Integers and addresses are
// linear sums of other terms; everything else is an operation on terms, floating-point
// operations as they are written.
type symbols struct {
	m      *ir.Module
	terms  map[string]term
	sums   []sum // what the term is, if it is an integer or address
	opens  map[opened]term
	key    []byte            // scratch
	align  map[term]int64    // a power of two that the term is a multiple of
	ranges map[term]interval // of terms that are no sums
	depth  int               // of the value that is being opened

	apart func(p, q ir.Value) bool // whether a store to p never changes what is read at q; may be nil
}

// opened is a value that is opened so deep in others: what it is made of is looked at once.
type opened struct {
	v     ir.Value
	depth int
}

// sum is c plus factors times terms, modulo 2^width.
type sum struct {
	width int // 0: no integer
	c     uint64
	terms []summand
}

type summand struct {
	t      term
	factor uint64
}

func newSymbols(m *ir.Module) *symbols {
	return &symbols{m: m, terms: map[string]term{}, align: map[term]int64{}, ranges: map[term]interval{}, opens: map[opened]term{}}
}

// aligned says that t is a multiple of n, a power of two.
func (y *symbols) aligned(t term, n int64) {
	if y.align[t] != n {
		y.align[t] = n
		clear(y.opens)
	}
}

func (y *symbols) intern(key string, width int) term { return y.internBytes([]byte(key), width) }

// internBytes is intern for a key that may change later.
func (y *symbols) internBytes(key []byte, width int) term {
	t, ok := y.terms[string(key)]
	if !ok {
		t = term(len(y.sums))
		y.terms[string(key)] = t
		s := sum{width: width}
		if width > 0 {
			s.terms = []summand{{t, 1}}
		}
		y.sums = append(y.sums, s)
	}
	return t
}

// open is the term of an unknown value.
func (y *symbols) open(v ir.Value) term {
	if c, ok := v.(*ir.Const); ok {
		if n, isInt := ir.IntValue(c); isInt && edit.IntWidth(c.Typ) > 0 {
			return y.sum(sum{width: c.Typ.Bits, c: uint64(n)})
		}
		if x, ok := ir.FloatValue(c); ok && x == x && c.Typ.IsFP() { // however it is spelled
			return y.intern(fmt.Sprintf("c %s %x", c.Typ, math.Float64bits(x)), 0)
		}
		return y.intern(fmt.Sprintf("c %s %s", c.Typ, c.Ident()), 0)
	}
	at := opened{v, y.depth}
	t, ok := y.opens[at]
	if !ok {
		t = y.openOnce(v)
		y.opens[at] = t
	}
	return t
}

// openOnce is open for what is no constant.
func (y *symbols) openOnce(v ir.Value) term {
	w := edit.IntWidth(v.Type())
	if i, ok := v.(*ir.Instr); ok && w > 0 && y.depth < 12 {
		switch i.Op {
		case ir.GetElementPtr, ir.Add, ir.Sub, ir.Or, ir.Mul, ir.Shl:
			y.depth++
			t, ok := (&symbolicRun{symbols: y}).integer(i, w)
			y.depth--
			if ok {
				return t
			}
		case ir.And, ir.URem, ir.SRem:
			y.depth++
			t, ok := (&symbolicRun{symbols: y}).ranged(i)
			y.depth--
			if ok {
				return t
			}
		}
	}
	return y.intern(fmt.Sprintf("v %p", v), w)
}

// sum is the term of a sum.
func (y *symbols) sum(s sum) term {
	s.c &= mask(s.width)
	kept := s.terms[:0:0]
	for _, x := range s.terms {
		if x.factor &= mask(s.width); x.factor != 0 {
			kept = append(kept, x)
		}
	}
	slices.SortFunc(kept, func(a, b summand) int { return int(a.t) - int(b.t) })
	s.terms = kept
	if s.c == 0 && len(kept) == 1 && kept[0].factor == 1 && y.sums[kept[0].t].width == s.width {
		return kept[0].t
	}
	key := binary.AppendUvarint(append(y.key[:0], 0), uint64(s.width))
	key = binary.AppendUvarint(key, s.c)
	for _, x := range kept {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(x.t)), x.factor)
	}
	y.key = key
	n := len(y.sums)
	t := y.internBytes(key, s.width)
	if int(t) == n {
		y.sums[t] = s
	}
	return t
}

// plus is x plus factor times z.
func (y *symbols) plus(x, z term, factor uint64) term {
	a, b := y.sums[x], y.sums[z]
	out := sum{width: a.width, c: a.c + b.c*factor, terms: slices.Clone(a.terms)}
next:
	for _, t := range b.terms {
		for k := range out.terms {
			if out.terms[k].t == t.t {
				out.terms[k].factor += t.factor * factor
				continue next
			}
		}
		out.terms = append(out.terms, summand{t.t, t.factor * factor})
	}
	return y.sum(out)
}

// difference is x-z where that is constant.
func (y *symbols) difference(x, z term) (int64, bool) {
	w := y.sums[x].width
	if w == 0 || w != y.sums[z].width {
		return 0, false
	}
	d := y.sums[y.plus(x, z, ^uint64(0))]
	return signed(d.c, w), len(d.terms) == 0
}

// zeros is how many of the lowest bits of t are zero.
func (y *symbols) zeros(t term) int {
	s := y.sums[t]
	n := 64
	if s.c != 0 {
		n = bits.TrailingZeros64(s.c)
	}
	for _, x := range s.terms {
		k := bits.TrailingZeros64(x.factor)
		if a := y.align[x.t]; a > 1 {
			k += bits.TrailingZeros64(uint64(a))
		}
		n = min(n, k)
	}
	return n
}

// effect is a store, or a call that may write.
type effect struct {
	what string
	ptr  ir.Value // of a store
	addr term
	size int64
	val  term
}

// equals reports whether two effects are the same.
func (e effect) equals(x effect) bool {
	return e.what == x.what && e.addr == x.addr && e.size == x.size && e.val == x.val
}

// symbolicRun executes straight-line code on terms.
type symbolicRun struct {
	*symbols
	vals    map[ir.Value]term
	effects []effect
	failed  bool // something that terms cannot stand for
}

func (r *symbolicRun) val(v ir.Value) term {
	if t, ok := r.vals[v]; ok {
		return t
	}
	return r.open(v)
}

// block executes the instructions of a block, without phis and terminator.
func (r *symbolicRun) block(b *ir.Block) {
	for _, i := range b.Instrs[b.FirstNonPhi() : len(b.Instrs)-1] {
		r.instr(i)
	}
}

func (r *symbolicRun) instr(i *ir.Instr) {
	if canon.DeclaresScope(i) {
		return // holds of one iteration; every copy of it has its own
	}
	if !canon.SetsErrno(i) && (i.Typ == ir.Void || canon.MayWrite(i)) {
		r.effect(i)
		return
	}
	r.vals[i] = r.compute(i)
}

func (r *symbolicRun) effect(i *ir.Instr) {
	if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
		r.failed = true
		return
	}
	switch i.Op {
	case ir.Store:
		v := i.Arg(0)
		r.effects = append(r.effects, effect{
			what: "store " + v.Type().String(), ptr: i.Arg(1), addr: r.val(i.Arg(1)), size: r.m.Layout.StoreSize(v.Type()), val: r.val(v),
		})
	case ir.Call:
		r.effects = append(r.effects, effect{what: r.operation(i), val: term(len(r.effects))})
		r.vals[i] = r.intern(fmt.Sprintf("result %d %s", len(r.effects), i.Typ), edit.IntWidth(i.Typ))
	default:
		r.failed = true
	}
}

// operation names what i does with its operands.
func (r *symbolicRun) operation(i *ir.Instr) string {
	args := make([]term, i.NumArgs())
	for k := range args {
		args[k] = r.val(i.Arg(k))
	}
	flags := i.Flags &^ poisonFlags
	switch i.Op {
	case ir.FAdd, ir.FMul, ir.Mul, ir.And, ir.Or, ir.Xor:
		slices.Sort(args)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %d %s %v", i.Op, i.Pred, flags, i.Typ, i.Indices)
	if i.Elem != nil {
		fmt.Fprintf(&b, " %s", i.Elem)
	}
	if i.Op == ir.Call && i.X != nil {
		fmt.Fprintf(&b, " %s %s %s", i.X.CC, i.X.Bundles, i.X.FnType)
	}
	fmt.Fprintf(&b, " %v", args)
	return b.String()
}

func (r *symbolicRun) compute(i *ir.Instr) term {
	w := edit.IntWidth(i.Typ)
	if w > 0 {
		if t, ok := r.integer(i, w); ok {
			return t
		}
	}
	if t, ok := r.ranged(i); ok {
		return t
	}
	switch i.Op {
	case ir.Load:
		if i.Flags&(ir.Volatile|ir.Atomic) != 0 {
			r.failed = true
		}
		return r.load(i, w)
	case ir.Call:
		f := i.CalledFunc()
		if f == nil {
			r.failed = true
		}
		return r.intern(fmt.Sprintf("%s after %d", r.operation(i), r.callState(i)), w)
	case ir.Freeze, ir.Alloca, ir.VAArg, ir.Phi:
		r.failed = true
	}
	return r.intern(r.operation(i), w)
}

// callState distinguishes calls that read memory at different times.
func (r *symbolicRun) callState(i *ir.Instr) int {
	f := i.CalledFunc()
	if f != nil && strings.HasPrefix(f.Name, "llvm.") && canon.IsPureIntrinsic(f.Name[5:]) || canon.SetsErrno(i) {
		return 0
	}
	return len(r.effects)
}

// integer computes sums and addresses.
func (r *symbolicRun) integer(i *ir.Instr, w int) (term, bool) {
	arg := func(k int) term { return r.val(i.Arg(k)) }
	switch i.Op {
	case ir.Add:
		return r.plus(arg(0), arg(1), 1), true
	case ir.Sub:
		return r.plus(arg(0), arg(1), ^uint64(0)), true
	case ir.Or:
		x, y := arg(0), arg(1)
		c := r.sums[y]
		if i.Flags&ir.Disjoint != 0 || len(c.terms) == 0 && c.c != 0 && bits.Len64(c.c) <= r.zeros(x) {
			return r.plus(x, y, 1), true
		}
	case ir.Xor:
		return r.flipped(arg(0), arg(1), w)
	case ir.Mul, ir.Shl:
		c := r.sums[arg(1)]
		if len(c.terms) > 0 || i.Op == ir.Shl && c.c >= uint64(w) {
			return 0, false
		}
		factor := c.c
		if i.Op == ir.Shl {
			factor = 1 << c.c
		}
		return r.plus(r.sum(sum{width: w}), arg(0), factor), true
	case ir.PtrToInt, ir.IntToPtr, ir.BitCast:
		if edit.IntWidth(i.Arg(0).Type()) == w {
			return arg(0), true
		}
	case ir.Trunc:
		if edit.IntWidth(i.Arg(0).Type()) > 0 {
			return r.truncated(arg(0), w), true
		}
	case ir.GetElementPtr:
		return r.address(i)
	}
	return 0, false
}

// flipped is x with the bits of a constant flipped, where that is a sum: x + c for bits that x
// does not have, -1 - (x + c) where all other bits are flipped, as in an index that runs back.
func (y *symbols) flipped(x, by term, w int) (term, bool) {
	c := y.sums[by]
	if len(c.terms) > 0 {
		return 0, false
	}
	if bits.Len64(c.c) <= y.zeros(x) {
		return y.plus(x, by, 1), true
	}
	rest := ^c.c & mask(w)
	if bits.Len64(rest) > y.zeros(x) {
		return 0, false
	}
	return y.plus(y.sum(sum{width: w, c: ^uint64(0) - rest}), x, ^uint64(0)), true
}

// truncated is the sum modulo 2^w.
func (y *symbols) truncated(t term, w int) term {
	s := y.sums[t]
	out := sum{width: w, c: s.c}
	for _, x := range s.terms {
		low := y.intern(fmt.Sprintf("trunc %d %d", x.t, w), w)
		if a := y.align[x.t]; a > 1 {
			y.aligned(low, a)
		}
		if in, ok := y.ranges[x.t]; ok && in.low >= 0 && in.high < 1<<(w-1) {
			y.ranges[low] = in
		}
		out.terms = append(out.terms, summand{low, x.factor})
	}
	return y.sum(out)
}

// address is the term of the address i, or of its first lane.
func (r *symbolicRun) address(i *ir.Instr) (term, bool) {
	if elem(i.Typ).Kind != ir.PtrKind || elem(i.Arg(0).Type()).Kind != ir.PtrKind {
		return 0, false
	}
	at := r.val(i.Arg(0))
	ok := r.m.Layout.Steps(i.Elem, i.Args()[1:], func(v ir.Value, bytes int64) bool {
		if v == nil {
			at = r.plus(at, r.sum(sum{width: 64, c: uint64(bytes)}), 1)
			return true
		}
		w := edit.IntWidth(elem(v.Type()))
		if w == 0 {
			return false
		}
		index := r.val(v)
		if c, constant := ir.IntValue(v); constant {
			index = r.sum(sum{width: 64, c: uint64(c)})
		} else if w < 64 {
			index = r.intern(fmt.Sprintf("sext %d %d", index, 64), 64)
		}
		at = r.plus(at, index, uint64(bytes))
		return true
	})
	return at, ok
}

// load is the value stored last at the address, or a term of the address and the last effect
// that may have written there.
func (r *symbolicRun) load(i *ir.Instr, w int) term {
	addr, size := r.val(i.Arg(0)), r.m.Layout.StoreSize(i.Typ)
	k := len(r.effects) - 1
	for ; k >= 0; k-- {
		e := &r.effects[k]
		if e.size == 0 {
			break // a call
		}
		d, ok := r.difference(addr, e.addr)
		if ok && (d >= e.size || -d >= size) || !ok && r.apart != nil && r.apart(e.ptr, i.Arg(0)) {
			continue
		}
		if ok && d == 0 && e.what == "store "+i.Typ.String() {
			return e.val
		}
		break
	}
	return r.intern(fmt.Sprintf("load %s %d after %d", i.Typ, addr, k), w)
}
