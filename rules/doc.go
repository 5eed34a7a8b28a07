// Package rules holds what is known about instructions and library functions,
// as rows of data: derivative rules, allocation, memory and inactive functions.
package rules
