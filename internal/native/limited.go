package native

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// Ended says how a command ended.
type Ended struct {
	Code           int            // the exit status, -1 after a signal
	Signal         syscall.Signal // what ended it, 0 when it exited
	Slow           bool           // it went past its limit
	Stdout, Stderr string
}

// OK reports whether the command ended with status 0.
func (e Ended) OK() bool { return e.Code == 0 && !e.Slow }

// Limited runs a command that may take so much processor time, which does not
// depend on what else the machine does. One that waits for something that never
// comes is ended after ten times as long. The error says that it could not be started.
func Limited(cpu time.Duration, dir string, name string, args ...string) (Ended, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*cpu)
	defer cancel()
	path, err := exec.LookPath(name)
	if err != nil {
		return Ended{}, err
	}
	script := fmt.Sprintf(`ulimit -c 0; ulimit -t %d; exec "$@"`, int(cpu.Seconds()))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, "sh", path}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	e := Ended{Stdout: strings.ToValidUTF8(out.String(), "?"), Stderr: strings.ToValidUTF8(errs.String(), "?")}
	if cmd.ProcessState == nil {
		return e, err
	}
	e.Code = cmd.ProcessState.ExitCode()
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		e.Signal = s.Signal()
	}
	e.Slow = ctx.Err() != nil || e.Signal == syscall.SIGXCPU || e.Signal == syscall.SIGKILL
	return e, nil
}
