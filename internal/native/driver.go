package native

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed driver.h
var driverCommon string

//go:embed widen.h
var widenHeader string

const driverHead = `#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LLAD_WIDE
typedef double single; /* what widen.h makes of float */
#else
typedef float single;
#endif

struct leaf {
  char name[48];
  char kind; /* d, f, l */
  void *p;
  int active, mem, seeded, needed;
};
struct leaves {
  struct leaf *l;
  int n;
};
struct expect {
  char kind; /* g, j; f: none */
  const char *in, *out;
};

static void leaf_add(struct leaves *ls, char kind, void *p, int active, int mem, int seeded, int needed,
                     const char *head, int index, const char *tail) {
  ls->l = realloc(ls->l, (ls->n + 1) * sizeof *ls->l);
  struct leaf *l = &ls->l[ls->n++];
  *l = (struct leaf){"", kind, p, active, mem, seeded, needed};
  if (index >= 0)
    snprintf(l->name, sizeof l->name, "%s[%d]%s", head, index, tail);
  else
    snprintf(l->name, sizeof l->name, "%s", head);
}

/* The k-th of the numbers in [lo, hi] that a range directive stands for. */
static double range(double lo, double hi, unsigned arg, unsigned k) {
  unsigned long long h = (arg * 2654435761u) ^ (k * 40503u + 12345u);
  h = (h ^ (h >> 15)) * 0x2c1b3c6dull;
  h = (h ^ (h >> 12)) * 0x297a2d39ull;
  h = (h ^ (h >> 15)) & 255;
  return floor((lo + (hi - lo) * (double)h / 255) * 4096 + 0.5) / 4096;
}

static void bytes_print(const char *what, const char *name, const void *p, size_t n) {
  unsigned long long h = 14695981039346656037ull;
  for (size_t i = 0; i < n; i++)
    h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211ull;
  printf("%s.bytes.%s=%llu\n", what, name, h);
}
`

// Driver is the C text of the program's driver. It prints what the function
// gives; compiled with LLAD_REFERENCE its central differences, with LLAD_GRAD and
// LLAD_JVP what f_grad and f_jvp give. With LLAD_TWIN f_grad has two adjoints at
// once, of which the second starts as twice the first and has to end as that, and
// f_jvp four tangents, of which each is twice the one before.
func Driver(p *Program) string {
	var b strings.Builder
	b.WriteString(driverHead)
	for _, d := range p.Decls {
		fmt.Fprintf(&b, "%s\n", d)
	}
	p.writeWorld(&b)
	p.writeMake(&b)
	p.writeLeaves(&b)
	p.writeCalls(&b)
	b.WriteString("static const struct expect expects[] = {\n")
	for _, e := range p.Expects {
		switch e.Kind {
		case "grad":
			fmt.Fprintf(&b, "  {'g', %q, %q},\n", e.In, e.Out)
		case "jvp":
			fmt.Fprintf(&b, "  {'j', %q, %q},\n", e.In, e.Out)
		default:
			b.WriteString("  {'f', 0, 0},\n") // judged by f's own lines
		}
	}
	b.WriteString("  {0, 0, 0}};\n\n")
	b.WriteString(driverCommon)
	return b.String()
}

func (a *Arg) ctype() string {
	if a.Count > 0 {
		return a.Type + " *"
	}
	return a.Type + " "
}

func (p *Program) writeWorld(b *strings.Builder) {
	b.WriteString("\nstruct world {\n  int unused;\n")
	for _, a := range p.Args {
		fmt.Fprintf(b, "  %s%s;\n", a.ctype(), a.Name)
	}
	b.WriteString("};\n\n")

	var f, grad, twin, jvp, four []string
	for _, a := range p.Args {
		f = append(f, a.ctype())
		grad = append(grad, a.ctype())
		twin = append(twin, a.ctype())
		jvp = append(jvp, a.ctype())
		four = append(four, a.ctype())
		if a.Active() {
			four = append(four, a.ctype(), a.ctype(), a.ctype(), a.ctype())
			grad = append(grad, a.Type+" *")
			twin = append(twin, a.Type+" *", a.Type+" *")
			jvp = append(jvp, a.ctype())
		}
	}
	if isFloat(p.Ret) {
		grad = append(grad, p.Ret)
		twin = append(twin, p.Ret, p.Ret)
		jvp = append(jvp, p.Ret+" *")
		four = append(four, p.Ret+" *")
	}
	list := func(s []string) string {
		if len(s) == 0 {
			return "void"
		}
		return strings.Join(s, ", ")
	}
	fmt.Fprintf(b, "%s %s(%s);\n", p.Ret, p.Func, list(f))
	fmt.Fprintf(b, "#ifdef LLAD_TWIN\n%s %s_grad(%s);\n#elif defined LLAD_GRAD\n%s %s_grad(%s);\n#endif\n", p.Ret, p.Func, list(twin), p.Ret, p.Func, list(grad))
	fmt.Fprintf(b, "#if defined LLAD_JVP && defined LLAD_TWIN\n%s %s_jvp(%s);\n#elif defined LLAD_JVP\n%s %s_jvp(%s);\n#endif\n\n",
		p.Ret, p.Func, list(four), p.Ret, p.Func, list(jvp))
	hasRet := 0
	if isFloat(p.Ret) {
		hasRet = 1
	}
	fmt.Fprintf(b, "#define HAS_RET %d\n\n", hasRet)
}

