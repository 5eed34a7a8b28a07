package activity

import "fmt"

// AddressesLeft says in what memory of its callers the function may leave an
// address when it returns, for messages: behind a parameter with a shadow, or in
// variables. It is "" where it leaves none.
func (a *Info) AddressesLeft() string {
	for _, f := range a.sol.p.env.summary(a.F).ptr {
		switch f.to.kind {
		case endMem:
			if f.to.arg < len(a.Seed.Params) && a.Seed.Params[f.to.arg] != Const {
				return fmt.Sprintf("the memory behind parameter %d", f.to.arg+1)
			}
		case endSymMem:
			return "a variable"
		case endUnknownMem:
			return "memory of unknown origin"
		}
	}
	return ""
}
