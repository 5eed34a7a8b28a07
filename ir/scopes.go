package ir

import (
	"slices"
	"strings"
)

// Scopes are the metadata that tell the compiler of n regions of memory that no
// access to one of them touches another.
type Scopes struct {
	meta *Metadata
	in   []string // alias.scope: the list with the region's scope
	out  []string // noalias: the list of all others

	joined map[[2]string]string // lists of the program and of these, one behind the other
}

// AddScopes writes the scopes of n regions into the module.
func (m *Module) AddScopes(n int) *Scopes {
	x := &Scopes{meta: m.Metadata(), joined: map[[2]string]string{}}
	domain := x.meta.Add(`distinct !{SELF, !"llad"}`)
	var scope []string
	for range n {
		scope = append(scope, x.meta.Add("distinct !{SELF, "+domain+"}"))
	}
	for k := range n {
		others := append(append([]string(nil), scope[:k]...), scope[k+1:]...)
		x.in = append(x.in, x.meta.Add("!{"+scope[k]+"}"))
		x.out = append(x.out, x.meta.Add("!{"+strings.Join(others, ", ")+"}"))
	}
	return x
}

// Attach notes that the load or store i accesses region r alone; it gives i.
// What the program's compiler has said of the same kind, of scopes of its own, is
// true beside it.
func (x *Scopes) Attach(i *Instr, r int) *Instr {
	if i.Op != Load && i.Op != Store {
		return i
	}
	scope, noalias := x.join(i.Metadata("alias.scope"), x.in[r]), x.join(i.Metadata("noalias"), x.out[r])
	var meta []Attachment
	for _, a := range i.Meta {
		if a.Kind != "alias.scope" && a.Kind != "noalias" {
			meta = append(meta, a)
		}
	}
	i.Meta = append(meta, Attachment{Kind: "alias.scope", Node: scope}, Attachment{Kind: "noalias", Node: noalias})
	return i
}

// Attached reports whether Attach noted that i accesses region r alone, Avoids whether it noted that for another region.
func (x *Scopes) Attached(i *Instr, r int) bool { return x.lists(i.Metadata("alias.scope"), r) }
func (x *Scopes) Avoids(i *Instr, r int) bool   { return x.lists(i.Metadata("noalias"), r) }

// lists reports whether the scope of region r is in a list.
func (x *Scopes) lists(list string, r int) bool {
	return list != "" && (list == x.in[r] || slices.Contains(x.meta.Operands(list), x.meta.Operands(x.in[r])[0]))
}

// join gives the list of what is in the program's list and in ours.
func (x *Scopes) join(program, ours string) string {
	if program == "" || program == ours {
		return ours
	}
	key := [2]string{program, ours}
	if x.joined[key] == "" {
		all := append(x.meta.Operands(program), x.meta.Operands(ours)...)
		x.joined[key] = x.meta.Add("!{" + strings.Join(all, ", ") + "}")
	}
	return x.joined[key]
}
