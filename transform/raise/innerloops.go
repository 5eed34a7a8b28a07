package raise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/ir/analysis"
	"github.com/llad-ad/llad/transform/canon"
	"github.com/llad-ad/llad/transform/edit"
)

// The unroller copies loops around others as well; what it leaves has the forms of unroll.go, with an inner
// loop in the place of some instructions. While it is compared, an inner loop is the call of a function that
// has its code: loops with the same code are calls of one function, with the values from outside
// as arguments. In the end they are inlined.

// maxInner bounds the instructions of an inner loop that becomes a call.
const maxInner = 400

// innerLoops are the loops of a function that are calls.
type innerLoops struct {
	f    *ir.Function
	made map[string]*ir.Function // by their code
	is   map[*ir.Function]bool
}

func newInnerLoops(f *ir.Function) *innerLoops {
	return &innerLoops{f: f, made: map[string]*ir.Function{}, is: map[*ir.Function]bool{}}
}

// called reports whether i is the call of an inner loop.
func (o *innerLoops) called(i *ir.Instr) bool {
	f := i.CalledFunc()
	return f != nil && o.is[f]
}

// writes reports whether i is a store, or the call of an inner loop with stores.
func (o *innerLoops) writes(i *ir.Instr) bool {
	return i.Op == ir.Store || o.called(i) && canon.MayWrite(i)
}

// outline turns innermost loops and guarded blocks into calls, those of which a loop around them has copies,
// and others with the same code. It reports whether it found such.
func (o *innerLoops) outline() bool {
	type place struct {
		around *analysis.Loop
		code   string
	}
	var loops []*loopCode
	copied, once := map[string]bool{}, map[place]bool{}
	all := analysis.Loops(o.f, ir.Dominators(o.f))
	note := func(c *loopCode, around *analysis.Loop) {
		loops = append(loops, c)
		at := place{around, c.key.String()}
		copied[at.code] = copied[at.code] || once[at] && around != nil
		once[at] = true
	}
	for _, l := range all.All {
		if c := codeOf(l); c != nil {
			note(c, l.Parent)
		}
	}
	for _, c := range guards(o.f, all) {
		note(c, all.Of(c.block))
	}
	found := false
	for _, c := range loops {
		if copied[c.key.String()] {
			o.replace(c)
			found = true
		}
	}
	if found {
		edit.RemoveUnreachable(o.f)
		canon.MergeBlocks(o.f)
		canon.LoopSimplify(o.f)
	}
	return found
}

// codeOf is the code of a loop that can become a call, else nil.
func codeOf(l *analysis.Loop) *loopCode {
	pre, exits := l.Preheader(), l.ExitEdges()
	if len(l.Blocks) != 1 || len(exits) != 1 || pre == nil || len(pre.Succs()) != 1 || len(l.Header.Instrs) > maxInner {
		return nil
	}
	c := &loopCode{block: l.Header, pre: pre, exit: exits[0].To}
	if !c.read() {
		return nil
	}
	return c
}

// replace turns a loop into a call in its preheader. What others that were replaced before gave
// to it is the result of calls now.
func (o *innerLoops) replace(c *loopCode) {
	c.read()
	fn := o.made[c.key.String()]
	if fn == nil {
		fn = c.function()
		o.made[c.key.String()], o.is[fn] = fn, true
	} else {
		weaken(fn.Blocks[1], c.block)
	}
	c.call(fn)
}

// inline puts the loops back. A function whose call cannot be replaced stays.
func (o *innerLoops) inline() {
	stays := map[*ir.Function]bool{}
	for {
		var calls []*ir.Instr
		for _, b := range o.f.Blocks {
			for _, i := range b.Instrs {
				if o.called(i) && !stays[i.CalledFunc()] {
					calls = append(calls, i)
				}
			}
		}
		for _, i := range calls {
			if fn := i.CalledFunc(); canon.Inline(i) != nil {
				stays[fn] = true
			}
		}
		if len(calls) == 0 {
			break
		}
	}
	for _, fn := range o.made {
		if !stays[fn] {
			o.f.Module.Remove(fn)
		}
	}
}

