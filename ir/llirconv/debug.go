package llirconv

import (
	"reflect"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/metadata"
)

// debugMover takes debug information over to a module: the nodes that it has, by their numbers, stand for those of
// the module that is grafted, and the others are added.
type debugMover struct {
	dst   *llir.Module
	known map[int64]metadata.Definition
	seen  map[any]bool
}

// nodes is the package of metadata.
var nodes = reflect.TypeFor[metadata.Attachment]().PkgPath()

func newDebugMover(dst *llir.Module) *debugMover {
	d := &debugMover{dst: dst, known: map[int64]metadata.Definition{}, seen: map[any]bool{}}
	for _, n := range dst.MetadataDefs {
		d.known[n.ID()] = n
	}
	return d
}

// kept are the attachments that are debug information, which refer to nodes of dst then. The others only help the
// optimiser.
func (d *debugMover) kept(list []*metadata.Attachment) (dbg []*metadata.Attachment) {
	for _, a := range list {
		if a.Name == "dbg" {
			d.visit(reflect.ValueOf(a).Elem())
			dbg = append(dbg, a)
		}
	}
	return dbg
}

// visit has all that a value refers to be of dst.
func (d *debugMover) visit(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(metadata.Definition); ok && !isNil(n) {
			d.definition(v, n)
		} else if v.Kind() == reflect.Interface {
			d.visit(v.Elem())
		} else if !d.seen[v.Interface()] {
			d.seen[v.Interface()] = true
			d.visit(v.Elem())
		}
	case reflect.Slice:
		for k := range v.Len() {
			d.visit(v.Index(k))
		}
	case reflect.Struct:
		if v.Type().PkgPath() != nodes { // a value of the program that a node refers to
			return
		}
		for k := range v.NumField() {
			if v.Type().Field(k).IsExported() {
				d.visit(v.Field(k))
			}
		}
	}
}

// definition puts dst's node in the place of n, which becomes a node of dst where that has none of its number.
func (d *debugMover) definition(place reflect.Value, n metadata.Definition) {
	if id := n.ID(); id >= 0 {
		own := d.known[id]
		if own != nil && own != n && place.CanSet() && reflect.TypeOf(own).AssignableTo(place.Type()) {
			place.Set(reflect.ValueOf(own))
			return
		}
		if own == nil {
			d.known[id] = n
			d.dst.MetadataDefs = append(d.dst.MetadataDefs, n)
		}
	}
	if !d.seen[n] {
		d.seen[n] = true
		d.visit(reflect.ValueOf(n).Elem())
	}
}
