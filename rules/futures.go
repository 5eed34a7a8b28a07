package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// A future of libstdc++ gets its value once, by std::call_once, which passes on what it calls in two
// variables that each thread has for itself; who waits for it sleeps until another thread gives it.
// Derivatives bring std::call_once with variables of their own, and end the program where a thread would
// sleep: threads run in turn, and what is not given then never is.
const (
	ownWait     = "future.wait"
	futexWait   = "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_until"
	onceProxy   = "__once_proxy"
	onceState   = "_ZSt15__once_callable"
	onceCall    = "_ZSt11__once_call"
	onceFlag    = "std::once_flag"
	onceDone    = 2
	waitMessage = "llad: error[L0717]: a future is asked for a value that a thread would have to give which waits for its own turn"
)

// UsesFutures reports whether an instruction takes part in std::call_once or waits for a future.
func UsesFutures(i *ir.Instr) bool {
	for k := range i.NumArgs() {
		if g, ok := i.Arg(k).(*ir.Function); ok && g.IsDecl && unquote(g.Name) == onceProxy {
			return true
		}
	}
	return WaitsForFuture(i)
}

// WaitsForFuture reports whether a call sleeps until a future has its value, or stands for one.
func WaitsForFuture(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && (f.Name == ownPrefix+ownWait || f.IsDecl && strings.HasPrefix(unquote(f.Name), futexWait))
}

// OnceVariable reports whether a variable is one in which std::call_once passes on what it calls.
func OnceVariable(g *ir.Global) bool { return g.Name == onceState || g.Name == onceCall }

// OwnVariable reports whether a variable is one of a derivative's, in the place of a library's.
func OwnVariable(g *ir.Global) bool { return strings.HasPrefix(g.Name, ownPrefix) }

// OnceFlag reports whether a variable is a flag of std::call_once, which several gradients at once may share.
func OnceFlag(g *ir.Global) bool { return strings.Contains(g.ValueType.String(), onceFlag) }

// OwnFutures has f use the functions of derivatives in the place of std::call_once and of waits for futures.
func OwnFutures(f *ir.Function) { library{ownFuture, ownOnce}.replaceIn(f) }

// ownFuture is what stands for a function of std::call_once or a wait for a future, nil for any other.
func ownFuture(m *ir.Module, f *ir.Function) *ir.Function {
	r := resources{m}
	switch name := unquote(f.Name); {
	case !f.IsDecl:
		return nil
	case name == "pthread_once":
		return r.once()
	case name == onceProxy:
		return r.proxy()
	case strings.HasPrefix(name, futexWait):
		return r.function(ownWait, f.Typ.Ret, f.Typ.Fields, r.endInWait)
	}
	return nil
}

// endInWait ends the program with a message.
func (r resources) endInWait(b *ir.Builder, _ []*ir.Param) {
	m, p := r.m, r.m.Ptr()
	typ := m.Types.Array(ir.I8, int64(len(waitMessage)+1))
	text := m.AddGlobal(ownPrefix+"future.text", "internal unnamed_addr", "constant", typ, &ir.Const{Kind: ir.ConstString, Typ: typ, Text: `c"` + waitMessage + `\00"`})
	b.CallFunc(m.Declare("puts", m.FuncType(ir.I32, p)), constCast(text, p))
	b.CallFunc(m.Declare("fflush", m.FuncType(ir.I32, p)), ir.Zero(p))
	b.CallFunc(m.Declare("abort", m.FuncType(ir.Void)))
	b.Unreachable()
}

// ownOnce is a variable of derivatives for one of std::call_once's, nil for any other.
func ownOnce(m *ir.Module, g *ir.Global) *ir.Global {
	if !OnceVariable(g) || g.Init != nil {
		return nil
	}
	return resources{m}.variable(strings.TrimLeft(g.Name, "_"), "internal thread_local", g.ValueType)
}

// proxy calls what std::call_once has passed on.
func (r resources) proxy() *ir.Function {
	return r.function("once.proxy", ir.Void, nil, func(b *ir.Builder, _ []*ir.Param) {
		typ := r.m.FuncType(ir.Void)
		if call := r.m.Global(onceCall); call != nil {
			own := ownOnce(r.m, call)
			b.Call(typ, b.Cast(ir.BitCast, b.Load(own.ValueType, own, 8), r.m.PtrTo(typ)))
		}
		b.Ret(nil)
	})
}

// once calls a function, unless a flag says that this is done.
func (r resources) once() *ir.Function {
	p := r.m.Ptr()
	return r.function("once", ir.I32, []*ir.Type{p, p}, func(b *ir.Builder, q []*ir.Param) {
		typ := r.m.FuncType(ir.Void)
		flag := b.Cast(ir.BitCast, q[0], r.m.PtrTo(ir.I32))
		first, done := b.F.NewBlock("first"), b.F.NewBlock("done")
		b.CondBr(b.ICmp(ir.EQ, b.Load(ir.I32, flag, 4), ir.NewInt(ir.I32, onceDone)), done, first)
		b.AtEnd(first)
		b.Call(typ, b.Cast(ir.BitCast, q[1], r.m.PtrTo(typ)))
		b.Store(ir.NewInt(ir.I32, onceDone), flag, 4)
		b.Br(done)
		b.AtEnd(done)
		b.Ret(ir.NewInt(ir.I32, 0))
	})
}
