// scf: while, if with results, index_switch
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %tiny = arith.constant 1.0e-10 : f64
  %half = arith.constant 0.5 : f64
  %s = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero) -> f64 {
    %v = memref.load %x[%i] : memref<8xf64>
    // the square root by Newton's method
    %r = scf.while (%g = %v) : (f64) -> f64 {
      %gg = arith.mulf %g, %g : f64
      %d = arith.subf %gg, %v : f64
      %a = math.absf %d : f64
      %go = arith.cmpf ogt, %a, %tiny : f64
      scf.condition(%go) %g : f64
    } do {
    ^bb0(%g: f64):
      %q = arith.divf %v, %g : f64
      %t = arith.addf %g, %q : f64
      %h = arith.mulf %half, %t : f64
      scf.yield %h : f64
    }
    %k = arith.remui %i, %c3 : index
    %w = scf.index_switch %k -> f64
    case 0 {
      %p = arith.mulf %r, %v : f64
      scf.yield %p : f64
    }
    case 1 {
      scf.yield %r : f64
    }
    default {
      %big = arith.cmpf ogt, %v, %one : f64
      %p = scf.if %big -> f64 {
        %l = math.log %v : f64
        scf.yield %l : f64
      } else {
        scf.yield %v : f64
      }
      scf.yield %p : f64
    }
    %next = arith.addf %sum, %w : f64
    scf.yield %next : f64
  }
  return %s : f64
}
