package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	only := flag.String("only", "", "the fault of this name alone")
	all := flag.Bool("all", false, "by the whole matrix")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	missed := 0
	for _, f := range faults {
		if *only != "" && *only != f.name {
			continue
		}
		start := time.Now()
		by, err := try(f, patterns, *all)
		took := time.Since(start).Round(time.Second)
		switch {
		case err != nil:
			fmt.Fprintf(os.Stderr, "faults: %s: %v\n", f.name, err)
			os.Exit(1)
		case by == "":
			missed++
			fmt.Printf("%-18s not found  %6v  %s\n", f.name, took, f.what)
		default:
			fmt.Printf("%-18s found      %6v  by %s: %s\n", f.name, took, by, f.what)
		}
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// try runs the tests on a copy of the tree with the fault. It names the first
// test that failed, "" when none did.
func try(f fault, patterns []string, all bool) (by string, err error) {
	dir, err := os.MkdirTemp("", "llad-fault-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := copyTree(dir); err != nil {
		return "", err
	}
	if err := f.put(dir); err != nil {
		return "", err
	}
	if err := build(dir); err != nil {
		return "", err
	}
	return firstFailure(dir, patterns, all)
}

// build compiles the tree at dir; what the compiler says goes to the standard error.
func build(dir string) error {
	if err := command(context.Background(), dir, "go", "build", "./...").Run(); err != nil {
		return fmt.Errorf("it does not compile: %w", err)
	}
	return nil
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	return cmd
}

// copyTree copies the files that git knows of, and leads to the compilers in bin.
func copyTree(dir string) error {
	list := command(context.Background(), ".", "git", "ls-files", "-co", "--exclude-standard", "-z")
	names, err := list.Output()
	if err != nil {
		return err
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		if err := copyFile(filepath.Join(dir, name), name); err != nil {
			return err
		}
	}
	here, err := filepath.Abs(filepath.Join("bin", "rustc-web"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
		return err
	}
	return os.Symlink(here, filepath.Join(dir, "bin", "rustc-web"))
}

// copyFile leaves out what is gone and what is no plain file.
func copyFile(to, from string) error {
	info, err := os.Lstat(from)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}

// put makes the change in the tree at dir.
func (f fault) put(dir string) error {
	path := filepath.Join(dir, f.file)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(data), f.old); n != 1 {
		return fmt.Errorf("its text stands %d times in %s", n, f.file)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(data), f.old, f.new, 1)), 0o644)
}

// firstFailure runs go test until a test fails, or to the end.
func firstFailure(dir string, patterns []string, all bool) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := command(ctx, dir, "go", append([]string{"test", "-json", "-timeout", "0"}, patterns...)...)
	// What is cut off leaves its temporary files there.
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		return "", err
	}
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	if all {
		cmd.Env = append(cmd.Env, "LLAD_TIER=all")
	}
	// The go command's children are to end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 30 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	by := failed(out)
	if by != "" {
		cancel()
	}
	io.Copy(io.Discard, out)
	cmd.Wait() // its status says no more than the events
	return by, nil
}

// failed reads the events of go test up to the first test that failed.
func failed(r io.Reader) string {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadString('\n')
		var e struct{ Action, Package, Test string }
		if json.Unmarshal([]byte(line), &e) == nil && e.Action == "fail" {
			return strings.TrimSpace(e.Package + " " + e.Test)
		}
		if err != nil {
			return ""
		}
	}
}
