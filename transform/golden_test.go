package transform

import (
	"testing"

	"github.com/llad-ad/llad/internal/irtest"
	"github.com/llad-ad/llad/ir"
)

func TestGolden(t *testing.T) {
	irtest.Golden(t, map[string]func(*ir.Function) bool{
		"CleanUp": func(f *ir.Function) bool { CleanUp(f); return true },
	})
}
