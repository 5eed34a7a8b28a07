package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir := flag.String("o", ".", "folder for gradients.md, gradients.csv, gradients.svg")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: report [-o folder] benchmarks.txt")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *dir); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(in, dir string) error {
	f, err := os.Open(in)
	if err != nil {
		return err
	}
	defer f.Close()
	lines, err := parse(f)
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
