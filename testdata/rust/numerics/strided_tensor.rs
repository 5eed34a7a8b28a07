// Tensors with vectors for shape and strides, as ndarray has them: a convolution whose
// iterations run again and write to vectors that end before the reverse sweep.
// llad: func f double
// llad: arg x dup double[16] range(-1,1)
// llad: arg n const size_t 16

struct Tensor {
    data: Vec<f64>,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

impl Tensor {
    fn new(shape: &[usize]) -> Self {
        let mut strides = vec![1; shape.len()];
        for i in (0..shape.len() - 1).rev() {
            strides[i] = strides[i + 1] * shape[i + 1];
        }
        Tensor { data: vec![0.0; shape.iter().product()], shape: shape.to_vec(), strides }
    }
    fn offset(&self, at: &[usize]) -> usize {
        at.iter().zip(&self.strides).map(|(a, b)| a * b).sum()
    }
    fn get(&self, at: &[usize]) -> f64 {
        self.data[self.offset(at)]
    }
    fn at(&mut self, at: &[usize]) -> &mut f64 {
        let offset = self.offset(at);
        &mut self.data[offset]
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut image = Tensor::new(&[2, 4, 4]);
    for c in 0..2 {
        for i in 0..4 {
            for j in 0..4 {
                *image.at(&[c, i, j]) = x[i * 4 + j] * (c as f64 + 0.5).sin();
            }
        }
    }
    let mut kernel = Tensor::new(&[2, 2, 2]);
    for (i, v) in kernel.data.iter_mut().enumerate() {
        *v = x[i] - 0.2;
    }
    let mut out = Tensor::new(&[3, 3]);
    for i in 0..3 {
        for j in 0..3 {
            let mut s = 0.0;
            for c in 0..2 {
                for u in 0..2 {
                    for v in 0..2 {
                        s += image.get(&[c, i + u, j + v]) * kernel.get(&[c, u, v]);
                    }
                }
            }
            *out.at(&[i, j]) = s.max(0.05 * s);
        }
    }
    out.data.iter().map(|v| v * v).sum::<f64>() + out.shape.len() as f64
}
