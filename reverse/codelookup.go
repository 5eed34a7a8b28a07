package reverse

import (
	"strings"

	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// lookup finds shadows of functions of a type by their addresses, when the program runs.
type lookup struct {
	*shadowrt.CodeLookup
	typ *ir.Type
}

// codeShadow is the shadow of the pointer that i calls through, checked. Where code that ran before may have put the
// address there, in memory without a shadow, the shadow is looked up. nil is no shadow.
func (shs *shadows) codeShadow(b *ir.Builder, i *ir.Instr) ir.Value {
	table := shs.shadowOf(i.Callee())
	more := shs.fn.info.Elsewhere(i)
	if len(more) == 0 || shs.fn.env.Width > 1 {
		if table != nil {
			shs.mark(b.CallFunc(shadowrt.CodeCheck(shs.fn.m), b.Cast(ir.BitCast, i.Callee(), shs.fn.m.Ptr()), b.Cast(ir.BitCast, table, shs.fn.m.Ptr())))
		}
		return table
	}
	l := shs.fn.env.lookupFor(i.FnType())
	for _, f := range more {
		shs.fn.env.offer(f)
	}
	if table == nil {
		table = ir.Zero(i.Callee().Type())
	}
	call, found := l.Find(b, i.Callee(), table)
	shs.mark(call)
	if found != call {
		shs.mark(found)
	}
	return found
}

// lookupFor is the lookup of functions of a type.
func (env *Env) lookupFor(t *ir.Type) *lookup {
	for _, l := range env.lookups {
		if ir.Same(l.typ, t) {
			return l
		}
	}
	l := &lookup{shadowrt.NewCodeLookup(env.M, shadowrt.NoCode), t}
	env.lookups = append(env.lookups, l)
	for _, f := range env.coded {
		if shadowrt.Fits(f, t) {
			l.Add(env.M, f, env.tables[f])
		}
	}
	return l
}

// offer makes the shadow of a function that may be called, where it can be made. Lookups learn of it.
func (env *Env) offer(f *ir.Function) {
	before := map[string]bool{}
	for _, name := range env.M.FuncNames() {
		before[name] = true
	}
	fn := &primal{env: env, m: env.M}
	if newShadows(fn, 1).tableOf(f); fn.err == nil {
		return
	}
	for _, name := range env.M.FuncNames() {
		if !before[name] && strings.HasPrefix(name, "llad.copy") {
			env.M.Remove(env.M.Func(name))
		}
	}
}

// standIn gives the functions of a pair that cannot be made bodies that say so and end the program: where they
// are called by name the whole request fails.
func (env *Env) standIn(pr *pair, callee *ir.Function) {
	env.StandIns = append(env.StandIns, pr.err)
	for _, f := range []*ir.Function{pr.augment, pr.reverse, pr.sizeFunc} {
		if f == nil {
			continue
		}
		f.Blocks, f.IsDecl = nil, false
		b := ir.NewBuilder(f.NewBlock("entry"))
		shadowrt.Stop(b, "the gradient of "+callee.Name+" was called, which could not be made: "+pr.err.Error())
		b.Unreachable()
	}
}
