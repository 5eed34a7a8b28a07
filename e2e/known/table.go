package known

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Key names a run.
type Key struct {
	Program string // with the folder below testdata, for cases; else its name
	Config  string // clang19-O2
	Mode    string // reverse or forward
	Change  string // what was done to the program, "-" for nothing
}

func (k Key) String() string {
	return strings.Join([]string{k.Program, k.Config, k.Mode, k.Change}, " ")
}

// Outcome is what a run gave: its verdicts (one, or several when repetitions
// differ) and what was said, for a line's cause.
type Outcome struct {
	Verdicts []string
	Note     string
}

// Right is the verdict of a run in which nothing is wrong.
const Right = "right"

// Set is the outcome as the table has it.
func (o Outcome) Set() string {
	v := slices.Clone(o.Verdicts)
	sort.Strings(v)
	return strings.Join(slices.Compact(v), "|")
}

// Row is what the table says of a run.
type Row struct{ Outcome, Cause string }

// allows reports whether the row has what was seen.
func (r Row) allows(o Outcome) bool {
	for _, v := range o.Verdicts {
		if !slices.Contains(strings.Split(r.Outcome, "|"), v) {
			return false
		}
	}
	return true
}

// parse reads a table. Errors name the line.
func parse(text []byte) (head []byte, rows map[Key]Row, err error) {
	rows = map[Key]Row{}
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			if line != "" {
				head = append(append(head, line...), '\n')
			}
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 6 {
			return nil, nil, fmt.Errorf("line %d has %d columns, not 6", n+1, len(f))
		}
		for _, c := range strings.Split(f[1], ",") {
			k := Key{f[0], c, f[2], f[3]}
			if _, twice := rows[k]; twice {
				return nil, nil, fmt.Errorf("line %d: a second line for %v", n+1, k)
			}
			rows[k] = Row{f[4], f[5]}
		}
	}
	return head, rows, nil
}

// format writes a table: configurations that share everything else on one line.
func format(head []byte, rows map[Key]Row) []byte {
	configs := map[string][]string{}
	for k, r := range rows {
		line := strings.Join([]string{k.Program, "\x00", k.Mode, k.Change, r.Outcome, r.Cause}, "\t")
		configs[line] = append(configs[line], k.Config)
	}
	var lines []string
	for line, c := range configs {
		sort.Strings(c)
		lines = append(lines, strings.Replace(line, "\x00", strings.Join(c, ","), 1))
	}
	sort.Strings(lines)
	var b bytes.Buffer
	b.Write(head)
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}

// unexplained are verdicts of which what a run printed tells no cause.
var unexplained = regexp.MustCompile(`WRONG|crash|leak`)

// cause is what a new line says: what the program's other lines say of the
// same outcome, else what llad or a compiler said.
func cause(rows map[Key]Row, k Key, o Outcome) string {
	best := ""
	for other, r := range rows {
		if other.Program == k.Program && r.Outcome == o.Set() && r.Cause != "?" && (best == "" || r.Cause < best) {
			best = r.Cause
		}
	}
	if best != "" {
		return best
	}
	note := strings.Join(strings.Fields(o.Note), " ")
	if cut := []rune(note); len(cut) > 160 {
		note = string(cut[:160])
	}
	if note == "" || unexplained.MatchString(o.Set()) {
		return "?"
	}
	return note
}

func read(path string) (head []byte, rows map[Key]Row, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	return parse(text)
}
