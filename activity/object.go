package activity

import (
	"sort"

	"github.com/llad-ad/llad/ir"
)

// objKind is the origin of a piece of memory.
type objKind uint8

const (
	objAlloca  objKind = iota
	objHeap            // an allocation call, or fresh memory that a callee made
	objGlobal          // a variable
	objFunc            // a function's code
	objParam           // what a pointer parameter points to
	objDeep            // what a pointer points to that was found in a parameter's or variable's memory
	objUnknown         // anything else
	objForeign         // memory of library objects, as of strings: without floats and addresses of the program's
)

// maxDepth bounds the chain of objDeep objects behind a root; the last stands
// for all that follow.
const maxDepth = 3

// object is an abstract piece of memory.
type object struct {
	kind   objKind
	depth  int8
	root   int32    // objDeep: the objParam or objGlobal it hangs off; else itself
	site   ir.Value // the alloca, call, variable, function or parameter
	off    int64    // objDeep: the offset in its parent of the pointer that led here, -1 for several
	up     int32    // objDeep: the parent
	origin origin   // objHeap
	size   int64    // in bytes, 0 when not known
	text   bool     // objHeap: its address is kept as that of a string's characters

	// contents, as nodes of the points-to graph
	cells              map[int64]node
	offsets            []int64      // of cells, in order of creation
	links              []link       // block copies from and to it
	brought            []rowLink    // block copies to it, as rows see them
	any                node         // what was stored anywhere in it
	rest               node         // what block copies brought to where no cell stands yet; see follow
	loose              node         // both, and what was stored along rows: all whose offset is not known exactly
	all                node         // what a load at an offset not known may give
	into               map[row]node // what was stored along a row, in order of creation in intoRows
	from               map[row]node // what loads along a row may give, in order of creation in fromRows
	intoRows, fromRows []row
	anyDeep            int32 // external: the object behind pointers read at such offsets, 0 when not made
}

// external reports whether the memory was there before the function began.
func (o *object) external() bool {
	return o.kind == objParam || o.kind == objDeep || o.kind == objGlobal
}

// addr is a set of addresses within one object: off + k*stride. Stride 0 is
// one address, stride 1 any.
type addr struct {
	obj         int32
	off, stride int64
}

func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	if b < 0 {
		b = -b
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (a addr) norm() addr {
	if a.stride < 0 {
		a.stride = -a.stride
	}
	if a.stride > 0 {
		a.off %= a.stride
		if a.off < 0 {
			a.off += a.stride
		}
	}
	return a
}

// moved is a displaced by off plus multiples of stride.
func (a addr) moved(off, stride int64) addr {
	a.off += off
	a.stride = gcd(a.stride, stride)
	return a.norm()
}

// joinAddr is the smallest set of one progression that covers both.
func joinAddr(a, b addr) addr {
	if a == b {
		return a
	}
	a.stride = gcd(gcd(a.stride, b.stride), a.off-b.off)
	return a.norm()
}

// addrSet is sorted by object; each object stands once.
type addrSet []addr

// add puts a into s and reports whether s grew.
func (s *addrSet) add(a addr) bool {
	l := *s
	k := sort.Search(len(l), func(k int) bool { return l[k].obj >= a.obj })
	if k < len(l) && l[k].obj == a.obj {
		j := joinAddr(l[k], a)
		if j == l[k] {
			return false
		}
		l[k] = j
		return true
	}
	l = append(l, addr{})
	copy(l[k+1:], l[k:])
	l[k] = a
	*s = l
	return true
}

// without lists what is in s and not, just like that, in old.
func (s addrSet) without(old addrSet) addrSet {
	if len(old) == 0 {
		return s
	}
	var out addrSet
	for _, a := range s {
		for len(old) > 0 && old[0].obj < a.obj {
			old = old[1:]
		}
		if len(old) == 0 || old[0] != a {
			out = append(out, a)
		}
	}
	return out
}

// gepOffset is the constant part of a getelementptr's displacement in bytes and
// the stride of its variable part (0 for none).
func gepOffset(l *ir.Layout, elem *ir.Type, args []ir.Value, nums *numbers) (off, stride int64) {
	t := elem
	for k, x := range args[1:] {
		if k > 0 && t.Kind == ir.StructKind {
			n, ok := constIndex(x)
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
		if n, ok := constIndex(x); ok {
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
			off, stride = off+p.off, gcd(stride, p.stride)
		}
	}
	return off, stride
}

// constIndex is an index of a getelementptr that is an integer constant or a
// splat of one.
func constIndex(x ir.Value) (int64, bool) {
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
