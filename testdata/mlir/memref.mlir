// memref: views, copies, and a buffer that a called function returns
func.func private @scaled(%x: memref<8xf64>, %k: f64) -> memref<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %y = memref.alloc() : memref<8xf64>
  memref.copy %x, %y : memref<8xf64> to memref<8xf64>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %y[%i] : memref<8xf64>
    %w = arith.mulf %v, %k : f64
    memref.store %w, %y[%i] : memref<8xf64>
  }
  return %y : memref<8xf64>
}
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = memref.load %x[%c3] : memref<8xf64>
  %y = func.call @scaled(%x, %k) : (memref<8xf64>, f64) -> memref<8xf64>
  %odd = memref.subview %y[1] [3] [2] : memref<8xf64> to memref<3xf64, strided<[2], offset: 1>>
  %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%r = %zero) -> f64 {
    %v = memref.load %odd[%i] : memref<3xf64, strided<[2], offset: 1>>
    %w = memref.load %x[%i] : memref<8xf64>
    %p = arith.mulf %v, %w : f64
    %q = arith.addf %r, %p : f64
    scf.yield %q : f64
  }
  memref.dealloc %y : memref<8xf64>
  return %s : f64
}
