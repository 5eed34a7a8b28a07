// complex: products, quotients, an absolute value
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %z = complex.create %one, %one : complex<f64>
  %p = scf.for %i = %c0 to %c8 step %c2 iter_args(%q = %z) -> complex<f64> {
    %j = arith.addi %i, %c1 : index
    %re = memref.load %x[%i] : memref<8xf64>
    %im = memref.load %x[%j] : memref<8xf64>
    %w = complex.create %re, %im : complex<f64>
    %a = complex.mul %q, %w : complex<f64>
    %b = complex.add %w, %z : complex<f64>
    %c = complex.div %a, %b : complex<f64>
    scf.yield %c : complex<f64>
  }
  %a = complex.abs %p : complex<f64>
  %r = complex.re %p : complex<f64>
  %s = arith.addf %a, %r : f64
  return %s : f64
}
