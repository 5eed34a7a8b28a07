package llad

// inlineBudget is how many instructions a function may have after callees were
// put into it before it is differentiated. One body shows the analyses more
// than the summaries of many, and needs no frames on the tape.
const inlineBudget = 20000

// moreRoom is how many times as many it may have where a derivative is refused otherwise.
const moreRoom = 4

// room is how long functions may become by callees that are put into them.
type room struct {
	most  int  // instructions
	short bool // there were callees that did not fit
}