// loopCode is the code of a loop of one block, apart from what it works on.
type loopCode struct {
	pre     *ir.Block // from which it is entered
	block   *ir.Block
	exit    *ir.Block
	key     strings.Builder
	numbers map[ir.Value]int // of the values of the loop
	cond    ir.Value         // of a guard, nil for a loop
	ins     []ir.Value       // from outside
	outs    []*ir.Instr      // used outside; the phis behind a guard
	writes  bool
}

// read finds the code; false where it has instructions that stay where they are.
func (c *loopCode) read() bool {
	c.key.Reset()
	c.numbers, c.ins, c.outs = map[ir.Value]int{}, nil, nil
	for k, i := range c.block.Instrs {
		c.numbers[i] = k
	}
	if c.cond != nil {
		c.readGuard()
	}
	for _, i := range c.block.Instrs {
		if !c.instr(i) {
			return false
		}
		if c.cond != nil {
			continue
		}
		for use := range ir.Uses(i) {
			if use.User.Parent != c.block {
				c.outs = append(c.outs, i)
				fmt.Fprintf(&c.key, " out %d", c.numbers[i])
				break
			}
		}
	}
	return true
}

// instr adds an instruction to the key.
func (c *loopCode) instr(i *ir.Instr) bool {
	if i.Op == ir.Alloca || i.Op == ir.VAArg || i.Flags&(ir.Volatile|ir.Atomic|ir.MustTail) != 0 || canon.DeclaresScope(i) {
		return false
	}
	fmt.Fprintf(&c.key, "\n%s %d %d %s %v", i.Op, i.Pred, i.Flags&^poisonFlags, i.Typ, i.Indices)
	if i.Elem != nil {
		fmt.Fprintf(&c.key, " of %s", i.Elem)
	}
	if i.X != nil {
		if i.X.Bundles != "" || i.Op == ir.Call && i.CalledFunc() == nil {
			return false
		}
		fmt.Fprintf(&c.key, " %+v", struct {
			CC, Ret, Fn, Others string
			Args                []string
		}{i.X.CC, i.X.RetAttrs, i.X.FnAttrs, i.X.Others, i.X.ArgAttrs})
	}
	c.writes = c.writes || canon.MayWrite(i)
	for _, to := range i.Blocks {
		fmt.Fprintf(&c.key, " %t", to == c.block)
	}
	for _, a := range i.Args() {
		c.operand(a)
	}
	return true
}

// operand adds an operand to the key, and to what the loop works on.
func (c *loopCode) operand(v ir.Value) {
	if ir.IsConstant(v) {
		fmt.Fprintf(&c.key, " %s %s", v.Type(), v.Ident())
		return
	}
	if k, ok := c.numbers[v]; ok {
		fmt.Fprintf(&c.key, " %%%d", k)
		return
	}
	k := slices.Index(c.ins, v)
	if k < 0 {
		k = len(c.ins)
		c.ins = append(c.ins, v)
	}
	fmt.Fprintf(&c.key, " %s arg %d", v.Type(), k)
}