func (p *Program) writeMake(b *strings.Builder) {
	b.WriteString("static void world_make(struct world *w, int shadow) {\n  w->unused = shadow;\n")
	for _, a := range p.Args {
		if a.Count > 0 {
			fmt.Fprintf(b, "  w->%s = calloc(%d, sizeof *w->%s);\n", a.Name, a.Count, a.Name)
		} else {
			fmt.Fprintf(b, "  memset(&w->%s, 0, sizeof w->%s);\n", a.Name, a.Name)
		}
	}
	b.WriteString("  if (!shadow) {\n")
	for k, a := range p.Args {
		p.writeInit(b, k, a)
	}
	b.WriteString("  }\n")
	if len(p.Setup) > 0 {
		b.WriteString("  {\n")
		for _, a := range p.Args {
			if a.Count > 0 {
				fmt.Fprintf(b, "    %s%s = w->%s;\n", a.ctype(), a.Name, a.Name)
			}
		}
		for _, s := range p.Setup {
			fmt.Fprintf(b, "    %s\n", s)
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n\nstatic void world_free(struct world *w) {\n")
	for _, a := range p.Args {
		if a.Count > 0 {
			fmt.Fprintf(b, "  free(w->%s);\n", a.Name)
		}
	}
	b.WriteString("}\n\n")
}

func (p *Program) writeInit(b *strings.Builder, k int, a *Arg) {
	targets := []string{""}
	if !isFloat(a.Type) && len(a.Leaves) > 0 {
		targets = targets[:0]
		for _, l := range a.Leaves {
			targets = append(targets, l.Path)
		}
	}
	assign := func(value func(target int) string) {
		if a.Count == 0 {
			for i, t := range targets {
				fmt.Fprintf(b, "    w->%s%s = %s;\n", a.Name, t, value(i))
			}
			return
		}
		fmt.Fprintf(b, "    for (int i = 0; i < %d; i++) {\n", a.Count)
		for i, t := range targets {
			fmt.Fprintf(b, "      w->%s[i]%s = %s;\n", a.Name, t, value(i))
		}
		b.WriteString("    }\n")
	}
	switch init := a.Init; {
	case init == "zero" || init == "setup":
	case strings.HasPrefix(init, "range("):
		bounds := strings.TrimSuffix(strings.TrimPrefix(init, "range("), ")")
		index := "0"
		if a.Count > 0 {
			index = "i"
		}
		assign(func(t int) string {
			return fmt.Sprintf("range(%s, %d, %s * %d + %d)", bounds, k, index, len(targets), t)
		})
	case strings.HasPrefix(init, "{"):
		fmt.Fprintf(b, "    { static const %s init[] = %s; memcpy(w->%s, init, sizeof init); }\n", a.Type, init, a.Name)
	default:
		assign(func(int) string { return init })
	}
}

func (p *Program) writeLeaves(b *strings.Builder) {
	b.WriteString("static void world_leaves(struct world *w, struct leaves *ls) {\n  ls->n = 0;\n  (void)w;\n")
	for _, a := range p.Args {
		active := 0
		if a.Active() {
			active = 1
		}
		seeded := 0
		if a.Init == "zero" || a.InOut {
			seeded = 1
		}
		needed := 1
		if a.Activity == "dupnoneed" {
			needed = 0
		}
		if len(a.Leaves) == 0 {
			continue
		}
		if a.Count > 0 {
			fmt.Fprintf(b, "  for (int i = 0; i < %d; i++) {\n", a.Count)
			for _, l := range a.Leaves {
				fmt.Fprintf(b, "    leaf_add(ls, '%c', &w->%s[i]%s, %d, 1, %d, %d, %q, i, %q);\n",
					leafKind(l.Type), a.Name, l.Path, active, seeded, needed, a.Name, l.Path)
			}
			b.WriteString("  }\n")
			continue
		}
		for _, l := range a.Leaves {
			fmt.Fprintf(b, "  leaf_add(ls, '%c', &w->%s%s, %d, 0, 0, 1, %q, -1, \"\");\n",
				leafKind(l.Type), a.Name, l.Path, active, a.Name+l.Path)
		}
	}
	b.WriteString("}\n\nstatic void world_bytes(const char *what, struct world *w) {\n  (void)what;\n  (void)w;\n")
	for _, a := range p.Args {
		if a.Count > 0 && len(a.Leaves) == 0 && !strings.Contains(a.Type, "*") && !strings.HasPrefix(a.Type, "struct") {
			fmt.Fprintf(b, "  bytes_print(what, %q, w->%s, %d * sizeof *w->%s);\n", a.Name, a.Name, a.Count, a.Name)
		}
	}
	b.WriteString("}\n\n")
}

func leafKind(t string) byte {
	switch t {
	case "float":
		return 'f'
	case "long double":
		return 'l'
	}
	return 'd'
}

func (p *Program) writeCalls(b *strings.Builder) {
	var f, grad, twin, jvp, four []string
	for _, a := range p.Args {
		w, d := "w->"+a.Name, "d->"+a.Name
		f = append(f, w)
		grad = append(grad, w)
		twin = append(twin, w)
		jvp = append(jvp, w)
		four = append(four, w)
		if !a.Active() {
			continue
		}
		jvp = append(jvp, d)
		four = append(four, d, "e[0]."+a.Name, "e[1]."+a.Name, "e[2]."+a.Name)
		e := "e." + a.Name
		if a.Count == 0 {
			d, e = "&"+d, "&"+e
		}
		grad = append(grad, d)
		twin = append(twin, d, e)
	}
	result := func(call string) string {
		if p.Ret == "void" {
			return "  " + call + ";\n  return 0;\n"
		}
		return "  return " + call + ";\n"
	}
	call := func(name string, args []string) string {
		return fmt.Sprintf("%s%s(%s)", p.Func, name, strings.Join(args, ", "))
	}
	assign := "ret = "
	if p.Ret == "void" {
		assign = ""
	}
	fmt.Fprintf(b, "static long double call_f(struct world *w) {\n  (void)w;\n%s}\n\n", result(call("", f)))
	if isFloat(p.Ret) {
		grad = append(grad, "("+p.Ret+")seed")
		twin = append(twin, "("+p.Ret+")seed", "("+p.Ret+")(2 * seed)")
		jvp = append(jvp, "&tangent")
		four = append(four, "tangent")
	}
	fmt.Fprintf(b, "#ifdef LLAD_TWIN\nstatic void twin_make(struct world *e, struct world *d, double factor);\nstatic void twin_check(struct world *e, struct world *d, double factor);\n"+
		"static void twin_same(const char *name, double factor, double one, double two);\n#endif\n#if defined LLAD_TWIN && defined LLAD_GRAD\nstatic long double call_grad(struct world *w, struct world *d, double seed) {\n  (void)w, (void)d, (void)seed;\n  struct world e;\n  long double ret = 0;\n  twin_make(&e, d, 2);\n  %s%s;\n  twin_check(&e, d, 2);\n  return ret;\n}\n", assign, call("_grad", twin))
	fmt.Fprintf(b, "#elif defined LLAD_GRAD\nstatic long double call_grad(struct world *w, struct world *d, double seed) {\n  (void)w, (void)d, (void)seed;\n%s}\n#endif\n\n", result(call("_grad", grad)))
	b.WriteString("#if defined LLAD_JVP && defined LLAD_TWIN\nstatic long double call_jvp(struct world *w, struct world *d, long double *dret) {\n  (void)w, (void)d, (void)dret;\n")
	b.WriteString("  struct world e[3];\n  long double ret = 0;\n  for (int k = 0; k < 3; k++)\n    twin_make(&e[k], d, 2 << k);\n")
	if isFloat(p.Ret) {
		fmt.Fprintf(b, "  %s tangent[4] = {0};\n", p.Ret)
	}
	fmt.Fprintf(b, "  %s%s;\n", assign, call("_jvp", four))
	if isFloat(p.Ret) {
		b.WriteString("  *dret = tangent[0];\n  for (int k = 1; k < 4; k++)\n    twin_same(\"ret\", 1 << k, tangent[0], tangent[k]);\n")
	}
	b.WriteString("  for (int k = 0; k < 3; k++)\n    twin_check(&e[k], d, 2 << k);\n  return ret;\n}\n")
	b.WriteString("#elif defined LLAD_JVP\nstatic long double call_jvp(struct world *w, struct world *d, long double *dret) {\n  (void)w, (void)d, (void)dret;\n")
	switch {
	case isFloat(p.Ret):
		fmt.Fprintf(b, "  %s tangent = 0;\n  long double ret = %s;\n  *dret = tangent;\n  return ret;\n", p.Ret, call("_jvp", jvp))
	default:
		b.WriteString(result(call("_jvp", jvp)))
	}
	b.WriteString("}\n#endif\n\n")
}
