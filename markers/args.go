package markers

import (
	"maps"
	"slices"

	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/diag"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/pipeline"
)

// marker is what a marker call asks for.
type marker struct {
	call   *ir.Instr
	mode   pipeline.Mode
	callee *ir.Function // the function to be differentiated
	target *ir.Function // the same, with the functions that it gets as constants put into it
	seed   signature.Seed
	width  int
	params []markerParam // one for each parameter of callee
	sret   ir.Value      // where the call wants its result, nil when it returns it
	sretT  *ir.Type      // the type behind sret

	primalReturn bool // the primal result comes before the derivatives
	constResult  bool // that of the result is not asked for

	kind      markerKind
	adjoint   ir.Value // split reverse: of a float result
	tape      ir.Value // split: the tape, or the caller's memory for it
	allocated int64    // split: bytes of that memory, -1 when llad allocates the tape
	keepTape  bool     // split reverse: another sweep follows
	byRef     int64    // bytes behind the next argument, a pointer to the value, 0 where it is the value
	adjointAt bool     // adjoint is a pointer to the adjoint
	shared    bool     // split: the tape may be one that tangents are taken from

	context *varContext // of the shadows of variables, nil for those that are registered
}

// isSplit reports whether the call makes or reads a tape.
func (m *marker) isSplit() bool {
	return m.kind == markAugment || m.kind == markSweep || m.kind == markReplay
}

// tapeBytes is what the caller's memory for a tape must hold: its address.
const tapeBytes = 8

// setAllocated takes the value of the option 'allocated'.
func (m *marker) setAllocated(v ir.Value) error {
	n, ok := ir.IntValue(v)
	if !ok {
		return ir.DiagAt(m.call, codeMarkerArgs, "the value of 'allocated' must be a constant")
	}
	if n < tapeBytes {
		return ir.DiagAt(m.call, codeMarkerResult, "the tape needs %d bytes, but 'allocated' says %d", tapeBytes, n)
	}
	m.allocated = n
	return nil
}

// markerParam is what the call passes for one parameter.
type markerParam struct {
	primal  ir.Value   // nil for the result pointer of callee, which the call does not pass
	shadows []ir.Value // width of them, or one base when stride is set
	stride  ir.Value   // bytes between the shadows of two lanes
	apart   bool       // the shadows stand behind all primals
	byRef   bool       // primal is a pointer to it
}

// argCursor goes through the arguments of a marker call.
type argCursor struct {
	m       *marker
	args    []ir.Value
	at      int
	apart   bool   // shadows stand behind all primals
	param   int    // the parameter that comes next
	next    option // what is said of it
	pending string // the option that says so, "" for none
}

func (c *argCursor) done() bool { return c.at == len(c.args) }

// take gives the next argument; what says what it is for in the diagnostic of
// its absence.
func (c *argCursor) take(what string) (ir.Value, error) {
	if c.done() {
		return nil, ir.DiagAt(c.m.call, codeMarkerArgs, "the call ends where %s is expected", what)
	}
	v := c.args[c.at]
	if n := optionName(v); n != "" {
		return nil, ir.DiagAt(c.m.call, codeMarkerArgs, "argument %d is the marker '%s' where %s is expected", c.at, n, what)
	}
	c.at++
	return v, nil
}

// parseMarker reads a marker call. Errors are *ir.Diagnostic at the call.
func (l *Lowering) parseMarker(i *ir.Instr) (*marker, error) {
	m := &marker{call: i, width: 1, allocated: -1, kind: markerOf(i.CalledFunc())}
	switch m.kind {
	case markReverse, markAugment, markSweep:
	case markForward, markReplay:
		m.mode = pipeline.Forward
	default:
		return nil, ir.DiagAt(i, codeMarkerKind, "calls of '%s' are not supported", diag.Demangled(i.CalledFunc()))
	}
	c := &argCursor{m: m, args: i.CallArgs()}
	m.findSRet(c)
	if err := m.findCallee(c); err != nil {
		return nil, err
	}
	if m.isSplit() {
		m.shared = l.sharesTape(m.callee)
		m.callee = l.returning(m.callee)
	}
	f := m.callee
	m.seed = signature.Seed{
		Params:    make([]signature.Kind, len(f.Params)),
		Ret:       f.Typ.Ret.HasFloat(),
		RetShadow: m.kind != markReverse && f.Typ.Ret.HasPtr(),
	}
	m.params = make([]markerParam, len(f.Params))
	if err := m.findWidth(c); err != nil {
		return nil, err
	}
	if err := l.findContext(m, c); err != nil {
		return nil, err
	}
	if err := m.arguments(c); err != nil {
		return nil, err
	}
	return m, m.checkSplit()
}

