package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// constrain adds what one instruction says about pointers.
func (p *Analysis) constrain(i *ir.Instr) {
	n := p.Index.At(i)
	switch i.Op {
	case ir.Alloca:
		o := p.newObject(ObjAlloca, i)
		if k, ok := ir.IntValue(i.Arg(0)); ok {
			p.Objs[o].Size = k * p.Layout.AllocSize(i.Elem)
		}
		p.put(n, memtypes.Addr{Obj: o})
	case ir.Load, ir.Store, ir.AtomicRMW, ir.CmpXchg:
		p.constrainAccess(i, n)
	case ir.GetElementPtr:
		off, stride := GepOffset(p.Layout, i.Elem, i.Args(), &p.nums)
		p.connect(p.at(i.Arg(0)), copyEdge{to: n, off: off, stride: stride, up: stride == 0 || forward(i), whole: p.wholeOf(i)})
	case ir.BitCast, ir.AddrSpaceCast, ir.PtrToInt, ir.PtrToAddr, ir.IntToPtr, ir.Freeze, ir.ExtractValue, ir.ExtractElement:
		p.copyOperands(i, n, i.Args()[:1])
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
		if i.NumArgs() > 0 && p.MayPoint(i.Arg(0)) {
			p.copy(p.at(i.Arg(0)), p.Ret, 0, 0)
		}
	case ir.VAArg, ir.LandingPad, ir.CatchPad, ir.CleanupPad:
		if p.MayPoint(i) {
			p.put(n, memtypes.Addr{Stride: 1})
		}
	case ir.Call, ir.Invoke, ir.CallBr:
		p.constrainCall(i)
	}
}

// copyOperands says that an instruction, whose node is n, gives what these operands are.
func (p *Analysis) copyOperands(i *ir.Instr, n Node, operands []ir.Value) {
	if p.MayPoint(i) {
		for _, a := range operands {
			p.copy(p.at(a), n, 0, 0)
		}
	}
}

// constrainAccess adds what an access of memory, whose node is n, says about pointers.
func (p *Analysis) constrainAccess(i *ir.Instr, n Node) {
	switch i.Op {
	case ir.Load:
		if p.MayPoint(i) {
			off, table := p.Module.Calls.TableOffset(i)
			for _, at := range p.accessed(i.Arg(0)) {
				p.load(at, deref{n, p.wide(i.Typ), p.evenly(i.Typ), p.ShapeOf(i), i.Typ.IsPtr() && p.characterData(i), table, off})
			}
		}
	case ir.Store:
		p.constrainStore(i)
	case ir.AtomicRMW:
		if p.MayPoint(i) {
			ptr := p.at(i.Arg(0))
			p.load(ptr, deref{other: n})
			p.store(ptr, deref{other: p.at(i.Arg(1))})
		}
	case ir.CmpXchg:
		if p.MayPoint(i.Arg(2)) {
			ptr := p.at(i.Arg(0))
			p.load(ptr, deref{other: n})
			p.store(ptr, deref{other: p.at(i.Arg(2))})
		}
	}
}

// constrainStore adds what a store says about pointers.
func (p *Analysis) constrainStore(i *ir.Instr) {
	v := i.Arg(0)
	if !p.MayPoint(v) || beneath(v) {
		return
	}
	if from, ok := v.(*ir.Instr); ok && from.Op == ir.Load && p.wide(v.Type()) {
		// Members that the compiler moves together stay apart.
		p.copyBlock(p.at(i.Arg(1)), p.at(from.Arg(0)), p.Layout.StoreSize(v.Type()))
		return
	}
	for _, at := range p.accessed(i.Arg(1)) {
		p.store(at, deref{p.at(v), p.wide(v.Type()), p.evenly(v.Type()), p.ShapeOf(i), false, false, 0})
	}
}

