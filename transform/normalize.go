package transform

import (
	"slices"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/edit"
)

// Passes runs passes in the sequences that it has.
type Passes struct {
	Normalization []string // names of passes, before differentiation
	Cleanup       []string // and after it
	Watch         Watcher  // nil: nobody looks on
}

// Watcher looks on as passes run.
type Watcher interface {
	Begin(r Run)
	End(r Run)
}

// Run is one run of a pass.
type Run struct {
	Pass      string
	Func      *ir.Function
	Generated bool // Func is the result of differentiation, not what is differentiated
	Changed   bool // Func, known in the end
}

// Standard has the sequences Normalization and Cleanup.
func Standard() *Passes {
	return &Passes{Normalization: slices.Clone(Normalization), Cleanup: slices.Clone(Cleanup)}
}

// Normalize brings a function into the form that differentiation expects: scalars in SSA
// form, one returning block, natural loops with preheaders, single latches and dedicated
// exits, loop-closed SSA form, blocks in reverse post-order. A pass that occurs again is
// skipped where nothing has changed since it ran.
func (p *Passes) Normalize(f *ir.Function, k Kind) {
	changes := 0
	ran := map[string]int{} // how many changes there were when the pass had run last
	for _, name := range p.Normalization {
		pass := byName[name]
		if at, again := ran[name]; !pass.on(k) || again && at == changes {
			continue
		}
		if p.run(pass, f, false) {
			changes++
		}
		ran[name] = changes
	}
	edit.SortBlocks(f)
}

// SimplifyBody shortens an unoptimised body: it runs the sequence before differentiation up
// to the first DCE.
func (p *Passes) SimplifyBody(f *ir.Function) {
	for _, name := range p.Normalization {
		p.run(byName[name], f, false)
		if name == "DCE" {
			return
		}
	}
}

// CleanUp simplifies a generated function and gives its loops the forms that compilers
// optimise best.
func (p *Passes) CleanUp(f *ir.Function) {
	for _, name := range p.Cleanup {
		p.run(byName[name], f, true)
	}
}

func (p *Passes) run(pass *Pass, f *ir.Function, generated bool) bool {
	if p.Watch == nil {
		return pass.Run(f)
	}
	r := Run{Pass: pass.Name, Func: f, Generated: generated}
	p.Watch.Begin(r)
	r.Changed = pass.Run(f)
	p.Watch.End(r)
	return r.Changed
}

// Normalize is the method of Passes with the standard sequences.
func Normalize(f *ir.Function, k Kind) { Standard().Normalize(f, k) }

// CleanUp is the method of Passes with the standard sequences.
func CleanUp(f *ir.Function) { Standard().CleanUp(f) }
