// A small network on slices: convolution by windows, ReLU, max pooling by
// chunks_exact, a dense layer, softmax; layers in Vecs, generic over a trait.
// llad: func f double
// llad: arg input dup double[10] range(-1,1)
// llad: arg weights dup double[15] range(-0.8,0.8)
// llad: arg label const size_t 1

trait Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64>;
}

struct Conv<'a> {
    kernel: &'a [f64],
    bias: f64,
}

struct Pool(usize);

struct Dense<'a, const OUT: usize> {
    weights: &'a [f64],
}

impl Layer for Conv<'_> {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        x.windows(self.kernel.len())
            .map(|w| w.iter().zip(self.kernel).map(|(a, k)| a * k).sum::<f64>() + self.bias)
            .map(|t| if t > 0.0 { t } else { 0.01 * t })
            .collect()
    }
}

impl Layer for Pool {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let chunks = x.chunks_exact(self.0);
        let rest = chunks.remainder().iter().sum::<f64>();
        let mut out: Vec<f64> = chunks.map(|c| c.iter().fold(f64::NEG_INFINITY, |m, t| m.max(*t))).collect();
        if rest != 0.0 {
            out.push(rest);
        }
        out
    }
}

impl<const OUT: usize> Layer for Dense<'_, OUT> {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; OUT];
        for (o, row) in out.iter_mut().zip(self.weights.chunks(x.len())) {
            *o = row.iter().zip(x).map(|(w, t)| w * t).sum();
        }
        out
    }
}

fn run<L: Layer>(layer: &L, x: Vec<f64>) -> Vec<f64> {
    layer.forward(&x)
}

#[no_mangle]
pub extern "C" fn f(input: &[f64; 10], weights: &[f64; 15], label: usize) -> f64 {
    let conv = Conv { kernel: &weights[..3], bias: weights[3] };
    let dense = Dense::<2> { weights: &weights[4..12] };
    let x = run(&conv, input.to_vec());
    let x = run(&Pool(2), x);
    let mut x = run(&dense, x);
    for (t, b) in x.iter_mut().zip(&weights[12..]) {
        *t += b;
    }
    let top = x.iter().copied().fold(f64::MIN, f64::max);
    let exps: Vec<f64> = x.iter().map(|t| (t - top).exp()).collect();
    let loss = -(exps[label] / exps.iter().sum::<f64>()).ln();
    loss + weights.iter().map(|w| w * w).sum::<f64>() * 0.01
}
