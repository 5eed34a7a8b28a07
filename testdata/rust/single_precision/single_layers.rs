// Layers with vectors of 32-bit floats, or with one or none, that are collected and cloned.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 0 s

#[derive(Clone)]
enum Layer {
    Dense { w: Vec<Vec<f32>>, b: Vec<f32> },
    Tanh,
    Norm(f32),
    Drop { keep: f32, mask: Vec<bool> },
}

impl Layer {
    fn apply(&self, x: Vec<f32>) -> Vec<f32> {
        match self {
            Layer::Dense { w, b } => {
                let row = |r: &Vec<f32>| r.iter().zip(&x).map(|(a, v)| a * v).sum::<f32>();
                w.iter().zip(b).map(|(r, b)| row(r) + b).collect()
            }
            Layer::Tanh => x.iter().map(|v| v.tanh()).collect(),
            Layer::Norm(e) => {
                let s = (x.iter().map(|v| v * v).sum::<f32>() + e).sqrt();
                x.iter().map(|v| v / s).collect()
            }
            Layer::Drop { keep, mask } => {
                let one = |(v, m): (&f32, &bool)| if *m { v / keep } else { 0.0 };
                x.iter().zip(mask).map(one).collect()
            }
        }
    }
}

fn dense(x: &[f32], rows: usize, columns: usize) -> Layer {
    let row = |a: usize| {
        (0..columns)
            .map(|b| x[(a * 3 + b) % 6] * 0.3 - 0.2 * a as f32)
            .collect()
    };
    Layer::Dense {
        w: (0..rows).map(row).collect(),
        b: (0..rows).map(|a| x[a % 6] * 0.1).collect(),
    }
}

fn run(x: &[f32]) -> f32 {
    let layers = vec![
        dense(x, 5, 6),
        Layer::Tanh,
        Layer::Drop {
            keep: 0.8,
            mask: vec![true, false, true, true, true],
        },
        dense(x, 4, 5),
        Layer::Norm(x[0] * 0.1),
        dense(x, 3, 4),
    ];
    let out = layers.clone().iter().fold(x.to_vec(), |v, l| l.apply(v));
    out.iter().map(|v| v.exp()).sum()
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    run(std::slice::from_raw_parts(x, n))
}
