package interp

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/llad-ad/llad/ir"
)

// Options are the choices of a Machine. The zero value is the strict default.
type Options struct {
	// Stdout receives what printf, puts and putchar write; nil discards it.
	Stdout io.Writer
	// Stderr receives what is written to stderr; nil discards it.
	Stderr io.Writer
	// MaxSteps bounds the instructions executed over the machine's life; 0 is
	// no bound.
	MaxSteps uint64
	// MaxDepth bounds the depth of calls; 0 is 10000, and 200000 is the most.
	MaxDepth int
	// MaxBytes bounds the memory of all live objects; 0 is 1 GiB.
	MaxBytes uint64
	// Context, when not nil, is looked at now and then.
	Context context.Context
	// ZeroUndefined makes memory that was never written, undef and poison read
	// as zero instead of being faults where they decide something.
	ZeroUndefined bool
	// Extern gives functions by name. They take the place of any the module
	// defines, and of the library's.
	Extern map[string]Extern
	// Evaluators gives the Go function that computes a function of C's math.h or
	// complex.h, or an intrinsic like those, by name and type; nil for others. The
	// Go type says what it takes and gives: package rules has a list in the
	// comment of Evaluator, which is what is usually handed over here. Without it
	// such functions are not known.
	Evaluators func(name string, typ *ir.Type) any
	// CountCalls asks for counts of the calls of functions whose names
	// contain these strings, see Counts.Named.
	CountCalls []string
	// Roots says which memory keeps heap objects from being leaks.
	Roots Roots
}

// Extern is a function that Go provides to the program.
type Extern func(m *Machine, args []Value) (Value, error)

// Roots says from where heap objects count as reachable in Leaks.
type Roots int

// The choices of Options.Roots.
const (
	NoRoots          Roots = iota // whatever is not freed is leaked
	ThreadLocalRoots              // what thread_local variables lead to is not
	GlobalRoots                   // what any global variable leads to is not
)

// Machine executes the functions of one module. It keeps memory, globals and
// counts between calls. It is for one goroutine. A function is decoded when it
// is first called: what the caller changes in it later is not seen.
type Machine struct {
	mod   *ir.Module
	opts  Options
	mem   memory
	stack stackMemory
	types shapeTable
	image image
	calls callStack
	limit stepLimit
	count Counts
	exc   exceptions
	files streams
	libc  libraryState

	scratch []uint64 // undefined bits that a load throws away
}

// New makes a machine for a module. It reads nothing yet.
func New(mod *ir.Module, opts Options) (*Machine, error) {
	if mod == nil || mod.Layout == nil {
		return nil, faultf(BadArgument, "no module")
	}
	m := &Machine{mod: mod, opts: opts}
	m.mem.init(opts.MaxBytes, !opts.ZeroUndefined)
	m.types.init(mod.Layout)
	m.image.init(mod, &m.mem, &m.types, opts)
	m.mem.evaluate = m.image.initGlobal
	m.image.variable = func(name string) (*object, error) { return m.files.variable(&m.mem, name) }
	m.calls.init(opts.MaxDepth)
	m.limit = stepLimit{most: opts.MaxSteps, ctx: opts.Context}
	m.limit.next(0)
	m.count.Named = map[string]uint64{}
	m.exc.typeIDs = map[uint64]uint64{}
	m.files = streams{stdout: opts.Stdout, stderr: opts.Stderr}
	m.libc.charTables = map[string]*object{}
	return m, nil
}

// Module is the module the machine executes.
func (m *Machine) Module() *ir.Module { return m.mod }

// Call executes a function of the module (or of the library, or of
// Options.Extern) and gives its result. The arguments must have the types of
// its parameters; those of a variadic function may be followed by more. Errors
// are *Fault. After a fault the machine's memory stays as it was then, and
// further calls are possible.
func (m *Machine) Call(name string, args ...Value) (result Value, err error) {
	depth, mark, regs := m.calls.depth, m.stack.mark(), m.calls.regs.mark()
	defer func() {
		if r := recover(); r != nil {
			err = m.calls.locate(faultf(Internal, "%v\n%s", r, debug.Stack()))
		}
		if err != nil {
			m.calls.depth = depth
			m.calls.regs.back(regs)
			m.stack.pop(&m.mem, mark, nil)
			if depth == 0 {
				m.exc.exception, m.exc.caught = nil, nil
			}
		}
	}()
	f := m.mod.Func(name)
	if f == nil {
		return Value{}, m.calls.locate(faultf(BadArgument, "the module has no function @%s", name))
	}
	v, err := m.callValues(m.image.function(f), args)
	if err != nil {
		if _, ok := err.(*unwinding); ok && depth == 0 {
			err = faultf(Uncaught, "exception left @%s", name)
		}
		return Value{}, m.calls.locate(err)
	}
	return v, nil
}

// callValues calls f with values from Go.
func (m *Machine) callValues(f *function, args []Value) (Value, error) {
	t := f.ir.Typ
	if len(args) < len(t.Fields) || len(args) > len(t.Fields) && !t.Variadic {
		return Value{}, faultf(BadArgument, "@%s takes %d arguments, not %d", f.ir.Name, len(t.Fields), len(args))
	}
	ret, err := m.types.shape(t.Ret)
	if err != nil {
		return Value{}, err
	}
	// A frame without a function holds the arguments, as a caller's would.
	x := &extra{fnType: t, ret: ret, normal: -1, unwind: -1, callee: f}
	in := &inst{op: opCall, n: int32(ret.slots), x: x}
	total := ret.slots
	for k, a := range args {
		if a.typ == nil {
			return Value{}, faultf(BadArgument, "argument %d of @%s has no value", k, f.ir.Name)
		}
		if k < len(t.Fields) && !ir.Same(a.typ, t.Fields[k]) {
			return Value{}, faultf(BadArgument, "argument %d of @%s is %s, not %s", k, f.ir.Name, t.Fields[k], a.typ)
		}
		x.args = append(x.args, argRef{slot: int32(total), n: int32(len(a.bits)), typ: a.typ})
		total += len(a.bits)
	}
	fr := &frame{regs: make([]uint64, total), at: in, track: m.mem.track}
	for k, a := range args {
		copy(fr.regs[x.args[k].slot:], a.bits)
	}
	if f.native != nil {
		in.op, x.native = opCallNative, f.native
		m.calls.frames, m.calls.depth = append(m.calls.frames[:m.calls.depth], fr), m.calls.depth+1
		err = m.callNative(fr, in)
		m.calls.depth--
	} else {
		err = m.callFunction(fr, in, f)
	}
	if err != nil {
		return Value{}, err
	}
	if ret.slots == 0 {
		return Value{}, nil
	}
	if fr.und != nil && anySet(fr.und[:ret.slots]) && m.calls.depth == 0 {
		fault := faultf(Undefined, "the result of @%s is undefined", f.ir.Name)
		fault.Place = Place{Func: f.ir.Name, File: m.mod.Name, Line: int(f.ir.Line)}
		return Value{}, fault
	}
	return Value{t.Ret, fr.regs[:ret.slots:ret.slots]}, nil
}

// String names the machine in messages.
func (m *Machine) String() string { return fmt.Sprintf("machine of %s", m.mod.Name) }
