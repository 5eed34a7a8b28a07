package native

import (
	"os"
	"path/filepath"
	"strings"
)

// Reference builds the program, widened to double, with the sanitizers, and
// gives its results and central differences. It fails when a sanitizer objects
// to the program itself.
func (ws *Workspace) Reference(p *Program) (*Report, error) {
	b := ws.cached(p.Name+".reference", func(b *built) {
		src, err := os.ReadFile(p.Path)
		if err != nil {
			b.err = err
			return
		}
		id := ws.id(Config{Toolchain: ws.tc, Sanitize: true})
		out, err := ws.keep.do(func() ([]byte, error) { return ws.makeReference(p) }, id, "reference", string(src), strings.Join(p.flags(), " "), Driver(p), widenHeader)
		if err != nil {
			b.err = err
			return
		}
		b.report, b.err = ParseReport(out)
	})
	return b.report, b.err
}

func (ws *Workspace) makeReference(p *Program) ([]byte, error) {
	defines := []string{"LLAD_REFERENCE"}
	if p.Rust != nil {
		if !p.HasTag("nowiden") {
			defines = append(defines, "LLAD_WIDE")
		}
		return ws.rustReference(p, p.Rust, defines)
	}
	args := []string{"-O1", "-g", "-c", "-Wall", "-Werror", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"}
	if p.Cxx() {
		args = append(args, "-fno-sanitize=vptr") // needs another runtime
	}
	args = append(args, p.flags()...)
	if p.widened() {
		defines = append(defines, "LLAD_WIDE")
		args = append(args, "-Wno-unused-function", "-include", ws.widen())
	}
	obj := filepath.Join(ws.dir, p.Name+".reference.o")
	if _, err := run(compileLimit, nil, ws.tc.Clang, append(args, p.Path, "-o", obj)...); err != nil {
		return nil, err
	}
	driver, err := ws.driverObject(p, true, defines...)
	if err != nil {
		return nil, err
	}
	return ws.linkAndRun(p.Name+".reference", Config{Sanitize: true, Cxx: p.Cxx()}, driver, obj)
}
