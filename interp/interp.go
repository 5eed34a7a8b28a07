package interp

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sort"
	"strings"

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
	mod      *ir.Module
	opts     Options
	track    bool
	maxDepth int
	maxBytes uint64

	shapes  map[*ir.Type]*shape
	funcs   map[*ir.Function]*function
	globals map[*ir.Global]*object
	labels  map[*ir.Block]*object

	sizes    map[*ir.Type]bool // see sized
	aliasing map[*ir.Global]bool

	objs      []*object
	slab      []object
	graveyard []*object
	buried    int
	bytes     uint64
	seq       uint64

	stack       []byte
	stackShadow []byte
	stackTop    int
	stackObjs   []*object
	stackBytes  uint64

	frames []*frame
	depth  int
	regs   regStack

	count  Counts
	stopAt uint64

	files      map[int64]*scratchFile
	filesMade  int
	errno      *object
	stdio      [3]*object
	exception  *thrown
	caught     []*thrown
	typeIDs    map[uint64]uint64
	charTables map[string]*object
	seed       uint64
	scratch    []uint64
}

const (
	pollEvery = 1 << 20
	hardDepth = 200000 // the machine recurses, on a Go stack of at most 1 GB
)

// New makes a machine for a module. It reads nothing yet.
func New(mod *ir.Module, opts Options) (*Machine, error) {
	if mod == nil || mod.Layout == nil {
		return nil, faultf(BadArgument, "no module")
	}
	m := &Machine{mod: mod, opts: opts, track: !opts.ZeroUndefined, maxDepth: opts.MaxDepth, maxBytes: opts.MaxBytes,
		shapes: map[*ir.Type]*shape{}, funcs: map[*ir.Function]*function{}, globals: map[*ir.Global]*object{},
		labels: map[*ir.Block]*object{}, sizes: map[*ir.Type]bool{}, aliasing: map[*ir.Global]bool{}, typeIDs: map[uint64]uint64{}, charTables: map[string]*object{}}
	if m.maxDepth <= 0 {
		m.maxDepth = 10000
	}
	m.maxDepth = min(m.maxDepth, hardDepth)
	if m.maxBytes == 0 {
		m.maxBytes = 1 << 30
	}
	m.objs = append(m.objs, &object{}) // nothing is at address zero
	m.count.Named = map[string]uint64{}
	m.setStop()
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
	depth, mark, regs := m.depth, m.mark(), m.regs.mark()
	defer func() {
		if r := recover(); r != nil {
			err = m.locate(faultf(Internal, "%v\n%s", r, debug.Stack()))
		}
		if err != nil {
			m.depth = depth
			m.regs.back(regs)
			m.popStack(mark, nil)
			if depth == 0 {
				m.exception, m.caught = nil, nil
			}
		}
	}()
	f := m.mod.Func(name)
	if f == nil {
		return Value{}, m.locate(faultf(BadArgument, "the module has no function @%s", name))
	}
	v, err := m.callValues(m.function(f), args)
	if err != nil {
		if _, ok := err.(*unwinding); ok && depth == 0 {
			err = faultf(Uncaught, "exception left @%s", name)
		}
		return Value{}, m.locate(err)
	}
	return v, nil
}

// callValues calls f with values from Go.
func (m *Machine) callValues(f *function, args []Value) (Value, error) {
	t := f.ir.Typ
	if len(args) < len(t.Fields) || len(args) > len(t.Fields) && !t.Variadic {
		return Value{}, faultf(BadArgument, "@%s takes %d arguments, not %d", f.ir.Name, len(t.Fields), len(args))
	}
	ret, err := m.shape(t.Ret)
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
	fr := &frame{regs: make([]uint64, total), at: in}
	for k, a := range args {
		copy(fr.regs[x.args[k].slot:], a.bits)
	}
	if f.native != nil {
		in.op, x.native = opCallNative, f.native
		m.frames, m.depth = append(m.frames[:m.depth], fr), m.depth+1
		err = m.callNative(fr, in)
		m.depth--
	} else {
		err = m.callFunction(fr, in, f)
	}
	if err != nil {
		return Value{}, err
	}
	if ret.slots == 0 {
		return Value{}, nil
	}
	if fr.und != nil && anySet(fr.und[:ret.slots]) && m.depth == 0 {
		fault := faultf(Undefined, "the result of @%s is undefined", f.ir.Name)
		fault.Place = Place{Func: f.ir.Name, File: m.mod.Name, Line: int(f.ir.Line)}
		return Value{}, fault
	}
	return Value{t.Ret, fr.regs[:ret.slots:ret.slots]}, nil
}

// function gives the decoded form of f, still without its code.
func (m *Machine) function(f *ir.Function) *function {
	if g := m.funcs[f]; g != nil {
		return g
	}
	g := &function{ir: f}
	m.funcs[f] = g
	name := plainName(f.Name)
	if ext, ok := m.opts.Extern[name]; ok {
		g.native = externBuiltin(name, ext)
	} else if f.IsDecl {
		g.native = library(f)
	}
	for k, p := range m.opts.CountCalls {
		if strings.Contains(name, p) {
			g.counters = append(g.counters, k)
		}
	}
	return g
}

// plainName is a symbol without the quotes and the prefix that stop mangling.
func plainName(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	return strings.TrimPrefix(s, `\01`)
}

// externBuiltin makes a library function of one that the caller registered.
func externBuiltin(name string, f Extern) *builtin {
	return &builtin{name: name, fn: func(c *call) error {
		args := make([]Value, c.nargs())
		for k := range args {
			args[k] = Value{c.typ(k), append([]uint64(nil), c.slots(k)...)}
		}
		v, err := f(c.m, args)
		if err != nil {
			return err
		}
		want := c.in.x.fnType.Ret
		if want == ir.Void {
			return nil
		}
		if v.typ == nil || !ir.Same(v.typ, want) {
			return faultf(BadCall, "external function %s gave %v, not %s", name, v.typ, want)
		}
		copy(c.result(), v.bits)
		return nil
	}}
}

// setStop says at which step to look at limits next.
func (m *Machine) setStop() {
	m.stopAt = m.count.Steps + pollEvery
	if m.opts.MaxSteps > 0 {
		m.stopAt = min(m.stopAt, m.opts.MaxSteps+1)
	}
}

// poll looks at the limits.
func (m *Machine) poll() error {
	if m.opts.MaxSteps > 0 && m.count.Steps > m.opts.MaxSteps {
		return faultf(StepLimit, "more than %d instructions", m.opts.MaxSteps)
	}
	m.setStop()
	if c := m.opts.Context; c != nil && c.Err() != nil {
		f := faultf(Canceled, "%v", c.Err())
		f.Err = c.Err()
		return f
	}
	return nil
}

// Functions lists what was executed so far, most instructions first.
func (m *Machine) Functions() []FuncCount {
	var out []FuncCount
	for _, f := range m.funcs {
		if f.calls > 0 {
			out = append(out, FuncCount{f.ir.Name, f.calls, f.steps, f.heap})
		}
	}
	sort.Slice(out, func(a, b int) bool {
		if out[a].Steps != out[b].Steps {
			return out[a].Steps > out[b].Steps
		}
		return out[a].Name < out[b].Name
	})
	return out
}

// String names the machine in messages.
func (m *Machine) String() string { return fmt.Sprintf("machine of %s", m.mod.Name) }
