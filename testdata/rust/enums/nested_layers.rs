// Layers that hold layers: the length of a vector is read from a word that may be a float.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 0 s

pub enum Part {
    Rows { width: usize, w: Vec<f64> },
    Gain { by: f64, shift: f64 },
    Twice(Box<Part>),
}

impl Part {
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        match self {
            Part::Rows { width, w } => {
                let mut out = vec![0.0; *width];
                for (row, x) in w.chunks_exact(*width).zip(x) {
                    for (o, w) in out.iter_mut().zip(row) {
                        *o += w * x;
                    }
                }
                out
            }
            Part::Gain { by, shift } => x.iter().map(|v| by * v + shift).collect(),
            Part::Twice(p) => p.apply(&p.apply(x)),
        }
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let parts = vec![
        Part::Rows { width: 4, w: (0..24).map(|i| x[i % n] * 0.1 * i as f64).collect() },
        Part::Twice(Box::new(Part::Gain { by: x[1], shift: x[2] })),
        Part::Twice(Box::new(Part::Rows { width: 4, w: (0..16).map(|i| x[i % n] * 0.3).collect() })),
    ];
    let mut v = x.to_vec();
    for p in &parts {
        v = p.apply(&v);
    }
    v.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}
