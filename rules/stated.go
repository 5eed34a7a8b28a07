package rules

import (
	"errors"
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// statedCost is the price of a function that a user states the partials of: that of one of the C
// library.
const statedCost = 20

// Stated gives what is to be known of f, which computes a float from floats and integers, by its
// partials in the grammar of the package's comment: one for each parameter, separated by
// semicolons. The error says what is wrong with them.
func Stated(f *ir.Function, partials string) (*Given, error) {
	var sig strings.Builder
	for k, p := range f.Params {
		switch {
		case p.Typ.IsInt():
			sig.WriteByte('i')
		case p.Typ.IsFP() && ir.Same(p.Typ, f.Typ.Ret):
			sig.WriteByte('f')
		default:
			return nil, fmt.Errorf("parameter %d is no float of the result's type, and no integer", k)
		}
	}
	switch {
	case !f.Typ.Ret.IsFP() || f.Typ.Ret.IsVector():
		return nil, errors.New("its result is no float")
	case f.Typ.Variadic || sig.Len() == 0 || sig.Len() > len("xyzw"):
		return nil, errors.New("it does not have one to four parameters")
	}
	list := strings.Split(partials, ";")
	if len(list) != sig.Len() {
		return nil, fmt.Errorf("it has %d parameters, and %d partials are given", sig.Len(), len(list))
	}
	for _, text := range list {
		e, err := parseExpr(strings.TrimSpace(text))
		switch {
		case err != nil:
			return nil, err
		case e.needs().Args>>sig.Len() != 0:
			return nil, fmt.Errorf("%q names a parameter that it does not have", text)
		case e.needs().Outs != 0:
			return nil, fmt.Errorf("%q names a further result", text)
		case !e.linear():
			return nil, fmt.Errorf("%q is not linear in d, the derivative that comes in", text)
		}
	}
	r := row{names: "stated", cost: statedCost, sig: sig.String(), partials: partials}.rule()
	return &Given{Known: &Known{Class: Math}, Rule: r}, nil
}

// linear reports whether an expression is a sum of terms with one factor d each.
func (e *expr) linear() bool {
	switch e.kind {
	case inputExpr:
		return true
	case numberExpr:
		return e.isZero()
	case negExpr:
		return e.kids[0].linear()
	case selectExpr:
		return e.kids[0].constant() && e.kids[1].linear() && e.kids[2].linear()
	case arithExpr:
		a, b := e.kids[0], e.kids[1]
		switch e.text {
		case "*":
			return a.linear() && b.constant() || a.constant() && b.linear()
		case "/":
			return a.linear() && b.constant()
		}
		return a.linear() && b.linear()
	}
	return false
}

// constant reports whether an expression does not contain d.
func (e *expr) constant() bool {
	for _, k := range e.kids {
		if !k.constant() {
			return false
		}
	}
	return e.kind != inputExpr
}
