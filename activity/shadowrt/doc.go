// Package shadowrt writes the support code that forward and reverse mode both put
// beside derivatives.
//
//	file              what it has
//	shadowglobal.go   the shadow of a variable
//	variables.go      shadows of variables made true when a derivative is entered
//	codelookup.go     the shadow of a function that is known by its address alone
//	librarycode.go    calls of functions of a library's whose addresses alone are known
//	givencall.go      calls of derivatives that the program gives
//	stop.go           the end of the program, with a message, and checks that lead there
//	codes.go          the codes of its messages
//
// It does not decide what has a shadow: that is the business of package activity, which it
// asks what variables hold (Held).
package shadowrt
