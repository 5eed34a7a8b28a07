// Package products knows the products of matrices of Eigen by their symbols, and makes
// their derivatives: a compiled kernel packs both matrices into panels and multiplies
// those in registers; the adjoint of that, instruction by instruction, is several times
// slower than a product, while the adjoints of C += alpha A B are products again.
//
//	register.go   which functions of a module they are, and what is made for them
//	derive.go     the augmented primal, the gradient and the tangent of one
//	kernel.go     the product that the gradient runs, for any layout of its operands
package products
