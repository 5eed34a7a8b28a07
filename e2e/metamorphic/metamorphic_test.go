package metamorphic

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
)

// lladLimit is how much processor time llad may take.
const lladLimit = 60 * time.Second

// shareOfChanges is how many of a thousand pairs of a program in C or C++ and a change the
// fast tier takes.
const shareOfChanges = 10

var (
	workspace *native.Workspace
	command   *native.Command
)

func TestMain(m *testing.M) {
	code, err := func() (int, error) {
		dir, err := os.MkdirTemp("", "llad-metamorphic-")
		if err != nil {
			return 1, err
		}
		defer os.RemoveAll(dir)
		tc, err := native.FindToolchain(19)
		if err != nil {
			return 1, err
		}
		workspace = native.NewWorkspace(dir, tc)
		if command, err = workspace.Llad("../.."); err != nil {
			return 1, err
		}
		code := m.Run()
		tier.Report(os.Stdout)
		return code, nil
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// derivative is what llad makes of a text.
type derivative struct {
	Verdict, Note string // right when there is a derivative
	Normal        string // the hash of its normal form
	output        []byte
}

// flags ask for a program's derivative, by the positions of its parameters.
func flags(p *native.Program, mode string) []string {
	list := []string{"-" + mode, "-func", p.Func}
	for k, a := range p.Args {
		list = append(list, "-"+a.Activity, fmt.Sprint(k))
	}
	return list
}

// differentiate runs llad on a text under a file's name.
func differentiate(p *native.Program, mode string, c changed) (d derivative, err error) {
	dir, err := os.MkdirTemp(workspace.Dir(), "text-")
	if err != nil {
		return d, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
		return d, err
	}
	e, err := native.Limited(lladLimit, dir, command.Path, append(flags(p, mode), c.file, "-o", "derivative.ll")...)
	if err != nil {
		return d, err
	}
	d.Note = strings.SplitN(e.Stderr, "\n", 2)[0]
	switch l := code.FindString(e.Stderr); {
	case e.Slow:
		d.Verdict = "slow"
	case e.Code == 1 && l != "" && l != "L0799":
		d.Verdict = "refused " + l
	case !e.OK():
		d.Verdict = strings.TrimSpace("internal " + l)
	default:
		d.Verdict = known.Right
		if d.output, err = os.ReadFile(filepath.Join(dir, "derivative.ll")); err != nil {
			return d, err
		}
		back := c.back
		if back == nil {
			back = strings.NewReplacer()
		}
		text := normal(c.text, string(d.output), back)
		d.Normal = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		if dir := os.Getenv("LLAD_NORMAL"); dir != "" {
			return d, os.WriteFile(filepath.Join(dir, p.Name+"."+mode+"."+d.Normal[:8]), []byte(text), 0o644)
		}
	}
	return d, nil
}

var code = regexp.MustCompile(`L0\d\d\d`)

// keep keeps a result by the parts and by everything else that it depends on.
func keep[T any](make func() (T, error), parts ...string) (v T, err error) {
	judges, err := native.Judges("metamorphic_test.go", "normal_test.go")
	if err != nil {
		return v, err
	}
	out, err := workspace.Keep(func() ([]byte, error) {
		v, err := make()
		if err != nil {
			return nil, err
		}
		return json.Marshal(v)
	}, append(parts, command.ID, judges)...)
	if err == nil {
		err = json.Unmarshal(out, &v)
	}
	return v, err
}

// text is the hash of an IR text with its file's name.
func (c changed) id() string { return fmt.Sprintf("%s %x", c.file, sha256.Sum256([]byte(c.text))) }

// config is one compiler at one level.
type config struct {
	native.Config
	name string
}

// subject is a program by one compiler in one mode, with its derivative.
type subject struct {
	p      *native.Program
	c      config
	mode   string
	source *source
	base   derivative
}

// newSubject compiles a program, and differentiates it as it is.
func newSubject(p *native.Program, c config, mode string) (*subject, error) {
	var plain, debug []byte
	var err error
	if c.Rust != nil {
		if plain, err = workspace.RustIR(c.Rust, p, c.Level); err == nil {
			debug, err = workspace.RustIR(c.Rust, p, c.Level, "-Cdebuginfo=2")
		}
	} else if plain, err = workspace.IR(c.Toolchain, p, c.Level); err == nil {
		debug, err = workspace.IR(c.Toolchain, p, c.Level, "-g")
	}
	if err != nil {
		return nil, err
	}
	s := &subject{p: p, c: c, mode: mode, source: &source{string(plain), string(debug), p.Name + ".ll", c.Rust != nil}}
	s.base, err = s.differentiate(s.plain())
	return s, err
}

func (s *subject) plain() changed { return changed{text: s.source.text, file: s.source.file} }

func (s *subject) differentiate(c changed) (derivative, error) {
	return keep(func() (derivative, error) { return differentiate(s.p, s.mode, c) }, "derivative", c.id(), strings.Join(flags(s.p, s.mode), " "))
}

var compared, differing, unlike atomic.Int64

// judge says how the derivative of a changed text stands to the one without the
// change: right, or what is wrong with it.
func (s *subject) judge(t *testing.T, name string, c changed) (o known.Outcome, err error) {
	d, err := s.differentiate(c)
	if err != nil {
		return o, err
	}
	compared.Add(1)
	if d.Verdict != known.Right || d.Normal == s.base.Normal {
		return known.Outcome{Verdicts: []string{d.Verdict}, Note: d.Note}, nil
	}
	differing.Add(1)
	t.Logf("%s %s %s: the texts differ", s.c.name, s.mode, name)
	o, err = s.run(c)
	if err != nil || o.Set() == known.Right {
		return o, err
	}
	// Not the change's fault when the derivative without it does the same.
	without, err := s.run(s.plain())
	if err == nil && without.Set() == o.Set() {
		unlike.Add(1)
		return known.Outcome{Verdicts: []string{known.Right}}, nil
	}
	return o, err
}

// run builds a text's derivative and judges what it computes.
func (s *subject) run(c changed) (known.Outcome, error) {
	reference, err := workspace.Reference(s.p)
	if err != nil {
		return known.Outcome{}, err
	}
	return keep(func() (known.Outcome, error) {
		d, err := differentiate(s.p, s.mode, c)
		if err != nil {
			return known.Outcome{}, err
		}
		config := s.c.Config
		config.Grad, config.JVP, config.Again = s.mode == "reverse", s.mode == "forward", 4
		got, err := workspace.Run(s.p, config, d.output)
		var failed *native.RunError
		switch {
		case errors.As(err, &failed) && !strings.Contains(err.Error(), "no end after"):
			return known.Outcome{Verdicts: []string{ended(failed)}, Note: strings.SplitN(failed.Output, "\n", 2)[0]}, nil
		case err != nil:
			return known.Outcome{}, err
		}
		if bad := native.Check(s.p, config, reference, got); len(bad) > 0 {
			return known.Outcome{Verdicts: []string{"WRONG"}, Note: bad[0]}, nil
		}
		return known.Outcome{Verdicts: []string{known.Right}}, nil
	}, "run", workspace.ID(s.c.Config), c.id(), s.mode, native.Driver(s.p), fmt.Sprint(s.p.DiffTol, s.p.DotTol, reference.Values))
}

// ended is the verdict of a build or a run that failed.
func ended(e *native.RunError) string {
	l := code.FindString(e.Output)
	switch {
	case errors.Is(e, native.ErrUnstable):
		return "WRONG" // or right: what was never written decides
	case strings.Contains(e.Cmd, " -o "):
		return "invalid"
	case l != "":
		return "message " + l
	case strings.Contains(e.Output, "llad"):
		return "message"
	}
	return "crash"
}

// configs are the compilers that programs in C and C++, and in Rust, are
// compiled by.
func configs(t *testing.T) (c, rust []config) {
	t.Helper()
	tc, err := native.FindToolchain(19)
	require.NoError(t, err)
	for _, level := range []string{"0", "2"} {
		one := native.Config{Toolchain: tc, Level: level}
		c = append(c, config{one, one.Name()})
	}
	all := native.FindRustcs("../..")
	for len(all) > 0 && native.ClangFor(all[len(all)-1].LLVM) == 0 {
		all = all[:len(all)-1]
	}
	require.NotEmpty(t, all, "no rustc whose IR a clang here reads: run `make deps`")
	r := all[len(all)-1]
	tc, err = native.FindToolchain(native.ClangFor(r.LLVM))
	require.NoError(t, err)
	for _, level := range []string{"0", "3"} {
		name := "rustc" + regexp.MustCompile(`^\d+\.\d+`).FindString(r.Release) + "-O" + level
		rust = append(rust, config{native.Config{Toolchain: tc, Level: level, Rust: r}, name})
	}
	return c, rust
}

var modes = []string{"reverse", "forward"}

// A derivative stays when something changes that does not concern it.
func TestChangesThatDoNotConcern(t *testing.T) {
	table := known.Open(t, "../../testdata/known_failures.txt")
	programs, err := native.FindPrograms(regexp.MustCompile(""), "../../testdata")
	require.NoError(t, err)
	require.NotEmpty(t, programs)
	names, only := regexp.MustCompile(os.Getenv("LLAD_PROGRAMS")), regexp.MustCompile(os.Getenv("LLAD_CONFIGS"))
	c, rust := configs(t)
	exists, compilers := map[known.Key]bool{}, map[string]bool{}
	var refused atomic.Int64
	t.Run("run", func(t *testing.T) {
		for _, p := range programs {
			list := c
			if filepath.Ext(p.Path) == ".rs" {
				list, p.Rust = rust, rust[0].Rust
			}
			for _, c := range list {
				var todo []change
				compilers[compilerOf(c.name)] = true
				for _, ch := range changes {
					for _, mode := range modes {
						exists[known.Key{Program: p.Name, Config: c.name, Mode: mode, Change: ch.name}] = true
					}
					if tier.Count("changes that do not concern a derivative", tier.All() || p.Rust == nil && tier.Share(p.Name+" "+ch.name, shareOfChanges)) {
						todo = append(todo, ch)
					}
				}
				if len(todo) == 0 || !names.MatchString(p.Name) || !only.MatchString(c.name) {
					continue
				}
				t.Run(p.Name+"/"+c.name, func(t *testing.T) {
					t.Parallel()
					for _, mode := range modes {
						s, err := newSubject(p, c, mode)
						require.NoError(t, err)
						if s.base.Verdict != known.Right {
							refused.Add(1)
							continue
						}
						s.checkAll(t, table, todo)
					}
				})
			}
		}
	})
	fmt.Printf("note: %d derivatives compared, %d differ as text and were run, %d of them as wrong as without the change; %d have no derivative\n",
		compared.Load(), differing.Load(), unlike.Load(), refused.Load())
	table.Finish(t,
		func(k known.Key) bool { return !strings.Contains(k.Program, "/") },
		// Lines of a compiler that is not here are left alone.
		func(k known.Key) bool { return exists[k] || !compilers[compilerOf(k.Config)] })
}

// compilerOf is the compiler in a configuration's name.
func compilerOf(name string) string {
	compiler, _, _ := strings.Cut(name, "-O")
	return compiler
}

func (s *subject) checkAll(t *testing.T, table *known.Check, todo []change) {
	t.Helper()
	for _, ch := range todo {
		c, ok := ch.apply(s.source)
		if !ok {
			continue
		}
		o, err := s.judge(t, ch.name, c)
		require.NoError(t, err)
		table.Run(t, known.Key{Program: s.p.Name, Config: s.c.name, Mode: s.mode, Change: ch.name}, o)
	}
}
