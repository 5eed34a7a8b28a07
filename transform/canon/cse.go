package canon

import (
	"encoding/binary"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// CSE replaces a pure instruction by an equal one that dominates it and, within a block, a
// load by an earlier load from or store to the same address with nothing in between that may
// write. Flags that the two do not share are dropped from the one that stays; fast-math flags
// must be equal. Of phis that are equal one stays. It reports whether anything changed.
func CSE(f *ir.Function) bool {
	edit.RemoveUnreachable(f)
	merged := mergeCongruentPhis(f)
	dt := ir.Dominators(f) // numbers the instructions, which the keys use
	c := &cse{
		f: f, scopes: map[cseKey]*ir.Instr{}, loads: map[place]ir.Value{},
		types: map[*ir.Type]uint32{}, ints: map[intKey]uint32{}, consts: map[string]uint32{}, values: map[ir.Value]uint32{},
	}
	dt.Descend(func() int { return len(c.log) }, c.block, func(size int) {
		for _, k := range c.log[size:] {
			delete(c.scopes, k)
		}
		c.log = c.log[:size]
	})
	if c.changed {
		edit.Compact(f)
	}
	return c.changed || merged
}

// cse is a walk over the dominator tree with the available instructions.
type cse struct {
	f       *ir.Function
	scopes  map[cseKey]*ir.Instr // available instructions by key
	log     []cseKey             // keys in order of their entry
	loads   map[place]ir.Value   // block-local: memory content by address and type
	types   map[*ir.Type]uint32
	ints    map[intKey]uint32
	consts  map[string]uint32
	values  map[ir.Value]uint32 // what is neither an instruction nor an integer
	numbers uint32              // of the values in these three maps
	buf     []byte
	changed bool
}

// cseKey is equal for two instructions that compute the same value.
type cseKey struct {
	op        uint32 // and predicate
	fast      ir.Flags
	typ, elem uint32
	args      [3]uint32 // numbers of the first operands
	n         uint32    // how many there are in all
	rest      string    // the others, indices and attributes
}

// place is an address and the type that is accessed there.
type place struct{ addr, typ uint32 }

type intKey struct {
	typ uint32
	n   int64
}

func (c *cse) block(b *ir.Block) {
	clear(c.loads)
	for _, i := range b.Instrs {
		switch {
		case i.Op == ir.Load && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			key := c.memKey(i.Arg(0), i.Typ)
			if v := c.loads[key]; v != nil {
				if old, ok := v.(*ir.Instr); ok && old.Op == ir.Load {
					shareMeta(old, i)
				}
				edit.Replace(i, v)
				c.changed = true
				continue
			}
			c.loads[key] = i
		case i.Op == ir.Store && i.Flags&(ir.Volatile|ir.Atomic) == 0:
			clear(c.loads)
			c.loads[c.memKey(i.Arg(1), i.Arg(0).Type())] = i.Arg(0)
		case shareable(i):
			key := c.key(i)
			if old := c.scopes[key]; old != nil {
				old.Flags &= i.Flags
				shareMeta(old, i)
				edit.Replace(i, old)
				c.changed = true
				continue
			}
			c.scopes[key] = i
			c.log = append(c.log, key)
		case MayWrite(i):
			clear(c.loads)
		}
	}
}

// shareMeta drops metadata about the value of old that i does not have too: a range that holds
// at one place only would make the other poison.
func shareMeta(old, i *ir.Instr) {
	var keep []ir.Attachment
	for _, a := range old.Meta {
		if a.Kind == "dbg" || a.Kind == "tbaa" || i.Metadata(a.Kind) == a.Node {
			keep = append(keep, a)
		}
	}
	old.Meta = keep
}

// MayWrite reports whether i may write memory.
func MayWrite(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.Fence, ir.CmpXchg, ir.AtomicRMW, ir.VAArg, ir.Invoke, ir.CallBr:
		return true
	case ir.Load:
		return i.Flags&(ir.Volatile|ir.Atomic) != 0
	case ir.Call:
		f := i.CalledFunc()
		return f == nil || !removableCall(i) && !IsHint(i) && callMayWrite(i, f)
	}
	return false
}

// shareable reports whether i computes the same value whenever its operands are the same.
func shareable(i *ir.Instr) bool {
	switch i.Op {
	case ir.FNeg, ir.ExtractElement, ir.InsertElement, ir.ShuffleVector, ir.ExtractValue, ir.InsertValue,
		ir.GetElementPtr, ir.ICmp, ir.FCmp, ir.Select:
		return true
	case ir.Call:
		f := i.CalledFunc()
		if f == nil || i.Typ == ir.Void || i.Flags&ir.MustTail != 0 || i.X.Bundles != "" {
			return false
		}
		if len(f.Name) > 5 && f.Name[:5] == "llvm." {
			return IsPureIntrinsic(f.Name[5:])
		}
		return false
	}
	return i.Op.IsBinary() || i.Op.IsCast()
}

