package reverse

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/reverse/ownership"
	"github.com/llad-ad/llad/reverse/tape"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/openmp"
)

// A parallel region (see openmp.Regions) is differentiated in the split form. Each
// thread of the team has a tape of its own. The reverse sweep starts a team of
// the same size: every thread reverses what the thread of its number did, waits
// at the barriers where that waited, and enters critical sections in the
// reverse order. What threads add to shadows of memory that is not their own
// they add atomically.
//
// The frame of the call of a team is a record on the tape of the thread that
// started it:
//
//	 0 list     the tapes of the threads, linked
//	 8 threads  their number
//	16 args     of the region, and their shadows; the location; what the threads of the reverse sweep
//	            share, see ownership.Sweep
//
// and a thread's tape is on the heap, with
const (
	threadFrame  = tape.HandleSize      // the frame that the region's augmented primal gave
	threadNext   = tape.HandleSize + 8  // the next in the list
	threadNumber = tape.HandleSize + 16 // the thread
	threadOwned  = tape.HandleSize + 24 // in the reverse sweep: what the thread owns, see ownership.Sweep
	threadSize   = tape.HandleSize + 32

	teamList, teamThreads, teamArgs = 0, 8, 16
)

// teamPair is the split form of a team that is started where memory is known.
func (env *Env) teamPair(team, region *ir.Function, seed signature.Seed, memory *regionMemory) (*pair, error) {
	pr := env.declarePair(team, seed, nil)
	of := signature.Seed{Params: append([]signature.Kind{signature.Const, signature.Const}, seed.Params[1:]...), Mixed: seed.Mixed}
	was, inTeam := env.parallel, env.inTeam
	env.parallel, env.inTeam = true, was
	inner, err := env.pairFor(region, of, true, memory)
	env.parallel, env.inTeam = was, inTeam
	if err != nil {
		return nil, err
	}
	m, rt := env.M, env.runtime()
	thread := region.Typ.Fields[0]
	asInt := func(b *ir.Builder, p ir.Value) ir.Value { return b.Cast(ir.PtrToInt, p, ir.I64) }
	number, members := teamFuncs(m)

	forth, b := rt.Fn("llad.thread.augment", ir.Void, thread, thread, m.Ptr())
	ctl := forth.Params[2]
	tape := b.CallFunc(rt.Malloc(), i64(threadSize))
	rt.Init(b, tape)
	args := []ir.Value{forth.Params[0], forth.Params[1]}
	n := len(pr.augment.Params) - 2
	for k := range n {
		args = append(args, rt.Load(b, pr.augment.Params[1+k].Typ, ctl, teamArgs+8*int64(k)))
	}
	got := b.CallFunc(inner.augment, append(args, tape)...)
	rt.Store(b, b.ExtractValue(got, inner.frameAt), tape, threadFrame)
	rt.Store(b, b.Cast(ir.ZExt, b.CallFunc(number), ir.I64), tape, threadNumber)
	rt.Store(b, b.Cast(ir.ZExt, b.CallFunc(members), ir.I64), ctl, teamThreads)
	link := ir.NewInstr(ir.AtomicRMW, ir.I64, b.Cast(ir.BitCast, b.Offset(ctl, i64(teamList)), m.PtrTo(ir.I64)), asInt(b, tape))
	link.Extra().RMWOp, link.X.Ordering = "xchg", "acq_rel"
	rt.Store(b, b.Insert(link), tape, threadNext)
	b.Ret(nil)

	out := pr.augment
	out.IsDecl = false
	b = ir.NewBuilder(out.NewBlock("entry"))
	frame := b.CallFunc(rt.PushFunc(), out.Params[n+1], i64(teamArgs+8*int64(n)+16))
	rt.Store(b, i64(0), frame, teamList)
	for k := range n {
		rt.Store(b, out.Params[1+k], frame, teamArgs+8*int64(k))
	}
	rt.Store(b, out.Params[0], frame, teamArgs+8*int64(n))
	openmp.ForkCall(b, out.Params[0], forth, frame)
	b.Ret(b.InsertValue(ir.Undef(out.Typ.Ret), frame, pr.frameAt))

	env.reverseTeam(pr, inner, thread, n)
	return pr, nil
}

