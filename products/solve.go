package products

import "github.com/llad-ad/llad/ir"

// solve is Eigen::internal::triangular_solve_matrix<...>::run: other becomes inverse(tri) other,
// or other inverse(tri), of which other has the columns, or the rows, that otherSize says.
type solve struct {
	base
	left    bool
	part    half // of tri, without the diagonal where that is taken for ones
	triRows bool // stored row by row
}

// The parameters.
const (
	solveSize = iota
	solveOther
	solveTri
	solveTriStride
	solveTo
)

func makeSolve(b base, groups []string) routine {
	mode := groups[1][0] - '0'
	return &solve{base: b, left: groups[0] == "1", part: half{lower: mode&1 != 0, upper: mode&2 != 0, unit: mode&4 != 0}, triRows: groups[2] == "1"}
}

func (s *solve) fits(kinds string) bool { return kinds == "iipipiip" || kinds == "iipipip" }

// toStride is the parameter with the distance of other's columns. There is one more, with that
// of the elements of a column, which is 1, since Eigen 3.4.
func (s *solve) toStride() int { return len(s.fn.Params) - 2 }

func (s *solve) moves() (reads, writes []int) { return []int{solveTri, solveTo}, []int{solveTo} }

func (s *solve) derive() (augment, gradient, tangent *ir.Function) {
	return s.augment(), s.gradient(), s.tangent()
}

func (s *solve) shape(t *taken) (rows, cols ir.Value) {
	if s.left {
		return t.args[solveSize], t.args[solveOther]
	}
	return t.args[solveOther], t.args[solveSize]
}

// kept are copies of the triangle, zero elsewhere and with ones for a diagonal that counts as
// such, and of the result.
func (s *solve) kept(t *taken, block ir.Value) (tri, to matrix) {
	n := t.args[solveSize]
	rows, _ := s.shape(t)
	first := t.typed(block, s.scalar)
	tri = stored(first, n, false)
	if s.left {
		tri = tri.transposed() // whose rows the gradient goes along
	}
	return tri, stored(t.GEP(s.scalar, first, t.Mul(n, n)), rows, false)
}

func (s *solve) augment() *ir.Function {
	f, t := s.take("augment", s.fn.Module.Ptr(), false)
	n := t.args[solveSize]
	rows, cols := s.shape(t)
	elements := t.Add(t.Mul(n, n), t.Mul(rows, cols))
	block := t.memory(t.Select(t.active(solveTo), t.Mul(elements, t.size()), i64(0)))
	tri, kept := s.kept(t, block)
	t.when(t.active(solveTo), func() {
		t.copy(tri, stored(t.typed(t.args[solveTri], s.scalar), t.args[solveTriStride], s.triRows), n, n, s.part)
		if s.part.unit {
			t.loop(i64(0), n, 1, func(i ir.Value) { t.Store(ir.NewFloat(s.scalar, 1), t.at(s.scalar, tri, i, i), 0) })
		}
	})
	t.CallFunc(s.fn, t.args...)
	t.when(t.active(solveTo), func() { t.lines(kept, solveTo, s.toStride(), false, rows, cols) })
	t.Ret(block)
	return f
}

// gradient: with X = inverse(T) B, dB = inverse(T') dX and dT -= the triangle of dB X'; with
// X = B inverse(T), dB = dX inverse(T') and dT -= the triangle of X' dB.
func (s *solve) gradient() *ir.Function {
	f, t := s.take("gradient", ir.Void, false, s.fn.Module.Ptr())
	n := t.args[solveSize]
	rows, cols := s.shape(t)
	t.when(t.active(solveTo), func() {
		tri, x := s.kept(t, t.rest[0])
		d := t.shadow(solveTo, s.toStride(), false)
		s.back(t, tri, d, rows, cols)
		t.when(t.active(solveTri), func() {
			room, all := t.room(n, n)
			if one := ir.NewFloat(s.scalar, 1); s.left {
				t.product(n, n, cols, one, d, x.transposed(), all)
			} else {
				t.product(n, n, rows, one, x.transposed(), d, all)
			}
			dtri := t.shadow(solveTri, solveTriStride, s.triRows)
			t.loop(i64(0), n, 1, func(j ir.Value) {
				first, end := s.part.rows(t.code, j, n)
				t.loop(first, end, 1, func(i ir.Value) {
					to := t.at(s.scalar, dtri, i, j)
					t.Store(t.FSub(t.Load(s.scalar, to, 0), t.Load(s.scalar, t.at(s.scalar, all, i, j), 0)), to, 0)
				})
			})
			t.free(room)
		})
	})
	t.free(t.rest[0])
	t.Ret(nil)
	return f
}

