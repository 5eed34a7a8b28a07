package typerecovery

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// OneChar replaces the load and store of a single character, in a copy of characters that
// treats length 1 by itself and calls memcpy otherwise, as std::string does, by a memcpy of
// one byte: as an integer that is moved it would have to be a part of a float, or none. It
// reports whether anything changed.
func OneChar(f *ir.Function) bool {
	var chars []*ir.Instr
	var copies []*ir.Instr
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == ir.Load && ir.Same(i.Typ, ir.I8) && i.Flags&(ir.Volatile|ir.Atomic) == 0:
				chars = append(chars, i)
			case i.Op == ir.Call && isBlockCopy(i):
				copies = append(copies, i)
			}
		}
	}
	if len(copies) == 0 {
		return false
	}
	from := map[*ir.Block][]*ir.Block{}
	for _, b := range f.Blocks {
		for _, to := range b.Succs() {
			from[to] = append(from[to], b)
		}
	}
	changed := false
	for _, c := range chars {
		st := onlyStored(c)
		if st == nil {
			continue
		}
		n := lengthOne(from[c.Parent], c.Parent)
		if n == nil {
			continue
		}
		for _, cp := range copies {
			if cp.Arg(2) == n && sameBase(cp.Arg(0), st.Arg(1)) && sameBase(cp.Arg(1), c.Arg(0)) {
				b := ir.NewBuilder(st.Parent)
				b.Before(st)
				b.MemCpy(st.Arg(1), c.Arg(0), ir.NewInt(ir.I64, 1))
				st.Erase()
				c.Erase()
				changed = true
				break
			}
		}
	}
	return changed
}

func isBlockCopy(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && (edit.IsOverload(f.Name, "llvm.memcpy") || edit.IsOverload(f.Name, "llvm.memmove")) && i.NumCallArgs() >= 3
}

// onlyStored is the store of a load's value right after it; nil where it has another use.
func onlyStored(c *ir.Instr) *ir.Instr {
	var st *ir.Instr
	for u := range ir.Uses(c) {
		if st != nil || u.User.Op != ir.Store || u.Index() != 0 || u.User.Parent != c.Parent || u.User.Flags&(ir.Volatile|ir.Atomic) != 0 {
			return nil
		}
		st = u.User
	}
	if st == nil {
		return nil
	}
	for _, i := range c.Parent.Instrs[c.Parent.Index(c)+1:] {
		if i == st {
			return st
		}
		if i.Op == ir.Store || i.IsCall() {
			return nil
		}
	}
	return nil
}

// lengthOne is the value that is known to be 1 in b by the branches of its predecessors; nil
// if there is none.
func lengthOne(preds []*ir.Block, b *ir.Block) ir.Value {
	if len(preds) != 1 {
		return nil
	}
	t := preds[0].Term()
	switch {
	case t.Op == ir.Switch:
		n, only := ir.Value(nil), true
		for k, to := range t.Blocks {
			if to == b {
				if k == 0 || !canon.IsInt(t.Arg(k), 1) {
					only = false
				}
				n = t.Arg(0)
			}
		}
		if only {
			return n
		}
	case t.Op == ir.Br && len(t.Blocks) == 2:
		c, ok := t.Arg(0).(*ir.Instr)
		if ok && c.Op == ir.ICmp && canon.IsInt(c.Arg(1), 1) && (c.Pred == ir.EQ && t.Blocks[0] == b && t.Blocks[1] != b || c.Pred == ir.NE && t.Blocks[1] == b && t.Blocks[0] != b) {
			return c.Arg(0)
		}
	}
	return nil
}

// sameBase reports whether two addresses are equal up to casts.
func sameBase(a, b ir.Value) bool { return unwrapped(a) == unwrapped(b) }
