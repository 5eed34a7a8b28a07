package cases

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/e2e/known"
	"github.com/llad-ad/llad/internal/native"
	"github.com/llad-ad/llad/internal/tier"
)

var (
	workspace  *native.Workspace
	command    *native.Command
	base       *native.Toolchain // compiles drivers and links
	driverText string
)

func TestMain(m *testing.M) {
	code, err := func() (int, error) {
		dir, err := os.MkdirTemp("", "llad-cases-")
		if err != nil {
			return 1, err
		}
		defer os.RemoveAll(dir)
		if base, err = native.FindToolchain(19); err != nil {
			return 1, err
		}
		workspace = native.NewWorkspace(dir, base)
		if command, err = workspace.Llad(root); err != nil {
			return 1, err
		}
		text, err := os.ReadFile(filepath.Join(folder, "driver.c"))
		if err != nil {
			return 1, err
		}
		driverText = string(text)
		code := m.Run()
		tier.Report(os.Stdout)
		return code, nil
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// trial is one program by one compiler in one mode.
type trial struct {
	known.Key
	run func(*testing.T) (known.Outcome, error)
}

var modes = []string{"reverse", "forward"}

// programs are the files of a folder with one of the endings, by name in the table.
func programs(t *testing.T, dir string, endings ...string) (list []string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Join(folder, dir))
	require.NoError(t, err)
	for _, f := range files {
		for _, e := range endings {
			if filepath.Ext(f.Name()) == e {
				list = append(list, dir+"/"+f.Name())
			}
		}
	}
	require.NotEmpty(t, list)
	return list
}

// functions lists the runs of src, words, unseen and locality.
func functions(t *testing.T) (list []trial) {
	c, rust := clangs(t, functionLevels), rustcs(t, rustLevels)
	names := append(programs(t, "src", ".c", ".cpp", ".rs"), programs(t, "words", ".c")...)
	for _, name := range append(names, "locality/tagged_links.c") {
		list = append(list, runsOf(t, name, c, rust)...)
	}
	return append(append(list, unseen(t)...), withOthers(t, c)...)
}

// unseen lists the runs of programs that were committed before llad saw them.
func unseen(t *testing.T) (list []trial) {
	c, rust := clangs(t, unseenLevels), rustcs(t, []string{"0", "2", "3"})[:3]
	for _, name := range programs(t, "unseen", ".c", ".cpp", ".rs") {
		list = append(list, runsOf(t, name, c, rust)...)
	}
	return append(list, fortran(t)...)
}

// fortran lists the runs of programs in Fortran, where its compiler is installed.
func fortran(t *testing.T) (list []trial) {
	configs := flangs(t, fortranLevels)
	for _, name := range programs(t, "fortran", ".f90") {
		list = append(list, runsOf(t, name, configs, nil)...)
	}
	return list
}

// runsOf lists the runs of one function by the compilers of its language.
func runsOf(t *testing.T, name string, c, rust []config) (list []trial) {
	f, err := readFunction(filepath.Join(folder, name))
	require.NoError(t, err)
	configs := c
	if filepath.Ext(name) == ".rs" {
		configs = rust
	}
	for _, c := range configs {
		for _, mode := range modes {
			list = append(list, trial{known.Key{Program: name, Config: c.name, Mode: mode, Change: "-"},
				func(t *testing.T) (known.Outcome, error) { return f.run(t, c, mode, "program.ll", nil) }})
		}
	}
	return list
}

var sourceName = regexp.MustCompile(`(?m)^(; ModuleID = '|source_filename = ").*(['"])$`)

// withOthers lists the runs with something in the module that is none of the function's.
func withOthers(t *testing.T, configs []config) (list []trial) {
	f, err := readFunction(filepath.Join(folder, "locality", "tagged_links.c"))
	require.NoError(t, err)
	changes := map[string]func(string) string{
		"named my-cgu.c": func(s string) string { return sourceName.ReplaceAllString(s, "${1}my-cgu.c$2") },
		"rustc's ident": func(s string) string {
			return strings.Replace(s, "!llvm.ident = !{", "!99999 = !{!\"rustc version 1.63.0\"}\n!llvm.ident = !{!99999, ", 1)
		},
	}
	for _, c := range configs {
		for _, mode := range modes {
			for what, change := range changes {
				list = append(list, trial{known.Key{Program: "locality/tagged_links.c", Config: c.name, Mode: mode, Change: what},
					func(t *testing.T) (known.Outcome, error) { return f.run(t, c, mode, "my-cgu.c.ll", change) }})
			}
			main := map[string]string{"reverse": "locality/main.c", "forward": "locality/tangent.c"}[mode]
			m := &mained{main: main, flags: []string{"-func", "f"}, judge: prints("3 3.75 3 5.25 3 6.75"), times: 8}
			for _, change := range []string{"-", "-DOTHER"} {
				list = append(list, trial{known.Key{Program: "locality/pairs.c", Config: c.name, Mode: mode, Change: change},
					func(t *testing.T) (known.Outcome, error) {
						var flags []string
						if change != "-" {
							flags = []string{change}
						}
						text, err := compile(c, filepath.Join(folder, "locality", "pairs.c"), flags...)
						if err != nil {
							return known.Outcome{}, err
						}
						return m.run(c, text, mode)
					}})
			}
		}
	}
	return list
}

var define = map[string]string{"reverse": "-DREV", "forward": "-DFWD"}

// markers lists the runs of reports, features and flags.
func markers(t *testing.T) (list []trial) {
	add := func(name string, c config, mode, change string, m *marked) {
		m.src = filepath.Join(folder, name)
		list = append(list, trial{known.Key{Program: name, Config: c.name, Mode: mode, Change: change},
			func(t *testing.T) (known.Outcome, error) { return m.run(t, c) }})
	}
	for _, name := range programs(t, "reports", ".c", ".cpp") {
		changes := []string{"-"}
		if name == "reports/ho_omp.c" || name == "reports/ho_virtual.cpp" {
			changes = []string{"-", "-DMODE=1", "-DMODE=2", "-DMODE=3", "-DMODE=4", "-DMODE=5"}
		}
		for _, c := range clangs(t, reportLevels) {
			for _, mode := range modes {
				for _, change := range changes {
					flags := []string{"-g", define[mode]}
					if filepath.Ext(name) == ".cpp" {
						flags = append(flags, "-std=c++17")
					}
					if change != "-" {
						flags = append(flags, change)
					}
					m := &marked{flags: flags, good: "ALLOK"}
					if strings.Contains(name, "omp") {
						m.flags, m.link = append(m.flags, "-fopenmp"), native.OpenMP()
					}
					add(name, c, mode, change, m)
				}
			}
		}
	}
	for _, mode := range modes {
		for _, name := range programs(t, "features", ".cpp") {
			for _, c := range clangs(t, featureLevels) {
				add(name, c, mode, "-", &marked{flags: []string{"-std=c++20", define[mode]}, good: "ok"})
			}
		}
		for _, name := range programs(t, "features", ".rs") {
			for _, c := range rustcs(t, []string{"0", "3"}) {
				s := slice{filepath.Join(folder, name)}
				list = append(list, trial{known.Key{Program: name, Config: c.name, Mode: mode, Change: "-"},
					func(t *testing.T) (known.Outcome, error) { return s.run(t, c, mode) }})
			}
		}
	}
	for _, c := range clangs(t, map[int][]string{19: {""}, 22: {""}}) {
		for _, flags := range buildFlags {
			m := &marked{flags: strings.Fields(flags)}
			if strings.Contains(flags, "--coverage") { // which notes where it was compiled
				m.flags = append(m.flags, "-Xclang", "-coverage-notes-file=/dev/null", "-Xclang", "-coverage-data-file=/dev/null")
			}
			for _, f := range m.flags {
				if linkFlags.MatchString(f) {
					m.link = append(m.link, f)
				}
			}
			byte := *m
			add("flags/moved.c", c, "reverse", flags, m)
			if flags == "-O0" || flags == "-O2" {
				add("flags/byte_shift.cpp", c, "reverse", flags, &byte)
			}
		}
	}
	return list
}

// The fast tier takes shareOfRuns of a thousand runs of the configurations that every
// machine which tests llad has, and whose known failures have been gone through.
const shareOfRuns = 100

var fastConfigs = regexp.MustCompile(`^(clang19|flang22)-O[02]$`)

// Every case has the verdict that is known of it: right, or what the table says.
func TestCases(t *testing.T) {
	table := known.Open(t, "../../testdata/known_failures.txt")
	all := append(append(functions(t), markers(t)...), frontends(t, modes)...)
	name, configs := regexp.MustCompile(os.Getenv("LLAD_PROGRAMS")), regexp.MustCompile(os.Getenv("LLAD_CONFIGS"))
	exists, compilers := map[known.Key]bool{}, map[string]bool{}
	t.Run("run", func(t *testing.T) {
		for _, tr := range all {
			require.False(t, exists[tr.Key], "two runs of %v", tr.Key)
			exists[tr.Key], compilers[compilerOf(tr.Config)] = true, true
			if !name.MatchString(tr.Program) || !configs.MatchString(tr.Config) {
				continue
			}
			if !tier.Count("cases", tier.All() || fastConfigs.MatchString(tr.Config) && tier.Share(tr.Key.String(), shareOfRuns)) {
				continue
			}
			t.Run(strings.ReplaceAll(tr.Key.String(), " ", "_"), func(t *testing.T) {
				t.Parallel()
				o, err := tr.run(t)
				require.NoError(t, err)
				table.Run(t, tr.Key, o)
			})
		}
	})
	table.Finish(t,
		func(k known.Key) bool { return strings.Contains(k.Program, "/") },
		// Lines of a compiler that is not here are left alone.
		func(k known.Key) bool { return exists[k] || !compilers[compilerOf(k.Config)] })
}
