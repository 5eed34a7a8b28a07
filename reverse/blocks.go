package reverse

import (
	"strings"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/reverse/checkpoint"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// Blocks of the heap that have shadows end with the sweep (see shadowFree), so
// that a loop which makes vectors would make thousands of blocks that all stay.
// Where every address in a block is known they come from the tape instead, and
// nothing ends them. Shadows of blocks that serve a single iteration of a loop
// are one and the same: the reverse sweep leaves it zero behind each iteration.

// heapBlocks are the blocks of a function that come from the tape.
type heapBlocks struct {
	tape   map[*ir.Instr]bool     // allocations, and the shadows made for them
	ends   map[*ir.Instr]bool     // calls that would end them
	passes map[*ir.Instr]bool     // of these allocations, those whose blocks serve one iteration
	rooms  map[*ir.Instr]ir.Value // the size of shadows that serve all iterations
}

// findBlocks finds the allocations whose blocks may come from the tape: nothing
// but this function has addresses in them, and where one of several blocks is
// meant all of them are such.
func (s *synth) findBlocks() {
	s.ins.blocks = heapBlocks{tape: map[*ir.Instr]bool{}, ends: map[*ir.Instr]bool{}, passes: map[*ir.Instr]bool{}, rooms: map[*ir.Instr]ir.Value{}}
	f := &blockFinder{fn: s.fn, cf: s.cf, class: map[ir.Value]int{}, panic: map[ir.Value]*panicPhi{}}
	for _, b := range ir.RPO(s.fn.p) {
		for _, i := range b.Instrs {
			if s.mayBeOnTape(i) {
				f.add(i)
			}
		}
	}
	for _, c := range f.classes {
		c.follow(f)
	}
	f.settle()
	defer s.dropUnwinding()
	for _, i := range f.panics {
		for _, end := range i.ends {
			s.ins.blocks.ends[end] = i.known
		}
	}
	for _, c := range f.classes {
		if c.joined != nil || !c.known {
			continue
		}
		for _, i := range c.made {
			s.ins.blocks.tape[i] = true
			if s.fn.pair != nil { // callers find frames on top of the tape
				s.rv.actions[i] = func(r *reverser, i *ir.Instr) {
					r.cu.b.CallFunc(s.fn.env.runtime().PopFunc(), r.cu.tape, r.lk.lookup(i))
				}
			}
			if len(c.made) == 1 && s.fn.pair == nil && c.floats && f.servesOnce(i) {
				s.ins.blocks.passes[i] = true
			}
		}
		for _, i := range c.ends {
			s.ins.blocks.ends[i] = true
		}
	}
}

// mayBeOnTape reports whether i allocates a block with a shadow that a push from
// the tape can stand for.
func (s *synth) mayBeOnTape(i *ir.Instr) bool {
	if !i.IsCall() || i.Op == ir.CallBr || i.Op == ir.Invoke && s.fn.reach[i.Blocks[1]] || !i.Typ.IsPtr() || !s.fn.reach[i.Parent] {
		return false // where the program goes on without a block there is none to push
	}
	k := s.fn.knownOf(i)
	if k == nil || k.Class != rules.Alloc || len(k.SizeArgs) == 0 || checkpoint.IsPool(i, checkpoint.PoolAlloc) || !s.fn.info.Shadow(i) {
		return false
	}
	switch {
	case strings.HasSuffix(k.FreeWith, "__rust_dealloc"):
		align, ok := ir.IntValue(i.Arg(1))
		return ok && align <= tape.Align
	case k.FreeWith == "free":
		return i.CalledName() == "malloc" || i.CalledName() == "calloc"
	}
	return k.FreeWith == "_ZdlPv" || k.FreeWith == "_ZdaPv"
}

// dropUnwinding makes calls of the invokes whose blocks come from the tape: a push does not throw.
func (s *synth) dropUnwinding() {
	dropped := false
	for _, b := range s.fn.p.Blocks {
		if i := b.Term(); i.Op == ir.Invoke && s.ins.blocks.tape[i] {
			dropped = true
			returns := i.Blocks[0]
			edit.DropEdge(b, i.Blocks[1])
			i.Op, i.Blocks = ir.Call, nil
			ir.NewBuilder(b).Br(returns)
		}
	}
	if !dropped {
		return
	}
	edit.RemoveUnreachable(s.fn.p)
	s.fn.catches = catching(s.fn.p)
	s.fn.dt = ir.Dominators(s.fn.p)
	s.fn.loops = analysis.Loops(s.fn.p, s.fn.dt)
	s.fn.findReturn()
}

// blockFinder sorts addresses into classes: what phis may hold of several blocks
// is one class.
type blockFinder struct {
	fn      *primal
	cf      *controlFlow
	class   map[ir.Value]int
	classes []*blockClass
	merges  []*ir.Instr // phis and selects that hold addresses
	panics  []*panicPhi
	panic   map[ir.Value]*panicPhi
}

// panicPhi is a phi on the way of a panic, where one of several blocks is ended.
type panicPhi struct {
	phi   *ir.Instr
	known bool // nothing else is done, and all of them come from the tape
	ends  []*ir.Instr
}

type blockClass struct {
	joined *blockClass // the class that it became part of
	known  bool        // where all its addresses go
	floats bool        // nothing but floats is read and written
	made   []*ir.Instr
	ends   []*ir.Instr
	values []ir.Value // addresses in its blocks, those of joined classes apart
}

func (f *blockFinder) add(i *ir.Instr) {
	f.class[i] = len(f.classes)
	f.classes = append(f.classes, &blockClass{known: true, floats: true, made: []*ir.Instr{i}, values: []ir.Value{i}})
}

// of gives the class of an address, nil if it is in no block that is looked at.
func (f *blockFinder) of(v ir.Value) *blockClass {
	k, ok := f.class[v]
	if !ok {
		return nil
	}
	c := f.classes[k]
	for c.joined != nil {
		c = c.joined
	}
	return c
}

// follow looks at the uses of the addresses of c.
func (c *blockClass) follow(f *blockFinder) {
	for n := 0; n < len(c.values); n++ {
		v := c.values[n]
		for u := range ir.Uses(v) {
			f.use(v, u)
		}
	}
}

// use looks at a use of v, an address in a block.
func (f *blockFinder) use(v ir.Value, u *ir.Use) {
	c, i := f.of(v), u.User
	switch i.Op {
	case ir.GetElementPtr, ir.BitCast:
		c.known = c.known && u.Index() == 0
		f.derive(v, i)
	case ir.Phi, ir.Select:
		if i.Op == ir.Phi && !f.fn.reach[i.Parent] {
			f.panicked(i)
			return
		}
		if f.of(i) == nil {
			f.merges = append(f.merges, i)
		}
		f.derive(v, i)
	case ir.Load:
		c.floats = c.floats && i.Typ.Scalar().IsFP()
	case ir.Store:
		c.known = c.known && u.Index() == 1
		c.floats = c.floats && i.Arg(0).Type().Scalar().IsFP()
	case ir.ICmp:
	case ir.PtrToInt:
		c.known = c.known && f.onlyNumber(i, map[*ir.Instr]bool{})
	case ir.Call:
		f.called(c, i, u.Index())
	default:
		c.known = false
	}
}

// derive makes i an address in the block of v.
func (f *blockFinder) derive(v ir.Value, i *ir.Instr) {
	c := f.of(v)
	switch d := f.of(i); {
	case d == nil:
		f.class[i] = f.class[v]
		f.classes[f.class[v]].values = append(f.classes[f.class[v]].values, i)
	case d != c:
		d.joined = c
		c.known, c.floats = c.known && d.known, c.floats && d.floats
		c.made, c.ends = append(c.made, d.made...), append(c.ends, d.ends...)
	}
}

// onlyNumber reports whether no address is made again of the integer i, which is
// made of one.
func (f *blockFinder) onlyNumber(i *ir.Instr, seen map[*ir.Instr]bool) bool {
	if seen[i] {
		return true
	}
	seen[i] = true
	for u := range ir.Uses(i) {
		x := u.User
		switch x.Op {
		case ir.ICmp:
			continue
		case ir.Sub:
			if f.fromAddress(x.Arg(0), 0) && f.fromAddress(x.Arg(1), 0) {
				continue // how far they are apart
			}
		case ir.Phi, ir.Select, ir.Add, ir.And, ir.LShr, ir.AShr, ir.UDiv, ir.URem, ir.Trunc:
		default:
			return false
		}
		if !f.onlyNumber(x, seen) {
			return false
		}
	}
	return true
}

// fromAddress reports whether v is an address as an integer, or one that leads
// nowhere.
func (f *blockFinder) fromAddress(v ir.Value, depth int) bool {
	if n, ok := ir.IntValue(v); ok {
		return n >= 0 && n <= tape.Align
	}
	i, ok := v.(*ir.Instr)
	switch {
	case !ok || depth > 4:
		return false
	case i.Op == ir.Phi:
		for k := range i.NumArgs() {
			if !f.fromAddress(i.Arg(k), depth+1) {
				return false
			}
		}
		return true
	}
	return i.Op == ir.PtrToInt
}

func (f *blockFinder) called(c *blockClass, i *ir.Instr, arg int) {
	k := f.fn.knownOf(i)
	switch {
	case k == nil:
		c.known = false
	case k.Class == rules.Free:
		c.known = c.known && arg == k.PtrArg && !f.fn.env.checkpoints.Needs(i)
		c.ends = append(c.ends, i)
	case k.Class == rules.MemSet || k.Class == rules.MemCpy || k.Class == rules.MemMove:
		c.known = c.known && arg < 2 && !ir.HasUses(i)
		for _, p := range f.fn.info.Pieces(i) {
			c.floats = c.floats && p.Class == memtypes.FloatData
		}
	case !k.Pure && i.CalledName() != "llvm.assume" && !isLifetime(i.CalledName()):
		c.known = false
	}
}

// panicked notes a phi on the way of a panic.
func (f *blockFinder) panicked(i *ir.Instr) {
	if f.panic[i] != nil {
		return
	}
	p := &panicPhi{phi: i, known: true}
	f.panic[i] = p
	f.panics = append(f.panics, p)
	for u := range ir.Uses(i) {
		k := f.fn.knownOf(u.User)
		switch {
		case u.User.Op == ir.ICmp:
		case u.User.Op == ir.PtrToInt && f.onlyNumber(u.User, map[*ir.Instr]bool{}): // as in the size that is freed
		case u.User.Op == ir.Phi && !f.fn.reach[u.User.Parent]:
			f.panicked(u.User)
		case u.User.Op == ir.Call && k != nil && k.Class == rules.Free && u.Index() == k.PtrArg:
			p.ends = append(p.ends, u.User)
		default:
			p.known = false
		}
	}
}

// settle finds out which classes meet others than those from the tape.
func (f *blockFinder) settle() {
	for _, i := range f.merges {
		for k := range i.NumArgs() {
			if a := i.Arg(k); (i.Op == ir.Phi || k > 0) && f.of(a) == nil && !analysis.LeadsNowhere(a) {
				f.of(i).known = false
			}
		}
	}
	for again := true; again; {
		again = false
		for _, p := range f.panics {
			for k := range p.phi.NumArgs() {
				a := p.phi.Arg(k)
				known := &p.known
				if c := f.of(a); c != nil {
					known = &c.known
				} else if q := f.panic[a]; q != nil {
					known = &q.known
				} else if !analysis.LeadsNowhere(a) {
					again, p.known = again || p.known, false
				}
				if *known != p.known {
					again, *known, p.known = true, false, false
				}
			}
		}
	}
}

// servesOnce reports whether what the call made allocates in a loop is not
// accessed once it has allocated again, and its addresses can be had from where
// it begins.
func (f *blockFinder) servesOnce(made *ir.Instr) bool {
	l := f.fn.loops.Of(made.Parent)
	if l == nil {
		return false
	}
	begins := func(v ir.Value) bool { return v == made }
	for _, i := range f.merges {
		if f.of(i) != f.of(made) {
			continue
		}
		if h := f.fn.loops.Of(i.Parent); i.Op == ir.Phi && h != nil && h.Header == i.Parent && h.Contains(made.Parent) {
			return false
		}
		if _, _, _, ok := f.cf.affine(i); !ok && sameBlock(i, begins) == nil {
			return false
		}
	}
	return true
}

// block writes what gives a block that comes from the tape.
func (e *emitter) block(b *ir.Builder, i *ir.Instr) ir.Value {
	s, rt := e.s, e.s.fn.env.runtime()
	k := s.fn.knownOf(i)
	var bytes ir.Value
	for _, a := range k.SizeArgs {
		n := b.Cast(ir.ZExt, e.val(i.Arg(a)), ir.I64)
		if bytes == nil {
			bytes = n
		} else {
			bytes = b.Mul(bytes, n)
		}
	}
	if s.ins.blocks.rooms[i] != nil {
		return e.room(b, i, bytes)
	}
	c := b.CallFunc(rt.ObjectFunc(), e.val(s.fn.tape), bytes)
	c.X.RetAttrs = "noalias"
	if k.Zeroed {
		b.MemSet(c, bytes)
	}
	return b.Cast(ir.BitCast, c, i.Typ)
}

// room writes what gives a shadow that serves all iterations, as long as the
// longest of them wants it.
func (e *emitter) room(b *ir.Builder, i *ir.Instr, bytes ir.Value) ir.Value {
	place, size := e.top.Alloca(i.Typ, nil, 0), e.top.Alloca(ir.I64, nil, 0)
	e.top.Store(ir.Zero(i.Typ), place, 0)
	e.top.Store(i64(0), size, 0)
	e.rooms[i] = place
	m := e.s.fn.m
	had := b.Cast(ir.BitCast, b.Load(i.Typ, place, 0), m.Ptr())
	c := b.CallFunc(e.s.fn.env.moves().RoomFunc(), had, b.Load(ir.I64, size, 0), bytes)
	p := b.Cast(ir.BitCast, b.ExtractValue(c, 0), i.Typ)
	b.Store(p, place, 0)
	b.Store(b.ExtractValue(c, 1), size, 0)
	return p
}

// freeRooms writes the end of the shadows that serve all iterations.
func (e *emitter) freeRooms(b *ir.Builder) {
	for _, blk := range e.s.fn.p.Blocks {
		for _, i := range blk.Instrs {
			if place := e.rooms[i]; place != nil {
				b.CallFunc(e.s.fn.env.runtime().DeallocateFunc(), b.Cast(ir.BitCast, b.Load(i.Typ, place, 0), e.s.fn.m.Ptr()))
			}
		}
	}
}

// Memory without a shadow, such as a list of indices, is freed in the forward sweep, as in
// the function itself. What loops read of it would have to be kept for every iteration.
// Where nothing but its end stands in the way, that waits for the end of the reverse
// sweep, as that of memory with a shadow does. Blocks that loops free are many, and end where
// they did.

// putOffEnds puts off what ends memory that loops with something to reverse read.
func (s *synth) putOffEnds() {
	mem, fn := s.mem, s.fn
	if fn.pair != nil || fn.parallel || fn.ret == nil {
		return
	}
	if mem.order == nil {
		mem.collectWriters()
	}
	var ends []*ir.Instr
	for _, g := range mem.groups {
		for _, w := range g.writers {
			if k := fn.knownOf(w.i); w.i.Op == ir.Call && k != nil && k.Class == rules.Free && fn.loops.Of(w.i.Parent) == nil {
				ends = append(ends, w.i)
			}
		}
	}
	if len(ends) == 0 {
		return
	}
	for _, i := range ends {
		mem.forgetWriter(i)
	}
	wait := s.endsInTheWay(ends)
	for _, i := range ends {
		if wait[i] {
			if _, args := s.sh.putOff(i, fn.knownOf(i)); args != nil {
				i.Erase()
			}
			continue
		}
		mem.group(writer{i: i, order: mem.order[i.Parent]})
	}
	clear(mem.reload)
}

// endsInTheWay gives those of the calls ends, none of which is among the writers, that end
// what a load in a loop with something to reverse could read again.
func (s *synth) endsInTheWay(ends []*ir.Instr) map[*ir.Instr]bool {
	wait := map[*ir.Instr]bool{}
	for _, b := range ir.RPO(s.fn.p) {
		l := s.fn.loops.Of(b)
		if l == nil || !s.cf.loopWork[l] {
			continue
		}
		for _, i := range b.Instrs {
			if i.Op != ir.Load || i.Flags&(ir.Volatile|ir.Atomic) != 0 || s.sh.isShadow[i] {
				continue
			}
			var by []*ir.Instr
			for _, w := range ends {
				if !wait[w] && s.ended(w, i) {
					by = append(by, w)
				}
			}
			if len(by) > 0 && !s.mem.overwritten(i, nil, nil) {
				for _, w := range by {
					wait[w] = true
				}
			}
		}
	}
	return wait
}

// ended reports whether the call w may end, after the load i, what it reads.
func (s *synth) ended(w, i *ir.Instr) bool {
	k := s.fn.knownOf(w)
	return s.mem.mayFollow(i, w) && s.mem.aliases().AliasAnytime(w.Arg(k.PtrArg), -1, i.Arg(0), s.fn.m.Layout.StoreSize(i.Typ)) != analysis.NoAlias
}
