package signature

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSplitAttrs(t *testing.T) {
	assert.Equal(t, []string{"noundef", "byval(%struct.S)", "align 8", `"key"="a b"`, "captures(none)"},
		SplitAttrs(`noundef byval(%struct.S) align 8 "key"="a b" captures(none)`))
	assert.Empty(t, SplitAttrs("  "))
}

func TestCallAttrs(t *testing.T) {
	assert.Equal(t, "byval(%struct.S) align 8", CallAttrs("noundef byval(%struct.S) align 8 nocapture"))
	assert.Equal(t, "zeroext", CallAttrs("noundef zeroext align 4"))
	assert.Equal(t, "", CallAttrs("dead_on_unwind noalias writable sret(%struct.P3) align 8"))
}
