package ir

import (
	"fmt"
	"strings"
)

// maxProblems is how many broken rules one report names.
const maxProblems = 5

// Verify checks the structure of a function: terminators, phis against
// predecessors, operand types (pointers count as opaque), dominance of
// definitions over uses, use lists, parents. The error is a *Diagnostic that
// names the first few problems; nil when all is well or there is no body. It
// numbers blocks and instructions.
func Verify(f *Function) error {
	if len(f.Blocks) == 0 {
		return nil
	}
	v := verifier{f: f}
	if v.blocks(); len(v.problems) == 0 {
		v.dom = Dominators(f)
		v.preds = make([][]*Block, len(f.Blocks))
		for _, b := range f.Blocks {
			for _, s := range b.Succs() {
				v.preds[s.ID] = append(v.preds[s.ID], b)
			}
		}
		if len(v.preds[0]) > 0 {
			v.report(f.Blocks[0].Instrs[0], "the entry block has predecessors")
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				v.instr(i)
			}
		}
		v.useLists()
	}
	if len(v.problems) == 0 {
		return nil
	}
	return &Diagnostic{
		File: f.Module.Name, Line: v.line, Code: codeVerify,
		Message: "@" + f.Name + ": " + v.problems[0], Causes: v.problems[1:],
	}
}

type verifier struct {
	f        *Function
	dom      *DomTree
	preds    [][]*Block // with repetitions
	slots    int        // operand slots that hold locals
	problems []string
	line     int
}

func (v *verifier) report(i *Instr, format string, args ...any) {
	if len(v.problems) >= maxProblems {
		return
	}
	msg := fmt.Sprintf(format, args...)
	if i != nil {
		if len(v.problems) == 0 {
			v.line = int(i.Line)
		}
		msg += ": " + describe(i)
	}
	v.problems = append(v.problems, msg)
}

// describe is an instruction's text, however broken it is.
func describe(i *Instr) string {
	var b strings.Builder
	if i.Name != "" {
		b.WriteString("%" + i.Name + " = ")
	}
	b.WriteString(i.Op.String())
	for k := range i.ops {
		switch a := i.ops[k].Val.(type) {
		case nil:
			b.WriteString(" <nil>")
		case *Instr:
			if a.Name == "" {
				b.WriteString(" <" + a.Op.String() + ">")
			} else {
				b.WriteString(" %" + a.Name)
			}
		default:
			b.WriteString(" " + a.Ident())
		}
	}
	return b.String()
}

// blocks checks that blocks are whole and belong together; without that the
// rest cannot be checked.
func (v *verifier) blocks() {
	mine := make(map[*Block]bool, len(v.f.Blocks))
	for k, b := range v.f.Blocks {
		if mine[b] {
			v.report(nil, "block %%%s stands in the function twice", b.Name)
		}
		mine[b] = true
		b.ID = int32(k)
	}
	for _, b := range v.f.Blocks {
		if b.Parent != v.f {
			v.report(nil, "block %%%s has another function for a parent", b.Name)
		}
		if b.Term() == nil {
			v.report(nil, "block %%%s (number %d) has no terminator", b.Name, b.ID)
		}
		head := true
		for k, i := range b.Instrs {
			if i.Parent != b {
				v.report(i, "parent of an instruction is not the block it stands in")
			}
			if i.Op.IsTerminator() && k != len(b.Instrs)-1 {
				v.report(i, "a terminator in the middle of block %%%s", b.Name)
			}
			if i.Op != Phi {
				head = false
			} else if !head {
				v.report(i, "a phi behind other instructions")
			}
			for _, to := range i.Blocks {
				if !mine[to] {
					v.report(i, "names a block that is not in the function")
				}
			}
			for j := range i.ops {
				if i.ops[j].Val == nil {
					v.report(i, "operand %d is missing", j)
				}
			}
			if i.Typ == nil {
				v.report(i, "an instruction without a type")
			}
		}
	}
}

