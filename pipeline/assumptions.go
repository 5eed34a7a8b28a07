package pipeline

import (
	"fmt"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
)

// noteAssumptions notes the functions without arguments that code of f calls and of which nothing is known: that they
// touch no active data is taken for granted; and floats that are written as text or to files, where such are read as well.
func noteAssumptions(d *Differentiator, f *ir.Function) {
	seen := map[*ir.Function]bool{f: true}
	var through passage
	defer func() { through.note(d) }()
	for work := []*ir.Function{f}; len(work) > 0; work = work[1:] {
		for _, b := range work[0].Blocks {
			for _, i := range b.Instrs {
				g := i.CalledFunc()
				through.see(i)
				switch {
				case g == nil || seen[g]:
				case assumed(i, g):
					seen[g] = true
					n := ir.DiagAt(i, codeAssumed, "'%s' has no body and no rule: it is taken to touch no data with derivatives", diag.Demangled(g))
					n.Hint = "give its IR if it does, or register it as inactive"
					noteAssumed(d, g, n)
				case !g.IsDecl && rules.GivenOf(g) == nil && g.Load() == nil:
					seen[g] = true
					work = append(work, g)
				}
			}
		}
	}
}

// assumed reports whether a call is of a function that could touch any memory, for all that is known, and has no
// arguments.
func assumed(i *ir.Instr, g *ir.Function) bool {
	if !g.IsDecl || i.NumCallArgs() > 0 || rules.GivenOf(g) != nil || rules.KnownOf(g) != nil {
		return false
	}
	for _, attr := range []string{"readnone", "inaccessiblememonly", "noreturn"} {
		if i.HasAttr(attr) || g.HasAttr(attr) {
			return false
		}
	}
	memory, ok := g.Attr("memory")
	return !ok || memory != "none" && memory != "inaccessiblemem: readwrite" && memory != "inaccessiblemem: read" && memory != "inaccessiblemem: write"
}

// noteAssumed notes what is assumed of one function, once for the module.
func noteAssumed(d *Differentiator, g *ir.Function, n *ir.Diagnostic) {
	if d.assumed[g] {
		return
	}
	if d.assumed == nil {
		d.assumed = map[*ir.Function]bool{}
	}
	d.assumed[g] = true
	d.Notes = append(d.Notes, n)
}

// passage has the first calls by which floats leave for text or a file, and by which they come from such.
type passage [rules.BytesIn + 1]end

// end is where a function is used.
type end struct {
	at *ir.Instr
	of *ir.Function
}

// see looks at the functions that an instruction calls, or names for others to call them. Formatted output that is
// called is of floats where it is handed one.
func (p *passage) see(i *ir.Instr) {
	float := false
	for _, v := range i.Args() {
		float = float || v.Type().IsFP() && !ir.IsConstant(v)
	}
	for _, v := range i.Args() {
		f, ok := v.(*ir.Function)
		if !ok || !f.IsDecl {
			continue
		}
		c := rules.ChannelOf(f)
		if p[c].at == nil && (c != rules.TextOut || float || i.CalledFunc() != f || !f.Typ.Variadic) {
			p[c] = end{i, f}
		}
	}
}

// note says that no derivative goes through text, or a file, that is both written and read.
func (p *passage) note(d *Differentiator) {
	for _, way := range []struct {
		out, in rules.Channel
		what    string
	}{{rules.TextOut, rules.TextIn, "text"}, {rules.BytesOut, rules.BytesIn, "a file"}} {
		out, in := p[way.out], p[way.in]
		if out.at == nil || in.at == nil {
			continue
		}
		n := ir.DiagAt(in.at, codeAssumed, "'%s' reads floats from %s: they are taken to depend on none that '%s' writes", diag.Demangled(in.of), way.what, diag.Demangled(out.of))
		if at := ir.DiagAt(out.at, codeAssumed, ""); at.Line > 0 {
			n.Causes = []string{fmt.Sprintf("'%s' is used at %s:%d", diag.Demangled(out.of), at.File, at.Line)}
		}
		n.Hint = "hand such floats on in memory"
		noteAssumed(d, in.of, n)
	}
}
