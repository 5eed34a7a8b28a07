package forward

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/shadowrt"
	"github.com/llad-ad/llad/ir"
)

// standIn gives a function that cannot be differentiated a body that says why
// and ends the program. Where it is called by name the whole request fails;
// where only its address is taken (a table of functions, a virtual method)
// whether it is ever called is not known, and silence is no option.
func (env *Env) standIn(t *tangent) {
	t.calls = nil
	env.Stops = append(env.Stops, t.err)
	for _, f := range []*ir.Function{t.fn, t.record} {
		if f == nil {
			continue
		}
		f.Blocks, f.IsDecl = nil, false
		b := ir.NewBuilder(f.NewBlock("entry"))
		env.stop(b, "the tangent function of "+t.of.Name+" was called, which could not be made: "+t.err.Error())
		b.Unreachable()
	}
}

// stopIf ends the program, saying why, where what is assumed at i is found not
// to hold at run time.
func (bo *body) stopIf(c ir.Value, i *ir.Instr, why string) {
	bo.branch(c, func() []ir.Value {
		bo.env.stop(bo.b, bo.diagnose(i, activity.CodeUndecided, "%s", why).Error())
		return nil
	}, func() []ir.Value { return nil })
}

// stop writes a call that prints a message and aborts.
func (env *Env) stop(b *ir.Builder, why string) { shadowrt.Stop(b, why) }
