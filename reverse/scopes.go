package reverse

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// region is a part of memory that no access to another region touches: the
// primal's, the shadows', the tape's records, and of those the arrays of single
// members. The compiler is told so, since it could not find out; without that
// it makes no vectors of a reverse sweep's loops.
//
// Memory of the tape is used again behind a pop. What keeps accesses of before
// in front of those of later is that pop and push change the tape's own state,
// with accesses about which nothing is said.
type region int

const (
	primalMemory region = iota
	shadowMemory
	tapeMemory
	firstArray // this one and further ones: arrays of members

	maxArrays  = 10
	numRegions = int(firstArray) + maxArrays
)

// scopes are the metadata of the regions, by region.
type scopes struct {
	in  []string // alias.scope: the list with the region's scope
	out []string // noalias: the list of all others
}

// regions gives the metadata, written into the module when first used.
func (env *Env) regions() *scopes {
	if env.scopes != nil {
		return env.scopes
	}
	x := &scopes{}
	env.scopes = x
	m := env.M
	domain := m.AddMetadata(`distinct !{SELF, !"llad"}`)
	var scope []string
	for range numRegions {
		scope = append(scope, m.AddMetadata("distinct !{SELF, "+domain+"}"))
	}
	for k := range numRegions {
		others := append(append([]string(nil), scope[:k]...), scope[k+1:]...)
		x.in = append(x.in, m.AddMetadata("!{"+scope[k]+"}"))
		x.out = append(x.out, m.AddMetadata("!{"+strings.Join(others, ", ")+"}"))
	}
	return x
}

// accesses notes that the load or store i accesses region r alone. What the
// primal's compiler has said of the same kind stays as it is.
func (env *Env) accesses(i *ir.Instr, r region) *ir.Instr {
	if i.Op != ir.Load && i.Op != ir.Store {
		return i
	}
	if i.Metadata("alias.scope") != "" || i.Metadata("noalias") != "" {
		return i
	}
	x := env.regions()
	i.Meta = append(i.Meta[:len(i.Meta):len(i.Meta)], ir.Attachment{Kind: "alias.scope", Node: x.in[r]}, ir.Attachment{Kind: "noalias", Node: x.out[r]})
	return i
}

// regionOf is the region of a load or store of p.
func (s *synth) regionOf(i *ir.Instr) region {
	if s.isShadow[i] {
		return shadowMemory
	}
	return primalMemory
}

// regionOfPlace is the region of a kept value: that of its own array where it
// has one. The region for any array behind the first few is the same.
func (s *synth) regionOfPlace(p place) region {
	if p.rec == nil || p.rec.arrays == nil {
		return tapeMemory
	}
	n, ok := s.arrayRegions[p.rec]
	if !ok {
		n = s.nextArray
		s.nextArray += len(p.rec.arrays)
		s.arrayRegions[p.rec] = n
	}
	return min(firstArray+region(n+p.rec.field[p.field]), firstArray+maxArrays-1)
}