func (c *cse) typ(t *ir.Type) uint32 {
	n, ok := c.types[t]
	if !ok {
		n = uint32(len(c.types)) + 1
		c.types[t] = n
	}
	return n
}

// number is the value number of v; equal constants have one.
func (c *cse) number(v ir.Value) uint32 {
	switch v := v.(type) {
	case *ir.Instr:
		return uint32(v.ID)
	case *ir.Const:
		if v.Kind == ir.ConstInt && v.Big == nil {
			return numbered(c, c.ints, intKey{c.typ(v.Typ), v.Int})
		}
		n, ok := c.values[v]
		if !ok {
			n = numbered(c, c.consts, v.Typ.String()+" "+v.Ident())
			c.values[v] = n
		}
		return n
	}
	return numbered(c, c.values, v)
}

// numbered is the number of k in m; a new one is counted from the top down, since instructions
// have the numbers from the bottom up.
func numbered[K comparable](c *cse, m map[K]uint32, k K) uint32 {
	n, ok := m[k]
	if !ok {
		c.numbers++
		n = -c.numbers
		m[k] = n
	}
	return n
}

func (c *cse) key(i *ir.Instr) cseKey {
	k := cseKey{op: uint32(i.Op)<<8 | uint32(i.Pred), fast: i.Flags & ir.FastMath, typ: c.typ(i.Typ), n: uint32(i.NumArgs())}
	if i.Elem != nil {
		k.elem = c.typ(i.Elem)
	}
	c.buf = c.buf[:0]
	for x := range i.NumArgs() {
		if n := c.number(i.Arg(x)); x < len(k.args) {
			k.args[x] = n
		} else {
			c.buf = binary.LittleEndian.AppendUint32(c.buf, n)
		}
	}
	if k.n == 2 && k.args[0] > k.args[1] && commutes(i) {
		k.args[0], k.args[1] = k.args[1], k.args[0]
	}
	for _, n := range i.Indices {
		c.buf = binary.LittleEndian.AppendUint32(c.buf, uint32(n))
	}
	if i.X != nil { // attributes may make the result poison
		c.buf = append(append(c.buf, i.X.RetAttrs...), i.X.FnAttrs...)
	}
	if len(c.buf) > 0 {
		k.rest = string(c.buf)
	}
	return k
}

// commutes holds for integer operations only: which NaN a floating-point operation on two of
// them returns may depend on the order.
func commutes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Mul, ir.And, ir.Or, ir.Xor:
		return true
	case ir.ICmp:
		return i.Pred == ir.EQ || i.Pred == ir.NE
	}
	return false
}

func (c *cse) memKey(addr ir.Value, t *ir.Type) place { return place{c.number(addr), c.typ(t)} }

// mergeCongruentPhis replaces a phi by another of its block that has the same value whenever control comes
// there, though a loop carries each on its own: two sums that begin alike and get the same
// terms. Such a pair is assumed to be equal until an edge shows that it is not (Alpern, Wegman and
// Zadeck, 1988). It reports whether anything changed.
func mergeCongruentPhis(f *ir.Function) bool {
	changed := false
	for _, b := range f.Blocks {
		phis := b.Phis()
		if len(phis) > maxCongruent {
			continue
		}
		for n, y := range phis {
			for _, x := range phis[:n] {
				c := congruence{}
				if x.Parent == nil || y.Parent == nil || !c.phis(x, y) {
					continue
				}
				for _, two := range c.assumed {
					if two[0].Parent != nil && two[1].Parent != nil {
						edit.Replace(two[1], two[0])
					}
				}
				changed = true
				break
			}
		}
	}
	if changed {
		edit.Compact(f)
	}
	return changed
}

// maxCongruent is how many phis of a block are compared with each other.
const maxCongruent = 32

// congruence is a set of pairs of phis that are equal if none of them is found not to be.
type congruence struct {
	assumed [][2]*ir.Instr
}

// phis reports whether x and y, phis of one block, may be equal.
func (c *congruence) phis(x, y *ir.Instr) bool {
	if !ir.Same(x.Typ, y.Typ) || x.Flags != y.Flags || len(c.assumed) >= maxCongruent {
		return false
	}
	c.assumed = append(c.assumed, [2]*ir.Instr{x, y})
	for k, from := range x.Blocks {
		if !c.values(x.Arg(k), y.Incoming(from)) {
			return false
		}
	}
	return true
}

// values reports whether v and w may be equal.
func (c *congruence) values(v, w ir.Value) bool {
	if v == w || ir.IsConstant(v) && ir.IsConstant(w) && ir.Same(v.Type(), w.Type()) && v.Ident() == w.Ident() {
		return true
	}
	x, ok := v.(*ir.Instr)
	y, ok2 := w.(*ir.Instr)
	if !ok || !ok2 || x.Op != ir.Phi || y.Op != ir.Phi || x.Parent != y.Parent {
		return false
	}
	for _, two := range c.assumed {
		if two == [2]*ir.Instr{x, y} || two == [2]*ir.Instr{y, x} {
			return true
		}
	}
	return c.phis(x, y)
}
