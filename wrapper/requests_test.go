package wrapper

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFlagsInHelp(t *testing.T) {
	for said, want := range map[string]string{
		"give its IR, register a rule, or say that it has no derivative (`-inactive f`)": "give its IR, register a rule, or say that it has no derivative (`--llad-inactive=f`)",
		"-transport settled refuses it, and says what would make it faster":              "--llad-transport=settled refuses it, and says what would make it faster",
		"leave out `-transport settled`: by names it has a derivative":                   "leave out `--llad-transport=settled`: by names it has a derivative",
		"use forward mode (`-forward`), or take it out":                                  "use forward mode (`-forward`), or take it out",
		"compile it by llad cc with `-fembed-bitcode`, or with `LLAD_IR=1`":              "compile it by llad cc with `-fembed-bitcode`, or with `LLAD_IR=1`",
		"run it again - or take it out of the loop":                                      "run it again - or take it out of the loop",
	} {
		assert.Equal(t, want, FlagsInHelp(said))
	}
}
