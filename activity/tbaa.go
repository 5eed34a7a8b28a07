package activity

import (
	"slices"

	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/pointsto"
	"github.com/llad-ad/llad/ir"
)

// tagged uses the tag of a load or store of v at ptr.
func (t *types) tagged(i *ir.Instr, v, ptr ir.Value) {
	id := i.Metadata("tbaa")
	if id == "" {
		return
	}
	tag := t.env.module.AliasTypes.Tag(id)
	size := t.p.Layout.StoreSize(v.Type())
	if tag.Scalar.Size == size && tag.Scalar.Class != memtypes.Integer && v.Type().IsInt() && tag.Scalar.Rank == 0 {
		// A float or an address that is copied as an integer.
		if n, ok := t.p.Index.Of(v); ok && t.p.Class.Of(v) == 0 {
			rep := t.p.Class.Find(n)
			l := []memtypes.Piece{{Size: size, Class: tag.Scalar.Class, Type: tag.Scalar.Typ, Rank: memtypes.RankAccess}}
			if old := t.val[rep]; old != nil {
				l = memtypes.JoinPieces(old, l, size)
			}
			t.val[rep] = l
		}
	}
	if tag.Enum && v.Type().IsInt() && size <= 8 {
		for _, a := range t.floatPlaces(i, ptr, v.Type()) {
			t.mem[a.Obj].Add(memtypes.Record{Size: size, Class: memtypes.Integer, Rank: memtypes.RankAccess}.MovedAs(a, memtypes.RankAccess))
		}
	}
	for _, a := range t.floatPlaces(i, ptr, v.Type()) {
		if r := tag.Scalar; r.Size > 0 && size%r.Size == 0 && (v.Type().IsInt() && r.Size == size || r.Class != memtypes.Integer) {
			r.Rank = memtypes.RankAccess
			for r.Off = 0; r.Off < size; r.Off += r.Size { // each of a vector's lanes
				t.mem[a.Obj].Add(r.MovedAs(a, memtypes.RankAccess))
			}
		}
		for _, m := range tag.Members {
			r := m.Rec
			r.Off = m.Off - tag.Off
			t.mem[a.Obj].Add(r.MovedAs(a, memtypes.RankDeclared))
		}
	}
}

// taggedCopy uses the tbaa.struct of a memcpy: offset, size and tag of every
// member that is copied.
func (t *types) taggedCopy(i *ir.Instr, m *move) {
	id := i.Metadata("tbaa.struct")
	if id == "" {
		return
	}
	x := &t.env.module.AliasTypes
	ops := x.Operands(id)
	places := slices.Concat(m.dst, m.src)
	end := int64(0) // of the members so far
	for k := 0; k+2 < len(ops); k += 3 {
		off, ok1 := memtypes.EncodedInt(ops[k])
		size, ok2 := memtypes.EncodedInt(ops[k+1])
		if !ok1 || !ok2 {
			return
		}
		t.noFloats(places, end, off)
		end = max(end, off+size)
		r := x.Tag(ops[k+2]).Scalar
		if r.Size == 0 && size == 1 {
			t.noFloats(places, off, off+1) // a character
		}
		if r.Size == 0 || size%r.Size != 0 || size > memtypes.MaxWindow {
			continue
		}
		for at := off; at < off+size; at += r.Size {
			for _, a := range places {
				r.Off = at
				t.mem[a.Obj].Add(r.MovedAs(a, memtypes.RankDeclared))
			}
		}
	}
	if size, ok := ir.IntValue(i.Arg(2)); ok {
		t.noFloats(places, end, size)
	}
}

// noFloats notes bytes, at each of the places, that belong to no member of a struct, or to
// one that is too short.
func (t *types) noFloats(places pointsto.AddrSet, from, to int64) {
	if to-from >= memtypes.MaxScalar {
		return
	}
	for _, a := range places {
		r := memtypes.Record{Off: from, Size: to - from, Class: memtypes.Integer}.Moved(a)
		r.Rank = memtypes.RankHint
		t.mem[a.Obj].Add(r)
	}
}

// copiedScalar is what a block operation with an access tag moves: LLVM makes
// such of loops over an array.
func (t *types) copiedScalar(i *ir.Instr) (memtypes.Record, bool) {
	id := i.Metadata("tbaa")
	if id == "" {
		return memtypes.Record{}, false
	}
	r := t.env.module.AliasTypes.Tag(id).Scalar
	return r, r.Size > 0
}
