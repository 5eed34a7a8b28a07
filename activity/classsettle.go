package activity

import (
	"slices"

	"github.com/llad-ad/llad/ir"
)

// settle takes evidence from uses to what is copied and from what is copied to
// copies, and forms the groups.
func (c *classes) settle() {
	for n, word := range c.words {
		if word {
			c.made[n], c.used[n] = 0, 0
		}
	}
	c.spreadUses()
	c.spreadMade()
	for n, e := range c.bits {
		if e&inHalf != 0 {
			c.bits[n] = e &^ (inHalf | isPtr)
		}
	}
	c.spreadFormats()
	for _, k := range c.copies {
		c.group(k)
	}
}

// spreadUses takes what copies are used as to their operands.
func (c *classes) spreadUses() {
	c.rounds(func(n node, of []node) (changed bool) {
		for _, m := range of {
			if m != 0 && !c.word(m) && c.used[m]|c.used[n] != c.used[m] {
				c.used[m] |= c.used[n]
				changed = true
			}
		}
		return changed
	})
}

// spreadMade fills bits: a copy is made as what all its operands are made as.
func (c *classes) spreadMade() {
	// some: the evidence of any operand. every: that of all of them, a cycle of
	// copies aside.
	isCopy := map[node]bool{}
	some, every := make([]evidence, len(c.made)), make([]evidence, len(c.made))
	for n := range c.made {
		c.bits[n] = c.made[n] | c.used[n]
		some[n], every[n] = c.bits[n], c.bits[n]
	}
	for _, k := range c.copies {
		if !c.word(k.n) {
			isCopy[k.n] = true
			every[k.n] = isInt | isFP | isPtr
		}
	}
	c.rounds(c.joiner(some, func(e, of evidence) evidence { return e | of }))
	c.rounds(c.joiner(every, func(e, of evidence) evidence { return e & of }))
	for n := range isCopy {
		c.bits[n] |= some[n] & every[n]
		switch leaves := c.leaves != nil && c.leaves[n]; {
		case leaves && c.bits[n] == isPtr:
			c.bits[n] |= some[n] & isFP // used as the address that one variant has, and stored as the float of another
		case leaves && c.bits[n] == isInt && some[n]&isFP != 0:
			c.bits[n] = 0 // used as the number of one variant, and stored as the float of another
		}
	}
}

// joiner joins the evidence of a copy with that of its operands, and adds what the copy is used as.
func (c *classes) joiner(l []evidence, join func(e, of evidence) evidence) func(n node, of []node) bool {
	return func(n node, of []node) bool {
		if c.word(n) {
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
func (c *classes) spreadFormats() {
	c.rounds(func(n node, of []node) (changed bool) {
		for _, m := range of {
			if c.bits[n]&c.bits[m]&isFP != 0 && (c.fp[n] == nil) != (c.fp[m] == nil) {
				if c.fp[n] == nil {
					c.fp[n] = c.fp[m]
				} else {
					c.fp[m] = c.fp[n]
				}
				changed = true
			}
		}
		return changed
	})
}

// group joins a copy with the operands of the same evidence, and notes in union where it has none and one of them has.
func (c *classes) group(k copyOf) {
	// What is computed and chosen in the place of a float of 32 bits tells nothing of the float.
	apart := k.i.Typ == ir.I32 && slices.ContainsFunc(k.of, func(of node) bool { return of != 0 && !c.word(of) })
	for _, of := range k.of {
		n, m := c.find(k.n), c.find(of)
		if c.bits[n] != c.bits[m] {
			c.union[k.i] = c.union[k.i] || c.bits[n] == 0
			continue
		}
		if c.word(k.n) && (c.counted[k.n] != c.counted[of] || apart) {
			c.union[k.i] = true
			continue
		}
		if n != m {
			c.parent[m] = n
			if c.fp[n] == nil && c.fp[m] != nil {
				c.fp[n] = c.fp[m]
			}
		}
	}
}

// rounds calls visit for all copies until none changes anything.
func (c *classes) rounds(visit func(n node, of []node) bool) {
	for changed := true; changed; {
		changed = false
		for _, k := range c.copies {
			changed = visit(k.n, k.of) || changed
		}
	}
}
