// Structs by reference, enums without payload, match with guards, a table of
// constants, tuples; option prices and a portfolio.
// llad: func f double
// llad: arg m dup struct-market[1] setup
// llad: arg k dup double[4] range(80,120)
// llad: arg n const size_t 4
// llad: decl struct market { double spot, rate, vol; int day; };
// llad: leaves m spot rate vol
// llad: setup if (!shadow) *m = (struct market){100, 0.03, 0.2, 90};

#[repr(C)]
pub struct Market {
    spot: f64,
    rate: f64,
    vol: f64,
    day: i32,
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Call,
    Put,
}

const COEFFICIENTS: [f64; 5] = [0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429];

fn normal_cdf(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - normal_cdf(-x);
    }
    let t = 1.0 / (1.0 + 0.2316419 * x);
    let poly = COEFFICIENTS.iter().rev().fold(0.0, |acc, c| (acc + c) * t);
    1.0 - (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly
}

fn price(m: &Market, strike: f64, side: Side) -> (f64, f64) {
    let years = f64::from(m.day) / 365.0;
    let sd = m.vol * years.sqrt();
    let d1 = ((m.spot / strike).ln() + (m.rate + 0.5 * m.vol * m.vol) * years) / sd;
    let d2 = d1 - sd;
    let discount = (-m.rate * years).exp();
    match side {
        Side::Call => (m.spot * normal_cdf(d1) - strike * discount * normal_cdf(d2), normal_cdf(d1)),
        Side::Put => (strike * discount * normal_cdf(-d2) - m.spot * normal_cdf(-d1), -normal_cdf(-d1)),
    }
}

#[no_mangle]
pub extern "C" fn f(m: &Market, k: *const f64, n: usize) -> f64 {
    let strikes = unsafe { std::slice::from_raw_parts(k, n) };
    let mut value = 0.0;
    let mut delta = 0.0;
    for (i, &strike) in strikes.iter().enumerate() {
        let side = match i {
            i if i % 2 == 0 && strike < 150.0 => Side::Call,
            0..=2 => Side::Put,
            _ => Side::Call,
        };
        let (p, d) = price(m, strike, side);
        value += p;
        delta += if side == Side::Put { 2.0 * d } else { d };
    }
    value + delta * delta
}
