package activity

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// reasonSteps bounds the links of a chain of causes that are told.
const reasonSteps = 6

// Reason tells in a line or a few why v is active or has a shadow.
func (a *Info) Reason(v ir.Value) []string {
	s := a.sol
	n, ok := s.p.Index.Of(v)
	if !ok {
		return nil
	}
	var lines []string
	if s.active(n) {
		lines = append(lines, a.chain(n, s.variedFrom, "gets data from")...)
		lines = append(lines, a.chain(n, s.usefulFor, "influences")...)
	}
	if s.hasShadow(v) {
		for _, t := range s.p.Pointees(v) {
			if s.shadow[t.Obj] {
				by, to := a.nameOf(n), a.objectName(t.Obj)
				switch {
				case by.text == "" || by.text == to.text || a.F.Module.HasSource() && !by.known:
					lines = append(lines, to.String()+" has a shadow")
				default:
					lines = append(lines, fmt.Sprintf("%s points to %s, which has a shadow", by, to))
				}
				break
			}
		}
	}
	return lines
}

// chain follows the origins of a node to a source. Where there is debug information, what has no
// name in the source is told of once for each line of it.
func (a *Info) chain(n pointsto.Node, origin []pointsto.Node, verb string) []string {
	var lines []string
	last := a.nameOf(n)
	for steps := 0; origin[n] != 0; n = origin[n] {
		to := a.nameOf(origin[n])
		end := origin[origin[n]] == 0
		if to.text == "" || to.text == last.text || !to.known && to.at != "" && to.at == last.at && !end {
			continue
		}
		if steps++; steps > reasonSteps && !end {
			continue
		}
		if last.text != "" {
			lines = append(lines, last.String()+" "+verb+" "+to.String())
		}
		last = to
	}
	return lines
}

// named is what a chain of causes calls a node.
type named struct {
	text  string // "" for helpers
	at    string // file:line of the source; "" where that is not known
	known bool   // the source has a name for it
}

// String is the name with its place.
func (n named) String() string {
	if n.at == "" {
		return n.text
	}
	return n.text + " (" + n.at + ")"
}

// nameOf describes a node of the flow graph.
func (a *Info) nameOf(n pointsto.Node) named {
	p := a.sol.p
	if n == p.Ret {
		return named{text: "the result of '" + a.env.NameOfFunc(a.F) + "'", known: true}
	}
	if names := a.names(); int(n) < len(names) && names[n] != nil {
		return a.valueName(names[n])
	}
	for k := range p.Objs {
		if a.sol.g.obj[k] == n {
			return a.objectName(int32(k))
		}
	}
	return named{}
}

// names is the inverse of the numbering of values.
func (a *Info) names() []ir.Value {
	if a.values == nil {
		a.values = make([]ir.Value, len(a.sol.p.Sets))
		a.sol.p.Index.Each(func(v ir.Value, n pointsto.Node) {
			if _, isParam := v.(*ir.Param); isParam || a.values[n] == nil { // others only stand for them
				a.values[n] = v
			}
		})
	}
	return a.values
}

// valueName is what the source calls a value, or else what the IR does.
func (a *Info) valueName(v ir.Value) named {
	switch v := v.(type) {
	case *ir.Param:
		return named{text: a.paramName(v), known: true}
	case *ir.Instr:
		if !a.F.Module.HasSource() {
			return named{text: irName(v)}
		}
		return a.sourceName(v)
	}
	return named{text: v.Ident(), known: true}
}

// paramName is the name of a parameter, in quotes, or its number.
func (a *Info) paramName(p *ir.Param) string {
	if f := a.env.first(a.F).Source(); p.Index < len(f.Params) && len(f.Params) == len(a.F.Params) {
		if n := f.ParamNames()[p.Index]; n != "" {
			return "'" + n + "'"
		}
		if v, ok := f.ParamVariable(p.Index); ok {
			return "'" + v.Name + "'"
		}
	}
	if p.Name != "" {
		return "'" + p.Name + "'"
	}
	return "parameter " + strconv.Itoa(p.Index)
}

