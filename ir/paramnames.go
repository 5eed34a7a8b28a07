package ir

import (
	"bytes"
	"regexp"
	"strconv"
)

// ParamNames gives the name of each parameter of f: the name in the IR, else
// the one in its debug information, else "".
func (f *Function) ParamNames() []string {
	names := make([]string, len(f.Params))
	missing := false
	for k, p := range f.Params {
		names[k] = UnquoteName(p.Name)
		if n := names[k]; n == "" || n[0] >= '0' && n[0] <= '9' {
			names[k] = ""
			missing = true
		}
	}
	if missing {
		debugNames(f, names)
	}
	return names
}

var (
	subprogramRef = regexp.MustCompile(`!dbg !(\d+)`)
	varName       = regexp.MustCompile(`name: "([^"]*)"`)
	varArg        = regexp.MustCompile(`arg: (\d+)`)
	varScope      = regexp.MustCompile(`scope: !(\d+)`)
)

// debugNames fills in names from the DILocalVariable nodes of f's subprogram.
// Their numbers count source parameters; they are used only when there are as
// many of these as IR parameters, because a struct passed in pieces shifts
// them. A result returned through sret is no source parameter. A clone, which has no
// subprogram, has the names of what it was made from.
func debugNames(f *Function, names []string) {
	ref := subprogramRef.FindStringSubmatch(f.Suffix)
	if ref == nil {
		if f.source != nil && len(f.source.Params) == len(names) {
			debugNames(f.source, names)
		}
		return
	}
	first := 0
	if len(f.Params) > 0 && f.Params[0].HasAttr("sret") {
		first = 1
	}
	byArg := map[int]string{}
	for _, e := range f.Module.Entities {
		if e.Kind != MetadataEntity {
			continue
		}
		for line := range bytes.Lines(f.Module.Src[e.Start:e.End]) {
			if !bytes.Contains(line, []byte("!DILocalVariable(")) {
				continue
			}
			scope, arg, name := varScope.FindSubmatch(line), varArg.FindSubmatch(line), varName.FindSubmatch(line)
			if scope == nil || arg == nil || name == nil || string(scope[1]) != ref[1] {
				continue
			}
			if k, err := strconv.Atoi(string(arg[1])); err == nil {
				byArg[k] = string(name[1])
			}
		}
	}
	if len(byArg) != len(f.Params)-first {
		return
	}
	for k := first; k < len(names); k++ {
		if n, ok := byArg[k-first+1]; ok && names[k] == "" {
			names[k] = n
		}
	}
}
