package ir

import (
	"sort"
	"strconv"
	"strings"
)

// Variable is a variable of the source.
type Variable struct {
	Name  string
	Place Place
}

// Variable is the variable of the source whose value an instruction of the text computes, or
// whose memory it is, by debug records or the calls of llvm.dbg that stand for them. Copies of an
// instruction are known by its line.
func (m *Module) Variable(i *Instr) (v Variable, ok bool) {
	local, fn := m.localAt(i)
	if local == "" {
		return v, false
	}
	return m.variableOf(fn, local)
}

// ParamVariable is the variable of the source that parameter k of f is; f is as it was read.
func (f *Function) ParamVariable(k int) (v Variable, ok bool) {
	if f.entity == nil {
		return v, false
	}
	local := f.Params[k].Name
	if local == "" {
		n := 0
		for _, p := range f.Params[:k] {
			if p.Name == "" {
				n++
			}
		}
		local = strconv.Itoa(n)
	}
	return f.Module.variableOf(f.entity, local)
}

// localAt is the local value, without %, that the text defines in the line of an instruction, and
// in which function; "" where that is another instruction.
func (m *Module) localAt(i *Instr) (local string, fn *Entity) {
	if i.Line == 0 {
		return "", nil
	}
	k := sort.Search(len(m.Entities), func(k int) bool { return m.Entities[k].Line > i.Line }) - 1
	if k < 0 || m.Entities[k].body == 0 {
		return "", nil
	}
	local, does, ok := strings.Cut(m.file.line(int(i.Line)), " = ")
	if !ok || !strings.HasPrefix(local, "%") {
		return "", nil
	}
	op, _, _ := strings.Cut(does, " ")
	if op == "tail" || op == "musttail" || op == "notail" {
		op = Call.String()
	}
	if op != i.Op.String() {
		return "", nil
	}
	return local[1:], m.Entities[k]
}

func (m *Module) variableOf(fn *Entity, local string) (v Variable, ok bool) {
	x := m.Metadata()
	known, found := x.variables[fn]
	if !found {
		known = variablesOf(m.file.of(fn))
		if x.variables == nil {
			x.variables = map[*Entity]map[string]string{}
		}
		x.variables[fn] = known
	}
	node := x.Node(known[local])
	if node == "" {
		return v, false
	}
	v.Name = MetaField(node, "name")
	v.Place, _ = x.place(known[local])
	return v, v.Name != ""
}

// variablesOf are the variables of a function, by local value: those that a value is as a whole,
// or is stored to or read from. The first that is said of a value counts.
func variablesOf(text string) map[string]string {
	all, slots := map[string]string{}, map[string]string{}
	enter := func(local, node string) {
		if all[local] == "" {
			all[local] = node
		}
	}
	for line := range strings.Lines(text) {
		if local, node, slot := debugRecord(line); local != "" {
			enter(local, node)
			if slot {
				slots[local] = node
			}
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		local, does, loads := strings.Cut(line, " = load ")
		if rest, ok := strings.CutPrefix(line, "store "); ok {
			local, does, loads = "", rest, false
			if k := strings.Index(rest, ", "); k >= 0 {
				local = rest[:k][strings.LastIndexByte(rest[:k], ' ')+1:]
			}
		} else if !loads {
			continue
		}
		fields := strings.Split(does, ", ")
		if len(fields) < 2 || !strings.HasPrefix(local, "%") {
			continue
		}
		slot := fields[1][strings.LastIndexByte(fields[1], ' ')+1:]
		if node := slots[strings.TrimPrefix(slot, "%")]; node != "" {
			enter(local[1:], node)
		}
	}
	return all
}

// debugRecord reads a debug record, or the call that stands for one: which local value it is
// about, the node of its variable, and whether the value is the address of it.
func debugRecord(line string) (local, node string, slot bool) {
	at := strings.Index(line, "dbg")
	if at <= 0 || line[at-1] != '#' && line[at-1] != '.' {
		return "", "", false
	}
	line = line[at+len("dbg"):]
	open := strings.IndexByte(line, '(')
	if open < 1 {
		return "", "", false
	}
	switch line[1:open] {
	case "value":
	case "assign":
		return debugAssign(line[open+1:])
	case "declare", "addr":
		slot = true
	default:
		return "", "", false
	}
	value, rest, ok := strings.Cut(strings.ReplaceAll(line[open+1:], "metadata ", ""), ", !")
	node, expr, more := strings.Cut(rest, ", ")
	local = value[strings.LastIndexByte(value, ' ')+1:]
	if !ok || !more || !strings.HasPrefix(local, "%") || strings.HasPrefix(value, "!") || !plainExpression(expr) {
		return "", "", false
	}
	return local[1:], "!" + node, slot
}

// debugAssign is debugRecord for what is behind the parenthesis of an assignment: the value, the
// variable, an expression, a number, the address, an expression of it.
func debugAssign(text string) (local, node string, slot bool) {
	parts := strings.Split(strings.ReplaceAll(text, "metadata ", ""), ", ")
	if len(parts) < 6 || !plainExpression(parts[2]) || !plainExpression(parts[5]) {
		return "", "", false
	}
	_, address, ok := strings.Cut(parts[4], "%")
	return address, parts[1], ok
}

// plainExpression reports whether a DIExpression leaves a value as it is.
func plainExpression(text string) bool {
	return strings.HasPrefix(text, "!DIExpression()") || strings.HasPrefix(text, "!DIExpression(DW_OP_deref)")
}
