package native

import "strings"

// Sanitized adds the attribute sanitize_address to every function definition
// in the IR text: clang instruments IR input only where it stands.
func Sanitized(ir string) string {
	var b strings.Builder
	for len(ir) > 0 {
		line, rest, _ := strings.Cut(ir, "\n")
		ir = rest
		if strings.HasPrefix(line, "define ") {
			if k := attrPoint(line); k > 0 {
				line = line[:k] + " sanitize_address" + line[k:]
			}
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// attrPoint is where function attributes may stand in a define line: behind
// the parameter list and unnamed_addr.
func attrPoint(line string) int {
	at := strings.IndexByte(line, '@')
	if at < 0 {
		return -1
	}
	i := at + 1
	if i < len(line) && line[i] == '"' {
		i += 2 + strings.IndexByte(line[i+1:], '"')
	}
	depth := 0
	for ; i < len(line); i++ {
		switch line[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				i++
				for _, word := range []string{" unnamed_addr", " local_unnamed_addr"} {
					if strings.HasPrefix(line[i:], word) {
						i += len(word)
					}
				}
				return i
			}
		}
	}
	return -1
}
