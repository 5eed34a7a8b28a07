package forward

import (
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// What the split form keeps stands in a log: a list of chunks that is written
// and read from the front. A tape is an object on the heap
//
//	 0 next  the first chunk, null for none
//	 8 kind  what was kept: the address of the function that reads it
//	16 at    where the next record goes
//	24 end   end of the last chunk
//	32 last  the last chunk, at first the tape itself
//	40 size  of the next chunk
//	48 sweep the tape of the reverse sweep, if there is one
//
// a chunk begins with
//
//	0 next
//	8 end
//
// and a cursor, which reads, is { at, end, chunk }. Both sides ask for the same
// numbers of bytes in the same order, so that both find the same chunks full.
const (
	logNext, logKind, logAt, logEnd, logLast, logSize, logSweep, logBytes = 0, 8, 16, 24, 32, 40, 48, 56

	chunkNext, chunkEnd, chunkData = 0, 8, 16

	cursorAt, cursorEnd, cursorChunk, cursorBytes = 0, 8, 16, 24

	firstChunk = 1 << 12
	lastChunk  = 1 << 22
)

func i64(n int64) ir.Value { return ir.NewInt(ir.I64, n) }

// member reads a word of an object of the log.
func member(b *ir.Builder, t *ir.Type, p ir.Value, off int64) ir.Value {
	return b.Load(t, b.Offset(p, i64(off)), 8)
}

func setMember(b *ir.Builder, v, p ir.Value, off int64) { b.Store(v, b.Offset(p, i64(off)), 8) }

// logFunc gives an internal function of the module, written by body when it is
// not there yet.
func logFunc(m *ir.Module, name string, ret *ir.Type, params []*ir.Type, body func(f *ir.Function, b *ir.Builder)) *ir.Function {
	if f := m.Func(name); f != nil {
		return f
	}
	f := m.AddFunc(name, m.FuncType(ret, params...))
	f.Prefix, f.IsDecl = "internal", false
	body(f, ir.NewBuilder(f.NewBlock("entry")))
	return f
}

// bump writes what both sides do: the address at is handed out if n bytes fit in
// front of end, else the block that is given has to make room. owner holds at.
func bump(b *ir.Builder, owner, n ir.Value, atOff, endOff int64, full *ir.Block) {
	m := b.Module()
	at := member(b, m.Ptr(), owner, atOff)
	word := b.Cast(ir.PtrToInt, at, ir.I64)
	end := b.Cast(ir.PtrToInt, member(b, m.Ptr(), owner, endOff), ir.I64)
	fits := b.F.NewBlock("fits")
	b.CondBr(b.ICmp(ir.ULE, n, b.Sub(end, word)), fits, full)
	b.AtEnd(fits)
	setMember(b, b.Offset(at, n), owner, atOff)
	b.Ret(at)
}

// noDerivative says of functions of the log that derivatives leave them alone.
var noDerivative = &rules.Given{Known: &rules.Known{Class: rules.Inactive, NoFloats: true, Own: true}}

// put gives a function void (ptr, t) that stores a value in a record.
func (env *Env) put(t *ir.Type) *ir.Function {
	f := env.puts[t.String()]
	if f == nil {
		m := env.M
		f = logFunc(m, m.FreshSymbol("llad.log.put"), ir.Void, []*ir.Type{m.Ptr(), t}, func(f *ir.Function, b *ir.Builder) {
			b.Store(f.Params[1], f.Params[0], int(recordAlign(m.Layout.StoreSize(t))))
			b.Ret(nil)
		})
		f.Given = noDerivative
		if env.puts == nil {
			env.puts = map[string]*ir.Function{}
		}
		env.puts[t.String()] = f
	}
	return f
}

// roomFunc: ptr room(ptr tape, i64 bytes) gives room for a record.
func roomFunc(m *ir.Module) *ir.Function {
	f := logFunc(m, "llad.log.room", m.Ptr(), []*ir.Type{m.Ptr(), ir.I64}, func(f *ir.Function, b *ir.Builder) {
		tape, n := f.Params[0], f.Params[1]
		full := f.NewBlock("full")
		bump(b, tape, n, logAt, logEnd, full)
		b.AtEnd(full)
		size := member(b, ir.I64, tape, logSize)
		more := b.Add(size, size)
		setMember(b, b.Select(b.ICmp(ir.UGT, more, i64(lastChunk)), i64(lastChunk), more), tape, logSize)
		room := b.Select(b.ICmp(ir.UGT, n, size), n, size)
		chunk := allocate(b, b.Add(room, i64(chunkData)))
		data := b.Offset(chunk, i64(chunkData))
		end := b.Offset(data, room)
		setMember(b, ir.Zero(m.Ptr()), chunk, chunkNext)
		setMember(b, end, chunk, chunkEnd)
		setMember(b, chunk, member(b, m.Ptr(), tape, logLast), chunkNext)
		setMember(b, chunk, tape, logLast)
		setMember(b, end, tape, logEnd)
		setMember(b, b.Offset(data, n), tape, logAt)
		b.Ret(data)
	})
	f.Given = noDerivative
	return f
}

// bringFunc: void bring(ptr tape, ptr from, i64 bytes) keeps a copy of memory in a
// record of its own.
func bringFunc(m *ir.Module) *ir.Function {
	f := logFunc(m, "llad.log.bring", ir.Void, []*ir.Type{m.Ptr(), m.Ptr(), ir.I64}, func(f *ir.Function, b *ir.Builder) {
		room := b.CallFunc(roomFunc(m), f.Params[0], wholeWords(b, f.Params[2]))
		b.MemCpy(room, f.Params[1], f.Params[2])
		b.Ret(nil)
	})
	f.Given = noDerivative
	return f
}

// nextFunc: ptr next(ptr cursor, i64 bytes) gives the record that room gave.
func nextFunc(m *ir.Module) *ir.Function {
	return logFunc(m, "llad.log.next", m.Ptr(), []*ir.Type{m.Ptr(), ir.I64}, func(f *ir.Function, b *ir.Builder) {
		cursor, n := f.Params[0], f.Params[1]
		full := f.NewBlock("full")
		bump(b, cursor, n, cursorAt, cursorEnd, full)
		b.AtEnd(full)
		chunk := member(b, m.Ptr(), member(b, m.Ptr(), cursor, cursorChunk), chunkNext)
		data := b.Offset(chunk, i64(chunkData))
		setMember(b, chunk, cursor, cursorChunk)
		setMember(b, member(b, m.Ptr(), chunk, chunkEnd), cursor, cursorEnd)
		setMember(b, b.Offset(data, n), cursor, cursorAt)
		b.Ret(data)
	})
}

// allocate writes a call of malloc that ends the program when there is no memory.
func allocate(b *ir.Builder, bytes ir.Value) ir.Value {
	m := b.Module()
	p := b.CallFunc(m.Declare("malloc", m.FuncType(m.Ptr(), ir.I64)), bytes)
	none, got := b.F.NewBlock("nomemory"), b.F.NewBlock("got")
	b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(m.Ptr())), none, got)
	b.AtEnd(none)
	shadowrt.Stop(b, "no memory for a tape")
	b.Unreachable()
	b.AtEnd(got)
	return p
}

