// Package cache decides, for every primal value that the reverse sweep needs,
// whether it is kept or computed again.
//
//	file        what it holds
//	plan.go     the decision: a minimum cut between what is there and what is needed
//	cost.go     what keeping and computing again cost
//	mincut.go   maximum flow (Dinic) on the value graph
//
// The package knows values, operands and prices; it writes no IR.
package cache
