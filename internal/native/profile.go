package native

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

var profileMu sync.Mutex

// Profile adds a line to the file that LLAD_TEST_PROFILE names, if it names one: what
// was done, the processor time that its process took, the time that went by, both in
// seconds, and the details, apart by tabs. st is nil for what no process of its own did.
func Profile(what string, start time.Time, st *os.ProcessState, details ...string) {
	path := os.Getenv("LLAD_TEST_PROFILE")
	if path == "" {
		return
	}
	var cpu time.Duration
	if st != nil {
		cpu = st.UserTime() + st.SystemTime()
	}
	profileMu.Lock()
	defer profileMu.Unlock()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\t%.3f\t%.3f\t%s\n", what, cpu.Seconds(), time.Since(start).Seconds(), strings.Join(details, " "))
}

// purpose tells from a command's arguments what it is run for.
func purpose(name string, args []string) string {
	line := " " + strings.Join(args, " ") + " "
	has := func(s string) bool { return strings.Contains(line, s) }
	switch {
	case strings.HasPrefix(name, "rustc"):
		return "rustc"
	case !strings.HasPrefix(name, "clang"):
		return name
	case has(" -emit-llvm "):
		return "clang: source to IR"
	case has(".driver"), has(".main.c"):
		if has(" -c ") {
			return "clang: driver"
		}
		return "clang: link"
	case has(" -c ") && has(".ll "):
		if has("-fsanitize") {
			return "clang: derivative, sanitized"
		}
		return "clang: derivative"
	case has(" -c "):
		return "clang: reference"
	}
	return "clang: link"
}
