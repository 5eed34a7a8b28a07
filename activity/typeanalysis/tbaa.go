package typeanalysis

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// aliasTypes reads the structs of a module's alias metadata.
type aliasTypes struct {
	module  *ir.Module
	structs map[string]*structType
}

// structType is a struct as alias metadata (tbaa) describes it.
type structType struct {
	fields []structField // as they stand
	size   int64         // to the end of the last field
	open   bool          // where the last field ends is not known
}

// structField is a member of such a struct: a scalar, a struct, or what is not described (an
// array, a union, an enumeration).
type structField struct {
	at     int64
	size   int64 // of a scalar
	format format
	float  bool // or an address: it has the format
	inner  *structType
}

// Limits of what is read of alias metadata.
const (
	mostFields = 256
	mostInner  = 8
)

// scalars are the sizes of the scalars that have one name in all programs; those of other names are not known.
var scalars = map[string]int64{
	"double": 8, "float": 4, "long double": 16, "_Float16": 2, "__bf16": 2,
	"int": 4, "short": 2, "long long": 8, "bool": 1,
}

// tbaaFormats are the formats of those that have one.
var tbaaFormats = map[string]format{"double": double, "float": single, "_Float16": half, "__bf16": brain, "long double": extended}

// tagged is the struct of which an access tag says that a member is accessed, and which; nil
// where it names none.
func (x *aliasTypes) tagged(i *ir.Instr) (t *structType, at int64) {
	id := i.Metadata("tbaa")
	if id == "" {
		return nil, 0
	}
	tag := x.module.Metadata().Operands(id)
	if len(tag) < 3 || !strings.HasPrefix(tag[0], "!") || strings.HasPrefix(tag[0], `!"`) || tag[0] == tag[1] {
		return nil, 0
	}
	at, known := tbaaOffset(tag[2])
	if t = x.structType(tag[0], 0); t == nil || !known {
		return nil, 0
	}
	return t, at
}

// structType reads a struct of alias metadata; nil for what is none, or has too many members.
func (x *aliasTypes) structType(id string, depth int) *structType {
	if t, ok := x.structs[id]; ok {
		return t
	}
	if x.structs == nil {
		x.structs = map[string]*structType{}
	}
	x.structs[id] = nil // where it holds itself it is none
	node := x.module.Metadata().Operands(id)
	if !isStruct(x.module.Metadata(), node) || len(node) > mostFields || depth > mostInner {
		return nil
	}
	t := &structType{}
	for k := 1; k+1 < len(node); k += 2 {
		at, known := tbaaOffset(node[k+1])
		f := structField{at: at}
		name := tbaaName(x.module.Metadata().Operands(node[k]))
		switch size, ok := x.scalar(name); {
		case ok:
			f.size = size
			f.format, f.float = tbaaFormats[name]
		case isPointer(name):
			f.size, f.format, f.float = address.size(), address, true
		default:
			f.inner = x.structType(node[k], depth+1)
		}
		if !known || at < t.size || len(t.fields) > 0 && at <= t.fields[len(t.fields)-1].at { // such as members that share bytes
			return nil
		}
		t.fields = append(t.fields, f)
		switch {
		case f.inner != nil:
			t.size, t.open = at+f.inner.size, f.inner.open
		case f.size > 0:
			t.size, t.open = at+f.size, false
		default:
			t.size, t.open = at+1, true
		}
	}
	x.structs[id] = t
	return t
}

// scalar is the size of a scalar of that name.
func (x *aliasTypes) scalar(name string) (int64, bool) {
	if name == "long" {
		return 8, !strings.Contains(x.module.Triple, "windows")
	}
	size, ok := scalars[name]
	return size, ok
}

// isStruct reports whether a node is that of a struct: a name, and its members. One of a scalar has its
// parent in the place of a member, which is a scalar, or the root.
func isStruct(x *ir.Metadata, node []string) bool {
	name := tbaaName(node)
	if _, ok := scalars[name]; ok || name == "" || isPointer(name) || len(node) < 3 || len(node)%2 == 0 {
		return false
	}
	if len(node) > 3 {
		return true
	}
	up := x.Operands(node[1])
	return len(up) > 2 && tbaaName(up) != "omnipotent char"
}

func isPointer(name string) bool {
	return name == "any pointer" || name == "vtable pointer" ||
		len(name) > 3 && name[0] == 'p' && name[1] >= '1' && name[1] <= '9' && name[2] == ' ' ||
		strings.HasPrefix(name, "any p") && strings.HasSuffix(name, " pointer")
}

// tbaaName is the name of a type's node, "" where it has none.
func tbaaName(node []string) string {
	if len(node) == 0 || !strings.HasPrefix(node[0], `!"`) {
		return ""
	}
	return strings.Trim(node[0][1:], `"`)
}

func tbaaOffset(text string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimPrefix(text, "i64 "), 10, 64)
	return n, err == nil && n >= 0 && n < far
}

// holds reports whether a struct may stand in another one at an offset: as a member, or in what is not
// described.
func (t *structType) holds(u *structType, at int64) bool {
	for k, f := range t.fields {
		end := far
		if k+1 < len(t.fields) {
			end = t.fields[k+1].at
		} else if !t.open {
			end = t.size
		}
		switch {
		case at < f.at || at >= end:
		case f.inner != nil:
			return f.inner == u && at == f.at || f.inner.holds(u, at-f.at)
		default:
			return f.size == 0 && (u.open || at+u.size <= end)
		}
	}
	return false
}

// mayHold reports whether a struct may stand somewhere in what is not described of another one.
func (t *structType) mayHold(u *structType) bool {
	for k, f := range t.fields {
		if f.inner != nil && f.inner.mayHold(u) || f.size == 0 && f.inner == nil && k+1 < len(t.fields) && t.fields[k+1].at-f.at >= u.size {
			return true
		}
	}
	return false
}

// declares adds what a struct at an offset says of an object.
func (d *declaration) declares(t *structType, at int64) {
	d.structs = append(d.structs, [2]int64{at, at + t.size})
	for k, f := range t.fields {
		switch {
		case d.full():
			return
		case f.inner != nil:
			d.declares(f.inner, at+f.at)
		case f.float:
			d.members = append(d.members, member{at + f.at, f.format})
		case f.size == 0 && k+1 < len(t.fields):
			d.regions = append(d.regions, [2]int64{at + f.at, at + t.fields[k+1].at})
		}
	}
}