// NewTape writes code that makes an empty tape, which kind is to read.
func NewTape(b *ir.Builder, kind ir.Value) ir.Value {
	m := b.Module()
	tape := allocate(b, i64(logBytes))
	b.MemSet(tape, i64(logBytes))
	setMember(b, b.Cast(ir.BitCast, kind, m.Ptr()), tape, logKind)
	setMember(b, tape, tape, logLast)
	setMember(b, i64(firstChunk), tape, logSize)
	return tape
}

// SetSweep writes code that puts the tape of a reverse sweep with a tape.
func SetSweep(b *ir.Builder, tape, sweep ir.Value) { setMember(b, sweep, tape, logSweep) }

// Sweep writes code that gives the tape that SetSweep put there.
func Sweep(b *ir.Builder, tape ir.Value) ir.Value {
	return member(b, b.Module().Ptr(), tape, logSweep)
}

// CheckTape writes code that ends the program unless kind is to read the tape.
func CheckTape(b *ir.Builder, tape, kind ir.Value, why string) {
	m := b.Module()
	some, wrong, right := b.F.NewBlock("tape"), b.F.NewBlock("tape.wrong"), b.F.NewBlock("tape.right")
	b.CondBr(b.ICmp(ir.EQ, tape, ir.Zero(m.Ptr())), wrong, some)
	b.AtEnd(some)
	b.CondBr(b.ICmp(ir.EQ, member(b, m.Ptr(), tape, logKind), b.Cast(ir.BitCast, kind, m.Ptr())), right, wrong)
	b.AtEnd(wrong)
	shadowrt.Stop(b, why)
	b.Unreachable()
	b.AtEnd(right)
}

// NewCursor writes code that begins to read a tape.
func NewCursor(b *ir.Builder, tape ir.Value) ir.Value {
	m := b.Module()
	cursor := b.Alloca(m.Types.Array(ir.I64, cursorBytes/8), nil, 8)
	p := b.Cast(ir.BitCast, cursor, m.Ptr())
	b.MemSet(p, i64(cursorBytes))
	setMember(b, tape, p, cursorChunk)
	return p
}

// EndTape is a function void (ptr tape) that frees a tape.
func EndTape(m *ir.Module) *ir.Function {
	return logFunc(m, "llad.log.end", ir.Void, []*ir.Type{m.Ptr()}, func(f *ir.Function, b *ir.Builder) {
		entry := b.B
		loop, body, done := f.NewBlock("loop"), f.NewBlock("body"), f.NewBlock("done")
		b.Br(loop)
		b.AtEnd(loop)
		p := b.Phi(m.Ptr())
		p.AddIncoming(f.Params[0], entry)
		b.CondBr(b.ICmp(ir.EQ, p, ir.Zero(m.Ptr())), done, body)
		b.AtEnd(body)
		next := member(b, m.Ptr(), p, logNext)
		b.CallFunc(m.Declare("free", m.FuncType(ir.Void, m.Ptr())), p)
		p.AddIncoming(next, body)
		b.Br(loop)
		b.AtEnd(done)
		b.Ret(nil)
	})
}
