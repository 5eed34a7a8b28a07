package canon

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// Inline replaces a direct call of a defined function by its body, which is loaded if need be.
// Allocas of fixed size move to the caller's entry block; around others the stack pointer is
// saved and restored. Where the call is an invoke, calls in the body that may throw become
// invokes with the same unwind destination. Debug locations are the callee's. An error says
// why the call stays; nothing has changed then.
func Inline(call *ir.Instr) error {
	f := call.Parent.Parent
	n, err := inline(call)
	if err == nil {
		hoist(f, n.slots)
	}
	return err
}

// hoist moves allocas to the start of the entry block.
func hoist(f *ir.Function, slots []*ir.Instr) {
	e := f.Entry()
	for _, s := range slots {
		s.Parent = e
	}
	k := e.FirstNonPhi()
	e.Instrs = append(e.Instrs[:k:k], append(slots, e.Instrs[k:]...)...)
}

// inline is Inline without hoist: the caller hoists the new allocas.
func inline(call *ir.Instr) (*inliner, error) {
	callee := call.CalledFunc()
	if callee == nil {
		return nil, fmt.Errorf("the call is indirect")
	}
	if callee == call.Parent.Parent {
		return nil, fmt.Errorf("@%s calls itself", callee.Name)
	}
	if err := callee.Load(); err != nil {
		return nil, err
	}
	if err := inlinable(call, callee); err != nil {
		return nil, err
	}
	n := &inliner{
		f: call.Parent.Parent, call: call, callee: callee,
		args: make([]ir.Value, len(callee.Params)), blocks: make([]*ir.Block, len(callee.Blocks)),
	}
	n.run()
	return n, nil
}

// inlinable says what prevents a call from being inlined.
func inlinable(call *ir.Instr, callee *ir.Function) error {
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("@%s is not inlined: %s", callee.Name, fmt.Sprintf(format, args...))
	}
	switch t := call.FnType(); {
	case callee.IsDecl || len(callee.Blocks) == 0:
		return refuse("it has no body")
	case rules.Wholly(callee):
		return refuse("it is known by its name")
	case call.Op == ir.CallBr:
		return refuse("the call is a callbr")
	case t == nil || !sameSignature(t, callee.Typ) || call.NumCallArgs() != len(callee.Params) && !callee.Typ.Variadic:
		return refuse("it is called with another type")
	case call.X.Bundles != "":
		return refuse("the call has operand bundles")
	case callee.HasAttr("returns_twice") || callee.HasAttr("naked") || callee.HasAttr("strictfp"):
		return refuse("of its attributes")
	}
	for _, p := range callee.Params {
		if text, ok := p.Attr("byval"); ok {
			if _, err := callee.Module.ParseType(text); err != nil {
				return refuse("parameter %d is byval", p.Index)
			}
		}
		for _, a := range []string{"inalloca", "preallocated", "swifterror", "byref("} {
			if strings.Contains(p.Attrs, a) {
				return refuse("parameter %d is %s", p.Index, strings.TrimSuffix(a, "("))
			}
		}
	}
	for _, b := range callee.Blocks {
		for _, i := range b.Instrs {
			switch i.Op {
			case ir.CatchPad, ir.CleanupPad, ir.CatchSwitch:
				return refuse("it handles exceptions by funclets")
			case ir.LandingPad, ir.Resume, ir.Invoke:
				if call.Op == ir.Invoke && !simplePad(call.Blocks[1]) {
					return refuse("the invoke does not unwind to a landing pad")
				}
				if p := personality(call.Parent.Parent); p != "" && function(p) != function(personality(callee)) {
					return refuse("its exceptions have another personality")
				}
			case ir.IndirectBr, ir.CallBr, ir.VAArg:
				return refuse("it contains %s", i.Op)
			case ir.Call:
				f := i.CalledFunc()
				if i.X.Bundles != "" && (f == nil || f.Name != "llvm.assume") {
					return refuse("a call in it has operand bundles")
				}
				if f != nil && strings.HasPrefix(f.Name, "llvm.va_") {
					return refuse("it reads its variable arguments")
				}
				if f != nil && (edit.IsOverload(f.Name, "llvm.localescape") || f.Name == "llvm.localescape" || f.HasAttr("returns_twice")) {
					return refuse("it calls @%s", f.Name)
				}
			}
			for k := range i.NumArgs() {
				if c, ok := i.Arg(k).(*ir.Const); ok && c.Kind == ir.ConstRaw && strings.HasPrefix(c.Text, "blockaddress") {
					return refuse("it takes the address of a label")
				}
			}
		}
	}
	return nil
}

// personality is the personality clause of a definition, "" if there is none.
func personality(f *ir.Function) string {
	end := attachmentsAt(f.Suffix)
	k := strings.Index(f.Suffix[:end], "personality ")
	if k < 0 || k > 0 && f.Suffix[k-1] != ' ' {
		return ""
	}
	return strings.TrimSpace(f.Suffix[k:end])
}

