package transport

import (
	"strings"

	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/rules"
	"github.com/llad-ad/llad/transform/edit"
)

// callAgain calls a function once more, on shadows.
func callAgain(x *body, i *ir.Instr, args ...ir.Value) *ir.Instr {
	c := i.CopyShell()
	c.Op, c.Blocks, c.Meta = ir.Call, nil, nil
	c.Flags &^= ir.TailCall | ir.MustTail
	e := c.Extra()
	e.ArgAttrs, e.RetAttrs, e.Bundles = nil, "", ""
	c.SetArgs(append(args, i.Callee())...)
	return x.b.Insert(c)
}

// traceLibrary calls a library function: what it does to memory is done to shadow memory too.
func traceLibrary(x *body, i *ir.Instr, f *ir.Function, k *rules.Known) {
	if k.Class == rules.NoReturn {
		x.b.Before(i)
	} else {
		behindCall(x, i)
	}
	if traceThrow(x, i, f) {
		return
	}
	switch k.Class {
	case rules.Alloc:
		traceAlloc(x, i, k)
	case rules.Realloc:
		args := i.CallArgs()
		s := x.word(args[k.PtrArg])
		x.b.Before(i)
		s = x.b.Cast(ir.IntToPtr, x.call("llad.word.ended", x.integerOf(s)), s.Type())
		behindCall(x, i)
		args[k.PtrArg] = s
		c := callAgain(x, i, args...)
		none := x.b.Binary(ir.And, x.b.ICmp(ir.EQ, s, ir.Zero(s.Type())), x.b.ICmp(ir.NE, c, ir.Zero(c.Typ)))
		x.b.MemSet(c, x.b.Select(none, allocated(x, i, k), ir.NewInt(ir.I64, 0))) // nothing stood there
		x.setWord(i, c)
	case rules.Free:
		traceFree(x, i, k)
	case rules.MemCpy, rules.MemMove:
		traceCopy(x, i)
	case rules.MemSet:
		x.b.Before(i)
		x.call("llad.shadow.clear", x.integerOf(x.word(i.Arg(0))), byteCount(x, i.Arg(2)))
		setResult(x, i, 0)
	case rules.Same:
		setResult(x, i, 0)
	case rules.Within:
		setInside(x, i, i.Arg(0))
	case rules.Links:
		traceLinks(x, i)
	case rules.NoReturn:
	default:
		traceInactive(x, i, f, k)
	}
}

// setResult is the shadow of an argument as that of the result, where that is an address.
func setResult(x *body, i *ir.Instr, arg int) {
	if i.Typ.IsPtr() {
		behindCall(x, i)
		x.setWord(i, x.b.Cast(ir.BitCast, x.word(i.Arg(arg)), i.Typ))
	}
}

// byteCount is a count of bytes as an i64.
func byteCount(x *body, n ir.Value) ir.Value { return x.b.Cast(ir.ZExt, n, ir.I64) }

// traceAlloc makes a shadow block.
func traceAlloc(x *body, i *ir.Instr, k *rules.Known) {
	if len(k.SizeArgs) == 0 {
		x.refuse(i, "'%s' allocates memory of a size that is not known", i.CalledFunc().SourceName())
		return
	}
	c := callAgain(x, i, i.CallArgs()...)
	if !k.Zeroed {
		null := x.b.ICmp(ir.EQ, c, ir.Zero(c.Typ))
		x.b.MemSet(c, x.b.Select(null, ir.NewInt(ir.I64, 0), allocated(x, i, k)))
	}
	x.setWord(i, c)
}

// allocated is the number of bytes that a call allocates.
func allocated(x *body, i *ir.Instr, k *rules.Known) ir.Value {
	size := ir.Value(ir.NewInt(ir.I64, 1))
	for _, a := range k.SizeArgs {
		size = x.b.Mul(size, byteCount(x, i.Arg(a)))
	}
	return size
}

// traceFree ends a shadow block with its primal; where there is none nothing is ended.
func traceFree(x *body, i *ir.Instr, k *rules.Known) {
	args := i.CallArgs()
	p := args[k.PtrArg]
	if !p.Type().IsPtr() || ir.IsZero(x.word(p)) {
		return
	}
	x.b.Before(i)
	s := x.b.Cast(ir.IntToPtr, x.call("llad.word.ended", x.integerOf(x.word(p))), p.Type())
	args[k.PtrArg] = s
	if len(args) == 1 {
		callAgain(x, i, args...) // null may be freed
		return
	}
	g := x.t.guarded(i.CalledFunc(), k.PtrArg)
	x.b.CallFunc(g, args...)
}

