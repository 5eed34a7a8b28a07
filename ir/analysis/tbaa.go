package analysis

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// typeTags answers questions about !tbaa metadata: the access tags
// !{base type, access type, offset} over type nodes !{"name", member, offset,
// ...}, as LLVM's language reference describes them. Tags of the newer form
// with sizes are not compared.
type typeTags struct {
	m     *ir.Module
	nodes map[string]*typeNode
	tags  map[string]*accessTag
	asked map[[2]string]bool
}

type typeNode struct {
	id      string
	members []typeMember // a scalar has its parent at offset 0; the root none
}

type typeMember struct {
	off  int64
	node *typeNode
}

type accessTag struct {
	base, access *typeNode
	off          int64
}

func newTypeTags(m *ir.Module) *typeTags {
	return &typeTags{m: m, nodes: map[string]*typeNode{}, tags: map[string]*accessTag{}, asked: map[[2]string]bool{}}
}

func metadataInt(s string) (int64, bool) {
	_, n, ok := strings.Cut(s, " ")
	if !ok || s[0] != 'i' {
		return 0, false
	}
	v, err := strconv.ParseInt(n, 10, 64)
	return v, err == nil
}

// node reads a type node, nil when it has not the known form.
func (t *typeTags) node(id string) *typeNode {
	if n, ok := t.nodes[id]; ok {
		return n
	}
	t.nodes[id] = nil // in case it names itself
	ops := t.m.Metadata().Operands(id)
	if len(ops) == 0 || !strings.HasPrefix(ops[0], `!"`) {
		return nil
	}
	n := &typeNode{id: id}
	for k := 1; k < len(ops); k += 2 {
		var off int64
		if k+1 < len(ops) {
			v, ok := metadataInt(ops[k+1])
			if !ok {
				return nil
			}
			off = v
		}
		member := t.node(ops[k])
		if member == nil {
			return nil
		}
		n.members = append(n.members, typeMember{off, member})
	}
	t.nodes[id] = n
	return n
}

func (t *typeTags) tag(id string) *accessTag {
	if a, ok := t.tags[id]; ok {
		return a
	}
	t.tags[id] = nil
	ops := t.m.Metadata().Operands(id)
	if len(ops) < 3 || len(ops) > 4 {
		return nil
	}
	off, ok := metadataInt(ops[2])
	base, access := t.node(ops[0]), t.node(ops[1])
	if !ok || base == nil || access == nil {
		return nil
	}
	a := &accessTag{base, access, off}
	t.tags[id] = a
	return a
}

// apart reports whether accesses with these tags never touch the same memory;
// no when one is missing.
func (t *typeTags) apart(a, b string) bool {
	if a == "" || b == "" || a == b {
		return false
	}
	key := [2]string{a, b}
	r, ok := t.asked[key]
	if !ok {
		r = t.compare(t.tag(a), t.tag(b))
		t.asked[key] = r
	}
	return r
}

func (t *typeTags) compare(a, b *accessTag) bool {
	if a == nil || b == nil {
		return false
	}
	common, sameRoot := leastCommon(a.access, b.access)
	if !sameRoot {
		return false // types of different languages say nothing about each other
	}
	if may, known := a.within(b, common); known {
		return !may
	}
	if may, known := b.within(a, common); known {
		return !may
	}
	return true
}

// within follows a from its base type down to its access and asks whether it
// meets the base type of b on the way.
func (a *accessTag) within(b *accessTag, common *typeNode) (may, known bool) {
	if a.base == a.access && a.access == common {
		return true, true // an access to char, or to what b's type is made of
	}
	n, off := a.base, a.off
	for range 100 {
		if n == nil {
			break
		}
		if n == b.base {
			return off == b.off || n == a.access || b.base == b.access, true
		}
		n, off = n.field(off)
	}
	return false, false
}

// field is the member of n at an offset, and the offset within it.
func (n *typeNode) field(off int64) (*typeNode, int64) {
	var at *typeMember
	for k := range n.members {
		if m := &n.members[k]; m.off <= off {
			at = m
		}
	}
	if at == nil {
		return nil, 0
	}
	return at.node, off - at.off
}

// parents lists a scalar type and its ancestors up to the root.
func (n *typeNode) parents() []*typeNode {
	var out []*typeNode
	for range 100 {
		out = append(out, n)
		if len(n.members) == 0 {
			break
		}
		n = n.members[0].node
	}
	return out
}

// leastCommon is the nearest ancestor of both types; sameRoot says that there
// is one.
func leastCommon(a, b *typeNode) (common *typeNode, sameRoot bool) {
	pb := b.parents()
	for _, x := range a.parents() {
		for _, y := range pb {
			if x == y {
				return x, true
			}
		}
	}
	return nil, false
}
