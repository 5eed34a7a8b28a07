package activity

import (
	"fmt"
	"strconv"

	"github.com/llad-ad/llad/ir"
)

// reasonSteps bounds the links of a chain of causes that are told.
const reasonSteps = 6

// Reason tells in a line or a few why v is active or has a shadow.
func (a *Info) Reason(v ir.Value) []string {
	s := a.sol
	n, ok := s.p.index.of(v)
	if !ok {
		return nil
	}
	var lines []string
	if s.active(n) {
		lines = append(lines, a.chain(n, s.variedFrom, "gets data from")...)
		lines = append(lines, a.chain(n, s.usefulFor, "influences")...)
	}
	if s.hasShadow(v) {
		for _, t := range s.p.pointees(v) {
			if s.shadow[t.obj] {
				lines = append(lines, fmt.Sprintf("%s points to %s, which has a shadow", a.nameOf(n), a.nameOf(s.g.obj[t.obj])))
				break
			}
		}
	}
	return lines
}

// chain follows the origins of a node to a source.
func (a *Info) chain(n node, origin []node, verb string) []string {
	var lines []string
	last := a.nameOf(n)
	for steps := 0; origin[n] != 0; n = origin[n] {
		name := a.nameOf(origin[n])
		if name == "" || name == last {
			continue
		}
		if steps++; steps > reasonSteps && origin[origin[n]] != 0 {
			continue
		}
		lines = append(lines, last+" "+verb+" "+name)
		last = name
	}
	return lines
}

// nameOf describes a node of the flow graph; "" for helpers.
func (a *Info) nameOf(n node) string {
	p := a.sol.p
	if n == p.ret {
		return "the result of " + p.env.nameOfFunc(a.F)
	}
	if names := a.names(); int(n) < len(names) && names[n] != nil {
		return a.valueName(names[n])
	}
	for k := range p.objs {
		if a.sol.g.obj[k] == n {
			return a.objectName(int32(k))
		}
	}
	return ""
}

// names is the inverse of the numbering of values.
func (a *Info) names() []ir.Value {
	if a.values == nil {
		a.values = make([]ir.Value, len(a.sol.p.sets))
		a.sol.p.index.each(func(v ir.Value, n node) {
			if _, isParam := v.(*ir.Param); isParam || a.values[n] == nil { // others only stand for them
				a.values[n] = v
			}
		})
	}
	return a.values
}

func (a *Info) valueName(v ir.Value) string {
	switch v := v.(type) {
	case *ir.Param:
		name := v.Name
		if name == "" {
			name = strconv.Itoa(v.Index)
		}
		return "parameter " + name
	case *ir.Instr:
		name := v.Op.String()
		if v.NumArgs() == 0 {
			// Taken out by the synthesis that asks.
		} else if f := v.CalledFunc(); f != nil {
			name = "call of " + f.Name
		}
		if v.Name != "" {
			name = v.Ident() + " (" + name + ")"
		}
		if file, line, _, ok := a.F.Module.Metadata().Position(v); ok {
			name += fmt.Sprintf(" at %s:%d", file, line)
		} else if v.Line > 0 {
			name += fmt.Sprintf(" at line %d", v.Line)
		}
		return name
	}
	return v.Ident()
}

func (a *Info) objectName(o int32) string {
	ob := &a.sol.p.objs[o]
	switch ob.kind {
	case objAlloca:
		return "stack memory " + a.valueName(ob.site)
	case objHeap:
		return "memory made by " + a.valueName(ob.site)
	case objGlobal:
		return "global " + ob.site.Ident()
	case objFunc:
		return "function " + ob.site.Ident()
	case objParam:
		return "memory behind " + a.valueName(ob.site)
	case objDeep:
		return "memory reached from " + a.valueName(ob.site)
	}
	return "memory of unknown origin"
}
