package rules

import (
	"fmt"
	"strings"
)

// The parsed rows by name: instructions, libm functions, intrinsics without
// llvm. and overload suffixes.
var arith, libm, intrinsics map[string]*Rule

// powConstRule and reciprocalRule are powConst and reciprocal parsed.
var powConstRule, reciprocalRule *Rule

// tableErr is the first row that does not parse; a test looks at it.
var tableErr error

// functionRows are all rows of functions.
func functionRows() []row {
	var list []row
	for _, rows := range [][]row{mathRows, outRows, targetRows, avx512Rows, complexRealRows} {
		list = append(list, rows...)
	}
	for _, w := range complexRows {
		list = append(list, w.row())
	}
	return list
}

func init() {
	arith, libm, intrinsics = map[string]*Rule{}, map[string]*Rule{}, map[string]*Rule{}
	for _, w := range arithRows {
		r := w.rule()
		arith[r.Name], intrinsics[r.Name] = r, r
		noteEvaluator(r.Name, w.eval)
	}
	for _, w := range functionRows() {
		r := w.rule()
		names := strings.Fields(w.names)
		for _, n := range names {
			if in, ok := strings.CutPrefix(n, "llvm."); ok {
				intrinsics[in] = r
				noteEvaluator(in, w.eval)
				continue
			}
			libm[n] = r
			noteEvaluator(n, w.eval)
			if len(w.outs) == 0 { // with pointers the intrinsic is another function
				intrinsics[n] = r
			}
		}
	}
	powConstRule, reciprocalRule = powConst.rule(), reciprocal.rule()
}

// rule parses a row.
func (w row) rule() *Rule {
	name, _, _ := strings.Cut(w.names, " ")
	r := &Rule{Name: strings.TrimPrefix(name, "llvm."), Arity: len(w.sig), Cost: w.cost, sig: w.sig, at: w.at}
	r.partials = parseList(w.partials)
	if got := len(r.partials); got != len(strings.TrimRight(w.sig, "p")) && got > 0 {
		noteErr(fmt.Errorf("%s: operands %q, %d partials", name, w.sig, got))
	}
	r.drops = strings.Count(w.sig, "f") > 1 && len(r.partials) > 0
	for _, p := range r.partials {
		r.drops = r.drops && (p.isZero() || p.kind == selectExpr && p.chooses())
	}
	r.pole = len(w.outs) > 0
	for _, p := range r.partials {
		r.pole = r.pole || !p.bounded(r.Name)
	}
	for _, o := range w.outs {
		out := Out{Arg: o.arg, Field: o.field, Int: o.partials == "int"}
		out.Inactive = out.Int || o.partials == "step"
		if out.Inactive {
			o.partials = ""
		}
		r.Outs = append(r.Outs, out)
		r.outs = append(r.outs, parseList(o.partials))
	}
	return r
}

// parseList parses expressions separated by semicolons; empty text has none.
func parseList(src string) (list []*expr) {
	if src == "" {
		return nil
	}
	for _, s := range strings.Split(src, ";") {
		e, err := parseExpr(strings.TrimSpace(s))
		if err != nil {
			noteErr(err)
			e = zeroExpr
		}
		list = append(list, e)
	}
	return list
}

func noteErr(err error) {
	if tableErr == nil {
		tableErr = err
	}
}
