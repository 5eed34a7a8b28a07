package ir

import (
	"strconv"
	"strings"
)

// funcWriter writes one function.
type funcWriter struct {
	m        *Module
	f        *Function
	out      []byte
	portable bool // only what LLVM 14 (typed) or 15 (opaque) knows
	names    *localNames
	edge     map[*Block][]edgeCast
	phiAs    map[*Instr]*Type // phis that are written with another type than theirs
	behind   []edgeCast       // casts of phis, to be written behind the last
	debug    bool             // the function has a DISubprogram, so !dbg may stay
	args     []Value          // of the instruction in hand, as written
	fnType   *Type            // of the call in hand, as written
}

func (w *funcWriter) str(s string) { w.out = append(w.out, s...) }
func (w *funcWriter) byte(c byte)  { w.out = append(w.out, c) }
func (w *funcWriter) int(n int)    { w.out = strconv.AppendInt(w.out, int64(n), 10) }

func (w *funcWriter) operand(v Value) { w.out = appendOperand(w.out, v, w.portable) }
func (w *funcWriter) typed(v Value)   { w.out = appendTyped(w.out, v, w.portable) }

func (w *funcWriter) list(args []Value) {
	for k, a := range args {
		if k > 0 {
			w.str(", ")
		}
		w.typed(a)
	}
}

// attrs is an attribute text as the function may carry it.
func (w *funcWriter) attrs(text string) string {
	if !w.portable || text == "" {
		return text
	}
	return w.m.attrs.portable(text)
}

// instr writes an instruction as a line.
func (w *funcWriter) instr(i *Instr) {
	w.args, w.fnType = w.args[:0], nil
	if i.X != nil {
		w.fnType = i.X.FnType
	}
	for k := range i.ops {
		w.args = append(w.args, i.ops[k].Val)
	}
	name := i.Name
	var real *Type
	if w.m.Typed {
		if i.Op != Phi {
			w.castPhis()
		}
		if i.Op.IsTerminator() {
			w.edgeCasts(i.Parent)
		}
		real = w.legalize(i)
		if real != nil {
			name = w.names.fresh(i.Name)
		}
	}
	w.str("  ")
	if i.Typ != Void {
		w.byte('%')
		w.str(name)
		w.str(" = ")
	}
	w.operation(i, w.args)
	w.meta(i)
	w.byte('\n')
	switch {
	case real == nil:
	case i.Op == Phi:
		w.behind = append(w.behind, edgeCast{temp(name, real), i.Typ, i.Name})
	default:
		w.bitcast(i.Name, temp(name, real), i.Typ)
	}
}

func (w *funcWriter) castPhis() {
	for _, c := range w.behind {
		w.bitcast(c.name, c.from, c.to)
	}
	w.behind = w.behind[:0]
}

func (w *funcWriter) meta(i *Instr) {
	for _, a := range i.Meta {
		if w.portable && !(a.Kind == "dbg" && w.debug) && !portableMeta[a.Kind] {
			continue
		}
		w.str(", !")
		if a.Kind == OwnLoop {
			w.str("llvm.loop")
		} else {
			w.str(a.Kind)
		}
		w.byte(' ')
		w.str(a.Node)
	}
}

// OwnLoop is the kind of attachments that tell the compiler about a loop of a generated
// function; what it was told about the loops of the program is not true of them.
const OwnLoop = "llad.loop"

// portableMeta are the attachments that stay true and readable in a generated
// function.
var portableMeta = map[string]bool{
	"llad.faster": true, OwnLoop: true,
	"tbaa": true, "tbaa.struct": true, "alias.scope": true, "noalias": true, "range": true, "nonnull": true,
	"prof": true, "unpredictable": true, "fpmath": true, "invariant.load": true, "invariant.group": true,
	"nontemporal": true, "align": true, "dereferenceable": true, "dereferenceable_or_null": true,
	"llvm.access.group": true,
}

