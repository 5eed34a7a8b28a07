package known

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const table = `# head
a.c	clang19-O0,clang19-O2	reverse	-	refused L0201	a union's words
b.c	clang19-O2	forward	-	WRONG|crash	a stale shadow
`

func key(program, config, mode string) Key { return Key{program, config, mode, "-"} }

// A table is written as it was read, and lines that cannot be are told.
func TestTableIsWrittenAsRead(t *testing.T) {
	head, rows, err := parse([]byte(table))
	require.NoError(t, err)
	require.Len(t, rows, 3)
	require.Equal(t, table, string(format(head, rows)))
	_, _, err = parse([]byte("a.c\tclang19-O0\n"))
	require.ErrorContains(t, err, "2 columns")
	_, _, err = parse([]byte(table + "b.c\tclang19-O2\tforward\t-\tleak\tx\n"))
	require.ErrorContains(t, err, "a second line")
}

// Changes of either direction are findings; what the table has is none.
func TestJudge(t *testing.T) {
	_, rows, err := parse([]byte(table))
	require.NoError(t, err)
	a, b, new := key("a.c", "clang19-O0", "reverse"), key("b.c", "clang19-O2", "forward"), key("c.c", "clang19-O0", "reverse")
	of := func(v ...string) Outcome { return Outcome{Verdicts: v} }
	require.Empty(t, judge(rows, a, of("refused L0201")))
	require.Contains(t, judge(rows, a, of(Right)), "right now")
	require.Contains(t, judge(rows, a, of("refused L0203")), "known to be refused L0201")
	require.Empty(t, judge(rows, b, of("crash")))
	require.Empty(t, judge(rows, b, of("crash", "WRONG", "crash")))
	require.Contains(t, judge(rows, b, of("crash", Right)), "known to be WRONG|crash")
	require.Empty(t, judge(rows, new, of(Right)))
	require.Contains(t, judge(rows, new, of("leak")), "not among the known failures")
}

// An update changes outcomes, keeps causes and sets, drops what is right, and
// gives new lines the cause that is known of the program.
func TestUpdate(t *testing.T) {
	_, rows, err := parse([]byte(table))
	require.NoError(t, err)
	update(rows, map[Key]Outcome{
		key("a.c", "clang19-O0", "reverse"): {Verdicts: []string{Right}},
		key("a.c", "clang19-O2", "reverse"): {Verdicts: []string{"refused L0203"}},
		key("a.c", "clang19-O3", "reverse"): {Verdicts: []string{"refused L0201"}, Note: "said"},
		key("b.c", "clang19-O2", "forward"): {Verdicts: []string{"WRONG"}},
		key("c.c", "clang19-O2", "forward"): {Verdicts: []string{"leak"}},
		key("d.c", "clang19-O2", "forward"): {Verdicts: []string{"message L0312"}, Note: "said  so"},
	})
	require.Equal(t, map[Key]Row{
		key("a.c", "clang19-O2", "reverse"): {"refused L0203", "a union's words"},
		key("a.c", "clang19-O3", "reverse"): {"refused L0201", "a union's words"},
		key("b.c", "clang19-O2", "forward"): {"WRONG|crash", "a stale shadow"},
		key("c.c", "clang19-O2", "forward"): {"leak", "?"},
		key("d.c", "clang19-O2", "forward"): {"message L0312", "said so"},
	}, rows)
}
