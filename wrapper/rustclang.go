package wrapper

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var rustLLVM = regexp.MustCompile(`(?m)^LLVM version: (\d+)`)

// compileRustIR compiles IR of rustc's. What an older LLVM's clang says of IR that it does not read means nothing to
// the user: the error is which clang is needed.
func (b *Build) compileRustIR(rustc *Build, args []string) error {
	ask := rustc.command([]string{"-vV"})
	ask.Stdout, ask.Stderr = nil, nil
	about, err := ask.Output()
	if err != nil {
		return b.compile(args)
	}
	m := rustLLVM.FindSubmatch(about)
	if m == nil {
		return b.compile(args)
	}
	needed, _ := strconv.Atoi(string(m[1]))
	hint := fmt.Sprintf("install clang-%d or newer, or name it in LLAD_CC", needed)
	var said bytes.Buffer
	run := b.command(args)
	run.Stderr = &said
	err = b.started(exitOf(run.Run()))
	var exit ExitError
	has, _ := strconv.Atoi(b.version())
	switch {
	case err == nil || errors.As(err, &exit) && (has == 0 || has >= needed):
		b.Err.Write(said.Bytes())
		return err
	case has == 0:
		return refuse(codeNoCompiler, fmt.Sprintf("there is no clang, which compiles crates with markers; rustc's LLVM is %d", needed), hint)
	}
	return refuse(codeNoCompiler, fmt.Sprintf("%s is of LLVM %d and does not read the IR of rustc, whose LLVM is %d", strings.Join(b.Compiler, " "), has, needed), hint)
}
