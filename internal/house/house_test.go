package house

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/llad-ad/llad"

// mayImport lists, for each package, the packages of the module that it may
// import directly. A trailing /... stands for everything below as well. What
// is not listed here must not exist.
var mayImport = map[string][]string{
	"cmd/llad":               {"", "wrapper", "python", "diag", "ir"},
	"wrapper":                {"", "python", "diag", "ir"},
	"python":                 {"", "declare", "diag", "activity/signature", "ir"},
	"":                       {"report", "markers", "declare", "pipeline", "diag", "activity/...", "ir/..."},
	"report":                 {"declare", "pipeline", "diag", "reverse/...", "activity/...", "interp", "rules", "ir"},
	"markers":                {"pipeline", "diag", "forward", "reverse/...", "activity/...", "transform/...", "products", "rules", "ir/..."},
	"declare":                {"diag", "activity/...", "ir"},
	"pipeline":               {"diag", "transport", "forward", "reverse/...", "activity/...", "transform/...", "rules", "ir/..."},
	"diag":                   {"ir"},
	"reverse":                {"reverse/...", "cache/...", "activity/...", "transform/...", "rules", "ir/..."},
	"reverse/checkpoint":     {"reverse/tape", "cache/schedule", "activity/...", "transform/...", "rules", "ir/..."},
	"reverse/modref":         {"rules", "ir/..."},
	"reverse/ownership":      {"reverse/tape", "transform/...", "rules", "ir/..."},
	"reverse/shadowmem":      {"reverse/tape", "activity/...", "rules", "ir/..."},
	"reverse/tape":           {"rules", "ir/..."},
	"forward":                {"cache/...", "activity/...", "transform/...", "rules", "ir/..."},
	"transport":              {"activity/signature", "activity/shadowrt", "transform/...", "rules", "ir/..."},
	"cache":                  {"cache/...", "activity/...", "rules", "ir/..."},
	"cache/schedule":         {},
	"activity":               {"activity/...", "rules", "ir/..."},
	"activity/callgraph":     {"activity/shadowrt", "transform/edit", "ir/..."},
	"activity/memtypes":      {"ir"},
	"activity/pointsto":      {"activity/callgraph", "activity/memtypes", "rules", "ir/..."},
	"activity/signature":     {"ir"},
	"activity/shadowrt":      {"activity/signature", "ir"},
	"activity/typeanalysis":  {"activity/signature", "transform/canon", "transform/edit", "rules", "ir/..."},
	"transform":              {"transform/loopopt", "transform/raise", "transform/typerecovery", "transform/canon", "transform/edit", "rules", "ir/..."},
	"transform/loopopt":      {"transform/canon", "transform/edit", "rules", "ir/..."},
	"transform/raise":        {"transform/canon", "transform/edit", "rules", "ir/..."},
	"transform/flang":        {"activity/shadowrt", "transform/edit", "ir/..."},
	"transform/indirect":     {"transform/edit", "rules", "ir/..."},
	"transform/openmp":       {"transform/canon", "rules", "ir/..."},
	"transform/typerecovery": {"transform/canon", "transform/edit", "rules", "ir/..."},
	"transform/canon":        {"transform/edit", "rules", "ir/..."},
	"transform/edit":         {"rules", "ir/..."},
	"products":               {"rules", "ir"},
	"rules":                  {"ir"},
	"interp":                 {"ir/..."},
	"ir":                     {},
	"ir/analysis":            {"ir"},
	"ir/structured":          {"ir"},
	"ir/llirconv":            {"ir"},
	"internal/house":         {},
	"internal/tier":          {},
	"internal/irtest":        {"ir"},
}

// free packages are tests, benchmarks and their helpers: they may import anything.
var free = []string{"bench", "e2e", "internal/native", "internal/testrun", "internal/faults", "examples", "packaging"}

type pkg struct {
	ImportPath, Dir, Doc string
	Imports              []string
	GoFiles              []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,Imports,GoFiles", module+"/...")
	out, err := cmd.Output()
	require.NoError(t, err)
	var all []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else {
			require.NoError(t, err)
		}
		all = append(all, p)
	}
}

func inModule(importPath string) (string, bool) {
	if importPath == module {
		return "", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

func matches(pattern, rel string) bool {
	if base, ok := strings.CutSuffix(pattern, "/..."); ok {
		return rel == base || strings.HasPrefix(rel, base+"/")
	}
	return rel == pattern
}

func isFree(rel string) bool {
	for _, f := range free {
		if matches(f+"/...", rel) {
			return true
		}
	}
	return false
}

func TestImportsPointOneWay(t *testing.T) {
	for _, p := range packages(t) {
		rel, _ := inModule(p.ImportPath)
		if isFree(rel) {
			continue
		}
		allowed, known := mayImport[rel]
		if !assert.True(t, known, "package %q has no place in the house: add it to mayImport and to docs/architecture.md", rel) {
			continue
		}
		for _, imp := range p.Imports {
			to, ours := inModule(imp)
			if !ours {
				continue
			}
			ok := false
			for _, pattern := range allowed {
				ok = ok || matches(pattern, to)
			}
			assert.True(t, ok, "%q must not import %q", path.Join("llad", rel), to)
		}
	}
}

func TestEveryPackageHasADocFile(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) == 0 {
			continue
		}
		assert.NotEmpty(t, p.Doc, "%s has no package comment", p.ImportPath)
		assert.Contains(t, p.GoFiles, "doc.go", "%s", p.ImportPath)
	}
}

var code = regexp.MustCompile(`\bL\d{4}\b`)

// Every diagnostic code that the sources contain is explained in
// LIMITATIONS.md, and no other is.
func TestEveryCodeIsExplained(t *testing.T) {
	text, err := os.ReadFile("../../LIMITATIONS.md")
	require.NoError(t, err)
	explained := map[string]bool{}
	for _, c := range code.FindAllString(string(text), -1) {
		explained[c] = true
	}
	used := map[string]bool{}
	for _, p := range packages(t) {
		for _, f := range p.GoFiles {
			src, err := os.ReadFile(filepath.Join(p.Dir, f))
			require.NoError(t, err)
			for _, c := range code.FindAllString(string(src), -1) {
				used[c] = true
				assert.True(t, explained[c], "%s of %s/%s is not in LIMITATIONS.md", c, p.ImportPath, f)
			}
		}
	}
	for c := range explained {
		assert.True(t, used[c], "LIMITATIONS.md explains %s, which no source has", c)
	}
}

var codeName = regexp.MustCompile(`\b\w+ += "(L\d{4})"`)

// A code says one thing: no two names stand for it.
func TestCodesAreDistinct(t *testing.T) {
	defined := map[string]string{}
	for _, p := range packages(t) {
		for _, f := range p.GoFiles {
			src, err := os.ReadFile(filepath.Join(p.Dir, f))
			require.NoError(t, err)
			for _, m := range codeName.FindAllStringSubmatch(string(src), -1) {
				assert.Empty(t, defined[m[1]], "%s is defined twice", m[1])
				defined[m[1]] = f
			}
		}
	}
	require.NotEmpty(t, defined)
}
