package checkpoint

import (
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
)

// Caller is what the sweeps of a loop ask of the function that runs it.
type Caller interface {
	// Mark notes that v, if it is an instruction, was inserted, and gives it.
	Mark(v ir.Value) ir.Value
	// Shadow is the shadow of v in a lane, v itself where it has none.
	Shadow(v ir.Value, lane int) ir.Value
	// List is the list of the blocks that r allocates, emptied at the beginning of a
	// block; ShadowList, that of their shadows in a lane, nil where there are none.
	List(r *ir.Instr, reset *ir.Block) ir.Value
	ShadowList(r *ir.Instr, reset *ir.Block, lane int) ir.Value
}

// Site is a place where a loop that was taken out is run by a schedule.
type Site struct {
	Schedules *Schedules
	Loop      *Loop
	Side      *Side
	B         *ir.Builder
	Tape      ir.Value
	Args      []ir.Value // of the loop
	Caller    Caller

	Control ir.Value   // the control block
	Written []ir.Value // the memory that the loop writes
	table   pieceTable
	pieces  int64 // in the table so far
	reverse *ir.Function
}

func (s *Site) emit(v ir.Value) ir.Value { return s.Caller.Mark(v) }

func (s *Site) put(v ir.Value, off int64) {
	s.emit(s.B.Store(v, s.emit(s.B.Offset(s.Control, i64(off))), 8))
}

// Sweep writes the forward sweep: the control block, its table of pieces, the loop's
// arguments, and the call that it gives.
func (s *Site) Sweep() *ir.Instr {
	b, lc, side := s.B, s.Loop, s.Side
	s.Control = b.CallFunc(s.Schedules.control.rt.PushFunc(), s.Tape, i64(side.size))
	s.emit(s.Control)
	s.emit(b.MemSet(s.Control, i64(ctlHead)))
	s.put(s.Tape, ctlTape)
	total := s.Args[2]
	if k := lc.Strategy.block(); k > 1 {
		total = s.emit(b.Binary(ir.SDiv, s.emit(b.Add(total, i64(k-1))), i64(k))) // not used where it is not known
	}
	s.put(total, ctlTotal)
	s.put(i64(lc.Strategy.block()), ctlBlock)
	s.put(i64(lc.Strategy.param()), ctlParam)
	if lc.Pool >= 0 {
		s.put(s.Args[lc.Pool], ctlPool)
		s.put(i64(lc.Strategy.Fit), ctlFit)
	}
	s.table = s.pieceTable(int64(lc.Carried+len(side.Pointers)+lc.Written), int64(lc.Inputs+len(side.Asides)))
	s.put(s.table.place, ctlPlace)
	s.put(s.table.pieces, ctlPieces)
	s.put(s.table.onces, ctlOnces)
	s.statePieces()
	s.asidePieces()
	for _, blocks := range [][]*ir.Instr{lc.blocks, lc.fromPool} {
		for _, r := range blocks {
			s.Written = append(s.Written, r)
		}
	}
	for k, a := range side.Args {
		if a.typ == nil {
			continue
		}
		s.put(s.Args[k], a.at)
		if kind := side.Seed.Params[k]; a.second >= 0 && kind != signature.Out {
			for lane := range side.Width {
				s.put(s.Caller.Shadow(s.Args[k], lane), a.of(lane))
			}
		}
	}
	forth := []ir.Value{s.Control, side.adv}
	if lc.Strategy.Tapes() {
		forth = append(forth, side.keep)
	}
	c := b.CallFunc(s.Schedules.sweeps.sweepFunc(lc.Strategy), forth...)
	s.reverse = s.Schedules.sweeps.unwindFunc(lc.Strategy)
	return c
}

// Unwind writes the reversal of the loop whose control block is at ctl.
func (s *Site) Unwind(b *ir.Builder, ctl ir.Value) {
	back := []ir.Value{ctl, s.Side.adv, s.Side.rev}
	if s.Loop.Strategy.Tapes() {
		back = append(back, s.Side.keep, s.Side.back)
	}
	b.CallFunc(s.reverse, back...)
}

// piece enters memory into the table.
func (s *Site) piece(p, size ir.Value) {
	b := s.B
	at := s.emit(b.Offset(s.table.place, i64(s.pieces*pieceSize)))
	if k := s.pieces - s.table.static; k >= 0 {
		at = s.emit(b.Offset(s.table.behind, i64(k*pieceSize)))
	}
	s.emit(b.Store(s.emit(b.Cast(ir.BitCast, p, b.Module().Ptr())), at, 8))
	s.emit(b.Store(size, s.emit(b.Offset(at, i64(8))), 8))
	s.pieces++
}

