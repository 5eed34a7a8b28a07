package ir

import (
	"fmt"
	"regexp"
	"strings"
)

// rustName is a name that rustc made up, with a hash of the crate that it compiled.
var rustName = regexp.MustCompile(`^"?(_ZN.*17h[0-9a-f]{16}E|_R[A-Za-z0-9_]*)(\.llvm\.[0-9]+)?"?$`)

// carries reports whether text that stands alone has a copy of function f, which the
// module defines, of its own. Nothing else could give it functions that only the module
// sees. Those whose names are rustc's have other names where the same source is
// compiled in another crate.
//
// A copy is another function for who compares addresses: see compared and known.
func (c *collector) carries(f *Function) bool {
	if f.IsDecl || f.entity == nil || strings.Contains(f.Prefix, "available_externally") {
		return false
	}
	if local(f.Prefix) {
		if why := c.bound(f); why != "" {
			c.fail("@%s is private to the module, and the generated code needs it: %s", f.Name, why)
		}
		return c.err == nil
	}
	return rustName.MatchString(f.Name) && c.bound(f) == ""
}

// bound says what keeps f, and the functions that only the module sees and that f
// needs, from being copied: a variable that has to stay one.
func (c *collector) bound(f *Function) (why string) {
	seen := map[Value]bool{f: true}
	work := []Value{f}
	note := func(v Value) {
		if !seen[v] {
			seen[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		switch v := v.(type) {
		case *Function:
			if v != f && (v.IsDecl || !local(v.Prefix)) {
				continue
			}
			if err := v.Load(); err != nil {
				return err.Error()
			}
			c.inBody(v, note)
		case *Global:
			switch {
			case v.entity == nil || !local(v.Prefix):
			case v.Keyword != "constant":
				return fmt.Sprintf("it uses the variable @%s, of which there must not be two", v.Name)
			default:
				if err := v.LoadInit(); err != nil {
					return err.Error()
				}
				c.inValue(v.Init, note)
			}
		}
	}
	return ""
}

// inBody visits the functions and variables that the body of f names.
func (c *collector) inBody(f *Function, visit func(Value)) {
	c.inText(splitSuffix(f.Suffix).personality, visit)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.X != nil {
				c.inText(i.X.Bundles, visit)
			}
			for k := range i.ops {
				c.inValue(i.ops[k].Val, visit)
			}
		}
	}
}

// inValue visits the functions and variables that an operand or an initialiser names.
func (c *collector) inValue(v Value, visit func(Value)) {
	switch v := v.(type) {
	case *Function, *Global:
		visit(v)
	case *Const:
		for _, e := range v.Elems {
			c.inValue(e, visit)
		}
		if v.Kind == ConstRaw && v.Block == nil {
			c.inText(v.Text, visit)
		}
	}
}

// inText visits the functions and variables that a text names.
func (c *collector) inText(text string, visit func(Value)) {
	for {
		i := strings.IndexByte(text, '@')
		if i < 0 {
			return
		}
		name := symbolIn(text[i:])
		if name == "" {
			return
		}
		v, err := c.m.Lookup(name[1:])
		if err != nil {
			c.err = err
			return
		}
		visit(v)
		text = text[i+1:]
	}
}

// carry writes a copy of f, which others do not see. Its body is the module's: what
// a request did to f, if anything, is in it.
func (c *collector) carry(f *Function) {
	copied := f.Clone(c.m.FreshSymbol(f.Name))
	if copied == nil {
		c.fail("@%s is needed by the generated code, and cannot be read", f.Name)
		return
	}
	name := copied.Name
	copied.Name = f.Name
	c.body(copied)
	copied.Name = name
	c.m.Remove(copied)
}

// compared refuses what the program compares addresses with and has a copy here: the
// module's own code may have put the original's address where this reads it. What was
// read of the module is what takes part.
func (c *collector) compared() {
	for _, e := range c.m.Entities {
		f := c.m.funcs[e.Name]
		if e.Kind != DefineEntity || f == nil {
			continue
		}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if i.Op != ICmp {
					continue
				}
				for k := range i.ops {
					c.inValue(i.ops[k].Val, func(v Value) {
						if name, copied := c.copies(v); copied && !c.within(i, v) {
							c.fail("@%s compares addresses with that of @%s, of which the generated code would have a copy", f.Name, name)
						}
					})
				}
			}
		}
	}
}

// within reports whether both sides of a comparison are addresses in one variable, as
// of an iterator and its end: they are the copy's then.
func (c *collector) within(i *Instr, g Value) bool {
	if _, ok := g.(*Global); !ok {
		return false
	}
	seen, only := map[Value]bool{}, true
	var visit func(v Value)
	visit = func(v Value) {
		if seen[v] || !only {
			return
		}
		seen[v] = true
		j, ok := v.(*Instr)
		switch {
		case !ok:
			if k, isConst := v.(*Const); isConst && IsZero(k) {
				return
			}
			n := 0
			c.inValue(v, func(o Value) {
				n++
				only = only && o == g
			})
			only = only && n > 0
		case j.Op == GetElementPtr || j.Op == BitCast:
			visit(j.Arg(0))
		case j.Op == Phi:
			for k := range j.NumArgs() {
				visit(j.Arg(k))
			}
		default:
			only = false
		}
	}
	visit(i.Arg(0))
	visit(i.Arg(1))
	return only
}

// copies reports whether the text has a copy of a function or constant of the module.
func (c *collector) copies(v Value) (name string, copied bool) {
	switch v := v.(type) {
	case *Function:
		return v.Name, c.copied[v]
	case *Global:
		return v.Name, c.seen[v] && v.entity != nil && local(v.Prefix)
	}
	return "", false
}

// known refuses variables that stay the module's and hold the address of a function
// that is copied: code that finds it there and code that has the copy's would differ.
func (c *collector) known() {
	for _, g := range c.globals {
		if g.entity == nil || local(g.Prefix) || g.LoadInit() != nil || g.Init == nil {
			continue
		}
		seen := map[Value]bool{}
		var visit func(v Value)
		visit = func(v Value) {
			if seen[v] {
				return
			}
			seen[v] = true
			switch v := v.(type) {
			case *Function:
				if c.copied[v] {
					c.fail("the variable @%s holds the address of @%s, of which the generated code would have a copy", g.Name, v.Name)
				}
			case *Global:
				if v.entity != nil && v.LoadInit() == nil && v.Init != nil {
					c.inValue(v.Init, visit)
				}
			}
		}
		c.inValue(g.Init, visit)
	}
}
