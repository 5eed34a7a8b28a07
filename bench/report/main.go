package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/llad-ad/llad/bench/results"
)

func main() {
	results.Main("report", "gradients.md, gradients.csv, gradients.svg", run)
}

func run(in, dir string) error {
	lines, err := results.Read(in, "Gradient")
	if err != nil {
		return err
	}
	rows := rowsOf(lines)
	if len(rows) == 0 {
		return fmt.Errorf("%s holds no line of BenchmarkGradient", in)
	}
	md := markdown(rows)
	if err := os.WriteFile(filepath.Join(dir, "gradients.md"), []byte(md), 0o644); err != nil {
		return err
	}
	text, err := csvText(rows)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "gradients.csv"), text, 0o644); err != nil {
		return err
	}
	fmt.Print(md)
	return dots(rows, filepath.Join(dir, "gradients.svg"))
}
