// vector: transfers, fused products, a contraction, a reduction
func.func @f(%x: memref<8xf64>) -> f64 attributes { llvm.emit_c_interface } {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = vector.transfer_read %x[%c0], %zero : memref<8xf64>, vector<4xf64>
  %b = vector.transfer_read %x[%c4], %zero : memref<8xf64>, vector<4xf64>
  %c = vector.fma %a, %b, %a : vector<4xf64>
  %d = vector.outerproduct %a, %b : vector<4xf64>, vector<4xf64>
  %e = vector.contract { indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add> } %d, %c, %a : vector<4x4xf64>, vector<4xf64> into vector<4xf64>
  %g = vector.shuffle %e, %c [0, 5, 2, 7] : vector<4xf64>, vector<4xf64>
  %h = math.exp %g : vector<4xf64>
  %m = vector.reduction <maximumf>, %c : vector<4xf64> into f64
  %s = vector.reduction <add>, %h : vector<4xf64> into f64
  %r = arith.mulf %m, %s : f64
  return %r : f64
}
