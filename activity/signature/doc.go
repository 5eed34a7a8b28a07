// Package signature is the form of generated functions, which forward and reverse
// mode share: what a function is differentiated with respect to (Kind, Seed), and which
// parameters its derivative has, in which order.
//
//	file           what it has
//	kind.go        the activity of parameters, and the seed of a function
//	signature.go   the parameters of <f>_grad and <f>_jvp
//
// It does not decide what is active inside a function: that is the business of package
// activity.
package signature
