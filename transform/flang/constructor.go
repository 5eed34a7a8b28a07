package flang

import "github.com/llad-ad/llad/ir"

// What flang keeps of an array constructor is its library's own business; here it is the address of
// the descriptor that is filled, how many elements have been pushed, and how many there is memory for.
const (
	constructorTo   = 0
	constructorUsed = 8
	constructorRoom = 16
)

// leastRoom is how many elements a constructor without a size begins with.
const leastRoom = 32

// beginConstructor is InitArrayConstructorVector(constructor, to, ...).
func beginConstructor(s *site) func(k *code) {
	return func(k *code) {
		k.Put(k.F.Params[1], k.F.Params[0], constructorTo)
		k.Put(number(0), k.F.Params[0], constructorUsed)
		none := isNull(k, k.Ptr(k.F.Params[1], atBase))
		k.Put(k.Select(none, number(0), k.Word(k.F.Params[1], extentAt(0))), k.F.Params[0], constructorRoom)
	}
}

// target is what is known of the descriptor that the constructor of a call fills.
func (s *site) target() box {
	var made *ir.Instr
	for u := range ir.Uses(s.call.Arg(0)) {
		if f := u.User.CalledFunc(); f != nil && u.Index() == 0 && f.Name == prefix+"InitArrayConstructorVector" {
			if made != nil && made.Arg(1) != u.User.Arg(1) {
				return box{rank: -1, attribute: -1}
			}
			made = u.User
		}
	}
	if made == nil {
		return box{rank: -1, attribute: -1}
	}
	return s.memory.box(made.Arg(1))
}

// pushValue is PushArrayConstructorValue(constructor, array).
func pushValue(s *site) func(k *code) {
	from, e, ok := s.second()
	if !ok {
		return nil
	}
	return func(k *code) {
		suppose(k, from, k.F.Params[1], e, from.rank)
		v := viewOf(k, k.F.Params[1], from.rank)
		to := k.Ptr(k.F.Params[0], constructorTo)
		bytes := e.bytes(k, k.F.Params[1])
		next := k.NewVar(grow(k, e, bytes, sizeOf(k, v.extents)))
		each(k, v, func(p ir.Value) {
			q := next.Get()
			push(k, e, q, p, to, k.F.Params[1])
			next.Set(k.Offset(q, bytes))
		})
	}
}

// pushScalar is PushArrayConstructorSimpleScalar(constructor, address).
func pushScalar(s *site) func(k *code) {
	to := s.target()
	e, ok := s.element(to)
	if !ok || e.text() {
		return nil
	}
	s.note(e)
	return func(k *code) {
		suppose(k, to, k.Ptr(k.F.Params[0], constructorTo), e, 1)
		push(k, e, grow(k, e, e.bytes(k, nil), number(1)), k.F.Params[1], nil, nil)
	}
}

// push puts an element into memory that holds nothing yet.
func push(k *code, e element, to, from, toBox, fromBox ir.Value) {
	if e.of != nil && e.of.begins() {
		k.CallFunc(initialOf(k, e), to)
	}
	moveElement(k, e, to, from, toBox, fromBox)
}

// grow makes room for so many further elements, and gives the address of the first of them.
func grow(k *code, e element, bytes, count ir.Value) ir.Value {
	to := k.Ptr(k.F.Params[0], constructorTo)
	used, room := k.Word(k.F.Params[0], constructorUsed), k.Word(k.F.Params[0], constructorRoom)
	all := k.Add(used, count)
	k.If(k.ICmp(ir.SGT, all, room), func() {
		twice := k.Mul(room, number(2))
		n := k.Select(k.ICmp(ir.SGT, all, twice), all, twice)
		n = k.Select(k.ICmp(ir.SGT, n, number(leastRoom)), n, number(leastRoom))
		old := k.Ptr(to, atBase)
		made := k.CallFunc(k.Module().Declare("realloc", k.Module().FuncType(k.Module().Ptr(), k.Module().Ptr(), ir.I64)), old, k.Mul(n, bytes))
		k.Put(made, to, atBase)
		k.Put(n, k.F.Params[0], constructorRoom)
	})
	k.Put(all, k.F.Params[0], constructorUsed)
	have := k.Word(to, extentAt(0))
	k.Put(number(1), to, extentAt(0)-8)
	k.Put(k.Select(k.ICmp(ir.SGT, all, have), all, have), to, extentAt(0))
	k.Put(bytes, to, extentAt(0)+8)
	return k.Offset(k.Ptr(to, atBase), k.Mul(used, bytes))
}