// statePieces enters what the loop's state is: what it carries, shadows of pointers that
// it changes, memory that it writes, and memory that is put aside once.
func (s *Site) statePieces() {
	lc, side, m := s.Loop, s.Side, s.B.Module()
	for k := range lc.Carried {
		p := s.Args[lc.CarriedAt()+k]
		s.piece(p, i64(m.Layout.StoreSize(p.(*ir.Instr).Elem)))
		s.Written = append(s.Written, p)
	}
	for _, slot := range side.Pointers {
		shadow, size := s.shadowPiece(slot)
		s.piece(shadow, size)
		s.Written = append(s.Written, shadow)
	}
	for k := range lc.Results {
		p := s.Args[lc.ResultsAt()+k]
		s.Written = append(s.Written, p)
		for lane := range side.Width {
			s.Written = append(s.Written, s.Caller.Shadow(p, lane))
		}
	}
	for k := range lc.Written + lc.Inputs {
		p, size := s.Args[FirstPiece+2*k], s.Args[FirstPiece+2*k+1]
		if g := lc.Variables[k]; g != nil {
			p = g
		}
		s.piece(p, size)
		if k < lc.Written {
			s.Written = append(s.Written, p)
		}
	}
}

// asidePieces enters the shadows that are put aside once.
func (s *Site) asidePieces() {
	for _, slot := range s.Side.Asides {
		p := s.Args[slot.Param]
		if shadow, size := s.shadowPiece(slot); s.Caller.Shadow(p, 0) == p {
			s.piece(p, i64(0))
		} else { // memory without a shadow is its own at run time
			same := s.emit(s.B.ICmp(ir.EQ, s.emit(s.B.Offset(p, i64(slot.Off))), shadow))
			s.piece(shadow, s.emit(s.B.Select(same, i64(0), size)))
		}
	}
}

// shadowPiece is where a piece of shadow memory is, and its size.
func (s *Site) shadowPiece(slot Slot) (of, size ir.Value) {
	of = slot.Variable
	if slot.Variable == nil {
		of = s.Caller.Shadow(s.Args[slot.Param], slot.Lane)
	}
	size = i64(slot.Size)
	if slot.Size == 0 {
		size = s.Args[slot.Param+1]
	}
	if slot.Words {
		size = s.emit(s.B.Binary(ir.Or, size, i64(PieceOfWords)))
	}
	return s.emit(s.B.Offset(of, i64(slot.Off))), size
}

// pieceTable is a loop's table of pieces.
type pieceTable struct {
	place         ir.Value
	static        int64    // pieces at its beginning that are known now
	behind        ir.Value // where those that are put aside once begin
	pieces, onces ir.Value // numbers
}

// pieceTable makes the table, with the blocks in lists; there are so many other
// pieces.
func (s *Site) pieceTable(pieces, onces int64) pieceTable {
	b, lc := s.B, s.Loop
	t := pieceTable{static: pieces, pieces: i64(pieces), onces: i64(onces)}
	if len(lc.blocks)+len(lc.OnceBlocks) == 0 {
		t.place = s.emit(b.Offset(s.Control, i64(ctlHead)))
		t.behind = s.emit(b.Offset(t.place, i64(pieces*pieceSize)))
		return t
	}
	var written, once []ir.Value
	for _, r := range lc.blocks {
		written = append(written, s.Caller.List(r, lc.resets[r]))
	}
	for _, r := range lc.OnceBlocks {
		once = append(once, s.Caller.List(r, lc.resets[r]))
		if s.Side.AsideBlocks {
			for lane := range s.Side.Width {
				if list := s.Caller.ShadowList(r, lc.resets[r], lane); list != nil {
					once = append(once, list)
				}
			}
		}
	}
	count := func(lists []ir.Value, n int64) ir.Value {
		sum := i64(n)
		for _, list := range lists {
			sum = s.emit(b.Add(sum, s.emit(b.Load(ir.I64, s.emit(b.Offset(list, i64(ListCount))), 8))))
		}
		return sum
	}
	t.pieces, t.onces = count(written, pieces), count(once, onces)
	size := s.emit(b.Mul(s.emit(b.Add(t.pieces, t.onces)), i64(pieceSize)))
	t.place = s.emit(b.CallFunc(s.Schedules.control.rt.PushFunc(), s.Tape, size))
	fill := func(at ir.Value, lists []ir.Value) ir.Value {
		for _, list := range lists {
			s.emit(b.CallFunc(s.Schedules.Lists.addListFunc(), at, list))
			n := s.emit(b.Load(ir.I64, s.emit(b.Offset(list, i64(ListCount))), 8))
			at = s.emit(b.Offset(at, s.emit(b.Mul(n, i64(pieceSize)))))
		}
		return at
	}
	t.behind = fill(s.emit(b.Offset(t.place, i64(pieces*pieceSize))), written)
	fill(s.emit(b.Offset(t.behind, i64(onces*pieceSize))), once)
	return t
}
