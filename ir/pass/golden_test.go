package pass

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata/ll")

// steps are the passes that a test file can name.
var steps = map[string]func(*ir.Function){
	"StripDebug":         func(f *ir.Function) { StripDebug(f) },
	"DefineLanes":        func(f *ir.Function) { DefineLanes(f) },
	"SplitWords":         func(f *ir.Function) { SplitWords(f) },
	"OwnCopies":          func(f *ir.Function) { OwnCopies(f) },
	"MemberTags":         func(f *ir.Function) { MemberTags(f) },
	"OneChar":            func(f *ir.Function) { OneChar(f) },
	"SROA":               func(f *ir.Function) { SROA(f) },
	"Mem2Reg":            func(f *ir.Function) { Mem2Reg(f) },
	"InstSimplify":       func(f *ir.Function) { InstSimplify(f) },
	"SimplifyCFG":        func(f *ir.Function) { SimplifyCFG(f) },
	"FloatBits":          func(f *ir.Function) { FloatBits(f) },
	"Alignments":         func(f *ir.Function) { Alignments(f) },
	"AtomicLoops":        func(f *ir.Function) { AtomicLoops(f) },
	"CSE":                func(f *ir.Function) { CSE(f) },
	"DCE":                func(f *ir.Function) { DCE(f) },
	"AddressPhis":        func(f *ir.Function) { AddressPhis(f) },
	"UnifyExits":         func(f *ir.Function) { UnifyExits(f) },
	"MakeReducible":      func(f *ir.Function) { MakeReducible(f) },
	"LCSSA":              func(f *ir.Function) { LCSSA(f) },
	"LoopSimplify":       func(f *ir.Function) { LoopSimplify(f) },
	"SplitCriticalEdges": func(f *ir.Function) { SplitCriticalEdges(f) },
	"ConditionSteps":     func(f *ir.Function) { ConditionSteps(f) },
	"GatheredLanes":      func(f *ir.Function) { GatheredLanes(f) },
	"OverlappingLanes":   func(f *ir.Function) { OverlappingLanes(f) },
	"ScalarLoops":        func(f *ir.Function) { ScalarLoops(f) },
	"HoistLoads":         func(f *ir.Function) { HoistLoads(f) },
	"HandOn":             func(f *ir.Function) { HandOn(f) },
	"KnownConditions":    func(f *ir.Function) { KnownConditions(f) },
	"KnownPhis":          func(f *ir.Function) { KnownPhis(f) },
	"VariantPhis":        func(f *ir.Function) { VariantPhis(f) },
	"ByteVectors":        func(f *ir.Function) { ByteVectors(f) },
	"MovedPairs":         func(f *ir.Function) { MovedPairs(f) },
	"SinkStores":         func(f *ir.Function) { SinkStores(f) },
	"DeadSlots":          func(f *ir.Function) { DeadSlots(f) },
	"MergeSums":          func(f *ir.Function) { MergeSums(f) },
	"CopyIn":             func(f *ir.Function) { CopyIn(f) },
	"OpenTables":         func(f *ir.Function) { OpenTables(f) },
	"JoinWords":          func(f *ir.Function) { JoinWords(f) },
	"JoinHalves":         func(f *ir.Function) { JoinHalves(f) },
	"FirstByte":          func(f *ir.Function) { FirstByte(f) },
	"OpenRows":           func(f *ir.Function) { OpenRows(f) },
	"RollSums":           func(f *ir.Function) { RollSums(f) },
	"ReloadPhis":         func(f *ir.Function) { ReloadPhis(f) },
	"SlotsFirst":         func(f *ir.Function) { SlotsFirst(f) },
	"SingleSums":         func(f *ir.Function) { SingleSums(f) },
	"ThreeLanes":         func(f *ir.Function) { ThreeLanes(f) },
	"Neighbours":         func(f *ir.Function) { Neighbours(f) },
	"CleanUp":            CleanUp,
	"InlineAll": func(f *ir.Function) {
		InlineAll(f, 1000, func(*ir.Instr, *ir.Function) bool { return true })
	},
}

// TestGolden runs the passes that the first line of each file names on its last
// function and compares the result with the comment at its end.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/ll/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			in, want, _ := strings.Cut(string(text), "; want:\n")
			first, _, _ := strings.Cut(in, "\n")
			names := strings.Fields(strings.TrimPrefix(first, "; pass:"))
			m, defs := read(t, []byte(in))
			f := defs[len(defs)-1]
			check(t, f, "reading")
			f.MarkChanged()
			for _, n := range names {
				require.Contains(t, steps, n)
				steps[n](f)
				check(t, f, n)
			}
			version := "19"
			if m.Typed {
				version = "14"
			}
			accepted(t, version, m.Bytes())
			var got strings.Builder
			for _, l := range strings.Split(strings.TrimRight(f.String(), "\n"), "\n") {
				got.WriteString(strings.TrimRight("; "+l, " ") + "\n")
			}
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(in+"; want:\n"+got.String()), 0o644))
				return
			}
			require.Equal(t, want, got.String())
		})
	}
}
