package declare

import "maps"

// ReservedWords are the words that names must not be in any of the languages.
func ReservedWords() map[string]bool {
	set := maps.Clone(reservedInC)
	maps.Copy(set, rawInRust)
	maps.Copy(set, reservedInRust)
	return set
}
