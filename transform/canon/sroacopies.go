package canon

import (
	"fmt"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// copiesOther reports whether a copy from or to a slot may move something other than an
// address in a part that is otherwise accessed as addresses: the slot is a union or an enum,
// and the copy is of another member.
func (s *splitter) copiesOther(a *ir.Instr, p *part, acc []access) bool {
	m := s.f.Module
	declared := s.declares(a.Elem, p.off, p.end, (*ir.Type).IsPtr)
	for k := range acc {
		o := &acc[k]
		if o.kind != copyTo && o.kind != copyFrom || o.off >= p.end || o.off+o.size <= p.off {
			continue
		}
		tag, known := "", false
		for _, t := range o.i.Meta {
			if t.Kind == "tbaa.struct" {
				tag, known = memberAt(m, t.Node, p.off-o.off, p.end-p.off), true
			}
		}
		if known && !tagsAddress(m, tag) || !known && !declared {
			return true
		}
	}
	return false
}

// declares reports whether a type that is no union has a scalar of a kind in exactly these
// bytes.
func (s *splitter) declares(t *ir.Type, off, end int64, kind func(*ir.Type) bool) bool {
	for t.IsAggregate() && t.NumElems() > 0 && !t.IsUnion() {
		k := t.NumElems() - 1
		if t.Kind == ir.ArrayKind {
			if size := s.layout.AllocSize(t.Elem); size > 0 {
				k = min(k, int(off/size))
			}
		} else {
			for k > 0 && s.layout.FieldOffset(t, k) > off {
				k--
			}
		}
		start := s.memberOffset(t, k)
		t, off, end = t.At(k), off-start, end-start
	}
	return kind(t) && off == 0 && end == s.layout.AllocSize(t)
}

// memberAt is the tag of the member of size bytes at an offset of a !tbaa.struct list; ""
// where there are several, as in unions.
func memberAt(m *ir.Module, list string, off, size int64) string {
	tag := ""
	for _, c := range m.Metadata().CopiedMembers(list) {
		if c.At >= off+size || c.At+c.Size <= off {
			continue
		}
		if c.At != off || c.Size != size || tag != "" {
			return ""
		}
		tag = c.Tag
	}
	return tag
}

// membersIn is the !tbaa.struct list of the members in a part, relative to its begin; "" where
// there are none. It is false where a member is cut.
func membersIn(m *ir.Module, list string, from, to int64) (string, bool) {
	l := m.Metadata().CopiedMembers(list)
	var ops []string
	for _, c := range l {
		switch {
		case c.At >= to || c.At+c.Size <= from:
		case c.At < from || c.At+c.Size > to:
			return "", false
		default:
			ops = append(ops, fmt.Sprintf("i64 %d, i64 %d, %s", c.At-from, c.Size, c.Tag))
		}
	}
	return strings.Join(ops, ", "), len(l) > 0
}

// tagsAddress reports whether the !tbaa tag is that of a pointer.
func tagsAddress(m *ir.Module, tag string) bool {
	name := TagTypeNode(m, tag)
	return strings.HasPrefix(name, `!{!"any pointer"`) || strings.HasPrefix(name, `!{!"vtable pointer"`) || strings.HasPrefix(name, `!{!"p`) // p1 int, p2 _ZTS1S
}

// TagTypeNode is the type node of a !tbaa tag, or "".
func TagTypeNode(m *ir.Module, tag string) string {
	text, ok := strings.CutPrefix(m.Metadata().Node(tag), "!{")
	ops := strings.Split(strings.TrimSuffix(text, "}"), ",")
	if !ok || len(ops) < 2 {
		return ""
	}
	return m.Metadata().Node(strings.TrimSpace(ops[1]))
}
