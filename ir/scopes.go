package ir

import "strings"

// Scopes are the metadata that tell the compiler of n regions of memory that no
// access to one of them touches another.
type Scopes struct {
	in  []string // alias.scope: the list with the region's scope
	out []string // noalias: the list of all others
}

// AddScopes writes the scopes of n regions into the module.
func (m *Module) AddScopes(n int) *Scopes {
	x := &Scopes{}
	domain := m.AddMetadata(`distinct !{SELF, !"llad"}`)
	var scope []string
	for range n {
		scope = append(scope, m.AddMetadata("distinct !{SELF, "+domain+"}"))
	}
	for k := range n {
		others := append(append([]string(nil), scope[:k]...), scope[k+1:]...)
		x.in = append(x.in, m.AddMetadata("!{"+scope[k]+"}"))
		x.out = append(x.out, m.AddMetadata("!{"+strings.Join(others, ", ")+"}"))
	}
	return x
}

// Attach notes that the load or store i accesses region r alone; it gives i.
// What the program's compiler has said of the same kind stays as it is.
func (x *Scopes) Attach(i *Instr, r int) *Instr {
	if i.Op != Load && i.Op != Store || i.Metadata("alias.scope") != "" || i.Metadata("noalias") != "" {
		return i
	}
	i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], Attachment{Kind: "alias.scope", Node: x.in[r]}, Attachment{Kind: "noalias", Node: x.out[r]})
	return i
}