// back solves with the transposed triangle in place: T' Y = d, or Y T' = d. An element of Y that
// is known is taken out of the equations of those that are not, along contiguous memory.
func (s *solve) back(t *taken, tri, d matrix, rows, cols ir.Value) {
	n := t.args[solveSize]
	// T' is lower where T is upper; from the left equations are solved downwards in a lower
	// triangle, from the right columns backwards.
	down := s.part.upper == s.left
	each := func(k ir.Value) (i, first, end ir.Value) {
		if down {
			return k, t.Add(k, i64(1)), n
		}
		i = t.Sub(t.Sub(n, i64(1)), k)
		return i, i64(0), i
	}
	at := func(x matrix, i, j ir.Value) ir.Value { return t.at(s.scalar, x, i, j) }
	take := func(to, factor, v ir.Value) {
		t.Store(t.Intrinsic("fmuladd", s.scalar, []*ir.Type{s.scalar}, factor, v, t.Load(s.scalar, to, 0)), to, 0)
	}
	if s.left {
		t.loop(i64(0), cols, 1, func(j ir.Value) {
			t.loop(i64(0), n, 1, func(k ir.Value) {
				i, first, end := each(k)
				v := t.FDiv(t.Load(s.scalar, at(d, i, j), 0), t.Load(s.scalar, at(tri, i, i), 0))
				t.Store(v, at(d, i, j), 0)
				minus := t.FNeg(v)
				t.loop(first, end, 1, func(l ir.Value) { take(at(d, l, j), minus, t.Load(s.scalar, at(tri, i, l), 0)) })
			})
		})
		return
	}
	t.loop(i64(0), n, 1, func(k ir.Value) {
		i, first, end := each(k)
		pivot := t.Load(s.scalar, at(tri, i, i), 0)
		t.loop(i64(0), rows, 1, func(r ir.Value) {
			t.Store(t.FDiv(t.Load(s.scalar, at(d, r, i), 0), pivot), at(d, r, i), 0)
		})
		t.loop(first, end, 1, func(l ir.Value) {
			minus := t.FNeg(t.Load(s.scalar, at(tri, l, i), 0))
			t.loop(i64(0), rows, 1, func(r ir.Value) { take(at(d, r, l), minus, t.Load(s.scalar, at(d, r, i), 0)) })
		})
	})
}

// tangent: inverse(T) (dB - dT X), or (dB - X dT) inverse(T), by the routine itself.
func (s *solve) tangent() *ir.Function {
	f, t := s.take("tangent", ir.Void, true)
	n := t.args[solveSize]
	rows, cols := s.shape(t)
	t.CallFunc(s.fn, t.args...)
	t.when(t.active(solveTo), func() {
		d := t.shadow(solveTo, s.toStride(), false)
		t.when(t.active(solveTri), func() {
			room, dtri := t.room(n, n)
			t.copy(dtri, t.shadow(solveTri, solveTriStride, s.triRows), n, n, s.part)
			x := stored(t.typed(t.args[solveTo], s.scalar), t.args[s.toStride()], false)
			if minus := ir.NewFloat(s.scalar, -1); s.left {
				t.product(rows, cols, n, minus, dtri, x, d)
			} else {
				t.product(rows, cols, n, minus, x, dtri, d)
			}
			t.free(room)
		})
		args := append([]ir.Value(nil), t.args...)
		args[solveTo] = t.shadows[solveTo]
		t.CallFunc(s.fn, args...)
	})
	t.Ret(nil)
	return f
}
