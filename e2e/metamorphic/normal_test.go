package metamorphic

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// entities are the parts of a module at its top level, comments left out.
func entities(text string) (list []string) {
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		if strings.HasPrefix(line, "define ") {
			if end := strings.Index(text, "\n}\n"); end >= 0 {
				list = append(list, text[:end+2])
				text = text[end+3:]
				continue
			}
		}
		text = rest
		if line != "" && line[0] != ';' {
			list = append(list, line)
		}
	}
	return list
}

var (
	numbered   = regexp.MustCompile(`^!(\d+) = (.*)$`)
	group      = regexp.MustCompile(`^attributes #(\d+) = (.*)$`)
	reference  = regexp.MustCompile(`!\d+\b`)
	groupUse   = regexp.MustCompile(` #\d+\b`)
	debugUse   = regexp.MustCompile(`,? !dbg !\d+`)
	debugLine  = regexp.MustCompile(`(?m)^.*(@llvm\.dbg\.|#dbg_).*\n`)
	debugNode  = regexp.MustCompile(`^(distinct )?!DI`)
	quotedName = regexp.MustCompile(`([@%$])"([^"]*)"`)
)

// normal is what output has and input has not, in a form that does not depend
// on how metadata and attributes are numbered, on the order of what was generated, on
// debug information, and on how names are quoted. back puts names back.
func normal(input, output string, back *strings.Replacer) string {
	had := map[string]int{}
	for _, e := range entities(input) {
		had[e]++
	}
	nodes, groups := map[string]string{}, map[string]string{}
	var added []string
	for _, e := range entities(output) {
		if m := numbered.FindStringSubmatch(e); m != nil {
			nodes["!"+m[1]] = m[2]
			continue
		}
		if m := group.FindStringSubmatch(e); m != nil {
			groups[" #"+m[1]] = " " + m[2]
		}
		if had[e]--; had[e] < 0 {
			added = append(added, e)
		}
	}
	for k, e := range added {
		e = debugLine.ReplaceAllString(debugUse.ReplaceAllString(e, ""), "")
		e = groupUse.ReplaceAllStringFunc(e, func(use string) string {
			if text, ok := groups[use]; ok {
				return text
			}
			return use
		})
		added[k] = back.Replace(quotedName.ReplaceAllString(withNodes(e, nodes), "$1$2"))
	}
	sort.Strings(added)
	return strings.Join(added, "\n")
}

// withNodes numbers the metadata of an entity by its first mention and puts
// the nodes behind it, but those of debug information.
func withNodes(text string, nodes map[string]string) string {
	number := map[string]string{}
	var order []string
	renumber := func(s string) string {
		return reference.ReplaceAllStringFunc(s, func(r string) string {
			if debugNode.MatchString(nodes[r]) {
				return "!debug"
			}
			if number[r] == "" {
				number[r] = fmt.Sprint("!", len(order))
				order = append(order, r)
			}
			return number[r]
		})
	}
	var b strings.Builder
	b.WriteString(renumber(text))
	for k := 0; k < len(order); k++ {
		node := strings.ReplaceAll(renumber(nodes[order[k]]), ", !debug", "")
		fmt.Fprintf(&b, "\n%s = %s", number[order[k]], node)
	}
	return b.String()
}