// checkSplit refuses what the two halves of a gradient do not have.
func (m *marker) checkSplit() error {
	if !m.isSplit() {
		if m.tape != nil || m.allocated >= 0 {
			return ir.DiagAt(m.call, codeMarkerArgs, "'tape' and 'allocated' are for the split calls (augmented primal, reverse, tangents from a tape)")
		}
		return nil
	}
	switch {
	case m.kind == markReplay:
	case m.primalReturn:
		return ir.DiagAt(m.call, codeMarkerArgs, "'primal_return' in a split call: the augmented primal always returns the result")
	case m.width > 1 && !(m.shared && m.kind == markAugment):
		return ir.DiagAt(m.call, codeMarkerWidth, "a split call has one adjoint at a time: width %d is not supported", m.width)
	case m.kind == markAugment && (m.tape == nil) != (m.allocated < 0):
		return ir.DiagAt(m.call, codeMarkerArgs, "of 'tape' and 'allocated' the call has only one")
	}
	return nil
}

// findSRet takes the pointer through which the call wants its result.
func (m *marker) findSRet(c *argCursor) {
	if len(c.args) == 0 {
		return
	}
	marked := m.call.CalledFunc()
	p := &ir.Param{Typ: c.args[0].Type(), Parent: m.call.Parent.Parent}
	if m.call.X != nil && len(m.call.X.ArgAttrs) > 0 {
		p.Attrs = m.call.X.ArgAttrs[0]
	}
	if !p.HasAttr("sret") && len(marked.Params) > 0 {
		p.Attrs = marked.Params[0].Attrs
	}
	if !p.HasAttr("sret") {
		return
	}
	m.sret = c.args[0]
	m.sretT, _ = p.TypeAttr("sret")
	c.at++
}

// findCallee takes the function to be differentiated.
func (m *marker) findCallee(c *argCursor) error {
	v, err := c.take("the function to be differentiated")
	if err != nil {
		return err
	}
	f := resolveFunc(v)
	if f == nil {
		d := ir.DiagAt(m.call, codeNoTarget, "the function to be differentiated is not known at this call")
		d.Hint = "pass the function itself, not a variable that holds it"
		return d
	}
	if f.IsDecl {
		d := ir.DiagAt(m.call, codeNoBody, "'%s', which is to be differentiated, has no body in this module", diag.Demangled(f))
		d.Hint = "link the IR of the file that defines it (llvm-link) first"
		return d
	}
	m.callee = f
	return nil
}

// findWidth looks for the width option ahead of the arguments, because it says
// how many shadows each takes.
func (m *marker) findWidth(c *argCursor) error {
	for k := c.at; k < len(c.args); k++ {
		if optionName(c.args[k]) != "width" {
			continue
		}
		if k+1 < len(c.args) {
			if n, ok := ir.IntValue(c.args[k+1]); ok && n >= 1 && n <= 64 {
				m.width = int(n)
				return nil
			}
		}
		return ir.DiagAt(m.call, codeMarkerWidth, "the width must be a constant from 1 to 64")
	}
	return nil
}

