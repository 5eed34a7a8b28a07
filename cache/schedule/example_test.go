package schedule_test

import (
	"fmt"

	"github.com/llad-ad/llad/cache/schedule"
)

// Four steps in two slots: the second snapshot spares walking from state 0 to
// the last steps again.
func ExampleBinomial() {
	for a := range schedule.Binomial(2).Actions(4) {
		fmt.Println(a)
	}
	fmt.Println("advances:", schedule.BinomialAdvances(4, 2))
	// Output:
	// snapshot 0 slot 0
	// advance 0 -> 2
	// snapshot 2 slot 1
	// advance 2 -> 3
	// reverse 3
	// restore 2 slot 1
	// reverse 2
	// discard 2 slot 1
	// restore 0 slot 0
	// advance 0 -> 1
	// reverse 1
	// restore 0 slot 0
	// reverse 0
	// discard 0 slot 0
	// advances: 4
}

// A while loop, whose length is found out on the way.
func ExampleUnbounded() {
	x := 100.0
	more := func(int) bool { x /= 10; return x > 1 }
	for a := range (schedule.CTZ{}).Until(more) {
		fmt.Println(a)
	}
	// Output:
	// snapshot 0 slot 0
	// advance 0 -> 1
	// restore 0 slot 0
	// reverse 0
	// discard 0 slot 0
}
