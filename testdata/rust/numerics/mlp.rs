// A small network: Vec of layers with Vec<Vec<f64>> weights, an activation enum,
// softmax and cross entropy, momentum descent over epochs.
// llad: func f double
// llad: arg w dup double[23] range(-0.6,0.6)
// llad: arg n const size_t 23
#[derive(Clone, Copy, Debug)]
enum Activation {
    Linear,
    Tanh,
    Relu,
    Sigmoid,
    Leaky(f64),
}

impl Activation {
    fn apply(self, z: f64) -> f64 {
        match self {
            Activation::Linear => z,
            Activation::Tanh => z.tanh(),
            Activation::Relu => z.max(0.0),
            Activation::Sigmoid => 1.0 / (1.0 + (-z).exp()),
            Activation::Leaky(a) => {
                if z > 0.0 {
                    z
                } else {
                    a * z
                }
            }
        }
    }
}

struct Layer {
    weights: Vec<Vec<f64>>,
    biases: Vec<f64>,
    activation: Activation,
}

impl Layer {
    fn new(inputs: usize, outputs: usize, params: &mut impl Iterator<Item = f64>, activation: Activation) -> Layer {
        let weights = (0..outputs).map(|_| (0..inputs).map(|_| params.next().unwrap()).collect()).collect();
        let biases = params.take(outputs).collect();
        Layer { weights, biases, activation }
    }
    fn forward(&self, input: &[f64]) -> Vec<f64> {
        self.weights
            .iter()
            .zip(&self.biases)
            .map(|(row, b)| {
                let z: f64 = row.iter().zip(input).map(|(w, x)| w * x).sum::<f64>() + b;
                self.activation.apply(z)
            })
            .collect()
    }
}

struct Network {
    layers: Vec<Layer>,
}

impl Network {
    fn predict(&self, x: &[f64]) -> Vec<f64> {
        let mut v = x.to_vec();
        for layer in &self.layers {
            v = layer.forward(&v);
        }
        v
    }
}

fn softmax(v: &[f64]) -> Vec<f64> {
    let top = v.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let e: Vec<f64> = v.iter().map(|a| (a - top).exp()).collect();
    let sum: f64 = e.iter().sum();
    e.into_iter().map(|a| a / sum).collect()
}

#[no_mangle]
pub extern "C" fn f(w: *const f64, n: usize) -> f64 {
    let w = unsafe { std::slice::from_raw_parts(w, n) };
    let mut params = w.iter().copied();
    let net = Network {
        layers: vec![
            Layer::new(2, 3, &mut params, Activation::Tanh),
            Layer::new(3, 2, &mut params, Activation::Leaky(0.1)),
            Layer::new(2, 2, &mut params, Activation::Sigmoid),
        ],
    };
    let data = [([0.1, 0.9], 0), ([0.8, 0.2], 1), ([0.5, 0.4], 1), ([-0.3, 0.7], 0)];
    let mut loss = 0.0;
    for (x, label) in data.iter() {
        let p = softmax(&net.predict(x));
        loss -= p[*label].ln();
    }
    let penalty: f64 = net.layers.iter().flat_map(|l| l.weights.iter().flatten()).map(|w| w * w).sum();
    let _ = (Activation::Linear.apply(0.0), Activation::Relu.apply(1.0));
    loss / data.len() as f64 + 0.01 * penalty
}
