package pointsto

import (
	"sort"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
)

// ObjKind is the origin of a piece of memory.
type ObjKind uint8

const (
	ObjAlloca  ObjKind = iota
	ObjHeap            // an allocation call, or fresh memory that a callee made
	ObjGlobal          // a variable
	ObjFunc            // a function's code
	ObjParam           // what a pointer parameter points to
	ObjDeep            // what a pointer points to that was found in a parameter's or variable's memory
	ObjUnknown         // anything else
	ObjForeign         // memory of library objects, as of strings: without floats and addresses of the program's
)

// MaxDepth bounds the chain of ObjDeep objects behind a root; the last stands
// for all that follow.
const MaxDepth = 3

// Object is an abstract piece of memory.
type Object struct {
	Kind   ObjKind
	Depth  int8
	Root   int32    // ObjDeep: the ObjParam or ObjGlobal it hangs off; else itself
	Site   ir.Value // the alloca, call, variable, function or parameter
	Off    int64    // ObjDeep: the offset in its parent of the pointer that led here, -1 for several
	Up     int32    // ObjDeep: the parent
	origin origin   // ObjHeap
	Size   int64    // in bytes, 0 when not known
	Text   bool     // ObjHeap: its address is kept as that of a string's characters

	// contents, as nodes of the points-to graph
	Cells              map[int64]Node
	Offsets            []int64      // of cells, in order of creation
	links              []link       // block copies from and to it
	brought            []rowLink    // block copies to it, as rows see them
	Any                Node         // what was stored anywhere in it
	Rest               Node         // what block copies brought to where no cell stands yet; see follow
	loose              Node         // both, and what was stored along rows: all whose offset is not known exactly
	All                Node         // what a load at an offset not known may give
	Into               map[row]Node // what was stored along a row, in order of creation in IntoRows
	from               map[row]Node // what loads along a row may give, in order of creation in fromRows
	IntoRows, fromRows []row
	anyDeep            int32 // external: the object behind pointers read at such offsets, 0 when not made
}

// External reports whether the memory was there before the function began.
func (o *Object) External() bool {
	return o.Kind == ObjParam || o.Kind == ObjDeep || o.Kind == ObjGlobal
}

// joinAddr is the smallest set of one progression that covers both.
func joinAddr(a, b memtypes.Addr) memtypes.Addr {
	if a == b {
		return a
	}
	a.Stride = memtypes.Gcd(memtypes.Gcd(a.Stride, b.Stride), a.Off-b.Off)
	return a.Norm()
}

// AddrSet is sorted by object; each object stands once.
type AddrSet []memtypes.Addr

// add puts a into s and reports whether s grew.
func (s *AddrSet) add(a memtypes.Addr) bool {
	l := *s
	k := sort.Search(len(l), func(k int) bool { return l[k].Obj >= a.Obj })
	if k < len(l) && l[k].Obj == a.Obj {
		j := joinAddr(l[k], a)
		if j == l[k] {
			return false
		}
		l[k] = j
		return true
	}
	l = append(l, memtypes.Addr{})
	copy(l[k+1:], l[k:])
	l[k] = a
	*s = l
	return true
}

// without adds to out what is in s and not, just like that, in old.
func (s AddrSet) without(old, out AddrSet) AddrSet {
	for _, a := range s {
		for len(old) > 0 && old[0].Obj < a.Obj {
			old = old[1:]
		}
		if len(old) == 0 || old[0] != a {
			out = append(out, a)
		}
	}
	return out
}

// GepOffset is the constant part of a getelementptr's displacement in bytes and
// the stride of its variable part (0 for none).
func GepOffset(l *ir.Layout, elem *ir.Type, args []ir.Value, nums *numbers) (off, stride int64) {
	t := elem
	for k, x := range args[1:] {
		if k > 0 && t.Kind == ir.StructKind {
			n, ok := ConstIndex(x)
			if !ok || n < 0 || int(n) >= len(t.Fields) {
				return 0, 1
			}
			off += l.FieldOffset(t, int(n))
			t = t.Fields[n]
			continue
		}
		if k > 0 {
			if t.Elem == nil {
				return 0, 1
			}
			t = t.Elem
		}
		size := l.AllocSize(t)
		if n, ok := ConstIndex(x); ok {
			off += n * size
		} else if size > 0 {
			p := anyNumber
			if nums != nil {
				p = nums.of(x, 0)
			}
			if size < maxMultiplier {
				p = p.times(size)
			} else {
				p = progression{stride: size}
			}
			off, stride = off+p.off, memtypes.Gcd(stride, p.stride)
		}
	}
	return off, stride
}

// ConstIndex is an index of a getelementptr that is an integer constant or a
// splat of one.
func ConstIndex(x ir.Value) (int64, bool) {
	if n, ok := ir.IntValue(x); ok {
		return n, true
	}
	c, ok := x.(*ir.Const)
	switch {
	case !ok:
		return 0, false
	case c.Kind == ir.ConstZero:
		return 0, true
	case c.Kind == ir.ConstSplat || c.Kind == ir.ConstVector:
		n, ok := ir.IntValue(c.Elems[0])
		for _, e := range c.Elems[1:] {
			m, ok2 := ir.IntValue(e)
			ok = ok && ok2 && m == n
		}
		return n, ok
	}
	return 0, false
}

// Begins reports whether nothing of an object stands in front of its offset zero.
func (o *Object) Begins() bool {
	return o.Kind == ObjAlloca || o.Kind == ObjHeap || o.Kind == ObjGlobal
}

// WordOfUnion reports whether an object may be a word of a union that st stores to: a local
// that is no float, or one that has its type by another member, to which a constant byte is
// stored, as the first one of a member, or all of it.
func (o *Object) WordOfUnion(st *ir.Instr) bool {
	i, ok := o.Site.(*ir.Instr)
	if !ok || i.Op != ir.Alloca {
		return false
	}
	_, exact := analysis.Distance(st.Parent.Parent.Module.Layout, i, st.Arg(1))
	return exact && (!i.Elem.IsFP() || st.Arg(0).Type() == ir.I8 && ir.IsConstant(st.Arg(0)))
}

// FirstPage is where addresses of memory begin.
const FirstPage = 4096
