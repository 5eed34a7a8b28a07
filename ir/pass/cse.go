package pass

import (
	"encoding/binary"

	"github.com/llad-ad/llad/ir"
)

// CSE replaces a pure instruction by an earlier equal one that dominates it, and
// within a block a load by an earlier load of or store to the same address with
// nothing between that may write. Flags that the two do not share are dropped
// from the one that stays; for fast-math flags the two must agree. It reports
// whether anything changed.
func CSE(f *ir.Function) bool {
	removeUnreachable(f)
	dt := ir.Dominators(f)
	c := &cse{
		f: f, scopes: map[string]*ir.Instr{}, loads: map[string]ir.Value{},
		types: map[*ir.Type]uint32{}, consts: map[string]uint32{}, values: map[ir.Value]uint32{},
	}
	type frame struct {
		b    *ir.Block
		next int
		mark int
	}
	stack := []frame{{b: f.Entry()}}
	c.block(f.Entry())
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if kids := dt.Children(top.b); top.next < len(kids) {
			k := kids[top.next]
			top.next++
			stack = append(stack, frame{b: k, mark: len(c.log)})
			c.block(k)
			continue
		}
		for len(c.log) > top.mark {
			delete(c.scopes, c.log[len(c.log)-1])
			c.log = c.log[:len(c.log)-1]
		}
		stack = stack[:len(stack)-1]
	}
	if c.changed {
		compact(f)
	}
	return c.changed
}

type cse struct {
	f       *ir.Function
	scopes  map[string]*ir.Instr // available instructions by key
	log     []string             // keys in order of their entry
	loads   map[string]ir.Value  // block-local: memory content by address and type
	types   map[*ir.Type]uint32
	consts  map[string]uint32
	values  map[ir.Value]uint32
	buf     []byte
	changed bool
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
				replace(i, v)
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
				replace(i, old)
				c.changed = true
				continue
			}
			c.scopes[key] = i
			c.log = append(c.log, key)
		case writes(i):
			clear(c.loads)
		}
	}
}

// shareMeta drops what is said about the value of old unless it is said about i
// too: a range that holds at one place would poison the other.
func shareMeta(old, i *ir.Instr) {
	var keep []ir.Attachment
	for _, a := range old.Meta {
		if a.Kind == "dbg" || a.Kind == "tbaa" || i.Metadata(a.Kind) == a.Node {
			keep = append(keep, a)
		}
	}
	old.Meta = keep
}

// writes reports whether i may change memory.
func writes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Store, ir.Fence, ir.CmpXchg, ir.AtomicRMW, ir.VAArg, ir.Invoke, ir.CallBr:
		return true
	case ir.Load:
		return i.Flags&(ir.Volatile|ir.Atomic) != 0
	case ir.Call:
		f := i.CalledFunc()
		return f == nil || !removableCall(i) && mayWrite(i, f)
	}
	return false
}

// shareable reports whether i gives the same value whenever its operands are
// the same.
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
			return pureIntrinsic(f.Name[5:])
		}
		return false
	}
	return i.Op.IsBinary() || i.Op.IsCast()
}

func (c *cse) put(n uint32) { c.buf = binary.LittleEndian.AppendUint32(c.buf, n) }

func (c *cse) putType(t *ir.Type) {
	n, ok := c.types[t]
	if !ok {
		n = uint32(len(c.types))
		c.types[t] = n
	}
	c.put(n)
}

// putValue writes the number of a value; equal constants have one number.
func (c *cse) putValue(v ir.Value) {
	n, ok := c.values[v]
	if !ok {
		n = uint32(len(c.values)) + uint32(len(c.consts))
		if k, isConst := v.(*ir.Const); isConst {
			id := k.Typ.String() + " " + k.Ident()
			if m, seen := c.consts[id]; seen {
				n = m
			} else {
				c.consts[id] = n
			}
		}
		c.values[v] = n
	}
	c.put(n)
}

func (c *cse) key(i *ir.Instr) string {
	c.buf = c.buf[:0]
	c.put(uint32(i.Op)<<8 | uint32(i.Pred))
	c.put(uint32(i.Flags & ir.FastMath))
	c.putType(i.Typ)
	if i.Elem != nil {
		c.putType(i.Elem)
	}
	x, swap := 0, false
	if i.NumArgs() == 2 && commutes(i) {
		swap = c.number(i.Arg(0)) > c.number(i.Arg(1))
	}
	for k := range i.NumArgs() {
		x = k
		if swap {
			x = 1 - k
		}
		c.putValue(i.Arg(x))
	}
	for _, n := range i.Indices {
		c.put(uint32(n))
	}
	if i.X != nil { // attributes may make the result poison
		c.buf = append(append(c.buf, i.X.RetAttrs...), i.X.FnAttrs...)
	}
	return string(c.buf)
}

// number gives a value its number without writing it.
func (c *cse) number(v ir.Value) uint32 {
	at := len(c.buf)
	c.putValue(v)
	c.buf = c.buf[:at]
	return c.values[v]
}

// commutes is restricted to integers: which NaN a floating-point operation on
// two of them gives may depend on the order.
func commutes(i *ir.Instr) bool {
	switch i.Op {
	case ir.Add, ir.Mul, ir.And, ir.Or, ir.Xor:
		return true
	case ir.ICmp:
		return i.Pred == ir.EQ || i.Pred == ir.NE
	}
	return false
}

func (c *cse) memKey(addr ir.Value, t *ir.Type) string {
	c.buf = c.buf[:0]
	c.putValue(addr)
	c.putType(t)
	return string(c.buf)
}
