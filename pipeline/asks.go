package pipeline

import (
	"github.com/llad-ad/llad/activity/typeanalysis"
	"github.com/llad-ad/llad/ir"
	"github.com/llad-ad/llad/transform/typerecovery"
)

// asks are the instructions that move words whose shadows are to be asked, when the program runs, whether
// they are derivatives or addresses: by function, by their places in its prepared copy.
type asks map[*ir.Function]map[int]bool

// add adds those of a verdict; it reports whether any is new.
func (a asks) add(list []typeanalysis.Site) (more bool) {
	for _, s := range list {
		if a[s.Of] == nil {
			a[s.Of] = map[int]bool{}
		}
		more = more || !a[s.Of][s.Nth]
		a[s.Of][s.Nth] = true
	}
	return more
}

// in gives the values and copies of a prepared copy of f that are to be asked; doubles and addresses among them become integers.
func (a asks) in(clone, f *ir.Function) (list []ir.Value) {
	at := a[f]
	if len(at) == 0 {
		return nil
	}
	for k, p := range clone.Params {
		if at[-1-k] {
			list = append(list, p)
		}
	}
	var moved []*ir.Instr
	nth := 0
	for _, b := range clone.Blocks {
		for _, i := range b.Instrs {
			switch {
			case !typeanalysis.Counts(i):
				continue
			case !at[nth]:
			case !i.IsCall() && (i.Typ == ir.I64 || i.Typ == ir.Double || i.Typ.IsPtr()):
				moved = append(moved, i)
			case i.Op == ir.Store:
				list = append(list, i.Arg(0))
			default:
				list = append(list, i)
			}
			nth++
		}
	}
	for _, i := range typerecovery.AsWords(moved) {
		list = append(list, i)
	}
	return list
}

// mostAsked bounds the attempts with more to be asked: what is refused hides what comes later.
const mostAsked = 3

// asked makes the derivative once more where memory would be settled, or might be, if the shadows of words were
// asked what they are; v is what was found without. It reports whether that made it so; all is as it was otherwise.
func (j *job) asked(v typeanalysis.Verdict, refused bool, before ir.Additions) bool {
	if v.Rest && !refused || len(v.Ask) == 0 || ofDerivative(j.f) {
		return false
	}
	added, made, notes := ir.AdditionsOf(j.d.M), j.made, len(j.d.Notes)
	j.ask = asks{}
	for range mostAsked {
		if v.Rest && !refused || !j.ask.add(v.Ask) {
			break
		}
		before.Restore(j.d.M)
		err := j.synthesise()
		if err != nil && !onlyUnsettled(err) {
			break
		}
		v, refused = j.decide(), err != nil
		if !refused && len(v.Conflicts) == 0 && !v.Passive && len(v.Lost) == 0 {
			return true
		}
	}
	j.d.Notes = j.d.Notes[:notes]
	added.Restore(j.d.M)
	j.made, j.ask = made, nil
	return false
}
