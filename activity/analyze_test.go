package activity_test

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/activity/memtypes"
	"github.com/llad-ad/llad/activity/signature"
	"github.com/llad-ad/llad/ir"
	"github.com/stretchr/testify/require"
)

// A file of testdata/*.ll says in comments what is expected:
//
//	; func: f           the function that is analysed
//	; seed: dup out const ret retshadow mixed
//	; active: %x %y     exactly these values are active
//	; shadow: %p        exactly these values have a shadow
//	; maybeconst: %p    exactly these may lead to memory without one
//	; globals: @g       exactly these variables have a shadow
//	; call: %c out,dup,ret   the call that defines %c (or calls @c) has this seed; inactive when it is not active
//	; lost: %c          exactly these calls lose derivatives by throwing
//	; pieces: %v f64,i32     what the load, store of %v, or call number n (#n) moves
//	; error: L0104      the codes of the diagnostics
//
// Several cases in a file each begin with "; func:".
type testCase struct {
	fn   string
	want map[string][]string
}

func parseCases(src string) []*testCase {
	var cases []*testCase
	for _, line := range strings.Split(src, "\n") {
		key, rest, ok := strings.Cut(strings.TrimPrefix(line, "; "), ":")
		if !ok || !strings.HasPrefix(line, "; ") {
			continue
		}
		if key == "func" {
			cases = append(cases, &testCase{fn: strings.TrimSpace(rest), want: map[string][]string{}})
			continue
		}
		if len(cases) == 0 {
			continue
		}
		c := cases[len(cases)-1]
		switch key {
		case "call", "pieces":
			c.want[key] = append(c.want[key], strings.TrimSpace(rest))
		case "seed", "active", "shadow", "maybeconst", "globals", "lost", "error":
			c.want[key] = append(c.want[key], strings.Fields(rest)...)
			if c.want[key] == nil {
				c.want[key] = []string{}
			}
		}
	}
	return cases
}

func seedOf(words []string) signature.Seed {
	var s signature.Seed
	for _, w := range words {
		switch w {
		case "const":
			s.Params = append(s.Params, signature.Const)
		case "out":
			s.Params = append(s.Params, signature.Out)
		case "dup":
			s.Params = append(s.Params, signature.Dup)
		case "ret":
			s.Ret = true
		case "retshadow":
			s.RetShadow = true
		case "mixed":
			s.Mixed = true
		}
	}
	return s
}

func seedText(s signature.Seed) string {
	var w []string
	for _, k := range s.Params {
		w = append(w, [...]string{"const", "out", "dup", "dupnoneed"}[k])
	}
	if s.Ret {
		w = append(w, "ret")
	}
	if s.RetShadow {
		w = append(w, "retshadow")
	}
	if s.Mixed {
		w = append(w, "mixed")
	}
	return strings.Join(w, ",")
}

func piecesText(l []memtypes.Piece) string {
	var w []string
	for _, p := range l {
		switch p.Class {
		case memtypes.FloatData:
			w = append(w, p.Type.String())
		case memtypes.Pointer:
			w = append(w, "ptr")
		case memtypes.Integer:
			w = append(w, "int"+itoa(p.Size))
		case memtypes.Mixed:
			w = append(w, "mixed"+itoa(p.Size))
		default:
			w = append(w, "unknown"+itoa(p.Size))
		}
	}
	return strings.Join(w, ",")
}

func itoa(n int64) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

func names(f *ir.Function, pred func(ir.Value) bool) []string {
	list := []string{}
	for _, p := range f.Params {
		if pred(p) {
			list = append(list, p.Ident())
		}
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Type().Kind != ir.VoidKind && pred(i) {
				list = append(list, i.Ident())
			}
		}
	}
	sort.Strings(list)
	return list
}

func sorted(l []string) []string {
	l = append([]string{}, l...)
	sort.Strings(l)
	return l
}

func findCall(f *ir.Function, name string) *ir.Instr {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.IsCall() && (i.Ident() == name || i.Callee().Ident() == name) {
				return i
			}
			if i.Ident() == name && i.Type().Kind != ir.VoidKind || i.Op == ir.Store && i.Arg(0).Ident() == strings.TrimPrefix(name, "store ") && strings.HasPrefix(name, "store ") {
				return i
			}
		}
	}
	return nil
}

func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ll")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, c := range parseCases(string(src)) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".ll")+"/"+c.fn, func(t *testing.T) {
				m, err := ir.Read(file, src)
				require.NoError(t, err)
				f := m.Func(c.fn)
				require.NotNil(t, f)
				require.NoError(t, f.Load())
				check(t, m, f, c)
			})
		}
	}
}

func check(t *testing.T, m *ir.Module, f *ir.Function, c *testCase) {
	info, diags := activity.NewEnv(m).Analyze(f, seedOf(c.want["seed"]))
	codes := []string{}
	for _, d := range diags {
		codes = append(codes, d.Code)
		t.Log(d.Error())
	}
	require.Equal(t, sorted(c.want["error"]), sorted(codes), "diagnostics")
	if w, ok := c.want["active"]; ok {
		require.Equal(t, sorted(w), names(f, info.Active), "active")
	}
	if w, ok := c.want["shadow"]; ok {
		require.Equal(t, sorted(w), names(f, info.Shadow), "shadow")
	}
	if w, ok := c.want["maybeconst"]; ok {
		require.Equal(t, sorted(w), names(f, info.MaybeConst), "maybeconst")
	}
	if w, ok := c.want["globals"]; ok {
		var l []string
		for _, g := range info.ShadowGlobals() {
			l = append(l, g.Ident())
		}
		require.Equal(t, sorted(w), sorted(l), "globals")
	}
	if w, ok := c.want["lost"]; ok {
		require.Equal(t, sorted(w), names(f, func(v ir.Value) bool {
			i, ok := v.(*ir.Instr)
			return ok && i.IsCall() && info.Call(i).Lost
		}), "lost")
	}
	for _, w := range c.want["call"] {
		name, seed, _ := strings.Cut(w, " ")
		i := findCall(f, name)
		require.NotNil(t, i, name)
		got := seedText(info.Call(i).Seed)
		if !info.Call(i).Active {
			got = "inactive"
		} else if got == "" {
			got = "active"
		}
		require.Equal(t, strings.TrimSpace(seed), got, name)
	}
	for _, w := range c.want["pieces"] {
		at := strings.LastIndex(w, " ")
		i := findCall(f, w[:at])
		require.NotNil(t, i, w)
		require.Equal(t, w[at+1:], piecesText(info.Pieces(i)), w)
	}
}
