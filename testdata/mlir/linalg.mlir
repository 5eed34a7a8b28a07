// linalg: a product of a matrix, made of x, with x, and a reduction
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %zero = arith.constant 0.0 : f64
  %a = memref.alloc() : memref<8x8xf64>
  %y = memref.alloc() : memref<8xf64>
  %s = memref.alloca() : memref<f64>
  linalg.generic { indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"] }
    ins(%x, %x : memref<8xf64>, memref<8xf64>) outs(%a : memref<8x8xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %t = arith.mulf %p, %q : f64
      %r = math.sin %t : f64
      linalg.yield %r : f64
  }
  linalg.fill ins(%zero : f64) outs(%y : memref<8xf64>)
  linalg.matvec ins(%a, %x : memref<8x8xf64>, memref<8xf64>) outs(%y : memref<8xf64>)
  linalg.fill ins(%zero : f64) outs(%s : memref<f64>)
  linalg.dot ins(%x, %y : memref<8xf64>, memref<8xf64>) outs(%s : memref<f64>)
  %e = memref.load %s[] : memref<f64>
  memref.dealloc %a : memref<8x8xf64>
  memref.dealloc %y : memref<8xf64>
  return %e : f64
}
