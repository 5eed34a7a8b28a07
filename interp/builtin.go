package interp

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// builtin is a function that the interpreter itself provides.
type builtin struct {
	name    string
	fn      func(c *call) error
	pure    bool      // undefined arguments make an undefined result, lane by lane where they have as many lanes
	whole   bool      // pure, but every lane of the result depends on every lane of the arguments
	lenient bool      // undefined arguments are none of its business
	missing bool      // faults when called: nothing of that name is known
	math    *mathFunc // decoded into an operation where the types allow
}

// call is a builtin's view of its call.
type call struct {
	m  *Machine
	fr *frame
	in *inst
}

func (c *call) nargs() int         { return len(c.in.x.args) }
func (c *call) typ(k int) *ir.Type { return c.in.x.args[k].typ }
func (c *call) u(k int) uint64     { return c.fr.regs[c.in.x.args[k].slot] }
func (c *call) result() []uint64   { return c.fr.regs[c.in.dst : c.in.dst+c.in.n] }
func (c *call) retType() *ir.Type  { return c.in.x.fnType.Ret }
func (c *call) name() string       { return c.in.x.native.name }
func (c *call) slots(k int) []uint64 {
	a := &c.in.x.args[k]
	return c.fr.regs[a.slot : a.slot+a.n]
}

// und gives the undefined bits of argument k, nil when there are none.
func (c *call) und(k int) []uint64 {
	if c.fr.und == nil {
		return nil
	}
	a := &c.in.x.args[k]
	if u := c.fr.und[a.slot : a.slot+a.n]; anySet(u) {
		return u
	}
	return nil
}

// s is argument k, an integer, sign-extended.
func (c *call) s(k int) int64 {
	if t := c.typ(k); t.IsInt() && t.Bits < 64 {
		return signed(c.u(k), t.Bits)
	}
	return int64(c.u(k))
}

// f is argument k, a floating-point number.
func (c *call) f(k int) float64 { return toF64(leafKindOf(c.typ(k)), c.u(k)) }

// ret gives an integer or address as the result.
func (c *call) ret(v uint64) {
	if c.in.n > 0 {
		r := c.result()
		if len(r) > 1 {
			fillSigned(r, int64(v))
		}
		r[0] = v
		if t := c.retType(); t.IsInt() {
			r[len(r)-1] &= topMask(t.Bits)
		}
	}
}

// retF gives a number as the result, rounded to its type.
func (c *call) retF(x float64) {
	if c.in.n > 0 {
		c.result()[0] = fromF64(leafKindOf(c.retType()), x)
	}
}

// want checks that the call has at least n arguments of one slot each.
func (c *call) want(n int) error {
	if c.nargs() < n {
		return faultf(BadCall, "%s with %d arguments", c.name(), c.nargs())
	}
	for k := 0; k < n; k++ {
		if c.in.x.args[k].n < 1 {
			return faultf(BadCall, "%s with an argument of type %s", c.name(), c.typ(k))
		}
	}
	return nil
}

// callNative calls a builtin.
func (m *Machine) callNative(fr *frame, in *inst) error {
	b := in.x.native
	if in.x.callee != nil {
		m.countCall(in.x.callee)
	}
	var lanes []uint64 // undefined lanes of an elementwise function's result
	if fr.und != nil {
		if !b.lenient {
			for k := range in.x.args {
				a := &in.x.args[k]
				u := fr.und[a.slot : a.slot+a.n]
				if !anySet(u) {
					continue
				}
				if !b.pure {
					return faultf(Undefined, "argument %d of %s is undefined", k, b.name)
				}
				if a.n != in.n || b.whole {
					fr.setUndef(in.dst, in.n)
					return nil
				}
				if lanes == nil {
					lanes = make([]uint64, in.n)
				}
				for j, x := range u {
					lanes[j] |= whole(x)
				}
			}
		}
		clear(fr.und[in.dst : in.dst+in.n])
	}
	var err error
	c := call{m, fr, in}
	if b.math != nil {
		err = c.math(b.math)
	} else {
		err = b.fn(&c)
	}
	if err == nil && lanes != nil {
		for j, x := range lanes {
			fr.shade()[in.dst+int32(j)] |= x
		}
	}
	return err
}

// library finds the builtin for a declared function; it is never nil: what is
// not known faults when it is called.
func (g *image) library(f *ir.Function) *builtin {
	name := plainName(f.Name)
	if rest, ok := strings.CutPrefix(name, "llvm."); ok {
		if b := constrained(rest); b != nil {
			return b
		}
		for base := rest; base != ""; base = base[:max(strings.LastIndexByte(base, '.'), 0)] {
			if b := intrinsics[base]; b != nil {
				return b
			}
		}
	}
	if b := libc[name]; b != nil {
		return b
	}
	if g.evaluators != nil {
		if fn := g.evaluators(name, f.Typ); fn != nil {
			if b := evaluated(name, f.Typ, fn); b != nil {
				return b
			}
		}
	}
	if b := libmFunc(name, f.Typ); b != nil {
		return b
	}
	if b := rustFunc(name); b != nil {
		return b
	}
	return unknown(name)
}

// missing reports whether f has neither a body nor a builtin.
func (f *function) missing() bool { return f.native != nil && f.native.missing }

func unknown(name string) *builtin {
	return &builtin{name: name, lenient: true, missing: true, fn: func(c *call) error {
		if strings.HasPrefix(name, "llvm.") {
			return faultf(Unsupported, "intrinsic @%s", name)
		}
		return faultf(NoBody, "call of @%s, which has no body", name)
	}}
}

// ignoredIntrinsic reports whether calls of an intrinsic do nothing here.
func ignoredIntrinsic(name string) bool {
	for _, p := range []string{"llvm.dbg.", "llvm.prefetch", "llvm.donothing", "llvm.sideeffect", "llvm.experimental.noalias.scope.decl",
		"llvm.var.annotation", "llvm.pseudoprobe", "llvm.fake.use", "llvm.instrprof."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// plainName is a symbol without the quotes and the prefix that stop mangling.
func plainName(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	return strings.TrimPrefix(s, `\01`)
}

// externBuiltin makes a library function of one that the caller registered.
func externBuiltin(name string, f Extern) *builtin {
	return &builtin{name: name, fn: func(c *call) error {
		args := make([]Value, c.nargs())
		for k := range args {
			args[k] = Value{c.typ(k), append([]uint64(nil), c.slots(k)...)}
		}
		v, err := f(c.m, args)
		if err != nil {
			return err
		}
		want := c.in.x.fnType.Ret
		if want == ir.Void {
			return nil
		}
		if v.typ == nil || !ir.Same(v.typ, want) {
			return faultf(BadCall, "external function %s gave %v, not %s", name, v.typ, want)
		}
		copy(c.result(), v.bits)
		return nil
	}}
}
