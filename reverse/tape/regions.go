package tape

import "github.com/llad-ad/llad/ir"

// Region is a part of memory that no access to another region touches: the
// primal's, the shadows', the tape's records, and of those the arrays of single
// members. The compiler is told so, since it could not find out; without that
// it makes no vectors of a reverse sweep's loops.
//
// Memory of the tape is used again behind a pop. What keeps accesses of before
// in front of those of later is that pop and push change the tape's own state,
// with accesses about which nothing is said.
type Region int

// The regions.
const (
	Primal Region = iota
	Shadow
	Records
	firstArray // this one and further ones: arrays of members

	maxArrays  = 10
	numRegions = int(firstArray) + maxArrays
)

// Regions notes in metadata which region an access is to.
type Regions struct {
	m      *ir.Module
	scopes *ir.Scopes
}

// Note says that the load or store i accesses region r alone, and gives i.
func (rs *Regions) Note(i *ir.Instr, r Region) *ir.Instr {
	if rs.scopes == nil {
		rs.scopes = rs.m.AddScopes(numRegions)
	}
	return rs.scopes.Attach(i, int(r))
}

// Is reports whether the load or store i was noted to access region r alone, Avoids whether that was noted of another.
func (rs *Regions) Is(i *ir.Instr, r Region) bool {
	return rs.scopes != nil && rs.scopes.Attached(i, int(r))
}

func (rs *Regions) Avoids(i *ir.Instr, r Region) bool {
	return rs.scopes != nil && rs.scopes.Avoids(i, int(r))
}
