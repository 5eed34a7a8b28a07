package activity

import (
	"slices"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// tbaaMember is a scalar in a type that type-based alias metadata describes.
type tbaaMember struct {
	off int64
	rec record // at offset 0
}

// tbaaTag is what an access tag tells: the scalar that is accessed, and the
// scalars of the struct around it.
type tbaaTag struct {
	scalar  record // size 0 when the tag tells nothing
	off     int64  // of the scalar in the struct
	members []tbaaMember
	base    string // the name of the struct
	enum    bool   // an enumeration of C++ is accessed; its size is that of the access
}

// tbaa reads the alias metadata of one module.
type tbaa struct {
	m     *ir.Module
	tags  map[string]*tbaaTag
	nodes map[string][]string
}

// operands splits the text of a node `!{a, b, c}`.
func (x *tbaa) operands(id string) []string {
	if l, ok := x.nodes[id]; ok {
		return l
	}
	text := strings.TrimPrefix(x.m.Metadata().Node(id), "distinct ")
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
var tbaaScalars = map[string]record{
	"double":         {size: 8, class: FloatData, typ: ir.Double},
	"float":          {size: 4, class: FloatData, typ: ir.Float},
	"_Float16":       {size: 2, class: FloatData, typ: ir.Half},
	"__bf16":         {size: 2, class: FloatData, typ: ir.BFloat},
	"int":            {size: 4, class: Integer},
	"short":          {size: 2, class: Integer},
	"long long":      {size: 8, class: Integer},
	"long":           {size: 8, class: Integer},
	"bool":           {size: 1, class: Integer},
	"any pointer":    {size: 8, class: Pointer},
	"vtable pointer": {size: 8, class: Pointer},
}

// scalar reads a type node that stands for a scalar.
func (x *tbaa) scalar(id string) (record, bool) {
	ops := x.operands(id)
	if len(ops) == 0 || !strings.HasPrefix(ops[0], `!"`) {
		return record{}, false
	}
	name := strings.Trim(ops[0][1:], `"`)
	r, ok := tbaaScalars[name]
	if !ok && len(ops) == 3 && strings.HasPrefix(name, "p") && strings.Contains(name, " ") {
		r, ok = tbaaScalars["any pointer"], true // p1 int, p2 _ZTS1S: clang 20 and newer
	}
	if name == "long" && x.longSize() != 8 {
		r.size = x.longSize()
	}
	if r.class == Pointer {
		r.size = int64(x.m.Layout.PtrBits(0) / 8)
	}
	return r, ok
}

// longSize is the size of C's long: 4 on Windows and on 32-bit targets.
func (x *tbaa) longSize() int64 {
	if strings.Contains(x.m.Triple, "windows") || x.m.Layout.PtrBits(0) == 32 {
		return 4
	}
	return 8
}

// members lists the scalars of a type node.
func (x *tbaa) members(id string, off int64, depth int, list []tbaaMember) []tbaaMember {
	if r, ok := x.scalar(id); ok {
		return append(list, tbaaMember{off, r})
	}
	ops := x.operands(id)
	if depth > 8 || len(ops) < 3 || len(ops) == 3 && depth > 0 && x.isLeaf(ops) {
		return list
	}
	for k := 1; k+1 < len(ops); k += 2 {
		n, ok := tbaaInt(ops[k+1])
		if !ok {
			return list
		}
		list = x.members(ops[k], off+n, depth+1, list)
	}
	return list
}

// isLeaf reports whether a node of one member is a scalar of unknown name
// rather than a struct: its parent is the char node or the root.
func (x *tbaa) isLeaf(ops []string) bool {
	up := x.operands(ops[1])
	return len(up) == 0 || up[0] == `!"omnipotent char"` || len(up) == 1
}

// isEnum reports whether the type that is accessed is an enumeration: it has the name
// of a C++ type, and structs are not accessed as a whole.
func (x *tbaa) isEnum(ops []string) bool {
	return len(ops) == 3 && strings.HasPrefix(ops[0], `!"_ZTS`) && x.isLeaf(ops)
}

func tbaaInt(s string) (int64, bool) {
	f := strings.Fields(s)
	if len(f) != 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(f[1], 10, 64)
	return n, err == nil
}

// tag reads an access tag.
func (x *tbaa) tag(id string) *tbaaTag {
	if t, ok := x.tags[id]; ok {
		return t
	}
	t := &tbaaTag{}
	if ops := x.operands(id); len(ops) >= 3 && strings.HasPrefix(ops[0], "!") && !strings.HasPrefix(ops[0], `!"`) {
		if r, ok := x.scalar(ops[1]); ok {
			t.scalar = r
		} else {
			t.enum = x.isEnum(x.operands(ops[1]))
		}
		if n, ok := tbaaInt(ops[2]); ok && ops[0] != ops[1] {
			t.off = n
			t.members = x.members(ops[0], 0, 0, nil)
			if names := x.operands(ops[0]); len(names) > 0 {
				t.base = strings.Trim(names[0], `!"`)
			}
		}
	}
	if x.tags == nil {
		x.tags = map[string]*tbaaTag{}
	}
	x.tags[id] = t
	return t
}

// tagged uses the tag of a load or store of v at ptr.
func (t *types) tagged(i *ir.Instr, v, ptr ir.Value) {
	id := i.Metadata("tbaa")
	if id == "" {
		return
	}
	tag := t.env.module.tbaa.tag(id)
	size := t.p.layout.StoreSize(v.Type())
	if tag.scalar.size == size && tag.scalar.class != Integer && v.Type().IsInt() && tag.scalar.rank == 0 {
		// A float or an address that is copied as an integer.
		if n, ok := t.p.index.of(v); ok && t.p.class.of(v) == 0 {
			rep := t.p.class.find(n)
			l := []Piece{{Size: size, Class: tag.scalar.class, Type: tag.scalar.typ, rank: rankAccess}}
			if old := t.val[rep]; old != nil {
				l = joinPieces(old, l, size)
			}
			t.val[rep] = l
		}
	}
	if tag.enum && v.Type().IsInt() && size <= 8 {
		for _, a := range t.floatPlaces(i, ptr, v.Type()) {
			t.mem[a.obj].add(record{size: size, class: Integer, rank: rankAccess}.movedAs(a, rankAccess))
		}
	}
	for _, a := range t.floatPlaces(i, ptr, v.Type()) {
		if r := tag.scalar; r.size == size && (v.Type().IsInt() || r.class != Integer) {
			r.rank = rankAccess
			t.mem[a.obj].add(r.movedAs(a, rankAccess))
		}
		for _, m := range tag.members {
			r := m.rec
			r.off = m.off - tag.off
			t.mem[a.obj].add(r.movedAs(a, rankDeclared))
		}
	}
}

// movedAs is moved with another rank for accesses at one offset.
func (r record) movedAs(a addr, rk rank) record {
	r = r.moved(a)
	if r.stride == 0 {
		r.rank = rk
	}
	return r
}

// taggedCopy uses the tbaa.struct of a memcpy: offset, size and tag of every
// member that is copied.
func (t *types) taggedCopy(i *ir.Instr, m *move) {
	id := i.Metadata("tbaa.struct")
	if id == "" {
		return
	}
	x := &t.env.module.tbaa
	ops := x.operands(id)
	places := slices.Concat(m.dst, m.src)
	end := int64(0) // of the members so far
	for k := 0; k+2 < len(ops); k += 3 {
		off, ok1 := tbaaInt(ops[k])
		size, ok2 := tbaaInt(ops[k+1])
		if !ok1 || !ok2 {
			return
		}
		t.noFloats(places, end, off)
		end = max(end, off+size)
		r := x.tag(ops[k+2]).scalar
		if r.size == 0 && size == 1 {
			t.noFloats(places, off, off+1) // a character
		}
		if r.size == 0 || size%r.size != 0 || size > maxWindow {
			continue
		}
		for at := off; at < off+size; at += r.size {
			for _, a := range places {
				r.off = at
				t.mem[a.obj].add(r.movedAs(a, rankDeclared))
			}
		}
	}
	if size, ok := ir.IntValue(i.Arg(2)); ok {
		t.noFloats(places, end, size)
	}
}

// noFloats notes bytes, at each of the places, that belong to no member of a struct, or to
// one that is too short.
func (t *types) noFloats(places addrSet, from, to int64) {
	if to-from >= maxScalar {
		return
	}
	for _, a := range places {
		r := record{off: from, size: to - from, class: Integer}.moved(a)
		r.rank = rankHint
		t.mem[a.obj].add(r)
	}
}

// copiedScalar is what a block operation with an access tag moves: LLVM makes
// such of loops over an array.
func (t *types) copiedScalar(i *ir.Instr) (record, bool) {
	id := i.Metadata("tbaa")
	if id == "" {
		return record{}, false
	}
	r := t.env.module.tbaa.tag(id).scalar
	return r, r.size > 0
}
