package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
)

// unit is what one `go test` of the whole matrix runs.
type unit struct {
	pkg  string
	test string // a top-level test; "" for the whole package
}

func (u unit) String() string {
	return strings.TrimSpace(shortName(u.pkg) + " " + u.test)
}

// args are the arguments of go that run the unit.
func (u unit) args(timeout string) []string {
	args := []string{"test", "-json", "-timeout", timeout}
	if u.test != "" {
		args = append(args, "-run", "^"+u.test+"$")
	}
	return append(args, u.pkg)
}

// builder is the package whose use tells that a package's tests build programs,
// and take long.
const builder = "github.com/llad-ad/llad/internal/native"

type goPackage struct {
	ImportPath                string
	TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles []string
}

// findUnits lists the units of the packages that the patterns match.
func findUnits(patterns []string) ([]unit, error) {
	out, err := exec.Command("go", append([]string{"list", "-json=ImportPath,TestImports,XTestImports,TestGoFiles,XTestGoFiles"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var units []unit
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return units, nil
		} else if err != nil {
			return nil, err
		}
		switch {
		case len(p.TestGoFiles)+len(p.XTestGoFiles) == 0:
		case slices.Contains(p.TestImports, builder) || slices.Contains(p.XTestImports, builder):
			tests, err := listTests(p.ImportPath)
			if err != nil {
				return nil, err
			}
			for _, t := range tests {
				units = append(units, unit{p.ImportPath, t})
			}
		default:
			units = append(units, unit{pkg: p.ImportPath})
		}
	}
}

// listTests names the top-level tests, examples and fuzz tests of a package.
func listTests(pkg string) ([]string, error) {
	out, err := exec.Command("go", "test", "-list", ".", pkg).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go test -list . %s: %w\n%s", pkg, err, out)
	}
	var tests []string
	for _, line := range strings.Split(string(out), "\n") {
		for _, kind := range []string{"Test", "Example", "Fuzz"} {
			if strings.HasPrefix(line, kind) {
				tests = append(tests, line)
			}
		}
	}
	return tests, nil
}
