package ir

import (
	"os"
	"testing"

	"github.com/llad-ad/llad/internal/tier"
)

func TestMain(m *testing.M) {
	code := m.Run()
	tier.Report(os.Stdout)
	os.Exit(code)
}
