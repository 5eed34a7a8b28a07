package ir

// NumberLabels replaces the addresses of blocks in a clone by numbers: an
// indirectbr becomes a switch, and the tables of addresses that the clone
// brought along become tables of numbers, which outlive it. It reports whether
// there were any.
func (f *Function) NumberLabels() bool {
	number := map[*Block]int64{}
	var jumps []*Instr
	for _, b := range f.Blocks {
		if t := b.Term(); t != nil && t.Op == IndirectBr {
			jumps = append(jumps, t)
			for _, to := range t.Blocks {
				if number[to] == 0 {
					number[to] = int64(len(number) + 1)
				}
			}
		}
	}
	if len(jumps) == 0 {
		return false
	}
	for _, g := range f.tables {
		g.Init = numbered(g.Init, number)
	}
	f.tables = nil
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for k := range i.NumArgs() {
				if v := numbered(i.Arg(k), number); v != i.Arg(k) {
					i.SetArg(k, v)
				}
			}
		}
	}
	never := f.NewBlock(f.FreshName("never"))
	NewBuilder(never).Unreachable()
	for _, t := range jumps {
		b := NewBuilder(t.Parent)
		b.Before(t)
		v := b.Cast(PtrToInt, t.Arg(0), I64)
		var cases []int64
		var targets []*Block
		seen := map[*Block]bool{}
		for _, to := range t.Blocks {
			if !seen[to] {
				seen[to] = true
				cases = append(cases, number[to])
				targets = append(targets, to)
				continue
			}
			for _, phi := range to.Phis() { // one edge where there were several
				for k, from := range phi.Blocks {
					if from == t.Parent {
						phi.RemoveIncoming(k)
						break
					}
				}
			}
		}
		b.Switch(v, never, cases, targets)
		t.Erase()
	}
	return true
}

// numbered is v with its blocks' addresses replaced by numbers.
func numbered(v Value, number map[*Block]int64) Value {
	c, ok := v.(*Const)
	if !ok {
		return v
	}
	if c.Kind == ConstRaw && c.Block != nil {
		n, ok := number[c.Block]
		if !ok {
			return v
		}
		return &Const{Kind: ConstExpr, Typ: c.Typ, Op: IntToPtr, Elems: []Value{NewInt(I64, n)}}
	}
	changed := false
	elems := make([]Value, len(c.Elems))
	for k, e := range c.Elems {
		elems[k] = numbered(e, number)
		changed = changed || elems[k] != e
	}
	if !changed {
		return v
	}
	d := *c
	d.Elems = elems
	return &d
}