// guarded is a function that ends memory where the address is not null.
func (t *Trace) guarded(f *ir.Function, arg int) *ir.Function {
	name := edit.Suffixed(f.Name, ".some")
	if g := t.m.Func(name); g != nil {
		return g
	}
	g := t.m.AddFunc(name, f.Typ)
	g.Prefix, g.IsDecl = "internal", false
	yes, no := g.NewBlock("entry"), g.NewBlock("none")
	some := g.NewBlock("some")
	b := ir.NewBuilder(yes)
	b.CondBr(b.ICmp(ir.EQ, g.Params[arg], ir.Zero(g.Params[arg].Typ)), no, some)
	b.AtEnd(some)
	args := make([]ir.Value, len(g.Params))
	for k, p := range g.Params {
		args[k] = p
	}
	b.CallFunc(f, args...)
	b.Br(no)
	b.AtEnd(no)
	b.Ret(nil)
	return g
}

// traceCopy copies shadow memory as the primal is copied.
func traceCopy(x *body, i *ir.Instr) {
	dst, src := i.Arg(0), i.Arg(1)
	x.b.Before(i)
	line := x.where(i, "what has a derivative is copied to memory without a shadow")
	if list := copiedMembers(i); list != nil {
		traceCopiedMembers(x, i, list, line)
	} else {
		x.call("llad.shadow.copy", x.integerOf(x.word(dst)), x.integerOf(x.word(src)), x.integerOf(src), byteCount(x, i.Arg(2)), line)
	}
	setResult(x, i, 0)
}

// traceLinks repeats on shadows what a function does to addresses in memory.
func traceLinks(x *body, i *ir.Instr) {
	args := i.CallArgs()
	for k, v := range args {
		if v.Type().IsPtr() {
			s := x.word(v)
			args[k] = x.b.Cast(ir.IntToPtr, x.call("llad.word.plain", x.integerOf(s)), v.Type())
		}
	}
	c := callAgain(x, i, args...)
	if i.Typ.IsPtr() {
		x.setWord(i, c)
	}
}

// traceInactive is for functions that move no derivative.
func traceInactive(x *body, i *ir.Instr, f *ir.Function, k *rules.Known) {
	name := strings.Trim(f.Name, `"`)
	if k.Class != rules.Inactive {
		x.refuse(i, "'%s' has no traced form", f.SourceName())
		return
	}
	if s := scanner(name); s != "" && traceScan(x, i, s) {
		return
	}
	if strings.HasPrefix(name, "llvm.va_") || strings.Contains(name, "scanf") || strings.HasPrefix(name, "__kmpc_") || strings.HasPrefix(name, "pthread_barrier") || fillsArray[name] {
		x.refuse(i, "'%s' has no traced form", f.SourceName())
		return
	}
	args := i.CallArgs()
	// What it puts to memory of its own, and the result that it writes, have no shadow.
	if i.X != nil {
		for n, v := range args {
			if n >= len(i.X.ArgAttrs) || !v.Type().IsPtr() || ir.IsZero(x.word(v)) {
				continue
			}
			if t := structResult(x.t.m, i.X.ArgAttrs[n]); t != nil {
				x.call("llad.shadow.clear", x.integerOf(x.word(v)), ir.NewInt(ir.I64, x.t.m.Layout.AllocSize(t)))
			}
		}
	}
	if k.Fills && len(args) > k.FillsArg && args[k.FillsArg].Type().IsPtr() {
		if constructs(name) && k.FillsArg == 0 {
			x.call("llad.shadow.clear", x.integerOf(x.word(args[0])), ir.NewInt(ir.I64, 8))
		} else {
			traceRefill(x, i, args[k.FillsArg])
		}
	}
	if arg, n := extracts(name); n > 0 && len(args) > arg && !ir.IsZero(x.word(args[arg])) {
		x.call("llad.shadow.clear", x.integerOf(x.word(args[arg])), ir.NewInt(ir.I64, n))
	}
	if k.EndArg == 1 && len(args) > 1 && args[1].Type().IsPtr() && !ir.IsZero(args[1]) {
		traceEnd(x, i, args[0], args[1])
	}
	switch {
	case k.This:
		setResult(x, i, 0)
	case i.Typ.IsPtr() && inArgument[name]:
		setInside(x, i, i.Arg(0))
	}
}

