// A curve with an ordered map is handed from step to step, where an error of two numbers or a text may end it: optimised
// code takes the map's first two words for a vector of doubles.
// llad: func f double
// llad: arg x dup double[4] range(0.2,0.9)
// llad: arg n const size_t 4
// llad: builds oldest 3
use std::collections::BTreeMap;

enum Failure {
    Named(String),
    Bracket { low: f64, high: f64 },
    Empty,
}

#[derive(Default, Clone)]
struct Curve {
    nodes: BTreeMap<u32, f64>,
}

impl Curve {
    fn discount(&self, month: u32) -> f64 {
        let rate = self.nodes.range(..=month).next_back().map_or(0.0, |(_, r)| *r);
        (-rate * month as f64 / 12.0).exp()
    }
    fn with(&self, month: u32, rate: f64) -> Curve {
        let mut c = Curve { nodes: self.nodes.clone() };
        c.nodes.insert(month, rate);
        c
    }
}

fn solve(mut gap: impl FnMut(f64) -> f64, mut z: f64) -> Result<f64, Failure> {
    for _ in 0..30 {
        let h = 1e-4;
        let step = gap(z) * 2.0 * h / (gap(z + h) - gap(z - h));
        z -= step;
        if step.abs() < 1e-13 {
            return Ok(z);
        }
    }
    Err(Failure::Bracket { low: z, high: z })
}

fn fit(quotes: &[(u32, f64)]) -> Result<Curve, Failure> {
    if quotes.is_empty() {
        return Err(Failure::Empty);
    }
    quotes.iter().try_fold(Curve::default(), |c, q| {
        let gap = |z| {
            let c = c.with(q.0, z);
            c.discount(q.0) * (1.0 + q.1 * q.0 as f64 / 12.0) - 1.0
        };
        let z = solve(gap, q.1)?;
        Ok(c.with(q.0, z))
    })
}

fn value(x: &[f64]) -> f64 {
    let quotes: Vec<(u32, f64)> = x.iter().enumerate().map(|(i, v)| (3 * i as u32 + 3, 0.03 + 0.02 * v)).collect();
    match fit(&quotes) {
        Ok(c) => (1..=12).map(|m| c.discount(m) * x[m as usize % x.len()]).sum(),
        Err(Failure::Bracket { low, high }) => low - high - 7.0,
        Err(Failure::Named(s)) => s.len() as f64,
        Err(Failure::Empty) => Err::<f64, _>(Failure::Named(String::from("none"))).unwrap_or(-1.0),
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    value(unsafe { std::slice::from_raw_parts(x, n) })
}
