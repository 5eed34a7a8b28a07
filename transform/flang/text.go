package flang

import "github.com/llad-ad/llad/ir"

// trim is Trim(result, string, source, line): the string without the blanks at its end.
func trim(s *site) func(k *code) {
	b := s.box(1)
	if b.code != codeCharacter || b.rank != 0 {
		return nil
	}
	e := element{code: codeCharacter}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, 0)
		from, n := k.Ptr(k.F.Params[1], atBase), variable(k, value{k.Word(k.F.Params[1], atLength)})
		blank := func() ir.Value {
			some := k.ICmp(ir.SGT, n.get()[0], number(0))
			last := k.Select(some, k.Sub(n.get()[0], number(1)), number(0))
			is := k.ICmp(ir.EQ, k.Load(ir.I8, k.Offset(from, last), 0), ir.NewInt(ir.I8, ' '))
			return k.Binary(ir.And, some, is)
		}
		k.While(blank, func(func()) { n.set(value{k.Sub(n.get()[0], number(1))}) })
		made := establish(k, k.F.Params[0], k.F.Params[1], e, n.get()[0], nil)
		k.MemCpy(made.base, from, n.get()[0])
	}
}

// adjust is Adjustl(result, string, source, line) and Adjustr: the string without the blanks at one end, which
// are at the other then.
func adjust(s *site) func(k *code) {
	b := s.box(1)
	if b.code != codeCharacter || b.rank != 0 {
		return nil
	}
	e, left := element{code: codeCharacter}, s.name == "Adjustl"
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, 0)
		from, bytes := k.Ptr(k.F.Params[1], atBase), k.Word(k.F.Params[1], atLength)
		n := variable(k, value{number(0)})
		blank := func() ir.Value {
			some := k.ICmp(ir.SLT, n.get()[0], bytes)
			at := k.Select(some, n.get()[0], number(0))
			if !left {
				at = k.Select(some, k.Sub(k.Sub(bytes, number(1)), n.get()[0]), number(0))
			}
			is := k.NewVar(ir.NewBool(false))
			k.If(some, func() {
				is.Set(k.ICmp(ir.EQ, k.Load(ir.I8, k.Offset(from, at), 0), ir.NewInt(ir.I8, ' ')))
			})
			return is.Get()
		}
		k.While(blank, func(func()) { n.set(value{k.Add(n.get()[0], number(1))}) })
		made := establish(k, k.F.Params[0], k.F.Params[1], e, bytes, nil)
		blanks := n.get()[0]
		rest := k.Sub(bytes, blanks)
		first, to, pad := blanks, ir.Value(number(0)), rest
		if !left {
			first, to, pad = number(0), blanks, ir.Value(number(0))
		}
		k.MemCpy(k.Offset(made.base, to), k.Offset(from, first), rest)
		k.Times(blanks, func(n ir.Value) {
			k.Store(ir.NewInt(ir.I8, ' '), k.Offset(made.base, k.Add(pad, n)), 0)
		})
	}
}

// repeat is Repeat(result, string, copies, source, line).
func repeat(s *site) func(k *code) {
	b := s.box(1)
	if b.code != codeCharacter || b.rank != 0 || s.call.Arg(2).Type() != ir.I64 {
		return nil
	}
	e := element{code: codeCharacter}
	return func(k *code) {
		suppose(k, b, k.F.Params[1], e, 0)
		from, bytes, times := k.Ptr(k.F.Params[1], atBase), k.Word(k.F.Params[1], atLength), k.F.Params[2]
		stop(k, k.ICmp(ir.SLT, times, number(0)), "a string is repeated less than no times")
		made := establish(k, k.F.Params[0], k.F.Params[1], e, k.Mul(bytes, times), nil)
		k.Times(times, func(n ir.Value) { k.MemCpy(k.Offset(made.base, k.Mul(n, bytes)), from, bytes) })
	}
}