// arguments takes options and, for each parameter, the primal and its shadows;
// then what a split reverse call has behind them.
func (m *marker) arguments(c *argCursor) error {
	f := m.callee
	if len(f.Params) > 0 && f.Params[0].HasAttr("sret") {
		m.seed.Params[0] = signature.Dup
		c.param = 1
	}
	for _, v := range c.args[c.at:] {
		c.apart = c.apart || optionName(v) == "interleave"
	}
	for !c.done() {
		var err error
		switch name := optionName(c.args[c.at]); {
		case name == "columns" && c.param == 0 && c.pending == "":
			err = c.columns(len(f.Params))
		case name == "":
			err = m.ordinary(c)
			c.next, c.pending = option{}, ""
		default:
			err = m.option(c, name)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case m.byRef != 0:
		return ir.DiagAt(m.call, codeMarkerArgs, "no argument follows 'byref'")
	case c.pending != "" || c.param < len(f.Params):
		return ir.DiagAt(m.call, codeMarkerArgs, "the call ends where parameter %s of '%s' is expected", diag.ParamLabel(f, c.param), diag.Demangled(f))
	case m.kind == markSweep && m.seed.Ret && m.adjoint == nil:
		return ir.DiagAt(m.call, codeMarkerArgs, "the call ends where the adjoint of the result of '%s' is expected", diag.Demangled(f))
	case (m.kind == markSweep || m.kind == markReplay) && m.tape == nil:
		return ir.DiagAt(m.call, codeMarkerArgs, "the call ends where the tape is expected")
	}
	return nil
}

// ordinary takes an argument that is no option.
func (m *marker) ordinary(c *argCursor) error {
	switch n := len(m.callee.Params); {
	case c.pending != "" && c.param == n:
		return m.tooMany(c, n)
	case c.param < n:
		k := c.param
		if c.pending != "" {
			parts, err := m.isStruct(c, k, c.next)
			if err != nil {
				return err
			}
			if parts > 1 {
				c.param += parts
				return m.structArgument(c, k, parts, c.next)
			}
		}
		c.param++
		return m.argument(c, k, c.next, c.pending != "")
	case m.kind == markSweep && m.seed.Ret && m.adjoint == nil:
		return m.takeAdjoint(c)
	case (m.kind == markSweep || m.kind == markReplay) && m.tape == nil:
		m.tape, c.at = c.args[c.at], c.at+1
		return nil
	default:
		return m.tooMany(c, n)
	}
}

// option takes an option and the value that belongs to it.
func (m *marker) option(c *argCursor, name string) error {
	o, ok := options[name]
	if !ok {
		d := ir.DiagAt(m.call, codeMarkerUnknown, "argument %d is '%s', a marker that is not known", c.at, name)
		d.Hint = diag.DidYouMean(name, slices.Sorted(maps.Keys(options)))
		return d
	}
	if c.pending != "" && name != "byref" {
		return ir.DiagAt(m.call, codeMarkerArgs, "the marker '%s' is followed by the marker '%s' instead of an argument", c.pending, name)
	}
	c.at++
	switch {
	case name == "interleave":
		if f := m.callee; c.param < len(f.Params) {
			return ir.DiagAt(m.call, codeMarkerArgs, "'interleave' stands where parameter %s of '%s' is expected", diag.ParamLabel(f, c.param), diag.Demangled(f))
		}
		return m.shadowsApart(c)
	case o.isKind:
		c.next, c.pending = o, name
	case o.value != nil:
		v, err := c.take("the value of '" + name + "'")
		if err != nil {
			return err
		}
		return o.value(m, v)
	default:
		o.optional(m)
	}
	return nil
}

// takeAdjoint takes the adjoint of the result. A struct that is passed in
// memory is a pointer here.
func (m *marker) takeAdjoint(c *argCursor) error {
	_, copied := m.call.ArgAttr(c.at, "byval")
	v, t := c.args[c.at], m.callee.Typ.Ret
	c.at++
	at, err := m.referred(v, t)
	m.adjoint, m.adjointAt = v, at || copied && !t.HasPtr()
	return err
}

// columns puts what follows into the usual order. There stand a marker for
// each parameter, then the values of all, then the shadows of all, null for
// constants, as many times as the width says: an order in which C++ expands
// parameter packs.
func (c *argCursor) columns(n int) error {
	rest, lanes := c.args[c.at+1:], c.m.width
	if len(rest) != (2+lanes)*n {
		return ir.DiagAt(c.m.call, codeMarkerArgs, "behind 'columns' stand %d arguments, but '%s' takes %d: for each parameter a marker, a value and %d shadows", len(rest), diag.Demangled(c.m.callee), n, lanes)
	}
	args := append([]ir.Value(nil), c.args[:c.at]...)
	for k := range n {
		args = append(args, rest[k], rest[n+k])
		if o := options[optionName(rest[k])]; o.isKind && (o.kind == signature.Dup || o.kind == signature.DupNoNeed) {
			for lane := range lanes {
				args = append(args, rest[(2+lane)*n+k])
			}
		}
	}
	c.args = args
	return nil
}

// tooMany refuses an argument behind those of all parameters.
func (m *marker) tooMany(c *argCursor, k int) error {
	return ir.DiagAt(m.call, codeMarkerArgs, "argument %d is one too many: '%s' has %d parameters", c.at, diag.Demangled(m.callee), k)
}

// shadowsApart takes the shadows that stand behind all primals.
func (m *marker) shadowsApart(c *argCursor) error {
	for k := range m.params {
		p := &m.params[k]
		if !p.apart {
			continue
		}
		if err := m.takeShadows(c, k, m.width); err != nil {
			return err
		}
	}
	return nil
}

// argument takes what belongs to parameter k.
func (m *marker) argument(c *argCursor, k int, o option, explicit bool) error {
	t := m.callee.Params[k].Typ
	kind := signature.DefaultKind(t)
	if m.mode == pipeline.Forward && kind == signature.Out {
		kind = signature.Dup
	}
	if explicit {
		kind = o.kind
	}
	p := &m.params[k]
	var err error
	if o.vector {
		if p.stride, err = c.take("the stride of the shadows"); err != nil {
			return err
		}
	}
	if p.primal, err = c.take("an argument"); err != nil {
		return err
	}
	if p.byRef, err = m.referred(p.primal, t); err != nil {
		return err
	}
	label := diag.ParamLabel(m.callee, k)
	switch kind {
	case signature.Out:
		if m.mode == pipeline.Forward {
			return ir.DiagAt(m.call, codeMarkerActivity, "'out' for parameter %s: forward mode takes a tangent ('dup')", label)
		}
		if t.HasPtr() || !t.HasFloat() {
			return ir.DiagAt(m.call, codeMarkerActivity, "'out' for parameter %s of '%s', which has type %s", label, diag.Demangled(m.callee), t)
		}
	case signature.Dup, signature.DupNoNeed:
		if !t.HasPtr() && !t.HasFloat() {
			return ir.DiagAt(m.call, codeMarkerActivity, "'dup' for parameter %s of '%s', which has type %s", label, diag.Demangled(m.callee), t)
		}
		if !t.HasPtr() && m.mode == pipeline.Reverse && !(m.shared && m.kind == markAugment) {
			return ir.DiagAt(m.call, codeMarkerActivity, "'dup' for parameter %s of '%s', a %s by value: its gradient is returned ('out')", label, diag.Demangled(m.callee), t)
		}
		if p.apart = c.apart && !o.vector; !p.apart {
			if err := m.takeShadows(c, k, m.shadowsFor(o)); err != nil {
				return err
			}
		}
		if !t.HasPtr() {
			kind = signature.Out // a tangent by value
		}
	}
	m.seed.Params[k] = kind
	return nil
}

// takeShadows takes n shadows of parameter k.
func (m *marker) takeShadows(c *argCursor, k, n int) error {
	label := diag.ParamLabel(m.callee, k)
	for range n {
		s, err := c.take("the shadow of parameter " + label)
		if err != nil {
			return err
		}
		if _, copied := m.call.ArgAttr(c.at-1, "byval"); copied && m.mode == pipeline.Reverse {
			d := ir.DiagAt(m.call, codeMarkerActivity, "the shadow of parameter %s is passed by value: its gradient would be lost", label)
			d.Hint = "pass a pointer to the shadow"
			return d
		}
		if t := m.callee.Params[k].Typ; t.IsPtr() && s.Type().IsInt() && !ir.IsZero(s) {
			d := ir.DiagAt(m.call, codeMarkerArgs, "argument %d is an integer where the shadow of parameter %s of '%s' is expected, an address", c.at-1, label, diag.Demangled(m.callee))
			d.Hint = "behind the argument stands its shadow, or llad_const in front of it where it has none"
			return d
		}
		m.params[k].shadows = append(m.params[k].shadows, s)
	}
	return nil
}

func (m *marker) shadowsFor(o option) int {
	if o.vector {
		return 1
	}
	return m.width
}
