package memtypes

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Member is a scalar in a type that type-based alias metadata describes.
type Member struct {
	Off int64
	Rec Record // at offset 0
}

// AccessTag is what an access tag tells: the scalar that is accessed, and the
// scalars of the struct around it.
type AccessTag struct {
	Scalar  Record // size 0 when the tag tells nothing
	Off     int64  // of the scalar in the struct
	Members []Member
	Base    string // the name of the struct
	Enum    bool   // an enumeration of C++ is accessed; its size is that of the access
}

// AliasTypes reads the alias metadata of one module.
type AliasTypes struct {
	M     *ir.Module
	tags  map[string]*AccessTag
	nodes map[string][]string
}

// Operands splits the text of a node `!{a, b, c}`.
func (x *AliasTypes) Operands(id string) []string {
	if l, ok := x.nodes[id]; ok {
		return l
	}
	text := strings.TrimPrefix(x.M.Metadata().Node(id), "distinct ")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "!{"), "}")
	var l []string
	for text != "" {
		end := strings.IndexByte(text, ',')
		if strings.HasPrefix(text, `!"`) {
			if q := strings.IndexByte(text[2:], '"'); q >= 0 {
				if c := strings.IndexByte(text[q+3:], ','); c >= 0 {
					end = q + 3 + c
				} else {
					end = -1
				}
			}
		}
		if end < 0 {
			l = append(l, strings.TrimSpace(text))
			break
		}
		l = append(l, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end+1:])
	}
	if x.nodes == nil {
		x.nodes = map[string][]string{}
	}
	x.nodes[id] = l
	return l
}

// scalars are the names that clang gives to scalar types; what is not here and
// has one member is taken for a struct.
var scalarNames = map[string]Record{
	"double":         {Size: 8, Class: FloatData, Typ: ir.Double},
	"float":          {Size: 4, Class: FloatData, Typ: ir.Float},
	"_Float16":       {Size: 2, Class: FloatData, Typ: ir.Half},
	"__bf16":         {Size: 2, Class: FloatData, Typ: ir.BFloat},
	"int":            {Size: 4, Class: Integer},
	"short":          {Size: 2, Class: Integer},
	"long long":      {Size: 8, Class: Integer},
	"long":           {Size: 8, Class: Integer},
	"bool":           {Size: 1, Class: Integer},
	"any pointer":    {Size: 8, Class: Pointer},
	"vtable pointer": {Size: 8, Class: Pointer},
}

// scalar reads a type node that stands for a scalar.
func (x *AliasTypes) scalar(id string) (Record, bool) {
	ops := x.Operands(id)
	if len(ops) == 0 || !strings.HasPrefix(ops[0], `!"`) {
		return Record{}, false
	}
	name := strings.Trim(ops[0][1:], `"`)
	r, ok := scalarNames[name]
	if !ok && len(ops) == 3 && strings.HasPrefix(name, "p") && strings.Contains(name, " ") {
		r, ok = scalarNames["any pointer"], true // p1 int, p2 _ZTS1S: clang 20 and newer
	}
	if name == "long" && x.longSize() != 8 {
		r.Size = x.longSize()
	}
	if r.Class == Pointer {
		r.Size = int64(x.M.Layout.PtrBits(0) / 8)
	}
	return r, ok
}

// longSize is the size of C's long: 4 on Windows and on 32-bit targets.
func (x *AliasTypes) longSize() int64 {
	if strings.Contains(x.M.Triple, "windows") || x.M.Layout.PtrBits(0) == 32 {
		return 4
	}
	return 8
}

// members lists the scalars of a type node.
func (x *AliasTypes) members(id string, off int64, depth int, list []Member) []Member {
	if r, ok := x.scalar(id); ok {
		return append(list, Member{off, r})
	}
	ops := x.Operands(id)
	if depth > 8 || len(ops) < 3 || len(ops) == 3 && depth > 0 && x.isLeaf(ops) {
		return list
	}
	for k := 1; k+1 < len(ops); k += 2 {
		n, ok := EncodedInt(ops[k+1])
		if !ok {
			return list
		}
		list = x.members(ops[k], off+n, depth+1, list)
	}
	return list
}

// isLeaf reports whether a node of one member is a scalar of unknown name
// rather than a struct: its parent is the char node or the root.
func (x *AliasTypes) isLeaf(ops []string) bool {
	up := x.Operands(ops[1])
	return len(up) == 0 || up[0] == `!"omnipotent char"` || len(up) == 1
}

// isEnum reports whether the type that is accessed is an enumeration: it has the name
// of a C++ type, and structs are not accessed as a whole.
func (x *AliasTypes) isEnum(ops []string) bool {
	return len(ops) == 3 && strings.HasPrefix(ops[0], `!"_ZTS`) && x.isLeaf(ops)
}

func EncodedInt(s string) (int64, bool) {
	f := strings.Fields(s)
	if len(f) != 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(f[1], 10, 64)
	return n, err == nil
}

// Tag reads an access tag.
func (x *AliasTypes) Tag(id string) *AccessTag {
	if t, ok := x.tags[id]; ok {
		return t
	}
	t := &AccessTag{}
	if ops := x.Operands(id); len(ops) >= 3 && strings.HasPrefix(ops[0], "!") && !strings.HasPrefix(ops[0], `!"`) {
		if r, ok := x.scalar(ops[1]); ok {
			t.Scalar = r
		} else {
			t.Enum = x.isEnum(x.Operands(ops[1]))
		}
		if n, ok := EncodedInt(ops[2]); ok && ops[0] != ops[1] {
			t.Off = n
			t.Members = x.members(ops[0], 0, 0, nil)
			if names := x.Operands(ops[0]); len(names) > 0 {
				t.Base = strings.Trim(names[0], `!"`)
			}
		}
	}
	if x.tags == nil {
		x.tags = map[string]*AccessTag{}
	}
	x.tags[id] = t
	return t
}

// MovedAs is moved with another rank for accesses at one offset.
func (r Record) MovedAs(a Addr, rk Rank) Record {
	r = r.Moved(a)
	if r.Stride == 0 {
		r.Rank = rk
	}
	return r
}
