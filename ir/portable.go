package ir

import "strings"

// portable lists the attributes that every LLVM from 14 on reads and that say
// the same in all of them.
var portable = words(`align alignstack allocsize alwaysinline argmemonly builtin byref byval cold convergent
		dereferenceable dereferenceable_or_null elementtype hot immarg inaccessiblememonly inaccessiblemem_or_argmemonly
		inalloca inlinehint inreg jumptable minsize mustprogress naked nest noalias nobuiltin nocallback nocapture
		nocf_check noduplicate nofree noimplicitfloat noinline nomerge nonlazybind nonnull noprofile norecurse noredzone
		noreturn nosanitize_coverage nosync noundef nounwind null_pointer_is_valid optforfuzzing optnone optsize
		preallocated readnone readonly returned returns_twice safestack sanitize_address sanitize_hwaddress
		sanitize_memory sanitize_memtag sanitize_thread shadowcallstack signext speculatable
		speculative_load_hardening sret ssp sspreq sspstrong strictfp swiftasync swifterror swiftself uwtable
		vscale_range willreturn writeonly zeroext disable_sanitizer_instrumentation`)

// portable is an attribute text with groups written out, newer spellings
// replaced by older ones, and what has no older spelling left out.
func (g *attrGroups) portable(text string) string {
	if t, ok := g.portables[text]; ok {
		return t
	}
	var out []string
	g.eachPortable(text, 0, func(a attr) { out = append(out, a.text) })
	t := strings.Join(out, " ")
	if g.portables == nil {
		g.portables = map[string]string{}
	}
	g.portables[text] = t
	return t
}

func (g *attrGroups) eachPortable(text string, depth int, yield func(a attr)) {
	eachAttr(text, func(a attr) bool {
		switch {
		case a.str:
			yield(a)
		case a.name != "" && a.name[0] == '#':
			if depth == 0 {
				g.eachPortable(g.text(a.name), 1, yield)
			}
		case a.name == "uwtable":
			yield(attr{text: "uwtable", name: "uwtable"})
		case a.name == "captures":
			if a.arg == "none" {
				yield(attr{text: "nocapture", name: "nocapture"})
			}
		case a.name == "memory":
			for _, w := range oldMemory(a.arg) {
				yield(attr{text: w, name: w})
			}
		case portable[a.name]:
			yield(a)
		}
		return true
	})
}

// oldMemory says memory(arg) in the words of LLVM 14, as far as they go.
func oldMemory(arg string) []string {
	switch strings.ReplaceAll(arg, " ", "") {
	case "none":
		return []string{"readnone"}
	case "read":
		return []string{"readonly"}
	case "write":
		return []string{"writeonly"}
	case "argmem:read":
		return []string{"argmemonly", "readonly"}
	case "argmem:write":
		return []string{"argmemonly", "writeonly"}
	case "argmem:readwrite":
		return []string{"argmemonly"}
	case "inaccessiblemem:readwrite":
		return []string{"inaccessiblememonly"}
	}
	return nil
}
