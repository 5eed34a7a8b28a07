package diag

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/ir"
)

func at(line, col int) *ir.Diagnostic {
	d := &ir.Diagnostic{Code: "L0104", Message: "call to 'g' has no body", Hint: "give its IR"}
	d.Place(ir.Places{{File: "f.c", Line: line, Col: col, Func: "f"}})
	return d
}

// A mistake is written once, with its other places; the same place counts once.
func TestOneMistakeIsToldOnce(t *testing.T) {
	other := at(9, 1)
	other.Message = "call to 'h' has no body"
	var b strings.Builder
	Print(&b, errors.Join(at(3, 5), at(4, 5), errors.Join(at(3, 5), other), at(4, 5), at(5, 1), at(6, 1), at(7, 1)))
	require.Equal(t, "f.c:3:5: error[L0104]: call to 'g' has no body\n"+
		"  the same in 4 other places: f.c:4:5, f.c:5:1, f.c:6:1, ...\n  help: give its IR\n"+
		"f.c:9:1: error[L0104]: call to 'h' has no body\n  help: give its IR\n"+
		"`llad help L0104` shows what it means, and ways out as code\n", b.String())
}

// The line of the source is shown where it can be read, and marked where it has the column.
func TestSnippetsStayInTheLine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("f.c", []byte("\n\tä = std::g(x);\r\nlast"), 0o600))
	for want, d := range map[string]*ir.Diagnostic{
		"    2 | \tä = std::g(x);\n      | \t    ^~~~~~\n": at(2, 7), // columns count bytes
		"    3 | last\n      |    ^\n":                     at(3, 4),
		"    3 | last\n":                                   at(3, 5),
		"":                                                 at(4, 1),
	} {
		var b strings.Builder
		Print(&b, d)
		require.Equal(t, want, strings.Split(b.String()[strings.Index(b.String(), "\n")+1:], "  help: give its IR\n")[0])
	}
}

// Five lines of causes are written, all with Verbose.
func TestCausesAreFew(t *testing.T) {
	d := at(1, 1)
	d.Causes = []string{"a", "b", "c", "d", "e", "f", "g"}
	var b strings.Builder
	p := Printer{W: &b}
	p.Errors(d)
	assert.Equal(t, 5, strings.Count(b.String(), "because: "))
	assert.Contains(t, b.String(), "because: 3 more causes, which -v lists\n")
	b.Reset()
	p = Printer{W: &b, Verbose: true}
	p.Errors(d)
	assert.Equal(t, 7, strings.Count(b.String(), "because: "))
}

// The user's own line comes first, whatever was inlined into it.
func TestLibraryCodeIsNotFirst(t *testing.T) {
	d := at(1, 1)
	d.Place(ir.Places{{File: "/usr/include/c++/12/cmath", Line: 9, Func: "_ZSt3fooIdEvv"}, {File: "/src/f.cpp", Dir: "/src", Line: 3, Func: "f"}, {File: "g.cpp", Line: 7, Func: "g"}})
	var b strings.Builder
	p := Printer{W: &b, Format: "json"}
	p.Errors(d)
	p.Close()
	var r Record
	require.NoError(t, json.Unmarshal([]byte(b.String()), &r))
	assert.Equal(t, "/src/f.cpp", r.File)
	assert.Equal(t, []RecordPlace{{File: "g.cpp", Line: 7, Function: "g"}}, r.Inlined)
	b.Reset()
	Print(&b, d)
	assert.Contains(t, b.String(), "/src/f.cpp:3: error")
	assert.Contains(t, b.String(), "  in 'std::foo', code of /usr/include/c++/12/cmath:9\n  inlined into 'g' at g.cpp:7\n")
}

// SARIF is a document also where there is nothing to say.
func TestSARIFIsOneDocument(t *testing.T) {
	for _, errs := range []error{nil, errors.Join(at(1, 2), at(2, 2))} {
		var b strings.Builder
		p := Printer{W: &b, Format: "sarif"}
		if errs != nil {
			p.Errors(errs)
		}
		p.Close()
		var doc struct {
			Version string
			Runs    []struct{ Results []struct{ RuleID string } }
		}
		require.NoError(t, json.Unmarshal([]byte(b.String()), &doc))
		require.Equal(t, "2.1.0", doc.Version)
		require.Len(t, doc.Runs, 1)
		if errs != nil {
			require.Len(t, doc.Runs[0].Results, 1)
			require.Equal(t, "L0104", doc.Runs[0].Results[0].RuleID)
		}
	}
}

func TestMeant(t *testing.T) {
	names := []string{"energy", "force", "ns::energy", "x", "y"}
	for name, want := range map[string]string{
		"enregy": "energy", "Energy": "energy", "forc": "force", "ns::enrgy": "ns::energy", "z": "", "momentum": "", "": "",
	} {
		assert.Equal(t, want, Meant(name, names), name)
	}
	assert.Equal(t, 1, distance("ab", "ba"))
	assert.Equal(t, 3, distance("kitten", "sitting"))
}

func TestNamesOfAFunction(t *testing.T) {
	assert.Equal(t, []string{"ns::energy", "energy"}, Names("_ZN2ns6energyEPKd"))
	assert.Equal(t, []string{"energy"}, Names("energy"))
	assert.Equal(t, []string{"a::b<a::c>::d", "b<a::c>::d", "d"}, Names("a::b<a::c>::d"))
}
