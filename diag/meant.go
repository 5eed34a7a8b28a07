package diag

import "strings"

// Meant is the candidate that a misspelt name most likely is: the first of the nearest ones by
// letters inserted, removed, replaced or exchanged with the next, of which a third of the name may
// be wrong. "" for none.
func Meant(name string, candidates []string) string {
	best, least := "", (1+len(name))/3
	for _, c := range candidates {
		if d := distance(strings.ToLower(name), strings.ToLower(c)); d < len(name) && d <= least && (best == "" || d < least) {
			best, least = c, d
		}
	}
	return best
}

// DidYouMean is "did you mean X?" for a misspelt name, "" where nothing is near.
func DidYouMean(name string, candidates []string) string {
	if m := Meant(name, candidates); m != "" {
		return "did you mean " + m + "?"
	}
	return ""
}

// distance is how many letters are inserted, removed, replaced or exchanged with the next to make
// b of a (optimal string alignment).
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for k := range row {
		row[k] = k
	}
	older := make([]int, len(b)+1)
	for i := range len(a) {
		older, before, row = before, row, older
		row[0] = i + 1
		for k := range len(b) {
			d := before[k]
			if a[i] != b[k] {
				d = 1 + min(d, before[k+1], row[k])
				if i > 0 && k > 0 && a[i] == b[k-1] && a[i-1] == b[k] {
					d = min(d, 1+older[k-1])
				}
			}
			row[k+1] = d
		}
	}
	return row[len(b)]
}