// operation writes an instruction from its opcode to before its attachments.
func (w *funcWriter) operation(i *Instr, args []Value) {
	switch i.Op {
	case Call, Invoke, CallBr:
		w.call(i, args)
		return
	case Load:
		w.opcode(i)
		w.byte(' ')
		w.str(i.Typ.spelling)
		w.str(", ")
		w.list(args)
		w.ordering(i)
		w.align(i)
		return
	}
	w.opcode(i)
	switch {
	case i.Op.IsTerminator() || i.Op == CatchPad || i.Op == CleanupPad:
		w.terminator(i, args)
		return
	case i.Op.IsBinary():
		w.pair(args)
		return
	}
	switch i.Op {
	case Store, AtomicRMW, CmpXchg, Fence:
		w.memory(i, args)
	case Alloca:
		w.alloca(i, args)
	case GetElementPtr:
		w.byte(' ')
		w.str(i.Elem.spelling)
		w.str(", ")
		w.list(args)
	case ICmp, FCmp:
		w.byte(' ')
		w.str(i.Pred.String())
		w.pair(args)
	case Phi:
		w.phi(i, args)
	case ExtractValue, InsertValue:
		w.byte(' ')
		w.list(args)
		for _, k := range i.Indices {
			w.str(", ")
			w.int(k)
		}
	case VAArg:
		w.byte(' ')
		w.list(args)
		w.str(", ")
		w.str(i.Typ.spelling)
	case LandingPad:
		w.landingPad(i, args)
	default:
		w.byte(' ')
		w.list(args)
		if i.Op.IsCast() {
			w.str(" to ")
			w.str(i.Typ.spelling)
		}
	}
}

// terminator writes what ends a block, and pads, behind the opcode.
func (w *funcWriter) terminator(i *Instr, args []Value) {
	switch i.Op {
	case Ret:
		if len(args) == 0 {
			w.str(" void")
		} else {
			w.byte(' ')
			w.list(args)
		}
	case Br:
		w.byte(' ')
		if len(args) > 0 {
			w.list(args)
			w.str(", ")
		}
		w.labels(i.Blocks)
	case Switch:
		w.switchOp(i, args)
	case IndirectBr:
		w.byte(' ')
		w.list(args)
		w.str(", [")
		w.labels(i.Blocks)
		w.byte(']')
	case CleanupRet, CatchRet, CatchSwitch, CatchPad, CleanupPad:
		w.pad(i, args)
	case Unreachable:
	default:
		w.byte(' ')
		w.list(args)
	}
}

// opcode writes the opcode and its flags.
func (w *funcWriter) opcode(i *Instr) {
	op, flags := i.Op, i.Flags&^(TailCall|MustTail|NoTail)
	if w.portable && op == Or && flags&Disjoint != 0 {
		op, flags = Add, NUW|NSW // the same, in the words of LLVM 14
	}
	w.str(op.String())
	if op == LandingPad {
		return
	}
	w.out = appendFlags(w.out, op, i.Typ, flags, w.portable)
	if i.X != nil && i.X.Others != "" && !w.portable {
		w.byte(' ')
		w.str(i.X.Others)
	}
}

// pair writes the operands of an instruction that states their type once.
func (w *funcWriter) pair(args []Value) {
	w.byte(' ')
	w.typed(args[0])
	w.str(", ")
	w.operand(args[1])
}

func (w *funcWriter) label(b *Block) {
	w.str("label %")
	w.str(b.Name)
}

func (w *funcWriter) labels(l []*Block) {
	for k, b := range l {
		if k > 0 {
			w.str(", ")
		}
		w.label(b)
	}
}

func (w *funcWriter) align(i *Instr) {
	if i.Align != 0 {
		w.str(", align ")
		w.int(int(i.Align))
	}
}

func (w *funcWriter) ordering(i *Instr) {
	if i.X != nil && i.X.Ordering != "" {
		w.byte(' ')
		w.str(i.X.Ordering)
	}
}

func (w *funcWriter) memory(i *Instr, args []Value) {
	if i.Op == AtomicRMW {
		w.byte(' ')
		w.str(i.X.RMWOp)
	}
	if len(args) > 0 {
		w.byte(' ')
		w.list(args)
	}
	w.ordering(i)
	w.align(i)
}

func (w *funcWriter) alloca(i *Instr, args []Value) {
	w.byte(' ')
	w.str(i.Elem.spelling)
	if n, ok := IntValue(args[0]); !ok || n != 1 || args[0].Type() != I32 {
		w.str(", ")
		w.list(args)
	}
	w.align(i)
	if i.X != nil && i.X.AddrSpace != "" {
		w.str(", ")
		w.str(i.X.AddrSpace)
	}
}