// reverseTeam writes the reverse sweep of a team whose frame has n arguments.
func (env *Env) reverseTeam(pr, inner *pair, thread *ir.Type, n int) {
	m, rt := env.M, env.runtime()
	where := pr.augment.Params[0].Typ
	if !env.parallel && inner.sweep == nil && len(inner.reverse.Blocks) > 0 {
		inner.sweep = ownership.Rewrite(rt, inner.reverse, where, func(b *ir.Builder) ir.Value {
			return rt.Load(b, m.Ptr(), inner.reverse.Params[len(inner.reverse.Params)-1], threadOwned)
		})
	}
	sweep := inner.sweep
	back := env.reverseThread(inner, thread, n, where)
	out := pr.reverse
	out.IsDecl = false
	b := ir.NewBuilder(out.NewBlock("entry"))
	kept, outer := out.Params[0], out.Params[1]
	location, threads := rt.Load(b, where, kept, teamArgs+8*int64(n)), rt.Load(b, ir.I64, kept, teamThreads)
	var team ir.Value
	if sweep != nil {
		team = b.Alloca(m.Types.Array(ir.I64, ownership.TeamSize/8), nil, 8)
		team = b.Cast(ir.BitCast, team, m.Ptr())
		rt.Store(b, team, kept, teamArgs+8*int64(n)+8)
		sweep.BeginTeam(b, team, threads)
	}
	push := m.Declare("__kmpc_push_num_threads", m.FuncType(ir.Void, where, ir.I32, ir.I32))
	b.CallFunc(push, location, b.CallFunc(threadNum(m, where), location), b.Cast(ir.Trunc, threads, ir.I32))
	openmp.ForkCall(b, location, back, kept)
	if sweep != nil {
		sweep.EndTeam(b, team)
	}
	b.CallFunc(rt.PopFunc(), outer, kept)
	b.Ret(nil)
}

// teamFuncs are the runtime library's functions that tell a thread its number in the team, and how
// many the team has.
func teamFuncs(m *ir.Module) (number, members *ir.Function) {
	t := m.FuncType(ir.I32)
	return m.Declare("omp_get_thread_num", t), m.Declare("omp_get_num_threads", t)
}

// threadNum is the runtime library's function that numbers all threads.
func threadNum(m *ir.Module, location *ir.Type) *ir.Function {
	return m.Declare("__kmpc_global_thread_num", m.FuncType(ir.I32, location))
}

// reverseThread is what each thread of the reverse sweep does: it looks for the
// tape of the thread with its number.
func (env *Env) reverseThread(inner *pair, thread *ir.Type, n int, where *ir.Type) *ir.Function {
	m, rt, sweep := env.M, env.runtime(), inner.sweep
	number, members := teamFuncs(m)
	f, b := rt.Fn("llad.thread.reverse", ir.Void, thread, thread, m.Ptr())
	ctl := f.Params[2]
	fewer, look, next, found := f.NewBlock("fewer"), f.NewBlock("look"), f.NewBlock("next"), f.NewBlock("found")
	mine := b.Cast(ir.ZExt, b.CallFunc(number), ir.I64)
	first := rt.Load(b, m.Ptr(), ctl, teamList)
	entry := b.B
	b.CondBr(b.ICmp(ir.EQ, b.Cast(ir.ZExt, b.CallFunc(members), ir.I64), rt.Load(b, ir.I64, ctl, teamThreads)), look, fewer)
	b.AtEnd(fewer)
	shadowrt.Stop(b, "llad: the reverse sweep of a parallel region got another number of threads than the region had")
	b.Unreachable()
	b.AtEnd(look)
	tape := b.Phi(m.Ptr())
	b.CondBr(b.ICmp(ir.EQ, rt.Load(b, ir.I64, tape, threadNumber), mine), found, next)
	b.AtEnd(next)
	after := rt.Load(b, m.Ptr(), tape, threadNext)
	b.Br(look)
	tape.AddIncoming(first, entry)
	tape.AddIncoming(after, next)
	b.AtEnd(found)
	var record ir.Value
	if sweep != nil {
		top := ir.NewBuilder(f.Entry())
		top.AtStart(f.Entry())
		record = top.Cast(ir.BitCast, top.Alloca(m.Types.Array(ir.I64, ownership.ThreadSize/8), nil, 64), m.Ptr())
		rt.Store(b, record, tape, threadOwned)
		sweep.BeginThread(b, record, rt.Load(b, m.Ptr(), ctl, teamArgs+8*int64(n)+8), mine)
	}
	b.CallFunc(inner.reverse, rt.Load(b, m.Ptr(), tape, threadFrame), tape)
	if sweep != nil {
		location := rt.Load(b, where, ctl, teamArgs+8*int64(n))
		sweep.EndThread(b, record, location, b.CallFunc(threadNum(m, where), location))
	}
	b.CallFunc(rt.DoneFunc(), tape)
	b.CallFunc(rt.Free(), tape)
	b.Ret(nil)
	return f
}

