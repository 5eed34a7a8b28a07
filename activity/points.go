package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// foreign is the object that stands for all memory of library objects.
const foreign = 1

// node is a set of addresses: those a value, a memory cell or a helper of the
// solver may hold. 0 is no node.
type node = int32

// copyEdge passes every address on, displaced.
type copyEdge struct {
	to          node
	off, stride int64
	up          bool  // the multiples of stride are never negative
	whole       int32 // what the address tells of the memory around it, in members; 0 for nothing
}

// deref is a load or store through the node it hangs on. other is the node
// loaded to or stored from; wide accesses touch more than one pointer: so many
// bytes, where that is known.
type deref struct {
	other  node
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
func (p *points) parts(a addr, d deref) []addr {
	n := int64(p.layout.PtrBits(0) / 8)
	if !d.wide || d.bytes%n != 0 || d.bytes <= n || d.bytes > n*maxParts || a.off%n != 0 || a.stride%n != 0 || p.merged[a.obj] != nil {
		return nil
	}
	var list []addr
	for k := int64(0); k < d.bytes; k += n {
		list = append(list, a.moved(k, 0))
	}
	return list
}

// points is the inclusion-based points-to analysis of one function
// (Andersen's), with offsets as arithmetic progressions. It knows no seed.
type points struct {
	program program
	module  *module
	of      study
	f       *ir.Function
	layout  *ir.Layout
	index   *nodes
	class   *classes
	nums    numbers
	objs    []object
	objOf   map[ir.Value]int32
	rep     []int32           // by object: the one that stands for it
	merged  map[int32][]int32 // by object that stands for others: those

	sets          []addrSet
	done          []addrSet // of nodes with derefs: what these have been applied to
	passed        []addrSet // what edges out of nodes have passed on
	succ          [][]copyEdge
	loads, stores [][]deref
	edges         map[[2]node]copyEdge
	blocks        map[node][]*blockCopy
	queue         []node
	queued        []bool
	crowded       []node        // whose sets grew beyond maxPointees
	buckets       []node        // addresses of the single buckets of hash tables
	roomy         map[node]bool // those that may: all that an object holds, however many members it has
	collapses     map[category]int
	kindNumbers   map[category]int32
	kinds         []int32 // by object: the number of its category
	inKind        []int   // by that number: how many a set has
	closures      map[node]node
	steps         map[step]node         // by where it starts: what a pointer leads to
	further       map[step]node         // the same without a load
	holders       map[addr]node         // that hold one address
	made          map[int32]int         // by object: its number, of those that the function makes and callers see
	makes         []int32               // those
	origins       map[origin]int32      // by where they are made: objects from the heap
	cycle         map[*ir.Function]bool // what inCycle gave
	known         *summary              // in recursion: what is known of the function so far
	former        *summary              // in recursion that does not settle: what is known of the function so far
	deeps         map[[2]int64]int32    // objDeep by parent and offset
	targets       map[*ir.Instr]*target
	worst         map[*ir.Instr]*summary
	indirect      []*ir.Instr  // calls through pointers
	variables     []*ir.Global // mutable, named in the function
	frozen        int32        // objects from here on belong to constants that the function does not use
	leaked        []bool       // objects that code may access which is not looked at here
	ret           node         // what the function returns
	texts         []int        // parameters whose addresses it puts into strings
	shapes        map[*ir.Type]shape
	asBase        map[*ir.Type]shape // see basePart
	members       []shape            // by copyEdge.whole
	reached       []int32            // by object: the walk of reachable that came by last
	walks         int32
}

// study is a function whose addresses are looked for.
type study struct {
	f         *ir.Function
	forward   bool        // the derivatives wanted are tangents
	plainCode bool        // the compiler did not optimise it
	text      bool        // it works on characters
	words     bool        // words of memory may be other than their use in registers tells
	addresses []*ir.Param // integer parameters that are known to be addresses
}

// newPoints finds what values and memory of a function may point to.
func newPoints(program program, m *module, of study) *points {
	f := of.f
	p := &points{
		program: program, module: m, of: of, f: f, layout: m.ir.Layout,
		index: newNodes(), nums: numbers{known: map[ir.Value]progression{}}, objOf: map[ir.Value]int32{}, merged: map[int32][]int32{}, collapses: map[category]int{},
		kindNumbers: map[category]int32{}, inKind: []int{0},
		edges: map[[2]node]copyEdge{}, blocks: map[node][]*blockCopy{}, closures: map[node]node{}, steps: map[step]node{}, further: map[step]node{}, holders: map[addr]node{}, roomy: map[node]bool{}, deeps: map[[2]int64]int32{},
		origins: map[origin]int32{}, cycle: map[*ir.Function]bool{}, targets: map[*ir.Instr]*target{}, worst: map[*ir.Instr]*summary{},
	}
	p.shapes, p.asBase, p.members = map[*ir.Type]shape{}, map[*ir.Type]shape{}, []shape{nil}
	p.newNode() // 0
	p.objs = append(p.objs, object{kind: objUnknown}, object{kind: objForeign, root: foreign})
	p.rep = append(p.rep, 0, foreign)
	for _, q := range f.Params {
		p.index.add(q, p.newNode())
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			p.index.add(i, p.newNode())
		}
	}
	p.class = newClasses(f, p.index, len(p.sets), m.rust, of.words)
	p.ret = p.newNode()
	p.constants()
	for _, q := range f.Params {
		if p.mayPoint(q) && (q.Typ.HasPtr() || slices.Contains(of.addresses, q)) {
			p.put(p.index.at(q), addr{obj: p.newObject(objParam, q)})
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
	p.frozen = int32(len(p.objs))
	return p
}

// constants makes the objects of everything that constant operands name.
func (p *points) constants() {
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			n := i.NumArgs()
			if i.CalledFunc() != nil {
				n-- // the callee's address goes nowhere
			}
			for k := range n {
				if v := i.Arg(k); ir.IsConstant(v) {
					p.constAddrs(v, 0, func(addr, int64) {})
				}
			}
			if i.IsCall() && !ir.IsConstant(i.Callee()) {
				for _, g := range p.module.calls.BehindPointer(i) {
					if !constant(g) {
						p.globalObject(g)
					}
				}
			}
		}
	}
	for k := range p.objs {
		if g, ok := p.objs[k].site.(*ir.Global); ok && p.objs[k].kind == objGlobal && !constant(g) {
			p.variables = append(p.variables, g)
		}
	}
}

