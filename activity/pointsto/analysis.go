package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// Foreign is the object that stands for all memory of library objects.
const Foreign = 1

// Node is a set of addresses: those a value, a memory cell or a helper of the
// solver may hold. 0 is no node.
type Node = int32

// copyEdge passes every address on, displaced.
type copyEdge struct {
	to          Node
	off, stride int64
	up          bool  // the multiples of stride are never negative
	whole       int32 // what the address tells of the memory around it, in members; 0 for nothing
}

// deref is a load or store through the node it hangs on. other is the node
// loaded to or stored from; wide accesses touch more than one pointer: so many
// bytes, where that is known.
type deref struct {
	other  Node
	wide   bool
	bytes  int64
	shape  shape // of the memory around
	chars  bool  // the address of characters
	table  bool  // from a table of methods, so far from where it begins: offset
	offset int64
}

// maxParts bounds the pointers of a wide access that are told apart by where they
// stand.
const maxParts = 8

// parts are the addresses of the pointers that a wide access may touch, nil where they
// are too many or not known.
func (p *Analysis) parts(a memtypes.Addr, d deref) []memtypes.Addr {
	n := int64(p.Layout.PtrBits(0) / 8)
	if !d.wide || d.bytes%n != 0 || d.bytes <= n || d.bytes > n*maxParts || a.Off%n != 0 || a.Stride%n != 0 || p.Merged[a.Obj] != nil {
		return nil
	}
	var list []memtypes.Addr
	for k := int64(0); k < d.bytes; k += n {
		list = append(list, a.Moved(k, 0))
	}
	return list
}

// Analysis is the inclusion-based points-to analysis of one function
// (Andersen's), with offsets as arithmetic progressions. It knows no seed.
type Analysis struct {
	Program Program
	Module  *Module
	Study   Study
	Func    *ir.Function
	Layout  *ir.Layout
	Index   *Nodes
	Class   *Classes
	nums    numbers
	Objs    []Object
	ObjOf   map[ir.Value]int32
	rep     []int32           // by object: the one that stands for it
	Merged  map[int32][]int32 // by object that stands for others: those

	Sets          []AddrSet
	done          []AddrSet // of nodes with derefs: what these have been applied to
	passed        []AddrSet // what edges out of nodes have passed on
	succ          [][]copyEdge
	loads, stores [][]deref
	edges         edgeIndex
	blocks        map[Node][]*blockCopy
	queue         []Node
	queued        []bool
	crowded       []Node        // whose sets grew beyond maxPointees
	buckets       []Node        // addresses of the single buckets of hash tables
	roomy         map[Node]bool // those that may: all that an object holds, however many members it has
	collapses     map[category]int
	kindNumbers   map[category]int32
	kinds         []int32 // by object: the number of its category
	inKind        []int   // by that number: how many a set has
	closures      map[Node]Node
	steps         map[step]Node          // by where it starts: what a pointer leads to
	further       map[step]Node          // the same without a load
	holders       map[memtypes.Addr]Node // that hold one address
	Made          map[int32]int          // by object: its number, of those that the function makes and callers see
	makes         []int32                // those
	origins       map[origin]int32       // by where they are made: objects from the heap
	cycle         map[*ir.Function]bool  // what inCycle gave
	Known         *Summary               // in recursion: what is known of the function so far
	Former        *Summary               // in recursion that does not settle: what is known of the function so far
	Deeps         map[[2]int64]int32     // ObjDeep by parent and offset
	Targets       map[*ir.Instr]*Target
	worst         map[*ir.Instr]*Summary
	Indirect      []*ir.Instr  // calls through pointers
	variables     []*ir.Global // mutable, named in the function
	frozen        int32        // objects from here on belong to constants that the function does not use
	Leaked        []bool       // objects that code may access which is not looked at here
	Ret           Node         // what the function returns
	texts         []int        // parameters whose addresses it puts into strings
	shapes        map[*ir.Type]shape
	asBase        map[*ir.Type]shape // see basePart
	members       []shape            // by copyEdge.whole
	scratch       scratch
}

// Study is a function whose addresses are looked for.
type Study struct {
	Func      *ir.Function
	Forward   bool        // the derivatives wanted are tangents
	PlainCode bool        // the compiler did not optimise it
	Text      bool        // it works on characters
	Addresses []*ir.Param // integer parameters that are known to be addresses
}

