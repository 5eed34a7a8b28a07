package main

import (
	"flag"
	"os/exec"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/llad-ad/llad/internal/native"
)

// Every flag that a command has is told of, once, and nothing else is; so help, manual and
// completions have all flags.
func TestEveryFlagHasAText(t *testing.T) {
	row := map[string]flagText{}
	for _, x := range flagTexts {
		assert.NotContains(t, row, x.name, "-%s has two rows", x.name)
		assert.NotEmpty(t, x.text, "-%s", x.name)
		row[x.name] = x
	}
	used := map[string]bool{}
	for _, c := range commands() {
		if c.flags == nil {
			continue
		}
		c.flags().VisitAll(func(f *flag.Flag) {
			used[f.Name] = true
			if !assert.Contains(t, row, f.Name, "-%s has no row in flagTexts", f.Name) {
				return
			}
			isSwitch := false
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok {
				isSwitch = b.IsBoolFlag()
			}
			assert.Equal(t, isSwitch, row[f.Name].value == "", "-%s: only a switch has no value", f.Name)
		})
	}
	for name := range row {
		assert.True(t, used[name], "no command has -%s", name)
	}
}

// What the help command offers are topics, and commands that have flags or examples; each has a
// page, with examples.
func TestHelpOffersWhatThereIs(t *testing.T) {
	var with []string
	for _, x := range topics {
		with = append(with, x.name)
		for _, f := range x.flags {
			assert.True(t, slices.ContainsFunc(flagTexts, func(row flagText) bool { return row.name == f }), "-%s", f)
		}
	}
	for _, c := range commands()[1:] {
		if c.flags != nil || examples[c.name] != nil {
			with = append(with, c.name)
		}
	}
	assert.ElementsMatch(t, with, helpWords)
	for _, name := range helpWords {
		text, err := page(name)
		require.NoError(t, err)
		assert.Contains(t, text, "Examples:\n\n  # ", name)
		for _, line := range strings.Split(text, "\n") {
			assert.LessOrEqual(t, len(line), helpWidth, line)
		}
	}
	for name := range examples {
		assert.Contains(t, helpWords, name)
	}
}

// Flags in examples are flags.
func TestExamplesHaveFlagsThatThereAre(t *testing.T) {
	for name, list := range examples {
		for _, e := range list {
			words := strings.Fields(e.line)
			if words[0] != "llad" || name == "cc" || name == "c++" || name == "link" {
				continue
			}
			c, ok := find(words[1])
			if !ok {
				c = commands()[0]
			}
			for _, w := range words[1:] {
				if w == "--" || w == "2>" {
					break
				}
				if strings.HasPrefix(w, "-") && c.flags != nil {
					assert.NotNil(t, c.flags().Lookup(w[1:]), "%s: %s", e.line, w)
				}
			}
		}
	}
}

// Values that shells offer are values that the flags take.
func TestOfferedValuesAreTaken(t *testing.T) {
	for _, c := range commands() {
		for _, row := range c.texts() {
			for _, w := range row.words {
				if w = strings.Replace(w, ":", ":2", 1); row.name == "dialect" {
					n, err := strconv.Atoi(w)
					require.NoError(t, err)
					assert.True(t, oldestLLVM <= n && n <= newestLLVM)
				}
				_, err := parse(c.flags(), []string{"-" + row.name, w})
				assert.NoError(t, err, "%s -%s %s", c.name, row.name, w)
			}
			if row.name == "dialect" {
				assert.Len(t, row.words, newestLLVM-oldestLLVM+1)
			}
		}
	}
	for _, w := range []string{"text", "json", "html"} {
		assert.Contains(t, formats, w)
	}
}

func TestVersionTellsWhatTheBuildTells(t *testing.T) {
	info := &debug.BuildInfo{Main: debug.Module{Version: "v0.3.1"}, Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.time", Value: "2020-02-02T02:02:02Z"}, {Key: "vcs.modified", Value: "true"},
	}}
	lines := strings.Split(versionText(info, ""), "\n")
	assert.Equal(t, "llad 0.3.1", lines[0])
	assert.Equal(t, "commit 0123abcd of 2020-02-02T02:02:02Z, with changes", lines[1])
	assert.Equal(t, "LLVM 14 to 22", lines[3])
	info.Settings[2].Value = "false"
	lines = strings.Split(versionText(info, "0.4.0"), "\n")
	assert.Equal(t, "llad 0.4.0", lines[0], "what the build was told has precedence")
	assert.Equal(t, "commit 0123abcd of 2020-02-02T02:02:02Z", lines[1])
	assert.Contains(t, versionText(nil, ""), "llad devel\ncommit unknown\n")
	info = &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}
	assert.Contains(t, versionText(info, ""), "llad devel\n")
	assert.Equal(t, oldestLLVM, slices.Min(native.Versions), "the range is what the tests use")
	assert.Equal(t, newestLLVM, slices.Max(native.Versions), "the range is what the tests use")
}

func TestWrapKeepsWords(t *testing.T) {
	text := "one two three averyveryverylongword four"
	lines := wrap(text, 9)
	assert.Equal(t, []string{"one two", "three", "averyveryverylongword", "four"}, lines)
	assert.Equal(t, text, strings.Join(lines, " "))
}

// Text of the tables cannot become a request or an escape of roff.
func TestManualEscapesText(t *testing.T) {
	assert.Equal(t, `\&.SH x`, roff(".SH x"))
	assert.Equal(t, `\(aqx`, roff("'x"))
	assert.Equal(t, `a\eb \-c`, roff(`a\b -c`))
	for _, line := range strings.Split(manPage("1"), "\n") {
		if strings.HasPrefix(line, ".") {
			assert.Regexp(t, `^\.(TH|SH|SS|TP|PP|nf|fi)( |$)`, line)
		}
	}
}

// bash offers commands, their flags, the values of flags, and files of IR.
func TestBashCompletes(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	dir := t.TempDir()
	for _, c := range []struct{ line, want string }{
		{"llad ch", "check"},
		{"llad check -po", "-points"},
		{"llad check -emi", ""},
		{"llad -emi", "-emit"},
		{"llad f.ll -emit d", "derivatives"},
		{"llad explain -format h", "html"},
		{"llad -print-after Mem2", "Mem2Reg"},
		{"llad completion z", "zsh"},
		{"llad demo ", ""},
		{"llad c++ -c file.", "file.c\nfile.ll"},
		{"llad -reverse fi", "file.ll"},
		{"llad -reverse -o fi", "file.c\nfile.ll"},
	} {
		words := strings.Split(c.line, " ")
		script := bashCompletion() + "touch file.ll file.c\nCOMP_WORDS=(" + strings.Join(words[:len(words)-1], " ") + " " +
			quote(words[len(words)-1]) + ")\nCOMP_CWORD=" + strconv.Itoa(len(words)-1) +
			"\n_llad\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort\n"
		cmd := exec.Command("bash", "-c", script)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Equal(t, c.want, strings.TrimSpace(string(out)), c.line)
	}
}
