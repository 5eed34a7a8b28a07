// Package activity finds what carries derivatives: which bytes of values and
// memory hold floats, integers or pointers (type analysis), where pointers may
// lead (provenance), which values are active, and why.
package activity
