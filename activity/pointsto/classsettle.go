package pointsto

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// settle takes evidence from uses to what is copied and from what is copied to
// copies, and forms the groups.
func (c *Classes) settle() {
	for n, word := range c.words {
		if word {
			c.made[n], c.used[n] = 0, 0
		}
	}
	c.spreadUses()
	c.spreadMade()
	for n, e := range c.Bits {
		if e&inHalf != 0 {
			c.Bits[n] = e &^ (inHalf | IsPtr)
		}
	}
	c.spreadFormats()
	for _, k := range c.copies {
		c.group(k)
	}
}

// spreadUses takes what copies are used as to their operands.
func (c *Classes) spreadUses() {
	c.rounds(func(n Node, of []Node) (changed bool) {
		for _, m := range of {
			if m != 0 && !c.Word(m) && c.used[m]|c.used[n] != c.used[m] {
				c.used[m] |= c.used[n]
				changed = true
			}
		}
		return changed
	})
}

// spreadMade fills bits: a copy is made as what all its operands are made as.
func (c *Classes) spreadMade() {
	// some: the evidence of any operand. every: that of all of them, a cycle of
	// copies aside.
	isCopy := map[Node]bool{}
	some, every := make([]Evidence, len(c.made)), make([]Evidence, len(c.made))
	for n := range c.made {
		c.Bits[n] = c.made[n] | c.used[n]
		some[n], every[n] = c.Bits[n], c.Bits[n]
	}
	for _, k := range c.copies {
		if !c.Word(k.n) {
			isCopy[k.n] = true
			every[k.n] = IsInt | IsFP | IsPtr
		}
	}
	c.rounds(c.joiner(some, func(e, of Evidence) Evidence { return e | of }))
	c.rounds(c.joiner(every, func(e, of Evidence) Evidence { return e & of }))
	for n := range isCopy {
		c.Bits[n] |= some[n] & every[n]
		switch leaves := c.Leaves[n]; {
		case leaves && c.Bits[n] == IsPtr:
			c.Bits[n] |= some[n] & IsFP // used as the address that one variant has, and stored as the float of another
		case leaves && c.Bits[n] == IsInt && some[n]&IsFP != 0:
			c.Bits[n] = 0 // used as the number of one variant, and stored as the float of another
		}
	}
}

// joiner joins the evidence of a copy with that of its operands, and adds what the copy is used as.
func (c *Classes) joiner(l []Evidence, join func(e, of Evidence) Evidence) func(n Node, of []Node) bool {
	return func(n Node, of []Node) bool {
		if c.Word(n) {
			return false
		}
		e := l[n]
		for _, m := range of {
			e = join(e, l[m])
		}
		e |= c.used[n]
		changed := e != l[n]
		l[n] = e
		return changed
	}
}

// spreadFormats tells copies and operands that are bits of floats of which type of floats.
func (c *Classes) spreadFormats() {
	c.rounds(func(n Node, of []Node) (changed bool) {
		for _, m := range of {
			if c.Bits[n]&c.Bits[m]&IsFP != 0 && (c.Fp[n] == nil) != (c.Fp[m] == nil) {
				if c.Fp[n] == nil {
					c.Fp[n] = c.Fp[m]
				} else {
					c.Fp[m] = c.Fp[n]
				}
				changed = true
			}
		}
		return changed
	})
}

// group joins a copy with the operands of the same evidence, and notes in union where it has none and one of them has.
func (c *Classes) group(k copyOf) {
	// What is computed and chosen in the place of a float of 32 bits tells nothing of the float.
	apart := k.i.Typ == ir.I32 && slices.ContainsFunc(k.of, func(of Node) bool { return of != 0 && !c.Word(of) })
	for _, of := range k.of {
		n, m := c.Find(k.n), c.Find(of)
		if c.Bits[n] != c.Bits[m] {
			c.Union[k.i] = c.Union[k.i] || c.Bits[n] == 0
			continue
		}
		if c.Word(k.n) && (c.Counted[k.n] != c.Counted[of] || apart) {
			c.Union[k.i] = true
			continue
		}
		if n != m {
			c.parent[m] = n
			if c.Fp[n] == nil && c.Fp[m] != nil {
				c.Fp[n] = c.Fp[m]
			}
		}
	}
}

// rounds calls visit for all copies until none changes anything.
func (c *Classes) rounds(visit func(n Node, of []Node) bool) {
	for changed := true; changed; {
		changed = false
		for _, k := range c.copies {
			changed = visit(k.n, k.of) || changed
		}
	}
}
