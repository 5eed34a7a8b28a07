// Tableaus of Runge and Kutta with observers that keep state, results sorted by error and named by text.
struct Tableau<const S: usize> { name: &'static str, a: [[f64; S]; S], b: [f64; S], c: [f64; S] }

static MIDPOINT: Tableau<2> = Tableau { name: "midpoint", a: [[0.0, 0.0], [0.5, 0.0]], b: [0.0, 1.0], c: [0.0, 0.5] };
static CLASSIC: Tableau<4> = Tableau {
    name: "classic",
    a: [[0.0; 4], [0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
    b: [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    c: [0.0, 0.5, 0.5, 1.0],
};
static RALSTON: Tableau<3> = Tableau { name: "ralston", a: [[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.75, 0.0]], b: [2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0], c: [0.0, 0.5, 0.75] };

type State = [f64; 4];

impl<const S: usize> Tableau<S> {
    fn step(&self, g: &mut impl FnMut(f64, &State) -> State, t: f64, y: &State, h: f64) -> State {
        let mut k = [[0.0; 4]; S];
        for i in 0..S {
            let mut v = [0.0; 4];
            v.copy_from_slice(y);
            for j in 0..i { for (d, e) in v.iter_mut().zip(&k[j]) { *d += h * self.a[i][j] * e; } }
            k[i] = g(t + self.c[i] * h, &v);
        }
        let mut sum = [0.0; 4];
        sum.fill(0.0);
        for (b, row) in self.b.iter().zip(&k) { for d in 0..4 { sum[d] += b * row[d]; } }
        let mut i = 0;
        y.map(|v| { i += 1; v + h * sum[i - 1] })
    }
}

struct Outcome { name: String, end: State, work: usize, error: f64 }

fn integrate<const S: usize>(m: &Tableau<S>, x: &[f64], steps: usize, watch: &mut dyn FnMut(f64, &State) -> bool) -> Outcome {
    let mut work = 0;
    let (a, b, c) = (x[0], 0.5 * x[1], x[2]);
    let mut g = |t: f64, y: &State| -> State {
        work += 1;
        [y[1], -a * y[0] - b * y[1] + 0.1 * t.sin(), y[0] * y[3] - c * y[2], 0.2 * y[2] - 0.1 * y[3] * y[3]]
    };
    let mut y: State = [x[3], x[4], 0.5, x[5]];
    let h = 1.0 / steps as f64;
    let mut t = 0.0;
    for _ in 0..steps {
        y = m.step(&mut g, t, &y, h);
        t += h;
        if !watch(t, &y) { break; }
    }
    let mut name = String::from(m.name);
    name.push('/');
    name += &steps.to_string();
    Outcome { name, end: y, work, error: 0.0 }
}

fn run(x: &[f64]) -> f64 {
    let mut peak = f64::MIN;
    let mut trail: Vec<State> = Vec::with_capacity(32);
    let mut all = Vec::new();
    {
        let mut watch = |t: f64, y: &State| {
            if y[0] > peak { peak = y[0]; }
            if (t * 4.0).fract() < 0.2 { trail.push(y.map(|v| v * x[6])); }
            y[0] > -2.0
        };
        all.push(integrate(&CLASSIC, x, 10, &mut watch));
        all.push(integrate(&MIDPOINT, x, 5, &mut watch));
        all.push(integrate(&RALSTON, x, 5, &mut watch));
        all.push(integrate(&MIDPOINT, x, 12, &mut watch));
    }
    let exact = all[0].end;
    for o in all.iter_mut() { o.error = o.end.iter().zip(&exact).map(|(a, b)| (a - b) * (a - b)).sum::<f64>(); }
    all.sort_by(|a, b| a.error.partial_cmp(&b.error).unwrap().then_with(|| a.name.cmp(&b.name)));
    let mut report = String::new();
    let mut s = peak * x[7];
    for (rank, o) in all.iter().enumerate() {
        report.push_str(&format!("{}:{} ", rank, o.name));
        s += o.end.iter().sum::<f64>() / (rank + 1) as f64 + 100.0 * o.error * x[8] + 0.001 * o.work as f64 * x[9];
    }
    let mut last = [0.0; 4];
    if let Some(t) = trail.last() { last.copy_from_slice(t); }
    s + report.len() as f64 * 0.01 * x[10] + last.map(|v| v * v).iter().sum::<f64>() * x[11] + trail.len() as f64 * 0.01
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
