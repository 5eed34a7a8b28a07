package schedule

import (
	"fmt"
	"strconv"
	"strings"
)

// Grammar lists what Parse reads.
const Grammar = "keep, recompute, ctz, binomial:S, online:S, periodic:K, mixed:S, and the states of one of recompute, ctz, binomial and online for blocks of K steps, as in binomial:S/K"

// Parse reads a strategy as -cache takes it: a name of Grammar, the number being
// 1 or more. Parse(s.String()) is s for every Schedule of this package.
func Parse(text string) (Schedule, error) {
	if of, arg, blocks := strings.Cut(text, "/"); blocks {
		inner, err := Parse(of)
		if err != nil {
			return nil, err
		}
		k, err := strconv.Atoi(arg)
		if err != nil || k < 1 {
			return nil, fmt.Errorf("strategy %q needs a number of steps in a block, as in %s/8", text, of)
		}
		s, ok := InBlocks(inner, k)
		if !ok {
			return nil, fmt.Errorf("%s is not for blocks of steps: it keeps tapes itself", inner)
		}
		return s, nil
	}
	name, arg, numbered := strings.Cut(text, ":")
	if !numbered {
		switch name {
		case "keep":
			return KeepAll{}, nil
		case "recompute":
			return RecomputeAll{}, nil
		case "ctz":
			return CTZ{}, nil
		}
	}
	with, ok := map[string]func(int) Schedule{
		"binomial": func(k int) Schedule { return Binomial(k) },
		"online":   func(k int) Schedule { return Online(k) },
		"periodic": func(k int) Schedule { return Periodic(k) },
		"mixed":    func(k int) Schedule { return Mixed(k) },
	}[name]
	if !ok {
		return nil, fmt.Errorf("unknown strategy %q; there are %s", text, Grammar)
	}
	k, err := strconv.Atoi(arg)
	if err != nil || k < 1 {
		return nil, fmt.Errorf("strategy %q needs a number of 1 or more, as in %s:10", text, name)
	}
	return with(k), nil
}
