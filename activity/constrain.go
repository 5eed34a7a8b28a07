package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// constrain adds what one instruction says about pointers.
func (p *points) constrain(i *ir.Instr) {
	if i.Flags&ir.Part != 0 {
		return
	}
	n := p.index.at(i)
	switch i.Op {
	case ir.Alloca:
		o := p.newObject(objAlloca, i)
		if k, ok := ir.IntValue(i.Arg(0)); ok {
			p.objs[o].size = k * p.layout.AllocSize(i.Elem)
		}
		p.put(n, addr{obj: o})
	case ir.Load, ir.Store, ir.AtomicRMW, ir.CmpXchg:
		p.constrainAccess(i, n)
	case ir.GetElementPtr:
		off, stride := gepOffset(p.layout, i.Elem, i.Args(), &p.nums)
		p.connect(p.at(i.Arg(0)), copyEdge{to: n, off: off, stride: stride, up: stride == 0 || forward(i), whole: p.wholeOf(i)})
	case ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr, ir.Freeze, ir.ExtractValue, ir.ExtractElement:
		p.copyOperands(i, n, i.Args()[:1])
		w := p.floatWord(i)
		for _, l := range w.loads {
			p.load(p.at(l.Arg(0)), deref{other: n})
		}
		for _, v := range w.words {
			p.copy(p.at(v), n, 0, 0)
		}
	case ir.Phi, ir.InsertValue, ir.InsertElement, ir.ShuffleVector:
		p.copyOperands(i, n, i.Args())
	case ir.Select:
		p.copyOperands(i, n, i.Args()[1:])
	case ir.Add, ir.Sub, ir.And, ir.Or, ir.Xor, ir.Shl, ir.LShr, ir.AShr, ir.Trunc, ir.ZExt, ir.SExt:
		// Pointers that are taken apart or moved as integers.
		for _, a := range i.Args() {
			if p.wideInt(i.Typ) && p.wideInt(a.Type()) {
				p.copy(p.at(a), n, 0, 1)
			}
		}
	case ir.Ret:
		if i.NumArgs() > 0 && p.mayPoint(i.Arg(0)) {
			p.copy(p.at(i.Arg(0)), p.ret, 0, 0)
		}
	case ir.VAArg, ir.LandingPad, ir.CatchPad, ir.CleanupPad:
		if p.mayPoint(i) {
			p.put(n, addr{stride: 1})
		}
	case ir.Call, ir.Invoke, ir.CallBr:
		p.constrainCall(i)
	}
}

// copyOperands says that an instruction, whose node is n, gives what these operands are.
func (p *points) copyOperands(i *ir.Instr, n node, operands []ir.Value) {
	if p.mayPoint(i) {
		for _, a := range operands {
			p.copy(p.at(a), n, 0, 0)
		}
	}
}

// constrainAccess adds what an access of memory, whose node is n, says about pointers.
func (p *points) constrainAccess(i *ir.Instr, n node) {
	switch i.Op {
	case ir.Load:
		if p.mayPoint(i) {
			off, table := p.module.calls.TableOffset(i)
			for _, at := range p.accessed(i.Arg(0)) {
				p.load(at, deref{n, p.wide(i.Typ), p.evenly(i.Typ), p.shapeOf(i), i.Typ.IsPtr() && p.characterData(i), table, off})
			}
		}
	case ir.Store:
		p.constrainStore(i)
	case ir.AtomicRMW:
		if p.mayPoint(i) {
			ptr := p.at(i.Arg(0))
			p.load(ptr, deref{other: n})
			p.store(ptr, deref{other: p.at(i.Arg(1))})
		}
	case ir.CmpXchg:
		if p.mayPoint(i.Arg(2)) {
			ptr := p.at(i.Arg(0))
			p.load(ptr, deref{other: n})
			p.store(ptr, deref{other: p.at(i.Arg(2))})
		}
	}
}

// constrainStore adds what a store says about pointers.
func (p *points) constrainStore(i *ir.Instr) {
	v := i.Arg(0)
	if !p.mayPoint(v) || beneath(v) {
		return
	}
	if from, ok := v.(*ir.Instr); ok && from.Op == ir.Load && p.wide(v.Type()) {
		// Members that the compiler moves together stay apart.
		p.copyBlock(p.at(i.Arg(1)), p.at(from.Arg(0)), p.layout.StoreSize(v.Type()))
		return
	}
	for _, at := range p.accessed(i.Arg(1)) {
		p.store(at, deref{p.at(v), p.wide(v.Type()), p.evenly(v.Type()), p.shapeOf(i), false, false, 0})
	}
}

