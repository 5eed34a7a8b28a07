package rules

import (
	"slices"
	"strings"
)

// GivesFacet reports whether a symbol is that of a function that gives a facet of C++'s locales,
// whose methods are about characters.
func GivesFacet(symbol string) bool { return hasPrefixOf(symbol, facetGivers) }

// OfFacet reports whether a symbol is that of a method of such a facet.
func OfFacet(symbol string) bool { return hasPrefixOf(symbol, facetMethods) }

var (
	facetGivers  = strings.Fields(`_ZSt9use_facetISt5ctypeI _ZSt9use_facetINSt7__cxx118numpunctI _ZSt9use_facetINSt7__cxx117collateI _ZSt9use_facetISt7codecvtI`)
	facetMethods = strings.Fields(`_ZNKSt5ctypeI _ZNKSt7__cxx118numpunctI _ZNKSt7__cxx117collateI _ZNKSt23__codecvt_abstract_baseI`)
)

func hasPrefixOf(symbol string, list []string) bool {
	symbol = strings.Trim(symbol, `"`)
	return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(symbol, p) })
}
