package reverse

import (
	"github.com/llad-ad/llad/activity"
	"github.com/llad-ad/llad/ir"
)

// findUnread collects the stores that the derivative leaves out: they write
// what a parameter of kind DupNoNeed points to, which the caller does not want
// and the function itself never reads through that parameter. Without them
// memory still holds what was read before, and what only they need is not
// computed. Their adjoints stay.
func (fn *primal) findUnread() {
	fn.unread = map[*ir.Instr]bool{}
	for k, p := range fn.params {
		if k < len(fn.info.Seed.Params) && fn.info.Seed.Params[k] == activity.DupNoNeed {
			if stores, only := onlyStores(p, nil); only {
				for _, i := range stores {
					fn.unread[i] = true
				}
			}
		}
	}
}

// onlyStores appends to list the stores through the address v and reports
// whether nothing else is done with it, save for comparing it.
func onlyStores(v ir.Value, list []*ir.Instr) ([]*ir.Instr, bool) {
	only := true
	for u := range ir.Uses(v) {
		switch i := u.User; i.Op {
		case ir.ICmp:
		case ir.Store:
			if u.Index() == 0 || i.Flags&(ir.Volatile|ir.Atomic) != 0 {
				return nil, false
			}
			list = append(list, i)
		case ir.GetElementPtr, ir.BitCast:
			if u.Index() != 0 {
				return nil, false
			}
			if list, only = onlyStores(i, list); !only {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return list, true
}
