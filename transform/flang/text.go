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
