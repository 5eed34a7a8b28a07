//go:build unix

package wrapper

import (
	"os"
	"syscall"
)

// replaceProcess runs a program instead of this one; it comes back with an error only.
func replaceProcess(path string, args []string) error { return syscall.Exec(path, args, os.Environ()) }

// signalOf is the signal that ended a process.
func signalOf(state *os.ProcessState) int {
	if w, ok := state.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return int(w.Signal())
	}
	return 0
}
