package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transport"
)

// Transport says how derivatives move through memory of which it is not known what it holds.
type Transport string

// The ways. What is settled has its derivatives beside it, in shadow memory; by names the
// shadow of a float is the name of its place on a tape, whatever memory holds (package transport).
const (
	TransportAuto    Transport = ""        // settled; by names where that is refused, or memory is not
	TransportSettled Transport = "settled" // or refused
	TransportNames   Transport = "names"
)

// Transports are the values that a user may give, in the order in which they are listed.
var Transports = []Transport{TransportSettled, TransportNames}

// ParseTransport reads the name of a way.
func ParseTransport(name string) (Transport, error) {
	if !slices.Contains(Transports, Transport(name)) {
		return "", fmt.Errorf("%q is none of %v", name, Transports)
	}
	return Transport(name), nil
}

// unsettled are the codes of what is refused for what memory may hold, or where addresses lead.
var unsettled = []string{
	"L0105", "L0107", "L0108", "L0201", "L0202", "L0203", "L0304", "L0311", "L0312", "L0313", "L0314", "L0501",
}

// transported makes the derivative, by names where it is asked for, where it is refused
// otherwise, or where it is not settled what memory holds that it moves.
func (j *job) transported() error {
	if err := refuseNamed(j.f); err != nil {
		return err
	}
	if j.d.Transport == TransportNames {
		return j.named()
	}
	before := ir.AdditionsOf(j.d.M)
	err := j.synthesise()
	if !j.d.decides() || err != nil && !onlyUnsettled(err) {
		return err
	}
	if j.d.Transport == TransportSettled {
		if err == nil {
			return j.refuseLost(before)
		}
		if j.asked(j.decide(), true, before) {
			return nil
		}
		j.orByNames(err)
		return err
	}
	why := err
	if err == nil {
		if ofDerivative(j.f) {
			return nil
		}
		v := j.decide()
		c, elsewhere := j.doubt(v, before)
		if j.mode == Reverse && !j.d.Cache.checkpoints().None() {
			elsewhere = "checkpoints are asked for, which derivatives by names do not have"
		}
		switch {
		case c == nil:
			return nil
		case elsewhere != "":
			j.d.Notes = append(j.d.Notes, j.taken(c, elsewhere))
			return nil
		}
		why = c
	} else if j.asked(j.decide(), true, before) {
		c := j.made.stoppedBy()
		if c == nil {
			return nil
		}
		why, err = c, nil
	}
	settled, made := ir.AdditionsOf(j.d.M), j.made
	before.Restore(j.d.M)
	refused := j.named()
	if refused == nil {
		j.d.Notes = append(j.d.Notes, j.byNames(why))
		return nil
	}
	settled.Restore(j.d.M)
	j.made = made
	list := diagnostics(refused)
	switch {
	case len(list) == 0:
	case err == nil:
		j.d.Notes = append(j.d.Notes, j.taken(diagnostics(why)[0], list[0].Message))
	default:
		return both(err, list)
	}
	return err
}

// refuseLost refuses a derivative that may lose a float that counts, where names are not allowed: types of accesses
// do not show the float.
func (j *job) refuseLost(before ir.Additions) error {
	if ofDerivative(j.f) {
		return nil
	}
	v := j.decide()
	if len(v.Lost) == 0 || j.asked(v, false, before) {
		return nil
	}
	d := j.says(v.Lost)
	d.Code = activity.CodeUndecided
	j.orByNames(d)
	return d
}

// both is the error of a derivative that is refused as it is and by names: what has no rule,
// which no other way makes good, or what is refused first, and why names do not help.
func both(err error, names []*ir.Diagnostic) error {
	var rules []error
	for _, d := range names {
		if d.NoRule {
			rules = append(rules, d)
		}
	}
	if len(rules) > 0 {
		return errors.Join(rules...)
	}
	first := diagnostics(err)[0]
	first.Causes = append(first.Causes, "by names it is refused too: "+sayConflict(typeanalysis.Conflict{File: names[0].File, Line: names[0].Line, What: names[0].Message})+code(names[0]))
	return err
}

