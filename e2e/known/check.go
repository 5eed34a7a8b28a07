package known

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Check holds the runs of one test against the table.
type Check struct {
	path   string
	update bool
	rows   map[Key]Row

	mu      sync.Mutex
	seen    map[Key]Outcome // when updating
	written time.Time
}

// Open reads the table at path for a test.
func Open(t *testing.T, path string) *Check {
	t.Helper()
	_, rows, err := read(path)
	require.NoError(t, err, "%s", path)
	return &Check{path: path, update: os.Getenv("LLAD_KNOWN") == "update", rows: rows, seen: map[Key]Outcome{}}
}

// Run holds what a run gave against its line; it fails the test where they
// differ, unless the table is being updated.
func (c *Check) Run(t *testing.T, k Key, o Outcome) {
	t.Helper()
	if c.update {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.seen[k] = o
		if time.Since(c.written) > 20*time.Second { // what is known stays when the run is cut off
			c.written = time.Now()
			require.NoError(t, c.write(func(Key) bool { return false }, nil))
		}
		return
	}
	if finding := judge(c.rows, k, o); finding != "" {
		t.Errorf("%v: %s", k, finding)
	}
}

func judge(rows map[Key]Row, k Key, o Outcome) string {
	row, known := rows[k]
	switch {
	case !known && o.Set() == Right:
		return ""
	case !known:
		return fmt.Sprintf("%s (%s), which is not among the known failures", o.Set(), o.Note)
	case row.Outcome != Right && row.allows(o):
		return ""
	case o.Set() == Right:
		return "right now: take it from the known failures (LLAD_KNOWN=update does), where it is " + row.Outcome
	}
	return fmt.Sprintf("%s (%s), known to be %s", o.Set(), o.Note, row.Outcome)
}

// Finish is called when all runs are through. exists says whether there is a
// run of that key on any machine that this one can tell of, mine whether a
// line is this test's. It fails the test for lines of no run and lines without
// a cause; when updating it writes the table instead.
func (c *Check) Finish(t *testing.T, mine, exists func(Key) bool) {
	t.Helper()
	if c.update {
		require.NoError(t, c.write(mine, exists))
		return
	}
	for k, r := range c.rows {
		if !mine(k) {
			continue
		}
		if !exists(k) {
			t.Errorf("%s: %v is in the table, and there is no such run", filepath.Base(c.path), k)
		}
		if strings.TrimSpace(r.Cause) == "" || r.Cause == "?" {
			t.Errorf("%s: %v has no cause", filepath.Base(c.path), k)
		}
	}
}

// write puts what was seen into the table, and takes lines of no run from it. Tests of several packages may do so
// at once, so it is read again under a lock.
func (c *Check) write(mine, exists func(Key) bool) error {
	f, err := os.Open(filepath.Dir(c.path))
	if err != nil {
		return err
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	head, rows, err := read(c.path)
	if err != nil {
		return err
	}
	update(rows, c.seen)
	for k := range rows {
		if mine(k) && !exists(k) {
			delete(rows, k)
		}
	}
	return os.WriteFile(c.path, format(head, rows), 0o644)
}

func update(rows map[Key]Row, seen map[Key]Outcome) {
	old := map[Key]Row{}
	for k, r := range rows {
		old[k] = r
	}
	for k, o := range seen {
		r, known := rows[k]
		switch {
		case o.Set() == Right:
			delete(rows, k)
		case !known:
			rows[k] = Row{o.Set(), cause(old, k, o)}
		case !r.allows(o):
			rows[k] = Row{o.Set(), r.Cause}
		}
	}
}
