package rules

import (
	"strings"

	"github.com/llad-ad/llad/ir"
)

// coloured are the functions that link nodes by the colours of red-black trees,
// integers in them; the last step back from a tree's end goes by them too.
const coloured = `_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
	_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_`

// ReadsColours reports whether the module calls library functions that read
// integers in nodes: the shadows of nodes that the program copies itself need those
// integers as well.
func ReadsColours(m *ir.Module) bool {
	for _, name := range strings.Fields(coloured) {
		if f := m.Func(name); f != nil && f.IsDecl {
			return true
		}
	}
	return false
}