// function is the function of a personality clause, without the cast that typed pointers need.
func function(personality string) string {
	at := strings.LastIndexByte(personality, '@')
	name, _, _ := strings.Cut(personality[at+1:], " ")
	return name
}

// attachmentsAt is the offset of the metadata attachments in a definition's suffix.
func attachmentsAt(suffix string) int {
	quoted := false
	for k := range len(suffix) {
		switch suffix[k] {
		case '"':
			quoted = !quoted
		case '!':
			if !quoted {
				return k
			}
		}
	}
	return len(suffix)
}

func sameSignature(a, b *ir.Type) bool {
	if !ir.Same(a.Ret, b.Ret) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for k := range a.Fields {
		if !ir.Same(a.Fields[k], b.Fields[k]) {
			return false
		}
	}
	return true
}

// copyPair is an instruction and its copy, which is nil where there is none.
type copyPair struct{ of, copy *ir.Instr }

// inliner inlines one call.
type inliner struct {
	f, callee *ir.Function
	call      *ir.Instr
	args      []ir.Value  // what stands for the parameters
	copies    []copyPair  // by number in the callee
	blocks    []*ir.Block // likewise
	slots     []*ir.Instr // fixed allocas, for the entry block
	dynamic   bool
	calls     []*ir.Instr
	rets      []*ir.Instr
	pads      []*ir.Instr // landing pads
	resumes   []*ir.Instr
}

func (n *inliner) run() {
	_, count := n.callee.Number()
	n.copies = make([]copyPair, count)
	for k, p := range n.callee.Params {
		n.args[k] = n.byValue(p, n.call.Arg(k))
	}
	for k, b := range n.callee.Blocks {
		c := n.f.NewBlock(n.f.FreshName("inl"))
		c.Line = b.Line
		n.blocks[k] = c
	}
	for _, b := range n.callee.Blocks {
		n.copyBlock(b)
	}
	for _, p := range n.copies {
		if p.copy == nil {
			continue
		}
		p.copy.TakeArgs(p.of, n.value)
		for k, b := range p.copy.Blocks {
			p.copy.Blocks[k] = n.blocks[b.ID]
		}
	}
	if p := personality(n.callee); p != "" && personality(n.f) == "" {
		at := attachmentsAt(n.f.Suffix)
		n.f.Suffix = strings.TrimSpace(strings.TrimSpace(n.f.Suffix[:at]) + " " + p + " " + n.f.Suffix[at:])
	}
	n.splice()
	if n.call.Op == ir.Invoke {
		n.throwing()
	}
	n.call.DropArgs()
	n.call.Parent = nil
}

// value maps a value of the callee to the caller's.
func (n *inliner) value(v ir.Value) ir.Value {
	switch v := v.(type) {
	case *ir.Instr:
		if p := n.copies[v.ID]; p.of == v {
			return p.copy
		}
	case *ir.Param:
		return n.args[v.Index]
	}
	return v
}

// assumesNonZero reports whether an assumption says that a number is not zero: it marks the
// remainder of an unrolled loop (see raise.Devectorize).
func assumesNonZero(assume *ir.Instr) bool {
	i, ok := assume.Arg(0).(*ir.Instr)
	return ok && i.Op == ir.ICmp && i.Pred == ir.NE && ir.IsZero(i.Arg(1)) && (assume.X == nil || assume.X.Bundles == "")
}

// copyBlock copies the instructions of a block, without operands.
func (n *inliner) copyBlock(b *ir.Block) {
	to := n.blocks[b.ID]
	for _, i := range b.Instrs {
		if f := i.CalledFunc(); f != nil && (isDebug(f) || IsAssume(i) && !assumesNonZero(i) || f.Name == "llvm.experimental.noalias.scope.decl") {
			continue
		}
		c := i.CopyShell()
		c.Meta = edit.InlinedAt(edit.WithoutScopes(c.Meta), n.call)
		c.Flags &^= ir.TailCall | ir.MustTail // they may now use the caller's slots
		n.copies[i.ID] = copyPair{i, c}
		if count, fixed := int64(0), false; i.Op == ir.Alloca {
			count, fixed = ir.IntValue(i.Arg(0))
			if fixed && count >= 0 && b == n.callee.Entry() {
				n.slots = append(n.slots, c)
				continue
			}
			n.dynamic = true
		}
		switch i.Op {
		case ir.Ret:
			n.rets = append(n.rets, c)
		case ir.LandingPad:
			n.pads = append(n.pads, c)
		case ir.Resume:
			n.resumes = append(n.resumes, c)
		}
		if c.IsCall() {
			n.calls = append(n.calls, c)
		}
		to.Append(c)
	}
}

