package native

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Float is the value of a key; NaN when there is none.
func (r *Report) Float(key string) float64 {
	text, ok := r.Values[key]
	if !ok {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// Names lists what stands behind a prefix among the keys, in order.
func (r *Report) Names(prefix string) (names []string) {
	for _, k := range r.Keys {
		if n, ok := strings.CutPrefix(k, prefix); ok {
			names = append(names, n)
		}
	}
	return names
}

// CheckReference judges the program itself: its differences must be finite and
// tell more than the tolerance asks. It returns one line a finding.
func CheckReference(p *Program, ref *Report) (bad []string) {
	if p.HasTag("kink") {
		return nil
	}
	moved := false
	for _, kind := range []string{"plain.", "full."} {
		scale := differenceScale(ref, kind)
		for _, leaf := range ref.Names("fd." + kind) {
			d, e := ref.Float("fd."+kind+leaf), ref.Float("fderr."+kind+leaf)
			if math.IsNaN(d) || math.IsInf(d, 0) {
				bad = append(bad, fmt.Sprintf("difference %s%s is %v", kind, leaf, d))
			}
			if limit := p.DiffTol / 10 * floor(d, scale); e > limit {
				bad = append(bad, fmt.Sprintf("difference %s%s = %v is known to %.1e only, not %.1e", kind, leaf, d, e, limit))
			}
			moved = moved || d != 0 && kind == "plain."
		}
	}
	if !moved {
		bad = append(bad, "every derivative is zero")
	}
	return bad
}

// differenceScale is the size below which a derivative is compared absolutely:
// a thousandth of the largest derivative and a ten-thousandth of the function.
func differenceScale(ref *Report, kind string) float64 {
	s := math.Abs(ref.Float("phi."+strings.TrimSuffix(kind, "."))) * 1e-4
	for _, leaf := range ref.Names("fd." + kind) {
		s = math.Max(s, math.Abs(ref.Float("fd."+kind+leaf))*1e-3)
	}
	return s
}

func floor(d, scale float64) float64 { return math.Max(math.Abs(d), scale) }

// Check compares what the derivatives gave with the reference and with each
// other. It returns one line a finding, none when all is well.
func Check(p *Program, c Config, ref, got *Report) (bad []string) {
	bad = append(bad, checkPrimal(p, ref, got)...)
	bad = append(bad, checkFigures(p, c, got)...)
	if c.Grad {
		bad = append(bad, sameState(p, got, "f.", "grad.")...)
		if !p.HasTag("kink") {
			bad = append(bad, checkGradient(p, ref, got)...)
		}
	}
	if c.JVP {
		bad = append(bad, sameState(p, got, "f.", "jvp.")...)
		if !p.HasTag("kink") {
			bad = append(bad, checkTangent(p, ref, got)...)
		}
	}
	if c.Grad && c.JVP {
		bad = append(bad, checkDot(p, got)...)
	}
	return bad
}

// SamePrimal compares the function in two builds bit for bit.
func SamePrimal(p *Program, original, got *Report) (bad []string) {
	for _, name := range original.Names("f.") {
		if a, b := original.Values["f."+name], got.Values["f."+name]; !same(p, a, b) {
			bad = append(bad, fmt.Sprintf("primal %s: %s in the original, %s with derivatives", name, a, b))
		}
	}
	return bad
}

func sameState(p *Program, got *Report, want, have string) (bad []string) {
	for _, name := range got.Names(want) {
		a, b := got.Values[want+name], got.Values[have+name]
		if !same(p, a, b) {
			bad = append(bad, fmt.Sprintf("%s%s = %s, but %s%s = %s", want, name, a, have, name, b))
		}
	}
	return bad
}

// same compares bit for bit. Only where the source lets the compiler
// reassociate or contract may it do so in one build and not in the other.
func same(p *Program, a, b string) bool {
	if a == b || !p.HasTag("reassociates") {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && math.Abs(x-y) <= p.DotTol*math.Abs(x)
}

func checkPrimal(p *Program, ref, got *Report) (bad []string) {
	for _, name := range ref.Names("f.") {
		if strings.HasPrefix(name, "bytes.") {
			continue
		}
		a, b := ref.Float("f."+name), got.Float("f."+name)
		if !(math.Abs(a-b) <= p.DiffTol*math.Max(math.Abs(a), 1e-3)) {
			bad = append(bad, fmt.Sprintf("primal %s: %v, reference %v", name, b, a))
		}
	}
	return bad
}

func checkGradient(p *Program, ref, got *Report) (bad []string) {
	for _, kind := range []string{"plain.", "full."} {
		scale := differenceScale(ref, kind)
		for _, leaf := range ref.Names("fd." + kind) {
			d, g := ref.Float("fd."+kind+leaf), got.Float(kind+leaf)
			if e := math.Abs(d-g) / floor(d, scale); !(e <= p.DiffTol) && d != g {
				bad = append(bad, fmt.Sprintf("gradient %s%s = %.12g, differences say %.12g (error %.1e)", kind, leaf, g, d, e))
			}
		}
	}
	scale := differenceScale(ref, "full.")
	for _, leaf := range ref.Names("fd.full.") {
		a, b := got.Float("full."+leaf), got.Float("again."+leaf)
		if e := math.Abs(a-b) / math.Max(1, floor(a, scale)); !(e <= 4*p.DotTol) {
			bad = append(bad, fmt.Sprintf("gradient %s: %v, the second time %v", leaf, a, b))
		}
	}
	return bad
}

// checkTangent holds <w, J v> against the differences of w.F along v.
func checkTangent(p *Program, ref, got *Report) []string {
	forward, _ := tangentDot(got)
	var differences, size float64
	for _, leaf := range got.Names("v.") {
		if d := ref.Float("fd.full."+leaf) * got.Float("v."+leaf); d != 0 {
			differences += d
			size += math.Abs(d)
		}
	}
	if e := math.Abs(forward-differences) / size; !(e <= 10*p.DiffTol) && size > 0 {
		return []string{fmt.Sprintf("forward gives %.12g, differences say %.12g (error %.1e)", forward, differences, e)}
	}
	return nil
}

// tangentDot is <w, J v>, and the sum of the sizes of its terms.
func tangentDot(got *Report) (sum, size float64) {
	add := func(w, tangent float64) {
		if w != 0 && tangent != 0 {
			sum += w * tangent
			size += math.Abs(w * tangent)
		}
	}
	for _, leaf := range got.Names("tan.") {
		add(got.Float("w."+leaf), got.Float("tan."+leaf))
	}
	return sum, size
}

// checkDot holds <w, J v> against <J^T w, v>.
func checkDot(p *Program, got *Report) []string {
	forward, size := tangentDot(got)
	reverse := 0.0
	for _, leaf := range got.Names("v.") {
		if a, v := got.Float("full."+leaf), got.Float("v."+leaf); a != 0 && v != 0 {
			reverse += a * v
			size += math.Abs(a * v)
		}
	}
	if e := math.Abs(forward-reverse) / size; !(e <= p.DotTol) && size > 0 {
		return []string{fmt.Sprintf("forward gives %.17g, reverse %.17g (error %.1e)", forward, reverse, e)}
	}
	if math.IsNaN(size) {
		return []string{"forward or reverse gives NaN"}
	}
	return nil
}

// checkFigures compares with the expect directives, to two units in the last
// place.
func checkFigures(p *Program, c Config, got *Report) (bad []string) {
	for k, e := range p.Expects {
		var key, what string
		switch {
		case e.Kind == "ret" || e.Kind == "mem":
			key, what = "f."+e.Out, e.Out
		case e.Kind == "grad" && c.Grad, e.Kind == "jvp" && c.JVP:
			key, what = fmt.Sprintf("expect.%d", k), fmt.Sprintf("%s d %s / d %s", e.Kind, e.Out, e.In)
		default:
			continue
		}
		v := got.Float(key)
		if !(math.Abs(v-e.Value) <= 4.5e-16*math.Abs(e.Value)) {
			bad = append(bad, fmt.Sprintf("%s:%d: %s = %.17g, expected %.17g", p.Path, e.Line, what, v, e.Value))
		}
	}
	return bad
}