// decides reports whether it is looked at whether memory is settled.
func (d *Differentiator) decides() bool { return d.Transport != TransportNames && d.nested == 0 }

// ofDerivative reports whether a function calls code of a derivative, whose records hold floats
// and addresses as their layouts say.
func ofDerivative(f *ir.Function) (found bool) {
	Reach(f, func(g *ir.Function) bool {
		found = found || strings.HasPrefix(g.Name, "llad.")
		return !found
	})
	return found
}

// refuseNamed refuses a function that calls a derivative which was made by names in this run.
func refuseNamed(f *ir.Function) (err error) {
	if !ir.HasText(f.Module) {
		return nil
	}
	Reach(f, func(g *ir.Function) bool {
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				if c := i.CalledFunc(); c != nil && ir.IsText(c) && transport.IsSupport(c) && err == nil {
					err = ir.InFunc(f, ir.Diagnostic{Code: transport.CodeTrace,
						Message: fmt.Sprintf("'%s' calls '%s', a derivative that was made by names in this run: its support functions are text", diag.Demangled(f), diag.Demangled(g)),
						Hint:    "write the module, and differentiate what is written; or ask for -transport settled"})
				}
			}
		}
		return err == nil
	})
	return err
}

// taken is the note that a derivative rests on what most accesses of memory say, and why it is
// not made by names.
func (j *job) taken(why *ir.Diagnostic, refused string) *ir.Diagnostic {
	return &ir.Diagnostic{File: why.File, Line: why.Line, Col: why.Col, At: why.At, NoSource: why.NoSource, Code: codeMostly,
		Message: fmt.Sprintf("the derivative of '%s' takes memory for what most of its accesses say: %s", diag.Demangled(j.f), why.Message),
		Causes:  append(why.Causes, "it is not made by names: "+refused),
		Hint:    "compare with 'llad check', or keep floats and addresses in members of their own"}
}

// mostConflicts bounds those that a note names.
const mostConflicts = 4

// conflict is what makes a derivative doubtful that takes memory for what most of its accesses
// say: memory that is not settled (package typeanalysis), or a function that may be called and has
// no derivative for that. Nil for none. elsewhere is where
// functions are called that are not the module's, which ends a derivative by names.
func (j *job) conflict(v typeanalysis.Verdict) (d *ir.Diagnostic, elsewhere string) {
	if len(v.Elsewhere) > 0 {
		elsewhere = sayConflict(v.Elsewhere[0])
	}
	list := v.Conflicts
	if len(v.Lost) > 0 {
		elsewhere = "" // by names the program may end with a message, and is not wrong
	}
	if len(list) == 0 {
		list = v.Lost
	}
	if len(list) == 0 {
		if !v.Unknown {
			j.leavesBehind(v.Kept)
		}
		return j.made.stoppedBy(), elsewhere
	}
	return j.says(list), elsewhere
}

// doubt is what makes a derivative doubtful that was made, perhaps once more with the shadows of words asked what they are.
func (j *job) doubt(v typeanalysis.Verdict, before ir.Additions) (d *ir.Diagnostic, elsewhere string) {
	if j.asked(v, false, before) {
		return j.made.stoppedBy(), ""
	}
	return j.conflict(v)
}

// says is the first of some conflicts, with the others as causes.
func (j *job) says(list []typeanalysis.Conflict) *ir.Diagnostic {
	d := &ir.Diagnostic{File: list[0].File, Line: list[0].Line, Message: list[0].What, NoSource: !j.d.M.HasSource()}
	d.Place(list[0].At)
	for _, c := range list[1:min(len(list), mostConflicts)] {
		d.Causes = append(d.Causes, sayConflict(c))
	}
	if n := len(list) - mostConflicts; n > 0 {
		d.Causes = append(d.Causes, fmt.Sprintf("and %d more", n))
	}
	return d
}

// decide finds whether what memory holds is settled.
func (j *job) decide() typeanalysis.Verdict {
	j.d.stage("what memory holds", j.f)
	return j.tried.types.Decide(j.f, j.seed, func(f *ir.Function) *ir.Function {
		if f.IsDecl || f.Load() != nil {
			return nil
		}
		return f
	})
}

