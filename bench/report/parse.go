package main

import (
	"bufio"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// benchmark is one line: the name without "Benchmark" and the number of
// processors, and the values by unit.
type benchmark struct {
	name   string
	values map[string]float64
}

var processors = regexp.MustCompile(`-\d+$`)

// parse reads the output of `go test -bench`; other lines are skipped. Errors
// are those of r.
func parse(r io.Reader) ([]benchmark, error) {
	var all []benchmark
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Fields(s.Text())
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		b := benchmark{processors.ReplaceAllString(strings.TrimPrefix(f[0], "Benchmark"), ""), map[string]float64{}}
		for i := 2; i < len(f); i += 2 {
			if v, err := strconv.ParseFloat(f[i], 64); err == nil {
				b.values[f[i+1]] = v
			}
		}
		all = append(all, b)
	}
	return all, s.Err()
}