// constSize is the number of bytes that an allocation asks for, 0 when it is not
// constant.
func constSize(i *ir.Instr, t *target) int64 {
	if t.kind != toAlloc || len(t.known.SizeArgs) == 0 {
		return 0
	}
	size := int64(1)
	for _, k := range t.known.SizeArgs {
		n, ok := ir.IntValue(i.Arg(k))
		if !ok {
			return 0
		}
		size *= n
	}
	return size
}

func (p *points) wideInt(t *ir.Type) bool { t = t.Scalar(); return t.IsInt() && t.Bits >= 64 }

// wide reports whether a value of type t covers more bytes than one pointer.
func (p *points) wide(t *ir.Type) bool {
	return p.layout.StoreSize(t) > int64(p.layout.PtrBits(0)/8)
}

// evenly is the size of a type whose pointers stand at multiples of their size, 0 of
// others.
func (p *points) evenly(t *ir.Type) int64 {
	if packed(t) {
		return 0
	}
	return p.layout.StoreSize(t)
}

// packed reports whether a type has structs without padding in it.
func packed(t *ir.Type) bool {
	switch t.Kind {
	case ir.StructKind:
		return t.Packed || slices.ContainsFunc(t.Fields, packed)
	case ir.ArrayKind, ir.VectorKind:
		return packed(t.Elem)
	}
	return false
}

func (p *points) constrainCall(i *ir.Instr) {
	n := p.index.at(i)
	t := p.targetOf(i)
	switch t.kind {
	case toAlloc, toRealloc:
		t.obj = p.fromHeap(i, origin{i, 0})
		p.objs[t.obj].size = constSize(i, t)
		p.put(n, addr{obj: t.obj})
		if t.kind == toRealloc {
			// The old memory may be the new one.
			p.copy(p.at(i.Arg(t.known.PtrArg)), n, 0, 0)
		}
	case toCopy:
		size := int64(-1)
		if k, ok := ir.IntValue(i.Arg(2)); ok {
			size = k
		}
		p.copyBlock(p.at(i.Arg(0)), p.at(i.Arg(1)), size)
		if i.Typ.IsPtr() {
			p.copy(p.at(i.Arg(0)), n, 0, 0)
		}
	case toSet:
		if i.Typ.IsPtr() {
			p.copy(p.at(i.Arg(0)), n, 0, 0)
		}
	case toLoad:
		if p.mayPoint(i) {
			p.load(p.at(i.Arg(0)), deref{other: n, wide: true})
			p.copy(p.at(i.Arg(i.NumCallArgs()-1)), n, 0, 0)
		}
	case toStore:
		if p.mayPoint(i.Arg(0)) {
			p.store(p.at(i.Arg(1)), deref{other: p.at(i.Arg(0)), wide: true})
		}
	case toPass:
		if p.mayPoint(i) {
			stride := int64(0)
			if t.known == nil || t.known.Class == rules.Within {
				stride = 1 // ptrmask, __dynamic_cast
			}
			p.copy(p.at(i.Arg(0)), n, 0, stride)
		}
	case toInactive:
		if t.known != nil && t.known.Own {
			p.constrainOwn(i, t.known)
			break
		}
		if t.fn != nil && t.fn.Name == "__cxa_allocate_exception" && p.module.calls.ExceptionsUnread() {
			o := p.fromHeap(i, origin{i, 0})
			p.put(n, addr{obj: o})
			break
		}
		if i.Typ.HasPtr() && t.known != nil && t.known.EndArg > 0 && t.known.EndArg < i.NumCallArgs() {
			p.constrainToken(i, i.Arg(t.known.EndArg))
			break
		}
		if i.Typ.HasPtr() {
			p.put(n, addr{stride: 1})
			for k := range i.NumCallArgs() {
				if p.mayPoint(i.Arg(k)) {
					p.copy(p.at(i.Arg(k)), n, 0, 1)
				}
			}
		}
	case toDefined:
		p.applySummary(i, t, p.program.summary(t.fn))
	case toLink:
		p.constrainLinks(i, t)
	case toUnknown, toAsm:
		p.applySummary(i, t, p.worstCase(i, t))
	case toIndirect:
		p.indirect = append(p.indirect, i)
	}
}