// Analyze finds what values and memory of a function may point to.
func Analyze(program Program, m *Module, of Study) *Analysis {
	f := of.Func
	p := &Analysis{
		Program: program, Module: m, Study: of, Func: f, Layout: m.IR.Layout,
		Index: newNodes(), nums: numbers{known: map[ir.Value]progression{}}, ObjOf: map[ir.Value]int32{}, Merged: map[int32][]int32{}, collapses: map[category]int{},
		kindNumbers: map[category]int32{}, inKind: []int{0},
		blocks: map[Node][]*blockCopy{}, closures: map[Node]Node{}, steps: map[step]Node{}, further: map[step]Node{}, holders: map[memtypes.Addr]Node{}, roomy: map[Node]bool{}, Deeps: map[[2]int64]int32{},
		origins: map[origin]int32{}, cycle: map[*ir.Function]bool{}, Targets: map[*ir.Instr]*Target{}, worst: map[*ir.Instr]*Summary{},
	}
	p.shapes, p.asBase, p.members = map[*ir.Type]shape{}, map[*ir.Type]shape{}, []shape{nil}
	p.newNode() // 0
	p.Objs = append(p.Objs, Object{Kind: ObjUnknown}, Object{Kind: ObjForeign, Root: Foreign})
	p.rep = append(p.rep, 0, Foreign)
	for _, q := range f.Params {
		p.Index.add(q, p.newNode())
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			p.Index.add(i, p.newNode())
		}
	}
	p.Class = newClasses(f, p.Index, len(p.Sets))
	p.Ret = p.newNode()
	p.constants()
	for _, q := range f.Params {
		if p.MayPoint(q) && (q.Typ.HasPtr() || slices.Contains(of.Addresses, q)) {
			p.put(p.Index.At(q), memtypes.Addr{Obj: p.newObject(ObjParam, q)})
		}
	}
	p.findBuckets()
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			p.constrain(i)
		}
	}
	p.resolve()
	p.strayInts()
	p.resolve()
	p.findLeaks()
	p.findTexts()
	p.frozen = int32(len(p.Objs))
	return p
}

// constants makes the objects of everything that constant operands name.
func (p *Analysis) constants() {
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			n := i.NumArgs()
			if i.CalledFunc() != nil {
				n-- // the callee's address goes nowhere
			}
			for k := range n {
				if v := i.Arg(k); ir.IsConstant(v) {
					p.constAddrs(v, 0, func(memtypes.Addr, int64) {})
				}
			}
			if i.IsCall() && !ir.IsConstant(i.Callee()) {
				for _, g := range p.Module.Calls.BehindPointer(i) {
					if !Constant(g) {
						p.globalObject(g)
					}
				}
			}
		}
	}
	for k := range p.Objs {
		if g, ok := p.Objs[k].Site.(*ir.Global); ok && p.Objs[k].Kind == ObjGlobal && !Constant(g) {
			p.variables = append(p.variables, g)
		}
	}
}

func (p *Analysis) newNode() Node {
	p.Sets = append(p.Sets, nil)
	p.done = append(p.done, nil)
	p.passed = append(p.passed, nil)
	p.succ = append(p.succ, nil)
	p.loads = append(p.loads, nil)
	p.stores = append(p.stores, nil)
	p.queued = append(p.queued, false)
	return Node(len(p.Sets) - 1)
}

func (p *Analysis) newObject(k ObjKind, site ir.Value) int32 {
	id := int32(len(p.Objs))
	p.Objs = append(p.Objs, Object{Kind: k, Site: site, Root: id})
	p.rep = append(p.rep, id)
	if site != nil && k != ObjDeep {
		p.ObjOf[site] = id
	}
	return id
}

// MayPoint reports whether v can carry a pointer: by its type, or as an
// integer of a pointer's size that is not known to be a number.
func (p *Analysis) MayPoint(v ir.Value) bool {
	return p.mayPointType(v.Type(), v)
}

func (p *Analysis) mayPointType(t *ir.Type, v ir.Value) bool {
	switch t.Kind {
	case ir.PtrKind:
		return true
	case ir.IntKind:
		return t.Bits >= 64 && (v == nil || p.Class.mayBeAddress(v))
	case ir.VectorKind, ir.ArrayKind:
		return p.mayPointType(t.Elem, v)
	case ir.StructKind:
		for _, f := range t.Fields {
			if p.mayPointType(f, nil) {
				return true
			}
		}
	}
	return false
}