// function makes a function of the loop.
func (c *loopCode) function() *ir.Function {
	m := c.block.Parent.Module
	types, outs := make([]*ir.Type, len(c.ins)), make([]*ir.Type, len(c.outs))
	for k, v := range c.ins {
		types[k] = v.Type()
	}
	for k, v := range c.outs {
		outs[k] = v.Typ
	}
	ret := ir.Void
	switch len(outs) {
	case 0:
	case 1:
		ret = outs[0]
	default:
		ret = m.Struct(outs...)
	}
	fn := m.AddFunc(m.FreshSymbol("llad.loop"), m.FuncType(ret, types...))
	fn.Prefix, fn.IsDecl = "internal", false
	if !c.writes {
		fn.Suffix = "readonly"
	}
	entry, loop, exit := fn.NewBlock("entry"), fn.NewBlock("loop"), fn.NewBlock("exit")
	c.copyTo(loop, map[*ir.Block]*ir.Block{c.pre: entry, c.block: loop}, exit)
	var results []ir.Value
	if c.cond != nil {
		results = c.guardFunction(entry, loop, exit)
	} else {
		ir.NewBuilder(entry).Br(loop)
		for _, v := range c.outs {
			results = append(results, c.within(loop, v))
		}
	}
	b := ir.NewBuilder(exit)
	switch len(outs) {
	case 0:
		b.Ret(nil)
	case 1:
		b.Ret(results[0])
	default:
		all := edit.Poison(ret)
		for k, v := range results {
			all = b.InsertValue(all, v, k)
		}
		b.Ret(all)
	}
	return fn
}

// within is v in the function whose block loop has the code.
func (c *loopCode) within(loop *ir.Block, v ir.Value) ir.Value {
	if j, ok := c.numbers[v]; ok {
		return loop.Instrs[j]
	}
	if j := slices.Index(c.ins, v); j >= 0 {
		return loop.Parent.Params[j]
	}
	return v
}

// copyTo copies the loop's instructions; blocks that blocks does not have become exit.
func (c *loopCode) copyTo(loop *ir.Block, blocks map[*ir.Block]*ir.Block, exit *ir.Block) {
	for _, i := range c.block.Instrs {
		n := i.Copy()
		for k, to := range n.Blocks {
			if n.Blocks[k] = blocks[to]; n.Blocks[k] == nil {
				n.Blocks[k] = exit
			}
		}
		loop.Append(n)
	}
	for _, n := range loop.Instrs {
		for k, v := range n.Args() {
			n.SetArg(k, c.within(loop, v))
		}
	}
}

// call puts a call of fn, which has its code, in the place of the loop.
func (c *loopCode) call(fn *ir.Function) {
	b := ir.NewBuilder(c.pre)
	b.Before(c.pre.Term())
	call := ir.Value(b.CallFunc(fn, c.ins...))
	results := make([]ir.Value, len(c.outs))
	for k := range c.outs {
		results[k] = call
		if len(c.outs) > 1 {
			results[k] = b.ExtractValue(call, k)
		}
	}
	if c.cond != nil {
		c.skipGuard(results)
	} else {
		c.skipLoop(results)
	}
	empty(c.block)
	c.block.Term().Erase()
	ir.NewBuilder(c.block).Unreachable()
}

// skipLoop leaves the block of a loop out: results are what it gives to others.
func (c *loopCode) skipLoop(results []ir.Value) {
	for k, v := range c.outs {
		for _, use := range edit.UsesOf(v) {
			if use.User.Parent != c.block {
				use.User.SetArg(use.Index(), results[k])
			}
		}
	}
	edit.ReplaceIncomingBlock(c.exit, c.block, c.pre)
	c.pre.Term().Blocks[0] = c.exit
}

// poisonFlags may hold in one copy of a loop and not in others.
const poisonFlags = ir.NUW | ir.NSW | ir.Exact | ir.InBounds | ir.NUSW | ir.NNeg | ir.Disjoint | ir.SameSign | ir.TailCall | ir.NoTail

// weaken takes from the instructions of a loop what does not hold for those of another with the same code.
func weaken(loop, other *ir.Block) {
	for k, i := range loop.Instrs {
		o := other.Instrs[k]
		i.Flags &= o.Flags | ^poisonFlags
		i.Align = min(i.Align, o.Align)
		i.Meta = slices.DeleteFunc(slices.Clone(i.Meta), func(a ir.Attachment) bool { return a.Kind != edit.LoopMetadata && o.Metadata(a.Kind) != a.Node })
	}
}