// constrainToken says what strtok_r does: its result, and what it leaves behind its end, are in
// the text that it is given, or that was left there.
func (p *points) constrainToken(i *ir.Instr, end ir.Value) {
	text, left := p.newNode(), p.newNode()
	if p.mayPoint(i.Arg(0)) {
		p.copy(p.at(i.Arg(0)), text, 0, 1)
	}
	p.load(p.at(end), deref{other: left})
	p.copy(left, text, 0, 1)
	p.store(p.at(end), deref{other: text})
	p.copy(text, p.index.at(i), 0, 0)
}

// constrainOwn says what a function does that works on objects of types of its
// own, strings and streams: it allocates what they hold.
func (p *points) constrainOwn(i *ir.Instr, k *rules.Known) {
	own := p.newNode()
	p.put(own, addr{obj: foreign, stride: 1})
	if k.Fills && i.NumCallArgs() > k.FillsArg && i.Arg(k.FillsArg).Type().IsPtr() {
		p.store(p.at(i.Arg(k.FillsArg)), deref{other: own})
	}
	if rules.OfRust(p.targetOf(i).fn.Name) {
		p.constrainTexts(i, own)
	}
	if i.Typ.HasPtr() {
		p.copy(own, p.index.at(i), 0, 0)
	}
}

// constrainTexts says that one of Rust's functions that write texts may give them new memory,
// wherever it is given a text to write to, as that of a String or of what a Formatter leads to.
func (p *points) constrainTexts(i *ir.Instr, own node) {
	t := p.targetOf(i)
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		if !v.Type().IsPtr() || !p.mayPoint(v) || argHas(i, t.fn, k, "readonly") || argHas(i, t.fn, k, "readnone") {
			continue
		}
		p.store(p.at(v), deref{other: own, wide: true})
		if _, ok := i.ArgAttr(k, "sret"); ok {
			continue
		}
		led := p.newNode()
		p.load(p.at(v), deref{other: led, wide: true})
		p.store(led, deref{other: own, wide: true})
	}
}

// applySummary adds the pointer flows of a callee at one call.
func (p *points) applySummary(i *ir.Instr, t *target, s *summary) {
	for _, fl := range s.floats { // the flow graph needs the objects of these
		if fl.from.sym != nil {
			p.at(fl.from.sym)
		}
		if fl.to.sym != nil {
			p.at(fl.to.sym)
		}
	}
	type spot struct {
		at   node
		wide bool
	}
	moves := map[spot]node{} // by where it goes: what flows there
	for _, fl := range s.ptr {
		from := p.flowSource(i, t, s, fl)
		if from == 0 {
			continue
		}
		if fl.to.kind == endRet {
			p.copy(from, p.index.at(i), fl.off, fl.stride)
			continue
		}
		to, wide := node(0), !fl.dst.known
		if wide {
			to = p.flowMemory(i, t, s, fl.to)
		} else {
			to = p.displaced(p.walk(p.flowAddress(i, t, s, fl.to), fl.dst), fl.dst.off)
		}
		if to == 0 {
			continue
		}
		moved := moves[spot{to, wide}]
		if moved == 0 {
			moved = p.newNode()
			moves[spot{to, wide}] = moved
			p.store(to, deref{other: moved, wide: wide})
		}
		p.copy(from, moved, fl.off, fl.stride)
	}
}

// flowSource is a node with the addresses that a callee's flow gives.
func (p *points) flowSource(i *ir.Instr, t *target, s *summary, fl ptrFlow) node {
	switch e := fl.from; e.kind {
	case endArg, endSym, endFresh:
		return p.flowAddress(i, t, s, e)
	case endUnknown, endForeign:
		a := addr{stride: 1}
		if e.kind == endForeign {
			a.obj = foreign
		}
		return p.holding(a)
	case endMem, endSymMem:
		if fl.src.known {
			return p.walk(p.flowAddress(i, t, s, e), fl.src)
		}
		return p.flowMemory(i, t, s, e)
	}
	return 0
}