func (w *funcWriter) phi(i *Instr, args []Value) {
	w.byte(' ')
	if t := w.phiAs[i]; t != nil {
		w.str(t.spelling)
	} else {
		w.str(i.Typ.spelling)
	}
	for k, a := range args {
		if k > 0 {
			w.byte(',')
		}
		w.str(" [ ")
		w.operand(a)
		w.str(", %")
		w.str(i.Blocks[k].Name)
		w.str(" ]")
	}
}

func (w *funcWriter) switchOp(i *Instr, args []Value) {
	w.byte(' ')
	w.typed(args[0])
	w.str(", ")
	w.label(i.Blocks[0])
	w.str(" [\n")
	for k, c := range args[1:] {
		w.str("    ")
		w.typed(c)
		w.str(", ")
		w.label(i.Blocks[k+1])
		w.byte('\n')
	}
	w.str("  ]")
}

func (w *funcWriter) landingPad(i *Instr, args []Value) {
	w.byte(' ')
	w.str(i.Typ.spelling)
	if i.Flags&Cleanup != 0 {
		w.str(" cleanup")
	}
	if i.X == nil {
		return
	}
	for k, word := range strings.Fields(i.X.Clauses) {
		w.byte(' ')
		w.str(word)
		w.byte(' ')
		w.typed(args[k])
	}
}

func (w *funcWriter) pad(i *Instr, args []Value) {
	switch i.Op {
	case CatchPad, CleanupPad, CatchSwitch:
		w.str(" within ")
	default:
		w.str(" from ")
	}
	w.operand(args[0])
	unwind := i.Blocks
	switch i.Op {
	case CatchPad, CleanupPad:
		w.str(" [")
		w.list(args[1:])
		w.byte(']')
		return
	case CatchRet:
		w.str(" to ")
		w.label(i.Blocks[0])
		return
	case CatchSwitch:
		handlers := i.Blocks
		if i.X == nil || i.X.Clauses != "caller" {
			handlers, unwind = handlers[:len(handlers)-1], handlers[len(handlers)-1:]
		} else {
			unwind = nil
		}
		w.str(" [")
		w.labels(handlers)
		w.byte(']')
	}
	if len(unwind) == 0 {
		w.str(" unwind to caller")
		return
	}
	w.str(" unwind ")
	w.label(unwind[0])
}

func (w *funcWriter) call(i *Instr, args []Value) {
	x := i.X
	switch {
	case i.Flags&MustTail != 0:
		w.str("musttail ")
	case i.Flags&NoTail != 0:
		w.str("notail ")
	case i.Flags&TailCall != 0:
		w.str("tail ")
	}
	w.opcode(i)
	w.byte(' ')
	if x.CC != "" {
		w.str(x.CC)
		w.byte(' ')
	}
	if a := w.attrs(x.RetAttrs); a != "" {
		w.str(a)
		w.byte(' ')
	}
	callee := args[len(args)-1]
	args = args[:len(args)-1]
	if w.fnType.Variadic {
		w.str(w.fnType.spelling)
	} else {
		w.str(w.fnType.Ret.spelling)
	}
	w.byte(' ')
	w.operand(callee)
	w.byte('(')
	for k, a := range args {
		if k > 0 {
			w.str(", ")
		}
		w.str(a.Type().spelling)
		if k < len(x.ArgAttrs) && x.ArgAttrs[k] != "" {
			if t := w.attrs(x.ArgAttrs[k]); t != "" {
				w.byte(' ')
				w.str(t)
			}
		}
		w.byte(' ')
		w.operand(a)
	}
	w.byte(')')
	if a := w.attrs(x.FnAttrs); a != "" {
		w.byte(' ')
		w.str(a)
	}
	if x.Bundles != "" {
		w.byte(' ')
		w.bundles(x)
	}
	switch i.Op {
	case Invoke:
		w.str(" to ")
		w.label(i.Blocks[0])
		w.str(" unwind ")
		w.label(i.Blocks[1])
	case CallBr:
		w.str(" to ")
		w.label(i.Blocks[0])
		w.str(" [")
		w.labels(i.Blocks[1:])
		w.byte(']')
	}
}

func (w *funcWriter) bundles(x *Extra) {
	text := x.Bundles
	for _, v := range x.bundleVals {
		n := strings.IndexByte(text, 0)
		w.str(text[:n])
		w.operand(v)
		text = text[n+1:]
	}
	w.str(text)
}