// constSize is the number of bytes that an allocation asks for, 0 when it is not
// constant.
func constSize(i *ir.Instr, t *Target) int64 {
	if t.Kind != ToAlloc || len(t.Known.SizeArgs) == 0 {
		return 0
	}
	size := int64(1)
	for _, k := range t.Known.SizeArgs {
		n, ok := ir.IntValue(i.Arg(k))
		if !ok {
			return 0
		}
		size *= n
	}
	return size
}

func (p *Analysis) wideInt(t *ir.Type) bool { t = t.Scalar(); return t.IsInt() && t.Bits >= 64 }

// wide reports whether a value of type t covers more bytes than one pointer.
func (p *Analysis) wide(t *ir.Type) bool {
	return p.Layout.StoreSize(t) > int64(p.Layout.PtrBits(0)/8)
}

// evenly is the size of a type whose pointers stand at multiples of their size, 0 of
// others.
func (p *Analysis) evenly(t *ir.Type) int64 {
	if packed(t) {
		return 0
	}
	return p.Layout.StoreSize(t)
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

func (p *Analysis) constrainCall(i *ir.Instr) {
	n := p.Index.At(i)
	t := p.TargetOf(i)
	switch t.Kind {
	case ToAlloc, ToRealloc:
		t.Obj = p.fromHeap(i, origin{i, 0})
		p.Objs[t.Obj].Size = constSize(i, t)
		p.put(n, memtypes.Addr{Obj: t.Obj})
		if t.Kind == ToRealloc {
			// The old memory may be the new one.
			p.copy(p.at(i.Arg(t.Known.PtrArg)), n, 0, 0)
		}
	case ToCopy:
		size := int64(-1)
		if k, ok := ir.IntValue(i.Arg(2)); ok {
			size = k
		}
		p.copyBlock(p.at(i.Arg(0)), p.at(i.Arg(1)), size)
		if i.Typ.IsPtr() {
			p.copy(p.at(i.Arg(0)), n, 0, 0)
		}
	case ToSet:
		if i.Typ.IsPtr() {
			p.copy(p.at(i.Arg(0)), n, 0, 0)
		}
	case ToLoad:
		if p.MayPoint(i) {
			p.load(p.at(i.Arg(0)), deref{other: n, wide: true})
			p.copy(p.at(i.Arg(i.NumCallArgs()-1)), n, 0, 0)
		}
	case ToStore:
		if p.MayPoint(i.Arg(0)) {
			p.store(p.at(i.Arg(1)), deref{other: p.at(i.Arg(0)), wide: true})
		}
	case ToPass:
		if p.MayPoint(i) {
			stride := int64(0)
			if t.Known == nil || t.Known.Class == rules.Within {
				stride = 1 // ptrmask, __dynamic_cast
			}
			p.copy(p.at(i.Arg(0)), n, 0, stride)
		}
	case ToInactive:
		if t.Known != nil && t.Known.Own {
			p.constrainOwn(i, t.Known)
			break
		}
		if t.Fn != nil && t.Fn.Name == "__cxa_allocate_exception" && p.Module.Calls.ExceptionsUnread() {
			o := p.fromHeap(i, origin{i, 0})
			p.put(n, memtypes.Addr{Obj: o})
			break
		}
		if i.Typ.HasPtr() && t.Known != nil && t.Known.EndArg > 0 && t.Known.EndArg < i.NumCallArgs() {
			p.constrainToken(i, i.Arg(t.Known.EndArg))
			break
		}
		if i.Typ.HasPtr() {
			p.put(n, memtypes.Addr{Stride: 1})
			for k := range i.NumCallArgs() {
				if p.MayPoint(i.Arg(k)) {
					p.copy(p.at(i.Arg(k)), n, 0, 1)
				}
			}
		}
	case ToDefined:
		p.applySummary(i, t, p.Program.Summary(t.Fn))
	case ToLink:
		p.constrainLinks(i, t)
	case ToUnknown, ToAsm:
		p.applySummary(i, t, p.worstCase(i, t))
	case ToIndirect:
		p.Indirect = append(p.Indirect, i)
	}
}

// constrainToken says what strtok_r does: its result, and what it leaves behind its end, are in
// the text that it is given, or that was left there.
func (p *Analysis) constrainToken(i *ir.Instr, end ir.Value) {
	text, left := p.newNode(), p.newNode()
	if p.MayPoint(i.Arg(0)) {
		p.copy(p.at(i.Arg(0)), text, 0, 1)
	}
	p.load(p.at(end), deref{other: left})
	p.copy(left, text, 0, 1)
	p.store(p.at(end), deref{other: text})
	p.copy(text, p.Index.At(i), 0, 0)
}

// constrainOwn says what a function does that works on objects of types of its
// own, strings and streams: it allocates what they hold.
func (p *Analysis) constrainOwn(i *ir.Instr, k *rules.Known) {
	own := p.newNode()
	p.put(own, memtypes.Addr{Obj: Foreign, Stride: 1})
	if k.Fills && i.NumCallArgs() > k.FillsArg && i.Arg(k.FillsArg).Type().IsPtr() {
		p.store(p.at(i.Arg(k.FillsArg)), deref{other: own})
	}
	if rules.OfRust(p.TargetOf(i).Fn.Name) {
		p.constrainTexts(i, own)
	}
	if i.Typ.HasPtr() {
		p.copy(own, p.Index.At(i), 0, 0)
	}
}

// constrainTexts says that one of Rust's functions that write texts may give them new memory,
// wherever it is given a text to write to, as that of a String or of what a Formatter leads to.
func (p *Analysis) constrainTexts(i *ir.Instr, own Node) {
	t := p.TargetOf(i)
	for k := range i.NumCallArgs() {
		v := i.Arg(k)
		if !v.Type().IsPtr() || !p.MayPoint(v) || ArgHas(i, t.Fn, k, "readonly") || ArgHas(i, t.Fn, k, "readnone") {
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
func (p *Analysis) applySummary(i *ir.Instr, t *Target, s *Summary) {
	for _, fl := range s.Floats { // the flow graph needs the objects of these
		if fl.From.Sym != nil {
			p.at(fl.From.Sym)
		}
		if fl.To.Sym != nil {
			p.at(fl.To.Sym)
		}
	}
	type spot struct {
		at   Node
		wide bool
	}
	moves := map[spot]Node{} // by where it goes: what flows there
	for _, fl := range s.Ptr {
		from := p.flowSource(i, t, s, fl)
		if from == 0 {
			continue
		}
		if fl.To.Kind == EndRet {
			p.copy(from, p.Index.At(i), fl.off, fl.Stride)
			continue
		}
		to, wide := Node(0), !fl.dst.known
		if wide {
			to = p.flowMemory(i, t, s, fl.To)
		} else {
			to = p.displaced(p.walk(p.flowAddress(i, t, s, fl.To), fl.dst), fl.dst.off)
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
		p.copy(from, moved, fl.off, fl.Stride)
	}
}

// flowSource is a node with the addresses that a callee's flow gives.
func (p *Analysis) flowSource(i *ir.Instr, t *Target, s *Summary, fl PtrFlow) Node {
	switch e := fl.From; e.Kind {
	case EndArg, endSym, EndFresh:
		return p.flowAddress(i, t, s, e)
	case EndUnknown, endForeign:
		a := memtypes.Addr{Stride: 1}
		if e.Kind == endForeign {
			a.Obj = Foreign
		}
		return p.holding(a)
	case EndMem, EndSymMem:
		if fl.src.known {
			return p.walk(p.flowAddress(i, t, s, e), fl.src)
		}
		return p.flowMemory(i, t, s, e)
	}
	return 0
}

// flowAddress is a node with the address of an end of a callee's flow, or of its
// memory.
func (p *Analysis) flowAddress(i *ir.Instr, t *Target, s *Summary, e End) Node {
	switch e.Kind {
	case EndArg, EndMem:
		if e.Arg < i.NumCallArgs() && p.MayPoint(i.Arg(e.Arg)) {
			return p.at(i.Arg(e.Arg))
		}
	case endSym, EndSymMem:
		return p.at(e.Sym)
	case EndFresh, EndFreshMem:
		return p.holding(memtypes.Addr{Obj: p.fresh(i, t, s, e.Arg)})
	}
	return 0
}

// holding is a node that holds one address.
func (p *Analysis) holding(a memtypes.Addr) Node {
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
func (p *Analysis) flowMemory(i *ir.Instr, t *Target, s *Summary, e End) Node {
	if e.Kind == EndFreshMem {
		return p.flowAddress(i, t, s, e)
	}
	return p.closure(p.flowAddress(i, t, s, e))
}

// fresh is the object that a call makes which its callee knows by a number.
func (p *Analysis) fresh(i *ir.Instr, t *Target, s *Summary, k int) int32 {
	for len(t.Made) <= k {
		t.Made = append(t.Made, 0)
	}
	if t.Made[k] == 0 {
		at := origin{i, k}
		if p.inCycle(t.Fn) && s.sites[k].call != nil {
			at = s.sites[k]
		}
		t.Made[k] = p.fromHeap(i, at)
		p.Objs[t.Made[k]].Size, p.Objs[t.Made[k]].Text = s.Fresh[k], !s.other[k]
	} else { // perhaps of several callees
		o := &p.Objs[t.Made[k]]
		o.Text = o.Text && !s.other[k]
		if o.Size != s.Fresh[k] {
			o.Size = 0
		}
	}
	return t.Made[k]
}

// closure is a node that holds every address reachable from those in from.
func (p *Analysis) closure(from Node) Node {
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
func (p *Analysis) strayInts() {
	live := entered(p.Func)
	for _, b := range p.Func.Blocks {
		for _, i := range b.Instrs {
			if i.Op == ir.IntToPtr && live[b] && len(p.Sets[p.Index.At(i)]) == 0 && !p.pending(i.Arg(0)) && !p.leadsNowhere(i.Arg(0), map[ir.Value]bool{}) {
				p.put(p.Index.At(i), memtypes.Addr{Stride: 1})
			}
		}
	}
}

// pending reports whether a value is the result of a function that is being
// studied for the first time, in recursion.
func (p *Analysis) pending(v ir.Value) bool {
	i, ok := v.(*ir.Instr)
	return ok && i.IsCall() && p.Program.Pending(i.CalledFunc())
}

// SmallNumber reports whether an integer is below the first page's end whatever
// the program computes.
func SmallNumber(v ir.Value, depth int) bool {
	if n, ok := ir.IntValue(v); ok {
		return n >= 0 && n < FirstPage
	}
	i, ok := v.(*ir.Instr)
	if !ok || depth > 8 {
		return false
	}
	switch i.Op {
	case ir.ZExt:
		return i.Arg(0).Type().Bits <= 8 || SmallNumber(i.Arg(0), depth+1)
	case ir.Select:
		return SmallNumber(i.Arg(1), depth+1) && SmallNumber(i.Arg(2), depth+1)
	case ir.Phi:
		for _, a := range i.Args() {
			if !SmallNumber(a, depth+1) {
				return false
			}
		}
		return true
	case ir.And:
		return SmallNumber(i.Arg(0), depth+1) || SmallNumber(i.Arg(1), depth+1)
	case ir.Shl: // a flag that became an alignment
		n, ok := ir.IntValue(i.Arg(1))
		z, isZExt := i.Arg(0).(*ir.Instr)
		return ok && n < 12 && isZExt && z.Op == ir.ZExt && z.Arg(0).Type().Bits == 1
	}
	return false
}