// at is the node of an operand. Constants get a node of their own.
func (p *Analysis) at(v ir.Value) Node {
	if n, ok := p.Index.Of(v); ok {
		return n
	}
	var set AddrSet
	p.constAddrs(v, 0, func(a memtypes.Addr, _ int64) { set.add(p.current(a)) })
	if len(set) == 0 {
		return 0
	}
	n := p.newNode()
	p.Sets[n] = set
	if _, ok := v.(*ir.Const); !ok {
		p.Index.Alias(v, n)
	}
	return n
}

// constAddrs visits the addresses in a constant with the offsets at which they
// stand in it.
func (p *Analysis) constAddrs(v ir.Value, at int64, visit func(a memtypes.Addr, at int64)) {
	if _, known := p.ObjOf[v]; p.frozen != 0 && !known {
		switch v.(type) {
		case *ir.Global, *ir.Function:
			return // the function does not use it
		}
	}
	switch v := v.(type) {
	case *ir.Global:
		visit(memtypes.Addr{Obj: p.globalObject(v)}, at)
	case *ir.Function:
		visit(memtypes.Addr{Obj: p.objectOf(ObjFunc, v)}, at)
	case *ir.Const:
		switch v.Kind {
		case ir.ConstArray, ir.ConstVector, ir.ConstStruct:
			if !v.Typ.HasPtr() && !hasExpr(v) {
				return
			}
			for k, e := range v.Elems {
				off := int64(0)
				if v.Kind == ir.ConstStruct {
					off = p.Layout.FieldOffset(v.Typ, k)
				} else {
					off = int64(k) * p.Layout.AllocSize(v.Typ.Elem)
				}
				p.constAddrs(e, at+off, visit)
			}
		case ir.ConstSplat:
			p.constAddrs(v.Elems[0], at, visit)
		case ir.ConstExpr:
			off, stride := int64(0), int64(1)
			ops := v.Elems
			switch v.Op {
			case ir.GetElementPtr:
				off, stride = GepOffset(p.Layout, v.Elem, v.Elems, nil)
				ops = ops[:1]
			case ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.IntToPtr, ir.PtrToAddr:
				stride = 0
			}
			for _, e := range ops {
				p.constAddrs(e, at, func(a memtypes.Addr, at int64) { visit(a.Moved(off, stride), at) })
			}
		}
	}
}

func hasExpr(c *ir.Const) bool {
	for _, e := range c.Elems {
		if k, ok := e.(*ir.Const); !ok || k.Kind == ir.ConstExpr || hasExpr(k) {
			return true
		}
	}
	return false
}

func (p *Analysis) objectOf(k ObjKind, site ir.Value) int32 {
	if o, ok := p.ObjOf[site]; ok {
		return o
	}
	return p.newObject(k, site)
}

// OnlyFloats reports whether a declared type consists of floating-point numbers.
func OnlyFloats(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind, ir.VectorKind:
		return OnlyFloats(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if !OnlyFloats(f) {
				return false
			}
		}
		return len(t.Fields) > 0
	}
	return t.IsFloat()
}

// RuleOf is the derivative rule of an arithmetic instruction, nil for others.
func (p *Analysis) RuleOf(i *ir.Instr) *rules.Rule {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem:
		return rules.ForInstr(i)
	}
	return nil
}

// findLeaks fills leaked.
func (p *Analysis) findLeaks() {
	p.Leaked = make([]bool, len(p.Objs))
	note := func(s AddrSet) {
		for _, a := range s {
			p.Leaked[a.Obj] = true
		}
	}
	// behind are the objects that can be reached by at least one load.
	done := make([]bool, len(p.Objs))
	behind := func(s AddrSet) {
		list := ObjectsOf(s)
		for len(list) > 0 {
			o := list[len(list)-1]
			list = list[:len(list)-1]
			if !done[o] {
				done[o] = true
				objectsIn(p, o, func(k int32) {
					p.Leaked[k] = true
					list = append(list, k)
				})
			}
		}
	}
	note(p.Sets[p.Ret])
	behind(p.Sets[p.Ret])
	for k := range p.Objs {
		if o := &p.Objs[k]; o.External() || o.Kind == ObjUnknown {
			behind(AddrSet{p.current(memtypes.Addr{Obj: int32(k)})})
		}
	}
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			switch p.TargetOf(i).Kind {
			case ToUnknown, ToIndirect, ToAsm:
				for _, v := range i.CallArgs() {
					note(p.Pointees(v))
					behind(p.Pointees(v))
				}
			case ToDefined:
				// What the callee knows about the memory right behind its
				// parameters is known here too.
				for _, v := range i.CallArgs() {
					behind(p.Pointees(v))
				}
			}
		}
	}
}
