package main

// check is the command that compares derivatives with each other.
func check(args []string, s streams) error { return usagef("check is not built yet") }

// demo is the tour.
func demo(args []string, s streams) error { return usagef("demo is not built yet") }