// constructs reports whether a mangled name is a constructor's: what stood in the object before
// is none of its own.
func constructs(name string) bool {
	return strings.Contains(name, "C1E") || strings.Contains(name, "C2E") || strings.Contains(name, "C1I") || strings.Contains(name, "C2I")
}

// fillsArray are flang's functions that write what a descriptor leads to.
var fillsArray = words("_FortranAioInputDescriptor _FortranAioInputDerivedType _FortranAioInputNamelist _FortranARandomNumber")

// readNumbers are flang's functions that read a number to what their second argument leads to, with its bytes.
var readNumbers = map[string]int64{"_FortranAioInputReal32": 4, "_FortranAioInputReal64": 8, "_FortranAioInputComplex32": 8, "_FortranAioInputComplex64": 16}

// extracts is the argument that leads to where a stream of C++, a statement of Fortran or
// std::from_chars puts a number, and how many bytes that has, 0 for other functions.
func extracts(name string) (arg int, size int64) {
	if n := readNumbers[name]; n > 0 {
		return 1, n
	}
	arg = 1
	t, ok := strings.CutPrefix(name, "_ZNSirsER")
	if !ok {
		if t, ok = strings.CutPrefix(name, "_ZNSi10_M_extractI"); ok {
			t = strings.TrimSuffix(t, "EERSiRT_")
		} else if t, ok = strings.CutPrefix(name, "_ZSt10from_charsPKcS0_R"); ok {
			t, arg = strings.TrimSuffix(t, "St12chars_format"), 2
		} else {
			return 0, 0
		}
	}
	return arg, map[string]int64{"b": 1, "s": 2, "t": 2, "i": 4, "j": 4, "l": 8, "m": 8, "x": 8, "y": 8, "f": 4, "d": 8, "e": 10}[t]
}

// inArgument are functions whose result is null or an address in what argument 0 leads to.
var inArgument = words(`strcpy strncpy stpcpy strcat strncat __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk fgets gets`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// traceRefill is for a function that puts the address of memory of its own to the begin of an
// object, and ends what it had there: the shadow goes with it.
func traceRefill(x *body, i *ir.Instr, object ir.Value) {
	if ir.IsZero(x.word(object)) {
		return
	}
	m := x.t.m
	x.b.Before(i)
	slot := func() ir.Value { return x.b.Cast(ir.BitCast, object, m.PtrTo(ir.I64)) }
	s := x.integerOf(x.word(object))
	before := x.b.Load(ir.I64, slot(), 8)
	behindCall(x, i)
	x.call("llad.shadow.refilled", s, x.integerOf(object), before, x.b.Load(ir.I64, slot(), 8))
}

// setInside is the shadow of a result that is null or leads into what p leads to.
func setInside(x *body, i *ir.Instr, p ir.Value) {
	x.setWord(i, x.b.Cast(ir.IntToPtr, besideShadow(x, x.integerOf(i), p), i.Typ))
}

// besideShadow is the shadow of an address q (an i64) that is null or leads into what p leads to.
func besideShadow(x *body, q, p ir.Value) ir.Value {
	zero := ir.NewInt(ir.I64, 0)
	s := x.integerOf(x.word(p))
	none := x.b.Binary(ir.Or, x.b.ICmp(ir.EQ, q, zero), x.b.ICmp(ir.EQ, s, zero))
	return x.b.Select(none, zero, x.b.Add(s, x.b.Sub(q, x.integerOf(p))))
}

// traceEnd writes the shadow of an address in what text leads to that a function leaves at end.
func traceEnd(x *body, i *ir.Instr, text, end ir.Value) {
	if !text.Type().IsPtr() || ir.IsZero(x.word(end)) {
		return
	}
	m := x.t.m
	q := x.b.Load(ir.I64, x.b.Cast(ir.BitCast, end, m.PtrTo(ir.I64)), 8)
	x.call("llad.store.address", x.integerOf(x.word(end)), besideShadow(x, q, text), x.at(i))
}

// structResult is the type of a result that is written through a parameter, nil for others.
func structResult(m *ir.Module, attrs string) *ir.Type {
	at := strings.Index(attrs, "sret(")
	if at < 0 {
		return nil
	}
	rest := attrs[at+len("sret("):]
	depth := 1
	for k := range len(rest) {
		switch rest[k] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			t, err := m.ParseType(rest[:k])
			if err != nil {
				return nil
			}
			return t
		}
	}
	return nil
}
