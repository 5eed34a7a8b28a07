package wrapper

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/ir"
)

// Language is which of clang's drivers a build asks for.
type Language string

// The drivers.
const (
	C   Language = "clang"
	CXX Language = "clang++"
)

// FindCompiler gives the words of the command that compiles: what the environment names
// (LLAD_CC, LLAD_CXX; for C++ the companion of LLAD_CC as well), else the newest clang on the
// PATH whose version is not above newest.
func FindCompiler(l Language, newest int) ([]string, error) {
	cc, cxx := strings.Fields(os.Getenv("LLAD_CC")), strings.Fields(os.Getenv("LLAD_CXX"))
	switch {
	case l == C && len(cc) > 0:
		return cc, nil
	case l == CXX && len(cxx) > 0:
		return cxx, nil
	case l == CXX && len(cc) > 0:
		last := len(cc) - 1
		dir, base := filepath.Split(cc[last])
		if !strings.Contains(base, string(CXX)) {
			cc[last] = dir + strings.Replace(base, string(C), string(CXX), 1)
		}
		return cc, nil
	}
	if name := newestOnPath(string(l), newest); name != "" {
		return []string{name}, nil
	}
	name := "LLAD_CC"
	if l == CXX {
		name = "LLAD_CXX"
	}
	return nil, &ir.Diagnostic{Code: codeNoCompiler, Message: fmt.Sprintf("there is no %s on the PATH", l),
		Hint: "install clang, or name the compiler in " + name}
}

var versioned = regexp.MustCompile(`(?:-|llvm)(\d+)\b`)

// newestOnPath is the newest program NAME-N on the PATH, with N up to newest, or NAME itself,
// where the file that it leads to tells no version or a newer one.
func newestOnPath(name string, newest int) string {
	best, version := "", -1
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		files, _ := filepath.Glob(filepath.Join(dir, name) + "-*")
		for _, file := range append(files, filepath.Join(dir, name)) {
			suffix := strings.TrimPrefix(filepath.Base(file), name)
			n, err := strconv.Atoi(strings.TrimPrefix(suffix, "-"))
			if suffix != "" && err != nil {
				continue
			}
			if path, err := exec.LookPath(file); err != nil || path == "" {
				continue
			}
			if suffix == "" {
				n = versionOf(file)
			}
			if n > version && n <= newest {
				best, version = file, n
			}
		}
	}
	return best
}

// versionOf is the version in the name of the file that a link leads to; 0 where there is none.
func versionOf(file string) int {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return 0
	}
	n := 0
	if m := versioned.FindStringSubmatch(real); m != nil {
		n, _ = strconv.Atoi(m[1])
	}
	return n
}

// ExitError is that a program which the wrapper ran ended with a code of its own. It has said
// why.
type ExitError int

// Error says which code that is.
func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// exitOf turns the error of a process into an ExitError, as a shell counts: 128 and the signal
// where one ended it.
func exitOf(err error) error {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	if code := exit.ExitCode(); code >= 0 {
		return ExitError(code)
	}
	return ExitError(128 + signalOf(exit.ProcessState))
}

// command is a run of the compiler with the build's own streams.
func (b *Build) command(args []string) *exec.Cmd {
	words := append(append([]string{}, b.Compiler...), args...)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = b.input(), b.Out, b.Err
	return cmd
}

// input is standard input, from its beginning for each run where a source is read from there.
func (b *Build) input() io.Reader {
	if b.stdin != nil {
		return bytes.NewReader(b.stdin)
	}
	return b.In
}

// compile runs the compiler.
func (b *Build) compile(args []string) error { return b.started(exitOf(b.command(args).Run())) }

// started makes a diagnostic of the error that the compiler cannot be run.
func (b *Build) started(err error) error {
	var exit ExitError
	if err == nil || errors.As(err, &exit) {
		return err
	}
	return &ir.Diagnostic{Code: codeNoCompiler, Message: fmt.Sprintf("the compiler cannot be run: %v", err),
		Hint: "LLAD_CC and LLAD_CXX name the compilers"}
}

// passThrough runs the compiler in the place of this process where that can be, with the arguments
// of the build.
func (b *Build) passThrough(args []string) error {
	if b.stdin == nil && b.Replace {
		path, err := exec.LookPath(b.Compiler[0])
		if err != nil {
			return b.started(err)
		}
		if err := replaceProcess(path, append(append([]string{}, b.Compiler...), args...)); err != nil {
			return b.started(err)
		}
	}
	return b.compile(args)
}

// mentions tells whether text has one of the words; it is read until then.
func mentions(r io.Reader, words ...string) bool {
	longest := 0
	for _, w := range words {
		longest = max(longest, len(w))
	}
	buffer := make([]byte, 0, 64<<10)
	for {
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		for _, w := range words {
			if bytes.Contains(buffer, []byte(w)) {
				return true
			}
		}
		if err != nil {
			return false
		}
		if len(buffer) > cap(buffer)/2 {
			kept := copy(buffer, buffer[len(buffer)-longest:])
			buffer = buffer[:kept]
		}
	}
}