// splice replaces the call by the copied blocks: the calling block branches to them, and their
// returns branch to what followed the call.
func (n *inliner) splice() {
	head := n.call.Parent
	at := len(head.Instrs) - 1 // from the end: InlineAll takes the last call first
	for head.Instrs[at] != n.call {
		at--
	}
	tail := head.Instrs[at+1:]
	after := n.f.NewBlock(n.f.FreshName("inl.after"))
	after.Line = n.call.Line
	b := ir.NewBuilder(after)
	if n.call.Op == ir.Invoke {
		normal := n.call.Blocks[0]
		b.Br(normal).Line = n.call.Line
		edit.ReplaceIncomingBlock(normal, head, after)
	} else {
		for _, i := range tail {
			after.Append(i)
		}
		for _, s := range edit.DistinctBlocks(after.Succs()) {
			edit.ReplaceIncomingBlock(s, head, after)
		}
	}
	clear(head.Instrs[at:])
	head.Instrs = head.Instrs[:at]

	var saved *ir.Instr
	enter := ir.NewBuilder(head)
	enter.Meta = edit.DebugLoc(n.call)
	if n.dynamic {
		saved = n.stack(enter, "stacksave", n.f.Module.Ptr())
	}
	enter.Br(n.blocks[0]).Line = n.call.Line

	var result ir.Value
	var phi *ir.Instr
	if n.call.Type() != ir.Void {
		if len(n.rets) == 1 {
			result = n.rets[0].Arg(0)
		} else if len(n.rets) > 1 {
			b.AtStart(after)
			phi = b.Phi(n.call.Type())
			phi.Line = n.call.Line
			result = phi
		}
	}
	for _, r := range n.rets {
		from := r.Parent
		if phi != nil {
			phi.AddIncoming(r.Arg(0), from)
		}
		r.Erase()
		b.AtEnd(from)
		b.Meta = r.Meta
		if saved != nil {
			n.stack(b, "stackrestore", ir.Void, saved)
		}
		b.Br(after).Line = r.Line
	}
	if result == nil && n.call.Type() != ir.Void {
		result = edit.Poison(n.call.Type()) // it never returns
	}
	if result != nil {
		ir.ReplaceAllUses(n.call, result)
	}
}

// stack calls llvm.stacksave or llvm.stackrestore; newer releases mangle the names and read
// the old ones.
func (n *inliner) stack(b *ir.Builder, name string, ret *ir.Type, args ...ir.Value) *ir.Instr {
	m := n.f.Module
	params := make([]*ir.Type, len(args))
	for k := range args {
		params[k] = m.Ptr()
	}
	full := "llvm." + name
	if m.Func(full) == nil && m.Func(full+".p0") != nil {
		full += ".p0"
	}
	return b.CallFunc(m.Declare(full, m.FuncType(ret, params...)), args...)
}

// maxPacketSize bounds a function that counts as one operation on vectors.
const maxPacketSize = 64

// InlineAll inlines direct calls in f, those in inlined bodies included, while policy accepts
// the call and f has at most budget instructions afterwards; twice as many for short functions
// that return vectors, whose operations on the bits of floats are understood only in their
// context. Calls of recursive functions stay. It returns the number of inlined calls.
func InlineAll(f *ir.Function, budget int, policy func(call *ir.Instr, callee *ir.Function) bool) int {
	return inlineAll(analysis.NewCallCycles(f), f, budget, policy)
}

// inlineAll is InlineAll, given the callees on cycles of calls.
func inlineAll(rec *analysis.CallCycles, f *ir.Function, budget int, policy func(call *ir.Instr, callee *ir.Function) bool) int {
	size, count := 0, 0
	var work []*ir.Instr
	FoldTypeTests(f)
	for _, b := range ir.RPO(f) {
		size += len(b.Instrs)
		for _, i := range b.Instrs {
			if i.Op == ir.Call || i.Op == ir.Invoke {
				work = append(work, i)
			}
		}
	}
	var slots []*ir.Instr
	// The last call of a block first: what stands behind a call has to be moved.
	for len(work) > 0 {
		call := work[len(work)-1]
		work = work[:len(work)-1]
		callee := call.CalledFunc()
		if callee == nil || callee.IsDecl || callee.Load() != nil || rec.Contain(callee) {
			continue
		}
		if FoldTypeTests(callee) {
			rec.Forget()
		}
		grow := 0
		for _, b := range callee.Blocks {
			grow += len(b.Instrs)
		}
		most := budget
		if grow <= maxPacketSize && call.Typ.IsVector() {
			most *= 2
		}
		if size+grow > most || !policy(call, callee) {
			continue
		}
		n, err := inline(call)
		if err != nil {
			continue
		}
		size += grow
		count++
		work = append(work, n.calls...)
		slots = append(slots, n.slots...)
	}
	hoist(f, slots)
	if count > 0 {
		edit.RemoveUnreachable(f)
		edit.SortBlocks(f)
	}
	return count
}
