// OpenMP dialect: a parallel loop over x, into a buffer, and one with a reduction
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %y = memref.alloc() : memref<8xf64>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %v = memref.load %x[%i] : memref<8xf64>
    %w = memref.load %x[%c0] : memref<8xf64>
    %p = arith.mulf %v, %w : f64
    %e = math.exp %p : f64
    memref.store %e, %y[%i] : memref<8xf64>
    scf.reduce
  }
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%r = %zero) -> f64 {
    %v = memref.load %y[%i] : memref<8xf64>
    %q = arith.addf %r, %v : f64
    scf.yield %q : f64
  }
  memref.dealloc %y : memref<8xf64>
  return %s : f64
}