func (p *points) newNode() node {
	p.sets = append(p.sets, nil)
	p.done = append(p.done, nil)
	p.passed = append(p.passed, nil)
	p.succ = append(p.succ, nil)
	p.loads = append(p.loads, nil)
	p.stores = append(p.stores, nil)
	p.queued = append(p.queued, false)
	return node(len(p.sets) - 1)
}

func (p *points) newObject(k objKind, site ir.Value) int32 {
	id := int32(len(p.objs))
	p.objs = append(p.objs, object{kind: k, site: site, root: id})
	p.rep = append(p.rep, id)
	if site != nil && k != objDeep {
		p.objOf[site] = id
	}
	return id
}

// mayPoint reports whether v can carry a pointer: by its type, or as an
// integer of a pointer's size that is not known to be a number.
func (p *points) mayPoint(v ir.Value) bool {
	return p.mayPointType(v.Type(), v)
}

func (p *points) mayPointType(t *ir.Type, v ir.Value) bool {
	switch t.Kind {
	case ir.PtrKind:
		return true
	case ir.IntKind:
		return t.Bits >= 64 && (v == nil || p.class.mayBeAddress(v))
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
func (p *points) at(v ir.Value) node {
	if n, ok := p.index.of(v); ok {
		return n
	}
	var set addrSet
	p.constAddrs(v, 0, func(a addr, _ int64) { set.add(p.current(a)) })
	if len(set) == 0 {
		return 0
	}
	n := p.newNode()
	p.sets[n] = set
	if _, ok := v.(*ir.Const); !ok {
		p.index.alias(v, n)
	}
	return n
}

// constAddrs visits the addresses in a constant with the offsets at which they
// stand in it.
func (p *points) constAddrs(v ir.Value, at int64, visit func(a addr, at int64)) {
	if _, known := p.objOf[v]; p.frozen != 0 && !known {
		switch v.(type) {
		case *ir.Global, *ir.Function:
			return // the function does not use it
		}
	}
	switch v := v.(type) {
	case *ir.Global:
		visit(addr{obj: p.globalObject(v)}, at)
	case *ir.Function:
		visit(addr{obj: p.objectOf(objFunc, v)}, at)
	case *ir.Const:
		switch v.Kind {
		case ir.ConstArray, ir.ConstVector, ir.ConstStruct:
			if !v.Typ.HasPtr() && !hasExpr(v) {
				return
			}
			for k, e := range v.Elems {
				off := int64(0)
				if v.Kind == ir.ConstStruct {
					off = p.layout.FieldOffset(v.Typ, k)
				} else {
					off = int64(k) * p.layout.AllocSize(v.Typ.Elem)
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
				off, stride = gepOffset(p.layout, v.Elem, v.Elems, nil)
				ops = ops[:1]
			case ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.IntToPtr, ir.PtrToAddr:
				stride = 0
			}
			for _, e := range ops {
				p.constAddrs(e, at, func(a addr, at int64) { visit(a.moved(off, stride), at) })
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

func (p *points) objectOf(k objKind, site ir.Value) int32 {
	if o, ok := p.objOf[site]; ok {
		return o
	}
	return p.newObject(k, site)
}

// onlyFloats reports whether a declared type consists of floating-point numbers.
func onlyFloats(t *ir.Type) bool {
	switch t.Kind {
	case ir.ArrayKind, ir.VectorKind:
		return onlyFloats(t.Elem)
	case ir.StructKind:
		for _, f := range t.Fields {
			if !onlyFloats(f) {
				return false
			}
		}
		return len(t.Fields) > 0
	}
	return t.IsFloat()
}

// ruleOf is the derivative rule of an arithmetic instruction, nil for others.
func (p *points) ruleOf(i *ir.Instr) *rules.Rule {
	switch i.Op {
	case ir.FNeg, ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem:
		return rules.ForInstr(i)
	}
	return nil
}

// findLeaks fills leaked.
func (p *points) findLeaks() {
	p.leaked = make([]bool, len(p.objs))
	note := func(s addrSet) {
		for _, a := range s {
			p.leaked[a.obj] = true
		}
	}
	// behind are the objects that can be reached by at least one load.
	done := make([]bool, len(p.objs))
	behind := func(s addrSet) {
		list := objectsOf(s)
		for len(list) > 0 {
			o := list[len(list)-1]
			list = list[:len(list)-1]
			if !done[o] {
				done[o] = true
				found := p.contained(o)
				note(found)
				list = append(list, objectsOf(found)...)
			}
		}
	}
	note(p.sets[p.ret])
	behind(p.sets[p.ret])
	for k := range p.objs {
		if o := &p.objs[k]; o.external() || o.kind == objUnknown {
			behind(addrSet{p.current(addr{obj: int32(k)})})
		}
	}
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if !i.IsCall() {
				continue
			}
			switch p.targetOf(i).kind {
			case toUnknown, toIndirect, toAsm:
				for _, v := range i.CallArgs() {
					note(p.pointees(v))
					behind(p.pointees(v))
				}
			case toDefined:
				// What the callee knows about the memory right behind its
				// parameters is known here too.
				for _, v := range i.CallArgs() {
					behind(p.pointees(v))
				}
			}
		}
	}
}
