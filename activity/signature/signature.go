package signature

import (
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Role is what a parameter of a generated function is for.
type Role uint8

// The roles.
const (
	PrimalParam Role = iota // f's own parameter
	ShadowParam             // behind an active one: the place of its gradient, its tangent, or its shadow
	SeedParam               // reverse, last: the adjoint of the result
	RetParam                // forward, last: receives the tangent of the result
)

// SigParam is a parameter of a generated function.
type SigParam struct {
	Role  Role
	Index int // PrimalParam, ShadowParam: the parameter of f
	Lane  int // ShadowParam, SeedParam: which of the tangents or adjoints, 0 for the first
	Type  *ir.Type
	Name  string // without %, as it stands in IR; unique in the signature
	Attrs string // what the calling convention needs: byval(T), zeroext, ...
}

// Signature is the public shape of a derivative of F: f's parameters in order,
// every active one followed by its shadow, then the seed or the result's
// tangent. It returns what F returns.
type Signature struct {
	F      *ir.Function
	Seed   Seed
	Width  int // tangents or adjoints at once
	Params []SigParam
}

// GradSignature is the shape of <f>_grad: behind a float by value stands a
// pointer to where its gradient is added up, behind a pointer its shadow, width
// of them each; the seeds, of f's result type, come last when seed.Ret.
func GradSignature(f *ir.Function, seed Seed, width int) *Signature {
	s := &Signature{F: f, Seed: seed, Width: max(width, 1)}
	s.build(func(t *ir.Type) *ir.Type { return f.Module.PtrTo(t) })
	if seed.Ret {
		for lane := range s.Width {
			name := "seed"
			if s.Width > 1 {
				name += "_" + strconv.Itoa(lane)
			}
			s.add(SigParam{Role: SeedParam, Lane: lane, Type: f.Typ.Ret}, name)
		}
	}
	return s
}

// JVPSignature is the shape of <f>_jvp: behind a float by value stands its
// tangent by value, behind a pointer its shadow, width of them each; a pointer
// to width tangents of the result comes last when seed.Ret or seed.RetShadow.
func JVPSignature(f *ir.Function, seed Seed, width int) *Signature {
	s := &Signature{F: f, Seed: seed, Width: max(width, 1)}
	s.build(func(t *ir.Type) *ir.Type { return t })
	if seed.Ret || seed.RetShadow {
		s.add(SigParam{Role: RetParam, Type: f.Module.PtrTo(f.Typ.Ret)}, "d_ret")
	}
	return s
}

func (s *Signature) build(outType func(*ir.Type) *ir.Type) {
	for k, p := range s.F.Params {
		name := p.Name
		if name == "" {
			name = "a" + strconv.Itoa(k)
		}
		s.add(SigParam{Role: PrimalParam, Index: k, Type: p.Typ, Attrs: CallAttrs(p.Attrs)}, name)
		if s.Seed.Params[k] == Const {
			continue
		}
		t := p.Typ
		if s.Seed.Params[k] == Out {
			t = outType(t)
		}
		for lane := range s.Width {
			d := "d_" + strings.Trim(name, `"`)
			if s.Width > 1 {
				d += "_" + strconv.Itoa(lane)
			}
			if name != "" && name[0] == '"' {
				d = `"` + d + `"`
			}
			s.add(SigParam{Role: ShadowParam, Index: k, Lane: lane, Type: t}, d)
		}
	}
}

func (s *Signature) add(p SigParam, name string) {
	p.Name = name
	for n := 1; s.named(p.Name); n++ {
		p.Name = strings.Trim(name, `"`) + "." + strconv.Itoa(n)
		if name[0] == '"' {
			p.Name = `"` + p.Name + `"`
		}
	}
	s.Params = append(s.Params, p)
}

func (s *Signature) named(name string) bool {
	for _, p := range s.Params {
		if p.Name == name {
			return true
		}
	}
	return false
}

// FuncType is the type of the generated function.
func (s *Signature) FuncType() *ir.Type {
	t := make([]*ir.Type, len(s.Params))
	for k, p := range s.Params {
		t[k] = p.Type
	}
	return s.F.Module.FuncType(s.F.Typ.Ret, t...)
}

// Primal is the position of f's parameter k.
func (s *Signature) Primal(k int) int { return s.find(PrimalParam, k, 0) }

// Shadow is the position of what stands behind f's parameter k for a lane, -1
// when the parameter is constant.
func (s *Signature) Shadow(k, lane int) int { return s.find(ShadowParam, k, lane) }

// SeedOf is the position of a lane's adjoint of the result (reverse).
func (s *Signature) SeedOf(lane int) int { return s.find(SeedParam, 0, lane) }

// Last is the position of the last seed (reverse) or the result's tangents
// (forward), -1 when there is none.
func (s *Signature) Last() int {
	if n := len(s.Params) - 1; n >= 0 && s.Params[n].Role >= SeedParam {
		return n
	}
	return -1
}

func (s *Signature) find(r Role, index, lane int) int {
	for k, p := range s.Params {
		if p.Role == r && p.Index == index && p.Lane == lane {
			return k
		}
	}
	return -1
}

// CallAttrs keeps of a parameter's attributes what decides how the argument is
// passed. sret is dropped: the generated function takes a plain pointer, so
// that it can be declared in C on every target.
func CallAttrs(attrs string) string {
	var keep []string
	byval := false
	for _, a := range SplitAttrs(attrs) {
		name, _, _ := strings.Cut(a, "(")
		switch name {
		case "byval":
			byval = true
			keep = append(keep, a)
		case "byref", "inalloca", "preallocated", "zeroext", "signext", "inreg":
			keep = append(keep, a)
		}
	}
	if byval {
		for _, a := range SplitAttrs(attrs) {
			if strings.HasPrefix(a, "align ") {
				keep = append(keep, a)
			}
		}
	}
	return strings.Join(keep, " ")
}

// SplitAttrs splits an attribute text into attributes: `align 8`, `noundef`,
// `byval(%struct.S)`, `"key"="value"`.
func SplitAttrs(s string) []string {
	var out []string
	depth, quoted, start := 0, false, -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		w := s[start:end]
		start = -1
		if n := len(out); n > 0 && (out[n-1] == "align" || out[n-1] == "alignstack") && w[0] >= '0' && w[0] <= '9' {
			out[n-1] += " " + w
			return
		}
		out = append(out, w)
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case (c == ' ' || c == '\t') && depth == 0:
			flush(i)
			continue
		}
		if start < 0 {
			start = i
		}
	}
	flush(len(s))
	return out
}

// DefaultKind is the activity of a parameter of type t about which nothing was
// said: a float by value is active, a pointer has a shadow, an integer is
// constant. A by-value aggregate with a pointer has a shadow, one of floats is
// active.
func DefaultKind(t *ir.Type) Kind {
	switch {
	case t.HasPtr():
		return Dup
	case t.HasFloat():
		return Out
	}
	return Const
}
