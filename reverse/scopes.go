package reverse

import "github.com/llad-ad/llad/ir"

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

// accesses notes that the load or store i accesses region r alone.
func (env *Env) accesses(i *ir.Instr, r region) *ir.Instr {
	if env.scopes == nil {
		env.scopes = env.M.AddScopes(numRegions)
	}
	return env.scopes.Attach(i, int(r))
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