func (v *verifier) instr(i *Instr) {
	for k := range i.ops {
		u := &i.ops[k]
		if u.User != i || int(u.index) != k {
			v.report(i, "operand slot %d does not know its user", k)
		}
		switch a := u.Val.(type) {
		case *Instr:
			v.slots++
			v.use(i, k, a)
		case *Param:
			v.slots++
			if a.Parent != v.f {
				v.report(i, "uses parameter %%%s of another function", a.Name)
			}
		case *forward:
			v.report(i, "uses %s, which is not defined", a.Ident())
		}
	}
	if i.X != nil {
		for _, b := range i.X.bundleVals {
			if def, ok := b.(*Instr); ok && (def.Parent == nil || def.Parent.Parent != v.f) {
				v.report(i, "its operand bundle uses an instruction that was erased (%s)", describe(def))
			}
		}
	}
	if i.Op == Phi {
		v.phi(i)
	}
	if msg := checkTypes(i); msg != "" {
		v.report(i, "%s", msg)
	}
}

// use checks that the definition def reaches operand k of i.
func (v *verifier) use(i *Instr, k int, def *Instr) {
	switch {
	case def.Parent == nil:
		v.report(i, "uses an instruction that was erased (%s)", describe(def))
		return
	case def.Parent.Parent != v.f:
		v.report(i, "uses an instruction of another function (%s)", describe(def))
		return
	case def.Typ == Void:
		v.report(i, "uses an instruction without a value (%s)", describe(def))
		return
	}
	at := i.Parent
	if i.Op == Phi && k < len(i.Blocks) {
		at = i.Blocks[k]
		if !v.dom.Reachable(at) || at == def.Parent {
			return
		}
	} else if !v.dom.Reachable(at) {
		return
	} else if at == def.Parent {
		if !v.dom.InstrDominates(def, i) {
			v.report(i, "operand %d is used before its definition", k)
		}
		return
	}
	if !v.dom.Dominates(def.Parent, at) || def.Op == Invoke && v.dom.Dominates(def.Blocks[1], at) {
		v.report(i, "operand %d (%s) does not dominate its use", k, describe(def))
	}
}

func (v *verifier) phi(i *Instr) {
	if len(i.Blocks) != len(i.ops) {
		v.report(i, "phi with %d values for %d blocks", len(i.ops), len(i.Blocks))
		return
	}
	preds := v.preds[i.Parent.ID]
	count := make(map[*Block]int, len(preds))
	for _, p := range preds {
		count[p]++
	}
	value := make(map[*Block]Value, len(preds))
	for k, b := range i.Blocks {
		count[b]--
		if old, ok := value[b]; ok && old != i.Arg(k) && !IsConstant(old) {
			v.report(i, "phi with two values for block %%%s", b.Name)
		}
		value[b] = i.Arg(k)
	}
	for _, b := range append(preds, i.Blocks...) {
		if count[b] != 0 {
			v.report(i, "the blocks of a phi are not the predecessors of %%%s (see %%%s)", i.Parent.Name, b.Name)
			return
		}
	}
}

// useLists checks that every use list holds the slots that hold the value, and
// nothing else.
func (v *verifier) useLists() {
	listed := 0
	check := func(val Value, l *uses) {
		for u := l.first; u != nil; u = u.next {
			if listed++; listed > v.slots {
				return
			}
			if u.Val != val || u.User == nil || int(u.index) >= len(u.User.ops) || &u.User.ops[u.index] != u {
				v.report(nil, "the use list of %s holds a slot that does not use it", val.Ident())
				return
			}
			if u.User.Parent == nil || u.User.Parent.Parent != v.f {
				v.report(nil, "%s is used by an instruction that is not in the function (%s)", val.Ident(), describe(u.User))
				return
			}
		}
	}
	for _, p := range v.f.Params {
		check(p, &p.uses)
	}
	for _, b := range v.f.Blocks {
		for _, i := range b.Instrs {
			check(i, &i.uses)
		}
	}
	if listed != v.slots && len(v.problems) == 0 {
		v.report(nil, "%d operand slots hold locals, %d are on use lists", v.slots, listed)
	}
}
