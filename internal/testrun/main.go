package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// stateFile is where the whole matrix notes how far it is.
const stateFile = "bin/test-all.state"

func main() {
	all := flag.Bool("all", false, "the whole matrix")
	again := flag.Bool("again", false, "with -all: forget which units have passed")
	timeout := flag.String("timeout", "60m", "for one package, or one unit")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	start := time.Now()
	var result *outcome
	var err error
	if *all {
		result, err = wholeMatrix(ctx, patterns, *timeout, *again)
	} else {
		result, err = fastTier(ctx, patterns, *timeout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testrun:", err)
	}
	if result == nil {
		os.Exit(1)
	}
	fmt.Printf("%d packages or units in %v\n", result.packages, time.Since(start).Round(time.Second))
	result.write(os.Stdout)
	if err != nil || result.failed > 0 {
		os.Exit(1)
	}
}

// fastTier runs the packages with one go command, which keeps what passed.
func fastTier(ctx context.Context, patterns []string, timeout string) (*outcome, error) {
	return goTest(ctx, append([]string{"test", "-json", "-timeout", timeout}, patterns...), nil)
}

// wholeMatrix runs unit after unit, those that have passed in this state of the tree left out.
func wholeMatrix(ctx context.Context, patterns []string, timeout string, again bool) (*outcome, error) {
	units, err := findUnits(patterns)
	if err != nil {
		return nil, err
	}
	tree, err := treeHash()
	if err != nil {
		return nil, err
	}
	if again {
		os.Remove(stateFile)
	}
	s := openState(stateFile, tree)
	total, before := newOutcome(), 0
	for k, u := range units {
		if r := s.Done[u.String()]; r != nil {
			before++
			total.add(r.outcome())
			total.packages++
			continue
		}
		fmt.Printf("[%d of %d] %s\n", k+1, len(units), u)
		start := time.Now()
		o, err := goTest(ctx, u.args(timeout), []string{"LLAD_TIER=all"})
		if ctx.Err() != nil {
			fmt.Printf("interrupted: %d of %d units are left; run it again to go on\n", len(units)-k, len(units))
			return total, ctx.Err()
		}
		total.add(o)
		if err == nil && o.failed == 0 {
			if err := s.pass(u.String(), o, time.Since(start).Seconds()); err != nil {
				return total, err
			}
		}
	}
	if before > 0 {
		fmt.Printf("%d of %d units had passed before\n", before, len(units))
	}
	return total, nil
}

// goTest runs the go command and collects the events that it prints. An error is
// one that no event tells of.
func goTest(ctx context.Context, args, env []string) (*outcome, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	o := collect(out, func(pkg, action string, seconds float64) {
		if action != "skip" {
			fmt.Printf("%-4s %7.1f s  %s\n", action, seconds, shortName(pkg))
		}
	})
	err = cmd.Wait()
	if o.failed > 0 {
		err = nil // the events say it
	}
	return o, err
}
