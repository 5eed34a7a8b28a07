// The energy of a chain of masses: springs between neighbours, a well at the origin for each.
module {
  func.func @energy(%k: f64, %x: memref<?xf64>) -> f64 attributes { llvm.emit_c_interface } {
    %zero = arith.constant 0.0 : f64
    %half = arith.constant 0.5 : f64
    %one = arith.constant 1.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf64>
    %wells = scf.for %i = %c0 to %n step %c1 iter_args(%e = %zero) -> f64 {
      %v = memref.load %x[%i] : memref<?xf64>
      %s = arith.mulf %v, %v : f64
      %m = arith.negf %s : f64
      %w = math.exp %m : f64
      %d = arith.subf %one, %w : f64
      %next = arith.addf %e, %d : f64
      scf.yield %next : f64
    }
    %springs = affine.for %i = 1 to %n iter_args(%e = %zero) -> f64 {
      %a = affine.load %x[%i] : memref<?xf64>
      %b = affine.load %x[%i - 1] : memref<?xf64>
      %d = arith.subf %a, %b : f64
      %s = arith.mulf %d, %d : f64
      %t = arith.mulf %half, %s : f64
      %u = arith.mulf %k, %t : f64
      %next = arith.addf %e, %u : f64
      affine.yield %next : f64
    }
    %sum = arith.addf %wells, %springs : f64
    return %sum : f64
  }
  // The squares of x, in memory of their own.
  func.func @squares(%x: memref<?xf64>) -> memref<?xf64> attributes { llvm.emit_c_interface } {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf64>
    %y = memref.alloc(%n) : memref<?xf64>
    linalg.generic { indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"] }
      ins(%x : memref<?xf64>) outs(%y : memref<?xf64>) {
      ^bb0(%a: f64, %b: f64):
        %s = arith.mulf %a, %a : f64
        linalg.yield %s : f64
    }
    return %y : memref<?xf64>
  }
}
