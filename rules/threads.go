package rules

import (
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Derivatives run what threads would do where they are started: that is an order in which the
// threads could have run, unless they wait for what comes later. An object of std::thread is the
// number of its thread, 0 where there is none. The handle of pthread_create keeps what the
// thread's function returns, or the address of a variable of its own for null: no handle is null.
const (
	threadPrefix = "_ZNSt6thread"

	startOfThread = threadPrefix + "15_M_start_threadE"

	runSlot, deleteSlot = 2, 1
)

// threadNames are the functions that derivatives bring, but for _M_start_thread, whose name ends
// in the types of its arguments.
var threadNames = strings.Fields(`pthread_create pthread_join pthread_detach
	_ZNSt6thread4joinEv _ZNSt6thread6detachEv`)

// outsideThreads are functions that give something else where a thread does not run by itself, and
// those that end it.
var outsideThreads = strings.Fields(`pthread_exit pthread_cancel pthread_self pthread_setspecific
	pthread_getspecific pthread_key_create pthread_barrier_wait pthread_cond_wait pthread_cond_timedwait`)

// StartsThread reports whether a call starts a thread that a derivative can run in turn, or runs one in turn.
func StartsThread(i *ir.Instr) bool {
	f := i.CalledFunc()
	if f == nil || GivenOf(f) != nil {
		return false
	}
	name := unquote(f.Name)
	if !f.IsDecl {
		return name == ownPrefix+"thread.start" || name == ownPrefix+"thread.create"
	}
	return name == "pthread_create" || strings.HasPrefix(name, startOfThread)
}

// NotInTurn reports whether a call does something else, or never ends, where threads run one after the other.
func NotInTurn(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && f.IsDecl && (slices.Contains(outsideThreads, unquote(f.Name)) || Barrier(i))
}

// RunThreadsInTurn has f use functions of derivatives in the place of those that start and join threads.
func RunThreadsInTurn(f *ir.Function) { library{ownThread, noVariable}.replaceIn(f) }

func noVariable(*ir.Module, *ir.Global) *ir.Global { return nil }

// ownThread is what stands for a function that starts or joins a thread, nil for any other.
func ownThread(m *ir.Module, f *ir.Function) *ir.Function {
	if !f.IsDecl || GivenOf(f) != nil {
		return nil
	}
	r := resources{m}
	name := unquote(f.Name)
	switch {
	case strings.HasPrefix(name, startOfThread):
		return r.startObject()
	case !slices.Contains(threadNames, name):
		return nil
	case name == "pthread_create":
		return r.createThread()
	case name == "pthread_join":
		return r.joinThread()
	case name == "pthread_detach":
		return r.function("thread.leave", ir.I32, []*ir.Type{ir.I64}, func(b *ir.Builder, _ []*ir.Param) { b.Ret(ir.NewInt(ir.I32, 0)) })
	}
	return r.function("thread.join", ir.Void, []*ir.Type{m.Ptr()}, func(b *ir.Builder, q []*ir.Param) {
		stored(b, ir.NewInt(ir.I64, 0), q[0], 0)
		b.Ret(nil)
	})
}

// startObject runs what a std::thread is given, takes it from its owner, and ends it.
func (r resources) startObject() *ir.Function {
	p := r.m.Ptr()
	return r.function("thread.start", ir.Void, []*ir.Type{p, p, p}, func(b *ir.Builder, q []*ir.Param) {
		state := loaded(b, p, q[1], 0)
		stored(b, ir.Zero(p), q[1], 0)
		count := r.threadCount()
		number := b.Add(b.Load(ir.I64, count, 8), ir.NewInt(ir.I64, 1))
		b.Store(number, count, 8)
		stored(b, number, q[0], 0)
		r.virtual(b, ir.Void, state, runSlot)
		r.virtual(b, ir.Void, state, deleteSlot)
		b.Ret(nil)
	})
}

// createThread calls the function of a thread, and keeps what it returns in the handle.
func (r resources) createThread() *ir.Function {
	p := r.m.Ptr()
	return r.function("thread.create", ir.I32, []*ir.Type{p, p, p, p}, func(b *ir.Builder, q []*ir.Param) {
		t := r.m.FuncType(p, p)
		result := b.Call(t, b.Cast(ir.BitCast, q[2], r.m.PtrTo(t)), q[3])
		stored(b, b.Select(b.ICmp(ir.EQ, result, ir.Zero(p)), r.nullResult(), result), q[0], 0)
		b.Ret(ir.NewInt(ir.I32, 0))
	})
}

// joinThread gives what the function of a thread has returned, if that is asked for.
func (r resources) joinThread() *ir.Function {
	p := r.m.Ptr()
	return r.function("thread.result", ir.I32, []*ir.Type{ir.I64, p}, func(b *ir.Builder, q []*ir.Param) {
		asked, done := b.F.NewBlock("asked"), b.F.NewBlock("done")
		b.CondBr(b.ICmp(ir.EQ, q[1], ir.Zero(p)), done, asked)
		b.AtEnd(asked)
		result := b.Cast(ir.IntToPtr, q[0], p)
		stored(b, b.Select(b.ICmp(ir.EQ, result, r.nullResult()), ir.Zero(p), result), q[1], 0)
		b.Br(done)
		b.AtEnd(done)
		b.Ret(ir.NewInt(ir.I32, 0))
	})
}

// threadCount is the variable that numbers threads.
func (r resources) threadCount() *ir.Global {
	return r.variable("thread.count", "internal thread_local", ir.I64)
}

// nullResult is the address that stands for null in handles.
func (r resources) nullResult() ir.Value {
	return constCast(r.variable("thread.null", "internal", ir.I8), r.m.Ptr())
}

// variable is a variable of that name, which begins as zero.
func (r resources) variable(name, prefix string, t *ir.Type) *ir.Global {
	name = ownPrefix + name
	if g := r.m.Global(name); g != nil {
		return g
	}
	return r.m.AddGlobal(name, prefix, "global", t, ir.Zero(t))
}
