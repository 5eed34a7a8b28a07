package llad

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/llad-ad/llad/reverse"
)

// Caching says how gradients get at the values of the primal that they need:
// which loops keep them, and which are run again from snapshots of their state.
// The zero value keeps everything.
type Caching struct {
	Choices []reverse.Choice // later ones count more, those of one loop most
	Stats   bool             // generated code counts advances, snapshots and the like for llad_stats
}

// Add reads choices as -cache takes them: strategies separated by commas, each
// for all functions (ctz), for one (f=binomial:10) or for the loop of a function
// that begins at a line of its source (f:42=ctz).
func (c *Caching) Add(text string) error {
	for _, part := range SplitNames(text) {
		var choice reverse.Choice
		where, name := "", part
		if k := strings.LastIndexByte(part, '='); k >= 0 {
			where, name = part[:k], part[k+1:]
		}
		if k := strings.LastIndexByte(where, ':'); k >= 0 {
			n, err := strconv.Atoi(where[k+1:])
			if err == nil && n > 0 {
				choice.Line, where = n, where[:k]
			} else if where[k+1:] == "" || where[k+1] >= '0' && where[k+1] <= '9' {
				return fmt.Errorf("'%s': '%s' is no line number", part, where[k+1:])
			}
		}
		choice.Func = where
		var err error
		if choice.Strategy, err = reverse.ParseStrategy(name); err != nil {
			return err
		}
		c.Choices = append(c.Choices, choice)
	}
	return nil
}
