// Steps of three numbers may end with an error behind a trait, made of a text: that it is there is told by an
// address which the library gives, in the place of one of the numbers.
// llad: func f double
// llad: arg x dup double[4] range(0.3,1.3)
// llad: arg n const size_t 4
// llad: builds newest 2 3
use std::error::Error;

struct Memory {
    rate: f64,
    last: Option<[f64; 3]>,
}

impl Memory {
    fn step(&mut self, y: &mut [f64; 3], h: f64) -> Result<f64, Box<dyn Error>> {
        if self.rate > 100.0 {
            return Err("the rate is too large".into());
        }
        let z = self.last.map_or(*y, |l| std::array::from_fn(|i| 0.5 * (l[i] + y[i])));
        for i in 0..3 {
            y[i] += h * self.rate * z[(i + 1) % 3];
        }
        self.last.replace(*y);
        Ok(h)
    }
}

fn integrate(m: &mut Memory, start: [f64; 3], end: f64) -> Result<[f64; 3], Box<dyn Error>> {
    let (mut t, mut y, mut n) = (0.0, start, 0usize);
    while t < end {
        t += m.step(&mut y, 0.125)?;
        n = n.checked_add(1).ok_or("overflow")?;
        if n > 500 {
            return Err("too many steps".into());
        }
    }
    Ok(y)
}

fn total(x: &[f64]) -> f64 {
    let mut m = Memory { rate: x[3], last: None };
    integrate(&mut m, [x[0], x[1], x[2]], 0.6).map(|y| y.iter().sum::<f64>()).unwrap_or(f64::NAN)
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    total(unsafe { std::slice::from_raw_parts(x, n) })
}