// leavesBehind notes in the memory of which active parameters alone the function may leave addresses of other memory, since it is
// settled where addresses lead.
func (j *job) leavesBehind(params []int) {
	l := &j.made.leaving
	l.Params = slices.DeleteFunc(slices.Clone(l.Params), func(k int) bool {
		return k < len(j.seed.Params) && j.seed.Params[k] != signature.Const && !slices.Contains(params, k)
	})
}

// stoppedBy is why the program may end in a function that is called through its address, or before
// the derivative begins, where that is for what memory may hold. Nil for none.
func (a *attempt) stoppedBy() *ir.Diagnostic {
	for _, err := range a.stops {
		if onlyUnsettled(err) {
			return diagnostics(err)[0]
		}
	}
	return nil
}

// sayConflict is a conflict in a line.
func sayConflict(c typeanalysis.Conflict) string {
	if c.Line == 0 {
		return c.What
	}
	return ir.Place{File: c.File, Line: c.Line}.String() + ": " + c.What
}

// named makes the derivative by names.
func (j *job) named() error {
	j.d.stage("synthesis by names", j.f)
	out, err := transport.Derive(j.d.M, j.f, j.sig, j.mode == Forward, j.derivedName())
	for _, d := range diagnostics(err) {
		if d.NoRule {
			d.Code = activity.CodeNoRule
		}
	}
	if err != nil {
		return err
	}
	j.made = &attempt{job: j, out: out}
	return nil
}

// byNames is the note that a derivative is made by names, and why.
func (j *job) byNames(err error) *ir.Diagnostic {
	first := diagnostics(err)[0]
	what, cost := "gradient", "32 bytes of tape for each operation on floats that depend on its arguments, and several times its time"
	if j.mode == Forward {
		what, cost = "tangent", "8 bytes for each operation on floats that depend on its arguments"
	}
	hint := "-transport settled refuses it, and says what would make it faster"
	if first.Code == "" {
		hint = "-transport settled takes memory for what most of its accesses say"
	}
	n := &ir.Diagnostic{File: first.File, Line: first.Line, Col: first.Col, At: first.At, NoSource: first.NoSource, Code: codeNames,
		Message: fmt.Sprintf("the %s of '%s' is made by names, which takes %s", what, diag.Demangled(j.f), cost),
		Causes:  append([]string{first.Message + code(first)}, first.Causes...),
		Hint:    hint}
	return n
}

// NamesNotes are the notes among those of d that say why a derivative is made by names.
func NamesNotes(d *Differentiator) (list []*ir.Diagnostic) {
	for _, n := range d.Notes {
		if n.Code == codeNames {
			list = append(list, n)
		}
	}
	return list
}

// code is that of a diagnostic in brackets, nothing for a conflict.
func code(d *ir.Diagnostic) string {
	if d.Code == "" {
		return ""
	}
	return " (" + d.Code + ")"
}

// onlyUnsettled reports whether all that is refused is for what memory may hold; what has no
// rule is refused now rather than when the program runs.
func onlyUnsettled(err error) bool {
	list := diagnostics(err)
	return len(list) > 0 && !slices.ContainsFunc(list, func(d *ir.Diagnostic) bool { return d.NoRule || !slices.Contains(unsettled, d.Code) })
}

// diagnostics lists the diagnostics that an error joins; none where it has another among them.
func diagnostics(err error) (list []*ir.Diagnostic) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			l := diagnostics(e)
			if len(l) == 0 {
				return nil
			}
			list = append(list, l...)
		}
		return list
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		return []*ir.Diagnostic{d}
	}
	return nil
}

// orByNames says of what is refused because derivatives by names are not allowed that they are another way.
func (j *job) orByNames(err error) {
	if j.mode == Reverse && !j.d.Cache.checkpoints().None() {
		return
	}
	const flag = "-transport settled"
	for _, d := range diagnostics(err) {
		switch {
		case strings.Contains(d.Hint, flag), d.Code == activity.CodeBits: // whose bits have no derivative by names, either
		case d.Hint == "":
			d.Hint = "leave out `" + flag + "`"
		default:
			d.Hint += "; or leave out `" + flag + "`, for a derivative by names"
		}
	}
}
