package main

import "github.com/llad-ad/llad"

// demo is the tour.
func demo(args []string, s streams) error {
	if len(args) > 0 {
		return usagef("demo takes no arguments")
	}
	return llad.Demo(s.out)
}
