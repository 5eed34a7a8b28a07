package ownership

import (
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/canon"
)

// place is what additions of a group have in common.
type place struct {
	base ir.Value
	typ  *ir.Type
}

// groups are the additions, those together that one look into the cache serves: in one block, to floats of one type and
// alignment at constant distances of less than a block, with nothing in between that reads or brings home what they add to.
func (s *sites) groups(layout *ir.Layout) [][]*ir.Instr {
	sites := map[*ir.Instr]bool{}
	for _, i := range s.adds {
		sites[i] = true
	}
	var all [][]*ir.Instr
	seen := map[*ir.Block]bool{}
	for _, i := range s.adds {
		if !seen[i.Parent] {
			seen[i.Parent] = true
			all = append(all, s.groupsIn(i.Parent, layout, sites)...)
		}
	}
	return all
}

// groupsIn are those of a block, in the order of their first additions.
func (s *sites) groupsIn(b *ir.Block, layout *ir.Layout, sites map[*ir.Instr]bool) (all [][]*ir.Instr) {
	open := map[place]int{} // of the stretch: the group
	offset := map[place]int64{}
	for _, i := range b.Instrs {
		switch {
		case sites[i]:
			size := layout.AllocSize(i.Arg(1).Type())
			at, ok := canon.BaseOffsetOf(layout, i.Arg(0))
			key := place{at.Base, i.Arg(1).Type()}
			k, is := open[key]
			if d := at.Off - offset[key]; ok && is && d%size == 0 && max(d, -d) < 256 {
				all[k] = append(all[k], i)
				continue
			}
			if ok {
				open[key], offset[key] = len(all), at.Off
			}
			all = append(all, []*ir.Instr{i})
		case i.Op == ir.Store || i.Op == ir.Load && !isOwn(i.Arg(0)) || i.Op == ir.Call:
			clear(open)
		}
	}
	return all
}
