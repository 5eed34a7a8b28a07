package interp

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// FaultKind says what went wrong; its text is a stable code.
type FaultKind string

// The kinds of faults.
const (
	OutOfBounds    FaultKind = "out-of-bounds"    // access outside the object it is nearest to
	NullPointer    FaultKind = "null-pointer"     // access near address zero
	WildPointer    FaultKind = "wild-pointer"     // access to an address where nothing ever was
	UseAfterFree   FaultKind = "use-after-free"   // access to a heap object that was freed
	UseAfterReturn FaultKind = "use-after-return" // access to a stack object whose function returned
	UseAfterScope  FaultKind = "use-after-scope"  // store to a stack object outside its lifetime markers
	DoubleFree     FaultKind = "double-free"      // free of a freed object
	BadFree        FaultKind = "bad-free"         // free of what no allocation returned
	Mismatched     FaultKind = "mismatched-free"  // new freed by free and the like
	Misaligned     FaultKind = "misaligned"       // address is no multiple of the stated alignment
	ReadOnly       FaultKind = "read-only"        // store to a constant
	Overlap        FaultKind = "overlap"          // memcpy between overlapping ranges
	Undefined      FaultKind = "undefined"        // behaviour depends on undefined bits
	DivByZero      FaultKind = "division"         // integer division by zero, or that overflows
	Unreachable    FaultKind = "unreachable"      // unreachable, or an assumption that is false
	Trap           FaultKind = "trap"             // llvm.trap and friends
	Abort          FaultKind = "abort"            // abort, failed assertion
	Exit           FaultKind = "exit"             // exit; the status is Fault.Status
	Uncaught       FaultKind = "uncaught"         // exception that nobody catches
	NoBody         FaultKind = "no-body"          // call of a function that is only declared
	BadCall        FaultKind = "bad-call"         // arguments do not fit, or no function at the address
	Unsupported    FaultKind = "unsupported"      // the interpreter does not know the construct
	StepLimit      FaultKind = "step-limit"       // Options.MaxSteps
	DepthLimit     FaultKind = "depth-limit"      // Options.MaxDepth
	MemoryLimit    FaultKind = "memory-limit"     // Options.MaxBytes
	Canceled       FaultKind = "canceled"         // Options.Context
	BadArgument    FaultKind = "bad-argument"     // the Go caller asked for something impossible
	Internal       FaultKind = "internal"         // a defect of the interpreter
)

// Place is a point of execution: one line of a call stack.
type Place struct {
	Func  string // name of the function
	Block string // name of the block, "" when numbered
	Text  string // the instruction
	File  string // source file by !dbg, else the module's name
	Line  int    // line in File, 0 when unknown
	Col   int
}

// Fault is the error of an execution that did something wrong.
type Fault struct {
	Kind    FaultKind
	Message string
	Place           // where it happened; empty when no instruction was executing
	Stack   []Place // the callers, innermost first, at most maxStack of them
	Deeper  int     // how many callers more there are
	Status  int     // Exit: the status
	Origin  *Place  // Undefined: where the innermost frame that has any got its undefined bits last
	Memory  string  // Undefined: the memory that was read there, "" for poison
	Err     error   // the error of an external function, nil otherwise
}

const maxStack = 12

// Error is one line with position, message, function and instruction, then the
// call stack.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d", f.Line)
			if f.Col > 0 {
				fmt.Fprintf(&b, ":%d", f.Col)
			}
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s: %s", f.Kind, f.Message)
	if f.Func != "" {
		fmt.Fprintf(&b, "\n  in @%s", f.Func)
		if f.Block != "" {
			fmt.Fprintf(&b, ", block %%%s", f.Block)
		}
		if f.Text != "" {
			fmt.Fprintf(&b, ": %s", f.Text)
		}
	}
	if o := f.Origin; o != nil {
		fmt.Fprintf(&b, "\n  undefined bits came last from: %s", o.Text)
		if o.File != "" && o.Line > 0 {
			fmt.Fprintf(&b, " (%s:%d)", o.File, o.Line)
		}
		if f.Memory != "" {
			fmt.Fprintf(&b, ", out of %s", f.Memory)
		}
	}
	for _, p := range f.Stack {
		fmt.Fprintf(&b, "\n  called from @%s", p.Func)
		if p.File != "" && p.Line > 0 {
			fmt.Fprintf(&b, " (%s:%d)", p.File, p.Line)
		}
	}
	if f.Deeper > 0 {
		fmt.Fprintf(&b, "\n  and %d callers more", f.Deeper)
	}
	return b.String()
}

// Unwrap gives the error of an external function.
func (f *Fault) Unwrap() error { return f.Err }

// KindOf is the kind of fault that err is, "" when it is none.
func KindOf(err error) FaultKind {
	if f, ok := err.(*Fault); ok {
		return f.Kind
	}
	return ""
}

// faultf makes a fault without a place; the loop of the frame it happens in
// fills that in.
func faultf(kind FaultKind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

func placeOf(i *ir.Instr) Place {
	d := ir.DiagAt(i, "", "")
	p := Place{Text: instrText(i), File: d.File, Line: d.Line, Col: d.Col}
	if i.Parent != nil {
		p.Block = i.Parent.Name
		if f := i.Parent.Parent; f != nil {
			p.Func = f.Name
		}
	}
	return p
}

// instrText is the instruction as its module's text has it, or a short form of
// it when it was generated.
func instrText(i *ir.Instr) string {
	if i.Line > 0 && i.Parent != nil && i.Parent.Parent != nil {
		if s := sourceLine(i.Parent.Parent.Module.Src, int(i.Line)); s != "" {
			return s
		}
	}
	var b strings.Builder
	if i.Typ != nil && i.Typ != ir.Void {
		fmt.Fprintf(&b, "%s = ", i.Ident())
	}
	b.WriteString(i.Op.String())
	if i.Op == ir.ICmp || i.Op == ir.FCmp {
		b.WriteString(" " + i.Pred.String())
	}
	for k := 0; k < i.NumArgs(); k++ {
		if k > 0 {
			b.WriteByte(',')
		}
		a := i.Arg(k)
		fmt.Fprintf(&b, " %s %s", a.Type(), a.Ident())
	}
	for _, blk := range i.Blocks {
		fmt.Fprintf(&b, " %%%s", blk.Name)
	}
	return b.String()
}

func sourceLine(src []byte, line int) string {
	for k := 0; k < len(src); {
		end := k
		for end < len(src) && src[end] != '\n' {
			end++
		}
		line--
		if line == 0 {
			return strings.TrimSpace(string(src[k:end]))
		}
		k = end + 1
	}
	return ""
}
