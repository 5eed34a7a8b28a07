package transform

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/llad-ad/llad/internal/irtest"
)

// Every pass has one row, and every row says what the pass does.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range slices.Concat(normalizing, cleaning) {
		assert.False(t, seen[p.Name], "%s has two rows", p.Name)
		seen[p.Name] = true
		assert.NotEmpty(t, p.Does, p.Name)
		assert.NotNil(t, p.Run, p.Name)
		assert.Contains(t, Names(), p.Name, "%s is in no sequence", p.Name)
	}
	for _, name := range Names() {
		assert.True(t, seen[name], "%s has no row", name)
	}
}

// What makes a form runs before what needs it.
func TestFormsAreMadeBefore(t *testing.T) {
	for k, name := range Normalization {
		for _, need := range Lookup(name).Needs {
			if maker := makers[need]; maker != "" {
				assert.Contains(t, Normalization[:k], maker, "%s needs %s", name, need)
			}
		}
	}
}

// Outlined parts keep their values: what they are normalised with is this.
func TestSkipped(t *testing.T) {
	with := func(k Kind) (names []string) {
		for _, n := range Names() {
			if Lookup(n).on(k) && slices.Contains(Normalization, n) {
				names = append(names, n)
			}
		}
		return names
	}
	assert.Equal(t, strings.Fields("NumberLabels SimplifyCFG DCE UnifyExits MakeReducible LoopSimplify FoldInvariantPhis SplitInvokes LCSSA SplitLong"), with(Outlined))
	assert.Equal(t, with(Tangent), with(Checkpointed))
	assert.Len(t, with(Gradient), len(normalizing))
}

func TestDocumentOfPasses(t *testing.T) {
	irtest.File(t, "../docs/passes.md", document())
}

// document is docs/passes.md.
func document() string {
	var b strings.Builder
	b.WriteString(`# The passes

<!-- Made from the rows of package transform by its tests: go test ./transform -update -->

A function is normalised by the passes of the first table before it is differentiated; gradients are
cleaned up by those of the second. ` + "`llad -print-after PASS -func NAME f.ll`" + ` prints a function after a pass,
` + "`-stop-after PASS`" + ` writes it and stops, ` + "`-time-passes`" + ` says what each costs.

## Before differentiation

`)
	rows(&b, Normalization)
	b.WriteString("\n### The sequence\n\n")
	sequence(&b, Normalization)
	b.WriteString("\nA pass that occurs again is skipped where nothing has changed since it ran.\n")
	constraints(&b, NormalizationOrder)
	b.WriteString("\n### What is skipped\n\n")
	skips(&b)
	b.WriteString("\n## After differentiation\n\n")
	rows(&b, Cleanup)
	b.WriteString("\n### The sequence\n\n")
	sequence(&b, Cleanup)
	constraints(&b, CleanupOrder)
	return b.String()
}

// rows writes a table of the passes of a sequence, in the order of the alphabet.
func rows(b *strings.Builder, of []string) {
	b.WriteString("| pass | package | what it does | what it needs |\n| --- | --- | --- | --- |\n")
	names := slices.Compact(slices.Sorted(slices.Values(of)))
	for _, name := range names {
		p := Lookup(name)
		var needs []string
		for _, n := range p.Needs {
			needs = append(needs, string(n))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", name, folder(p), strings.ReplaceAll(p.Does, "|", `\|`), strings.Join(needs, ", "))
	}
}

// folder is the package that the pass is in.
func folder(p *Pass) string {
	name := runtime.FuncForPC(reflect.ValueOf(p.Run).Pointer()).Name()
	name = name[strings.LastIndexByte(name, '/')+1:]
	return name[:strings.IndexByte(name, '.')]
}

// sequence writes in which order the passes run.
func sequence(b *strings.Builder, names []string) {
	line := ""
	for k, name := range names {
		if k+1 < len(names) {
			name += ","
		}
		if len(line)+1+len(name) > 110 {
			b.WriteString(line + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + name)
	}
	b.WriteString(line + "\n")
}

// constraints writes which orders matter, and why.
func constraints(b *strings.Builder, pairs []Constraint) {
	b.WriteString("\n### The order\n\nFor each of these pairs a function in `transform/testdata/order` has a worse derivative, or none, when one of\n" +
		"the two is moved to the other side of the other one. `#2` is the second run of a pass, and *it* the first of the two.\n\n| pass | before | because |\n| --- | --- | --- |\n")
	for _, c := range pairs {
		fmt.Fprintf(b, "| %s | %s | %s |\n", c.Before, c.After, c.Why)
	}
}

// skips writes for which functions passes are skipped, and why.
func skips(b *strings.Builder) {
	b.WriteString("| functions | without | because |\n| --- | --- | --- |\n")
	kinds := []struct {
		kind Kind
		what string
	}{
		{Tangent, "of a tangent"},
		{Checkpointed, "of a gradient with checkpointed loops"},
		{Outlined, "that are taken out of a normalised function"},
	}
	for _, k := range kinds {
		var whys []string
		without := map[string][]string{}
		for _, p := range normalizing {
			for _, s := range p.Skipped {
				if s.Kinds&k.kind == 0 {
					continue
				}
				if without[s.Why] == nil {
					whys = append(whys, s.Why)
				}
				without[s.Why] = append(without[s.Why], p.Name)
			}
		}
		for _, why := range whys {
			fmt.Fprintf(b, "| %s | %s | %s |\n", k.what, listed(without[why]), why)
		}
	}
}

// listed are the names, or where they are most of the passes the others.
func listed(names []string) string {
	if len(names) < len(normalizing)/2 {
		return strings.Join(names, ", ")
	}
	var others []string
	for _, p := range normalizing {
		if !slices.Contains(names, p.Name) {
			others = append(others, p.Name)
		}
	}
	return "all but " + strings.Join(others, ", ")
}
