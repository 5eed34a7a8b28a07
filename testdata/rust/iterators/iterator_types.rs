// Iterators of the program's own, Box<dyn Iterator>, chain, peekable, cycle,
// zip, unzip, partition, rev, from_fn, IntoIterator.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const size_t 8

struct Decay {
    value: f64,
    rate: f64,
}

impl Iterator for Decay {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        let v = self.value;
        self.value *= self.rate;
        if v > 1e-2 {
            Some(v)
        } else {
            None
        }
    }
}

struct Grid {
    cells: [f64; 4],
}

impl<'a> IntoIterator for &'a Grid {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.iter()
    }
}

fn source<'a>(x: &'a [f64], smooth: bool) -> Box<dyn Iterator<Item = f64> + 'a> {
    if smooth {
        Box::new(x.windows(2).map(|w| 0.5 * (w[0] + w[1])))
    } else {
        Box::new(x.iter().copied().rev())
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let decay: f64 = Decay { value: x[0], rate: 0.5 * x[1] }.zip(x.iter().cycle()).map(|(d, a)| d * a).sum();
    let smooth: f64 = source(x, true).map(|t| t * t).sum();
    let plain: f64 = source(x, false).take(3).chain(Decay { value: x[2], rate: 0.4 }).fold(0.0, |s, t| s * 0.9 + t);
    let (big, small): (Vec<f64>, Vec<f64>) = x.iter().partition(|t| **t > 1.0);
    let (squares, roots): (Vec<f64>, Vec<f64>) = x.iter().map(|t| (t * t, t.sqrt())).unzip();
    let mut peek = x.iter().peekable();
    let mut slopes = 0.0;
    while let Some(a) = peek.next() {
        if let Some(b) = peek.peek() {
            slopes += (*b - a) * (*b - a);
        }
    }
    let mut state = x[3];
    let made: f64 = std::iter::from_fn(|| {
        state *= 0.8;
        if state > 0.1 { Some(state.sin()) } else { None }
    })
    .sum();
    let grid = Grid { cells: [x[4], x[5], x[6] * x[7], 1.0] };
    let mut product = 1.0;
    for c in &grid {
        product *= c;
    }
    let inner: f64 = squares.iter().zip(roots.iter().rev()).map(|(a, b)| a * b).sum();
    decay + smooth + plain + big.iter().sum::<f64>() * small.iter().product::<f64>() + slopes + made + product + inner
}
