package ir

import "strings"

// attr is one attribute: a word with its argument, or a string pair.
type attr struct {
	text string // as written
	name string // the word, or the string without quotes
	arg  string // what stands in parentheses, or behind align, or the value string without quotes
	str  bool   // a string attribute
}

// eachAttr calls yield for every attribute of a text until it gives false.
// Groups (#4) are named by their text.
func eachAttr(text string, yield func(a attr) bool) {
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			i++
			continue
		}
		a := attr{}
		start := i
		if text[i] == '"' {
			a.str = true
			a.name, i = quotedAt(text, i)
			if i < len(text) && text[i] == '=' {
				a.arg, i = quotedAt(text, i+1)
			}
		} else {
			for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != '=' && text[i] != '"' {
				i++
			}
			a.name = text[start:i]
			switch {
			case i < len(text) && text[i] == '(':
				end := closingParen(text, i)
				a.arg = text[i+1 : end]
				i = min(end+1, len(text))
			case i < len(text) && text[i] == '=':
				from := i + 1
				for i++; i < len(text) && !isSpace(text[i]); i++ {
				}
				a.arg = text[from:i]
			case a.name == "align" || a.name == "alignstack":
				n := i
				for n < len(text) && text[n] == ' ' {
					n++
				}
				from := n
				for n < len(text) && isDigit(text[n]) {
					n++
				}
				if n > from {
					a.arg, i = text[from:n], n
				}
			}
		}
		if i == start {
			i++
		}
		a.text = text[start:i]
		if !yield(a) {
			return
		}
	}
}

// quotedAt is the string literal at offset i without quotes, and the offset
// behind it.
func quotedAt(s string, i int) (string, int) {
	if i >= len(s) || s[i] != '"' {
		return "", i
	}
	n := strings.IndexByte(s[i+1:], '"')
	if n < 0 {
		return s[i+1:], len(s)
	}
	return s[i+1 : i+1+n], i + n + 2
}

// closingParen is the offset of the parenthesis that closes the one at i.
func closingParen(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		case '"':
			_, n := quotedAt(s, i)
			i = n - 1
		}
	}
	return len(s)
}

// attrGroups are the attribute groups of a module's text, and attribute texts
// that were looked through.
type attrGroups struct {
	file      *source
	texts     map[string]string // of groups
	portables map[string]string // see portable
}

// findAttr looks an attribute up in a text, and in the groups it names when
// groups is not nil.
func findAttr(groups *attrGroups, text, name string) (arg string, ok bool) {
	if text == "" {
		return "", false
	}
	eachAttr(text, func(a attr) bool {
		if a.name == name {
			arg, ok = a.arg, true
			return false
		}
		if groups != nil && a.name[0:min(1, len(a.name))] == "#" && !a.str {
			// A group names no groups: nil keeps one that names itself from being
			// followed for ever.
			if arg, ok = findAttr(nil, groups.text(a.name), name); ok {
				return false
			}
		}
		return true
	})
	return
}

// text is what stands between the braces of a group, spelled with its #; "" if
// there is none.
func (g *attrGroups) text(name string) string {
	if t, ok := g.texts[name]; ok {
		return t
	}
	t := ""
	if e := g.file.index[name]; e != nil && e.Kind == AttrGroupEntity {
		t = g.file.of(e)
		i, j := strings.IndexByte(t, '{'), strings.LastIndexByte(t, '}')
		if i >= 0 && j > i {
			t = joinLines(strings.TrimSpace(t[i+1 : j]))
		} else {
			t = ""
		}
	}
	if g.texts == nil {
		g.texts = map[string]string{}
	}
	g.texts[name] = t
	return t
}

// HasAttr reports whether the function carries the attribute, directly or
// through an attribute group; strings count with their quotes off.
func (f *Function) HasAttr(name string) bool {
	_, ok := f.Attr(name)
	return ok
}

// Attr is the argument of a function's attribute: `4` for align 4, `readwrite`
// for memory(readwrite), the value of "key"="value"; "" when it has none. ok
// tells whether the function carries it.
func (f *Function) Attr(name string) (arg string, ok bool) {
	return findAttr(&f.Module.attrs, splitSuffix(f.Suffix).attrs, name)
}

// RetAttr is the argument of an attribute on the results of a function, as Attr gives it.
func (f *Function) RetAttr(name string) (arg string, ok bool) {
	return findAttr(&f.Module.attrs, f.RetAttrs, name)
}

// HasAttr reports whether a call site (not its callee) carries the attribute
// behind its arguments, directly or through an attribute group.
func (i *Instr) HasAttr(name string) bool {
	_, ok := i.Attr(name)
	return ok
}

// Attr is the argument of an attribute behind the arguments of a call site, as
// Function.Attr gives it.
func (i *Instr) Attr(name string) (arg string, ok bool) {
	if i.X == nil || i.X.FnAttrs == "" {
		return "", false
	}
	var groups *attrGroups
	if i.Parent != nil && i.Parent.Parent != nil {
		groups = &i.Parent.Parent.Module.attrs
	}
	return findAttr(groups, i.X.FnAttrs, name)
}

// ArgAttr is the argument of an attribute on argument k of a call, as Attr
// gives it.
func (i *Instr) ArgAttr(k int, name string) (arg string, ok bool) {
	if i.X == nil || k >= len(i.X.ArgAttrs) {
		return "", false
	}
	return findAttr(nil, i.X.ArgAttrs[k], name)
}

// RetAttr is the argument of an attribute on the result of a call, as Attr gives it.
func (i *Instr) RetAttr(name string) (arg string, ok bool) {
	if i.X == nil {
		return "", false
	}
	return findAttr(nil, i.X.RetAttrs, name)
}

// HasAttr reports whether the parameter carries the attribute.
func (p *Param) HasAttr(name string) bool {
	_, ok := p.Attr(name)
	return ok
}

// Attr is the argument of a parameter's attribute: `80` for
// dereferenceable(80), the type's text for byval(%T).
func (p *Param) Attr(name string) (arg string, ok bool) {
	return findAttr(nil, p.Attrs, name)
}

// TypeAttr is the type that a parameter's attribute names: %T for sret(%T) or
// byval(%T). Typed pointers may have such an attribute without a type, which is
// then what they point to.
func (p *Param) TypeAttr(name string) (*Type, bool) {
	text, ok := p.Attr(name)
	if !ok {
		return nil, false
	}
	if t, err := p.Parent.Module.ParseType(text); err == nil && text != "" {
		return t, true
	}
	return p.Typ.Elem, p.Typ.Elem != nil
}
