package pipeline

import (
	"errors"
	"fmt"
	"slices"

	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transport"
)

// Transport says how derivatives move through memory of which it is not known what it holds.
type Transport string

// The ways. What is settled has its derivatives beside it, in shadow memory; by names the
// shadow of a float is the name of its place on a tape, whatever memory holds (package transport).
const (
	TransportAuto    Transport = ""        // settled; by names where that is refused
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
	"L0105", "L0107", "L0108", "L0201", "L0202", "L0203", "L0206", "L0301", "L0302", "L0303", "L0304", "L0305",
	"L0311", "L0312", "L0402", "L0501", "L0503", "L0504", "L0505", "L0506", "L0507",
}

// transported makes the derivative, by names where it is asked for or where it is refused otherwise.
func (j *job) transported() error {
	if j.d.Transport == TransportNames {
		return j.named()
	}
	err := j.synthesise()
	if err == nil || j.d.Transport == TransportSettled || !onlyUnsettled(err) {
		return err
	}
	before := ir.AdditionsOf(j.d.M)
	if j.named() != nil {
		before.Restore(j.d.M)
		return err
	}
	j.d.Notes = append(j.d.Notes, j.byNames(err))
	return nil
}

// named makes the derivative by names.
func (j *job) named() error {
	out, err := transport.Derive(j.d.M, j.f, j.sig, j.mode == Forward, j.derivedName())
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
	n := &ir.Diagnostic{File: first.File, Line: first.Line, Col: first.Col, Code: codeNames,
		Message: fmt.Sprintf("the %s of '%s' is made by names, which takes %s", what, diag.Demangled(j.f), cost),
		Causes:  append([]string{first.Message + " (" + first.Code + ")"}, first.Causes...),
		Hint:    "-transport settled refuses it, and says what would make it faster"}
	return n
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
