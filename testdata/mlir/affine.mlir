// affine: steps of a stencil between two buffers, and a triangle of products
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %zero = arith.constant 0.0 : f64
  %w = arith.constant 0.3 : f64
  %u = memref.alloc() : memref<2x8xf64>
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf64>
    affine.store %v, %u[0, %i] : memref<2x8xf64>
    affine.store %v, %u[1, %i] : memref<2x8xf64>
  }
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 7 {
      %a = affine.load %u[%t mod 2, %i - 1] : memref<2x8xf64>
      %b = affine.load %u[%t mod 2, %i] : memref<2x8xf64>
      %c = affine.load %u[%t mod 2, %i + 1] : memref<2x8xf64>
      %d = arith.mulf %a, %c : f64
      %e = arith.mulf %w, %d : f64
      %g = arith.addf %b, %e : f64
      affine.store %g, %u[(%t + 1) mod 2, %i] : memref<2x8xf64>
    }
  }
  %s = affine.for %i = 0 to 8 iter_args(%si = %zero) -> f64 {
    %sj = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%r = %si) -> f64 {
      %a = affine.load %u[1, %i] : memref<2x8xf64>
      %b = affine.load %u[1, %j] : memref<2x8xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %r, %p : f64
      affine.yield %q : f64
    }
    affine.yield %sj : f64
  }
  memref.dealloc %u : memref<2x8xf64>
  return %s : f64
}
