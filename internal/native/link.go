package native

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Link puts IR text that holds the program and its derivatives and the
// program's driver into one module, for the interpreter. The driver is the one
// that Run would build.
func (ws *Workspace) Link(p *Program, c Config, ir []byte) ([]byte, error) {
	var defines []string
	if c.Grad {
		defines = append(defines, "-DLLAD_GRAD")
	}
	if c.JVP {
		defines = append(defines, "-DLLAD_JVP")
	}
	linker := fmt.Sprintf("llvm-link-%d", ws.tc.Version)
	if dir := filepath.Dir(ws.tc.Opt); strings.HasPrefix(filepath.Base(ws.tc.Opt), "opt") {
		linker = filepath.Join(dir, strings.Replace(filepath.Base(ws.tc.Opt), "opt", "llvm-link", 1))
	}
	return ws.keep.do(func() ([]byte, error) {
		base := filepath.Join(ws.dir, p.Name+"."+c.Name()+".link")
		src, driver, module := base+".c", base+".driver.ll", base+".ll"
		if err := os.WriteFile(src, []byte(Driver(p)), 0o644); err != nil {
			return nil, err
		}
		if err := os.WriteFile(module, ir, 0o644); err != nil {
			return nil, err
		}
		args := append([]string{"-O1", "-Wno-unused", "-S", "-emit-llvm", src, "-o", driver}, defines...)
		if _, err := run(compileLimit, nil, ws.tc.Clang, args...); err != nil {
			return nil, err
		}
		return run(compileLimit, nil, linker, "-S", module, driver, "-o", "-")
	}, "link", ws.id(c), Driver(p), strings.Join(defines, " "), string(ir))
}
