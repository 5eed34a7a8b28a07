package cases

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"syscall"
	"time"

	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
)

const (
	root         = "../.."
	folder       = "../../testdata/cases"
	lladLimit    = 35 * time.Second // of processor time, as the others
	markerLimit  = 60 * time.Second
	compileLimit = 180 * time.Second
	runLimit     = 30 * time.Second
)

// failure is an outcome that is known before the program runs.
type failure struct {
	verdict, note string
}

func (f *failure) Error() string { return f.verdict + ": " + f.note }

func failed(verdict, note string) error { return &failure{verdict, note} }

// outcome keeps a judgement by everything that it depends on: parts, llad and
// the code that judges. judge works in a directory of its own; an error that is no
// failure is one of the tests.
func outcome(judge func(dir string) (known.Outcome, error), parts ...string) (o known.Outcome, err error) {
	judges, err := native.Judges("build_test.go", "function_test.go", "marker_test.go", "frontends_test.go")
	if err != nil {
		return o, err
	}
	kept, err := workspace.Keep(func() ([]byte, error) {
		dir, err := os.MkdirTemp(workspace.Dir(), "case-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		o, err := judge(dir)
		if f, ok := err.(*failure); ok {
			o = known.Outcome{Verdicts: []string{f.verdict}, Note: f.note}
		} else if err != nil {
			return nil, err
		}
		return json.Marshal(o)
	}, append(parts, "outcome", command.ID, judges)...)
	if err == nil {
		err = json.Unmarshal(kept, &o)
	}
	return o, err
}

// folderText is every file beside a program, which it may include.
func folderText(src string) (string, error) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(src), "*.h"))
	if err != nil {
		return "", err
	}
	sort.Strings(files)
	var b strings.Builder
	for _, f := range append(files, src) {
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		b.Write(text)
	}
	return b.String(), nil
}

// compile gives the IR of a program, or a failure when the compiler refuses it.
func compile(c config, src string, flags ...string) ([]byte, error) {
	args := append([]string{"-S", "-emit-llvm", "-w"}, c.options...)
	tool := c.tc.Clang
	if c.flang != "" {
		tool = c.flang
	}
	if c.rust != nil {
		tool, args = c.rust.Invocation(append([]string{"--edition=2021", "--crate-type=lib", "--crate-name=program", "-Ccodegen-units=1", "-Awarnings", "--emit=llvm-ir"}, c.options...)...)
	}
	return produce(c, tool, src, "program.ll", append(args, flags...)...)
}

// produce runs a compiler on a file and gives what it wrote.
func produce(c config, tool, src, name string, args ...string) ([]byte, error) {
	text, err := folderText(src)
	if err != nil {
		return nil, err
	}
	return workspace.Keep(func() ([]byte, error) {
		dir, err := os.MkdirTemp(workspace.Dir(), "compile-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path, err := filepath.Abs(src)
		if err != nil {
			return nil, err
		}
		e, err := native.Limited(compileLimit, dir, tool, append(args, path, "-o", name)...)
		if err != nil {
			return nil, err
		}
		if !e.OK() {
			return nil, failed("nocompile", firstError(e.Stderr))
		}
		return os.ReadFile(filepath.Join(dir, name))
	}, "produce", c.id(), tool, name, strings.Join(args, " "), filepath.Ext(src), text)
}

var code = regexp.MustCompile(`L0\d\d\d`)

// differentiate runs llad on IR text and leaves what it writes in dir.
func differentiate(dir, name string, text []byte, limit time.Duration, flags ...string) error {
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
		return err
	}
	e, err := native.Limited(limit, dir, command.Path, append(flags, name, "-o", "derivative.ll")...)
	switch {
	case err != nil:
		return err
	case e.OK():
		return nil
	case e.Slow:
		return failed("slow", fmt.Sprintf("llad takes more than %v", limit))
	}
	l := code.FindString(e.Stderr)
	if e.Code == 1 && l != "" && l != "L0799" {
		return failed("refused "+l, said(e.Stderr))
	}
	if l == "" {
		l = fmt.Sprint("status ", e.Code)
	}
	return failed("internal "+l, said(e.Stderr))
}

var (
	place = regexp.MustCompile(`^\S+\.\w+:(\d+:)*(\d+:)? `)
	heads = regexp.MustCompile(`^(fatal )?error(\[L\d+\])?: `)
	names = regexp.MustCompile(`'[^']*'|0x[0-9a-f]+|[-+]?\d[\d.]*(e[-+]?\d+)?`)
)

// said is the first line of a message, without where and whose it is: the same
// of every configuration.
func said(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return heads.ReplaceAllString(place.ReplaceAllString(line, ""), "")
}

func firstError(text string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "error") || strings.Contains(line, "undefined") {
			return said(line)
		}
	}
	return said(text)
}

// tool runs a compiler or linker on what llad wrote; what it refuses is invalid.
func tool(dir, path string, args ...string) error {
	e, err := native.Limited(compileLimit, dir, path, args...)
	if err == nil && !e.OK() {
		err = failed("invalid", firstError(e.Stderr))
	}
	return err
}

// linked is what a Rust program needs at its link besides its own object.
func linked(c config) ([]string, error) {
	if c.rust == nil {
		return nil, nil
	}
	lib, err := workspace.RustLibrary(c.rust)
	return []string{lib, "-lpthread", "-ldl", "-lgcc_s"}, err
}

// countAll has glibc count freed memory as free at once: what a thread caches counts as
// held, and differs from call to call where addresses or sizes do.
const countAll = "GLIBC_TUNABLES=glibc.malloc.tcache_count=0"

// repeat runs an executable several times, with other addresses each time, and
// collects the verdicts.
func repeat(dir string, times int, judge func(native.Ended) (verdict, note string)) (o known.Outcome, err error) {
	for range times {
		e, err := native.Limited(runLimit, dir, "env", countAll, filepath.Join(dir, "program"))
		if err != nil {
			return o, err
		}
		verdict, note := ended(e)
		if verdict == "" {
			verdict, note = judge(e)
		}
		o.Verdicts = append(o.Verdicts, verdict)
		if o.Note == "" {
			o.Note = note
		}
		if e.Slow {
			break
		}
	}
	sort.Strings(o.Verdicts)
	return o, nil
}

// ended is the verdict of a run that did not come to its end; "" for others.
func ended(e native.Ended) (verdict, note string) {
	text := e.Stderr
	for _, line := range strings.Split(e.Stdout, "\n") {
		if strings.Contains(line, "llad") {
			text += "\n" + line
		}
	}
	l := code.FindString(text)
	switch {
	case e.Slow:
		return "slow", "the derivative takes more than " + runLimit.String()
	case e.OK():
		return "", ""
	case l != "":
		return "message " + l, said(text)
	case strings.Contains(text, "llad"):
		return "message", names.ReplaceAllString(said(text), "_")
	case e.Signal == syscall.SIGSEGV || e.Signal == syscall.SIGABRT || e.Signal == syscall.SIGFPE || e.Signal == syscall.SIGBUS || e.Signal == syscall.SIGILL:
		return "crash", e.Signal.String() + " " + names.ReplaceAllString(said(text), "_")
	}
	return "", ""
}
