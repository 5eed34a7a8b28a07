package results

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Line is one benchmark: its name without "Benchmark" and the number of
// processors, and its values by unit.
type Line struct {
	Name   string
	Values map[string]float64
}

// Main is the main function of a command that makes files of the lines of a
// benchmark: it reads the folder (-o) and the name of the input from the
// command line and ends the process with 1 where run fails.
func Main(name, files string, run func(in, dir string) error) {
	dir := flag.String("o", ".", "folder for "+files)
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintf(os.Stderr, "usage: %s [-o folder] benchmarks.txt\n", name)
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *dir); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Read gives the lines of the named benchmark (its first word, without
// "Benchmark") in a file. Errors are those of the file; no line is one too.
func Read(file, benchmark string) ([]Line, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := Parse(f)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for _, l := range all {
		if first, _, _ := strings.Cut(l.Name, "/"); first == benchmark {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s holds no line of Benchmark%s", file, benchmark)
	}
	return lines, nil
}

var processors = regexp.MustCompile(`-\d+$`)

// Parse reads the output of `go test -bench`; other lines are skipped. Errors
// are those of r.
func Parse(r io.Reader) ([]Line, error) {
	var all []Line
	s := bufio.NewScanner(r)
	for s.Scan() {
		f := strings.Fields(s.Text())
		if len(f) < 4 || len(f)%2 != 0 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		b := Line{processors.ReplaceAllString(strings.TrimPrefix(f[0], "Benchmark"), ""), map[string]float64{}}
		for i := 2; i < len(f); i += 2 {
			if v, err := strconv.ParseFloat(f[i], 64); err == nil {
				b.Values[f[i+1]] = v
			}
		}
		all = append(all, b)
	}
	return all, s.Err()
}
