package ir

import (
	"strconv"
	"strings"
)

// localNames are the names of the locals and blocks of a function.
type localNames struct {
	kept     map[string]bool // what they had before
	numbered map[string]bool // those that stand, with a number behind, for one of kept
	next     map[string]int  // the number to try next behind a name
	room     strings.Builder // where new names lie behind each other
}

// nameLocals gives every unnamed local a name, because numbers cannot be kept
// in a function that changes, and renames those whose name is taken. Blocks
// come first: others may refer to them by blockaddress.
func nameLocals(f *Function) *localNames {
	n := &localNames{kept: map[string]bool{}, numbered: map[string]bool{}, next: map[string]int{}}
	for _, b := range f.Blocks {
		n.keep(&b.Name)
	}
	for _, p := range f.Params {
		n.keep(&p.Name)
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			n.keep(&i.Name)
		}
	}
	for _, p := range f.Params {
		n.give(&p.Name, "a")
	}
	for _, b := range f.Blocks {
		n.give(&b.Name, "b")
		for _, i := range b.Instrs {
			if i.Typ != Void {
				n.give(&i.Name, "v")
			} else {
				i.Name = ""
			}
		}
	}
	return n
}

// keep leaves a name as it is, unless another has it.
func (n *localNames) keep(name *string) {
	if *name == "" {
		return
	}
	if n.kept[*name] {
		*name = n.fresh(*name)
	}
	n.kept[*name] = true
	plain := strings.TrimSuffix(*name, `"`)
	if base := strings.TrimRight(plain, "0123456789"); base != plain && strings.HasSuffix(base, ".") {
		n.numbered[base[:len(base)-1]+(*name)[len(plain):]] = true
	}
}

func (n *localNames) give(name *string, base string) {
	if *name == "" {
		*name = n.fresh(base)
	}
}

// fresh is a name that starts with base and is not taken yet. Those that it gave
// itself differ in base or number: it need not remember them.
func (n *localNames) fresh(base string) string {
	for {
		k := n.next[base]
		if k == 0 && n.kept[base] {
			k = 1
		}
		n.next[base] = k + 1
		if name := n.join(base, k); !n.numbered[base] || !n.kept[name] {
			return name
		}
	}
}

// join is base with a number behind, inside of its quotes if it has some.
func (n *localNames) join(base string, k int) string {
	const room = 1 << 13
	if longest := len(base) + 22; n.room.Cap()-n.room.Len() < longest {
		n.room = strings.Builder{}
		n.room.Grow(max(room, longest))
	}
	at := n.room.Len()
	plain := strings.TrimSuffix(base, `"`)
	var digits [20]byte
	n.room.WriteString(plain)
	n.room.WriteByte('.')
	n.room.Write(strconv.AppendInt(digits[:0], int64(k), 10))
	n.room.WriteString(base[len(plain):])
	return n.room.String()[at:]
}