// flowAddress is a node with the address of an end of a callee's flow, or of its
// memory.
func (p *points) flowAddress(i *ir.Instr, t *target, s *summary, e end) node {
	switch e.kind {
	case endArg, endMem:
		if e.arg < i.NumCallArgs() && p.mayPoint(i.Arg(e.arg)) {
			return p.at(i.Arg(e.arg))
		}
	case endSym, endSymMem:
		return p.at(e.sym)
	case endFresh, endFreshMem:
		return p.holding(addr{obj: p.fresh(i, t, s, e.arg)})
	}
	return 0
}

// holding is a node that holds one address.
func (p *points) holding(a addr) node {
	n, ok := p.holders[a]
	if !ok {
		n = p.newNode()
		p.holders[a] = n
		p.put(n, a)
	}
	return n
}

// flowMemory is a node with the addresses of the memory that an end of a
// callee's flow names; it also holds the pointers found there.
func (p *points) flowMemory(i *ir.Instr, t *target, s *summary, e end) node {
	if e.kind == endFreshMem {
		return p.flowAddress(i, t, s, e)
	}
	return p.closure(p.flowAddress(i, t, s, e))
}

// fresh is the object that a call makes which its callee knows by a number.
func (p *points) fresh(i *ir.Instr, t *target, s *summary, k int) int32 {
	for len(t.made) <= k {
		t.made = append(t.made, 0)
	}
	if t.made[k] == 0 {
		at := origin{i, k}
		if p.inCycle(t.fn) && s.sites[k].call != nil {
			at = s.sites[k]
		}
		t.made[k] = p.fromHeap(i, at)
		p.objs[t.made[k]].size, p.objs[t.made[k]].text = s.fresh[k], !s.other[k]
	} else { // perhaps of several callees
		o := &p.objs[t.made[k]]
		o.text = o.text && !s.other[k]
		if o.size != s.fresh[k] {
			o.size = 0
		}
	}
	return t.made[k]
}

// closure is a node that holds every address reachable from those in from.
func (p *points) closure(from node) node {
	if from == 0 {
		return 0
	}
	if c, ok := p.closures[from]; ok {
		return c
	}
	c := p.newNode()
	p.closures[from] = c
	p.copy(from, c, 0, 1)
	p.load(c, deref{other: c, wide: true})
	return c
}

// strayInts gives pointers made from integers of which nothing is known the
// unknown object. Small numbers lead nowhere: empty slices have an alignment
// for their address. What comes from functions that are being studied becomes
// known later; code that no run comes to makes none.
func (p *points) strayInts() {
	live := entered(p.f)
	for _, b := range p.f.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.IntToPtr && live[b] && len(p.sets[p.index.at(i)]) == 0 && !p.pending(i.Arg(0)) && !p.leadsNowhere(i.Arg(0), map[ir.Value]bool{}) {
				p.put(p.index.at(i), addr{stride: 1})
			}
		}
	}
}

// pending reports whether a value is the result of a function that is being
// studied for the first time, in recursion.
func (p *points) pending(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.IsCall() && p.program.pending(i.CalledFunc())
}

// smallNumber reports whether an integer is below the first page's end whatever
// the program computes.
func smallNumber(v ir.Value, depth int) bool {
	if n, ok := ir.IntValue(v); ok {
		return n >= 0 && n < firstPage
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 8 {
		return false
	}
	switch i.Op {
	case ir.ZExt:
		return i.Arg(0).Type().Bits <= 8 || smallNumber(i.Arg(0), depth+1)
	case ir.Select:
		return smallNumber(i.Arg(1), depth+1) && smallNumber(i.Arg(2), depth+1)
	case ir.Phi:
		for _, a := range i.Args() {
			if !smallNumber(a, depth+1) {
				return false
			}
		}
		return true
	case ir.And:
		return smallNumber(i.Arg(0), depth+1) || smallNumber(i.Arg(1), depth+1)
	case ir.Shl: // a flag that became an alignment
		n, ok := ir.IntValue(i.Arg(1))
		z, isZExt := i.Arg(0).(*ir.Instr)
		return ok && n < 12 && isZExt && z.Op == ir.ZExt && z.Arg(0).Type().Bits == 1
	}
	return false
}