// shadowSync treats the synchronisation of threads. Barriers stand at the same
// places of the reverse sweep. A critical section has a counter: the forward
// sweep notes how often it was entered before, the reverse sweep waits for that.
func (ins *inserter) shadowSync(i *ir.Instr) {
	switch i.CalledName() {
	case "__kmpc_barrier", "__kmpc_cancel_barrier":
		location := i.Arg(0)
		barrier := ins.fn.m.Declare("__kmpc_barrier", ins.fn.m.FuncType(ir.Void, location.Type(), ir.I32))
		ins.rv.actions[i] = func(r *reverser, _ *ir.Instr) {
			at := r.lk.lookup(location)
			r.cu.b.CallFunc(barrier, at, r.cu.b.CallFunc(threadNum(ins.fn.m, at.Type()), at))
		}
	case "__kmpc_critical", "__kmpc_critical_with_hint":
		count := ins.counterOf(i)
		if count == nil {
			return
		}
		b := after(i)
		entered := b.Load(ir.I64, count, 8)
		entered.Flags |= ir.Volatile // nobody is to read it once more
		ins.rv.active[entered] = false
		ins.sh.mark(entered)
		ins.sh.mark(b.Store(ins.sh.mark(b.Add(entered, i64(1))), count, 8))
		ins.rv.actions[i] = func(r *reverser, _ *ir.Instr) {
			st := r.cu.b.Store(r.lk.lookup(entered), count, 8)
			st.Flags |= ir.Atomic
			st.Extra().Ordering = "release"
		}
	case "__kmpc_end_critical":
		count := ins.counterOf(i)
		if count == nil {
			return
		}
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		now := b.Load(ir.I64, count, 8)
		now.Flags |= ir.Volatile
		ins.rv.active[now] = false
		ins.sh.mark(now)
		ins.rv.actions[i] = func(r *reverser, _ *ir.Instr) {
			r.cu.b.CallFunc(ins.fn.env.moves().AwaitFunc(), count, r.lk.lookup(now))
		}
	default:
		ins.shadowTurn(i)
	}
}

// shadowTurn treats calls by which threads take turns: at a lock, which only the program's run tells, or in the order of a
// loop.
func (ins *inserter) shadowTurn(i *ir.Instr) {
	taken, given := rules.Turn(i.CalledFunc())
	ins.turns(i, given, taken)
}

// shadowOrder treats atomic operations by which threads tell each other that something is done.
func (ins *inserter) shadowOrder(i *ir.Instr) {
	if i.Flags&ir.Atomic == 0 && i.Op != ir.AtomicRMW && i.Op != ir.CmpXchg && i.Op != ir.Fence || i.X == nil || i.X.Ordering == "monotonic" || i.X.Ordering == "unordered" {
		return
	}
	ins.turns(i, i.Op != ir.Load && i.Op != ir.Fence, i.Op != ir.Store)
}

// turns gives what a thread does in front of i, or behind it, a number, if others may wait for it: the reverse sweep counts
// down. What was done between two numbers is reversed between them, whichever locks were held.
func (ins *inserter) turns(i *ir.Instr, before, behind bool) {
	if !ins.fn.parallel || !before && !behind {
		return
	}
	count := ins.counter(nil, "llad.turns")
	take := func(b *ir.Builder) {
		turn := ir.NewInstr(ir.AtomicRMW, ir.I64, count, i64(1))
		turn.Extra().RMWOp, turn.X.Ordering = "add", "acq_rel"
		b.Insert(turn)
		ins.rv.active[turn] = false
		ins.sh.mark(turn)
		ins.rv.actions[turn] = func(r *reverser, _ *ir.Instr) {
			at := r.lk.lookup(turn)
			r.cu.b.CallFunc(ins.fn.env.moves().AwaitFunc(), count, r.cu.b.Add(at, i64(1)))
			st := r.cu.b.Store(at, count, 8)
			st.Flags |= ir.Atomic
			st.Extra().Ordering = "release"
		}
	}
	if before {
		b := ir.NewBuilder(i.Parent)
		b.Before(i)
		take(b)
	}
	if behind {
		take(after(i))
	}
}

// counterOf is the variable that counts the entries to critical sections with
// the lock of call i.
func (ins *inserter) counterOf(i *ir.Instr) *ir.Global {
	lock, ok := ir.StripConstCasts(i.Arg(2)).(*ir.Global)
	if !ok {
		ins.fn.fail(i, "L0109", "the lock of a critical section is not known")
		return nil
	}
	return ins.counter(lock, ir.PrependName("llad.entered.", lock.Name))
}

// counter is the variable that counts for lock, or for all turns where that is nil.
func (ins *inserter) counter(lock *ir.Global, name string) *ir.Global {
	if g := ins.fn.env.entered[lock]; g != nil {
		return g
	}
	g := ins.fn.m.AddGlobal(ins.fn.m.FreshSymbol(name), "internal", "global", ir.I64, ir.NewInt(ir.I64, 0))
	if ins.fn.env.entered == nil {
		ins.fn.env.entered = map[*ir.Global]*ir.Global{}
	}
	ins.fn.env.entered[lock] = g
	return g
}

// mayShare reports whether other threads may read what the load i does while this one does: unless it is Owned, which says
// nothing of the threads of other teams.
func (fn *primal) mayShare(i *ir.Instr) bool {
	return fn.parallel && (fn.inTeam || i.Flags&ir.Owned == 0)
}

// isShared reports whether other threads may add to shadow memory at p while
// this one does: it is not the shadow of an object of this call.
func (mem *memory) isShared(p ir.Value) bool {
	return mem.fn.parallel && mem.localObject(p) == nil && mem.aliases().Private(p) == nil
}
