package edit

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// LoopMetadata is the kind of attachment that holds what compilers were told of a loop, and
// what they did to it.
const LoopMetadata = "llvm.loop"

// LoopMetadataHas reports whether the loop metadata of a latch has an operand named word.
func LoopMetadataHas(m *ir.Module, latch *ir.Block, word string) bool {
	id := latch.Term().Metadata(LoopMetadata)
	if id == "" {
		return false
	}
	for k, op := range m.Metadata().Operands(id) {
		if k > 0 && strings.Contains(m.Metadata().Node(op), `"`+word+`"`) {
			return true
		}
	}
	return false
}

// HasLoopMetadata reports whether a loop of f has loop metadata, as compilers leave it when
// they have changed loops.
func HasLoopMetadata(f *ir.Function) bool {
	for _, b := range f.Blocks {
		if b.Term().Metadata(LoopMetadata) != "" {
			return true
		}
	}
	return false
}
