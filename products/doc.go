// Package products knows the products of matrices of Eigen, and its triangular solves, by
// their symbols, and makes their derivatives: a compiled kernel packs both matrices into
// panels and multiplies those in registers; the adjoint of that, instruction by instruction,
// is several times slower than a product and thousands of lines, while the adjoints of
// C += alpha A B are products again, and that of a solve is a solve and a product.
//
//	register.go   which functions of a module they are, and what is registered for them
//	product.go    the augmented primal, the gradient and the tangent of products, with a triangle too
//	solve.go      those of triangular solves
//	derive.go     what both are made of: arguments and shadows, copies, memory
//	kernel.go     the product that gradients run, for any layout of its operands
//
// What stays is differentiated as any other code is: products with vectors, kernels that the
// compiler has put into their callers, complex numbers, programs with threads.
package products