// sourceName is the variable that an instruction computes, or else what it does and where; a phi
// that is no variable is a helper.
func (a *Info) sourceName(i *ir.Instr) (n named) {
	at := a.F.Module.Metadata().Places(i)
	if at != nil {
		n.at = lineOf(at[at.Own()])
	}
	// The variables of libraries, whose names are reserved, are none to a reader.
	if v, ok := a.F.Module.Variable(i); ok && !strings.HasPrefix(v.Name, "_") {
		n.text, n.known = "'"+v.Name+"'", true
		if n.at == "" && v.Place.File != "" {
			n.at = lineOf(v.Place)
		}
		return n
	}
	if i.NumArgs() > 0 { // else taken out by the synthesis that asks
		if f := i.CalledFunc(); f != nil {
			n.text, n.known = "the call of '"+f.Name+"'", true
			return n
		}
	}
	if n.at == "" {
		return named{}
	}
	if n.text = operations[i.Op]; n.text == "" {
		n.text = "a value"
	}
	return n
}

// lineOf is a place without its column.
func lineOf(p ir.Place) string {
	p.Col = 0
	return p.String()
}

// operations are what instructions without a name in the source are called.
var operations = map[ir.Op]string{
	ir.FAdd: "a sum", ir.FSub: "a difference", ir.FMul: "a product", ir.FDiv: "a quotient", ir.FNeg: "a negation",
	ir.Add: "a sum of integers", ir.Sub: "a difference of integers", ir.Mul: "a product of integers",
	ir.Load: "a value read", ir.Store: "a value stored", ir.Alloca: "a temporary",
	ir.BitCast: "the bits of a value", ir.GetElementPtr: "an address", ir.Call: "a call", ir.Invoke: "a call",
	ir.FPTrunc: "a conversion", ir.FPExt: "a conversion", ir.SIToFP: "a conversion", ir.UIToFP: "a conversion",
	ir.And: "bits", ir.Or: "bits", ir.Xor: "bits", ir.Shl: "bits", ir.LShr: "bits", ir.AShr: "bits",
}

// doing is what an instruction is called that does something: in words where the module has
// debug information, which shows its line, else by its name in the IR.
func (a *Info) doing(i *ir.Instr) string {
	word := "'" + i.Op.String() + "'"
	if !a.F.Module.HasSource() {
		return word
	}
	switch f := i.CalledFunc(); {
	case f != nil && strings.HasPrefix(f.Name, "llvm.mem"):
		return "this copy"
	case f != nil:
		return "the call of '" + f.Name + "'"
	case i.Op == ir.Load:
		return "this read"
	case i.Op == ir.Store:
		return "this store"
	}
	for _, article := range []string{"a ", "an "} {
		if what, ok := strings.CutPrefix(operations[i.Op], article); ok {
			return "this " + what
		}
	}
	return word
}

// irName is what the IR calls an instruction.
func irName(v *ir.Instr) string {
	name := v.Op.String()
	if v.NumArgs() == 0 {
		// Taken out by the synthesis that asks.
	} else if f := v.CalledFunc(); f != nil {
		name = "call of " + f.Name
	}
	if v.Name != "" {
		name = v.Ident() + " (" + name + ")"
	}
	if v.Line > 0 {
		name += fmt.Sprintf(" at line %d", v.Line)
	}
	return name
}

func (a *Info) objectName(o int32) named {
	ob := &a.sol.p.Objs[o]
	switch ob.Kind {
	case pointsto.ObjAlloca:
		n := a.valueName(ob.Site)
		switch {
		case n.known:
		case a.F.Module.HasSource():
			n.text = "a local variable"
		default:
			n.text = "stack memory " + n.text
		}
		return n
	case pointsto.ObjHeap:
		return a.memory("the memory made by", ob.Site)
	case pointsto.ObjGlobal:
		return named{text: "the variable '" + ob.Site.Ident()[1:] + "'", known: true}
	case pointsto.ObjFunc:
		return named{text: "function '" + ob.Site.Ident()[1:] + "'", known: true}
	case pointsto.ObjParam:
		return a.memory("the memory behind", ob.Site)
	case pointsto.ObjDeep:
		return a.memory("the memory reached from", ob.Site)
	}
	return named{text: "memory of unknown origin"}
}

// memory names an object by a value.
func (a *Info) memory(what string, site ir.Value) named {
	n := a.valueName(site)
	if n.text == "" {
		return named{text: "memory of unknown origin"}
	}
	n.text = what + " " + n.text
	return n
}
