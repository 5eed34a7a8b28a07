// Integer arithmetic with overflow checks, wrapping and saturating, labelled
// loops, a random walk on indices, shifts, u8 to i128.
// llad: func f double
// llad: arg x dup double[7] range(0.5,1.5)
// llad: arg n const size_t 7

struct Lcg(u64);

impl Lcg {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }
    fn unit(&mut self) -> f64 {
        self.next() as f64 / (1u64 << 31) as f64
    }
}

fn binomial(n: u32, k: u32) -> u64 {
    (1..=k as u64).fold(1, |acc, i| acc * (n as u64 - k as u64 + i) / i)
}

fn collatz(mut n: u64) -> u32 {
    let mut steps = 0u32;
    while n != 1 {
        n = if n & 1 == 0 { n / 2 } else { n.checked_mul(3).and_then(|m| m.checked_add(1)).expect("overflow") };
        steps += 1;
    }
    steps
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut rng = Lcg(42);
    let mut s = 0.0;
    let mut i: usize = 3;
    'walk: loop {
        for step in 0..n * 2 {
            let jump = rng.next() as usize % n;
            i = (i + jump) % n;
            s += x[i] * x[n - 1 - i] * rng.unit();
            if step > 5 && s > 6.0 {
                break 'walk;
            }
            if (jump as i32 - 3).abs() > 2 {
                continue 'walk;
            }
        }
        break;
    }
    let bernstein: f64 = (0..n as u32)
        .map(|k| binomial(n as u32 - 1, k) as f64 * x[k as usize] * 0.3f64.powi(k as i32) * 0.7f64.powi((n as u32 - 1 - k) as i32))
        .sum();
    let tiny = 250u8.saturating_add(10) as f64 / 255.0;
    let wide = (i as i128 * 3_000_000_000_000_000_000 % 1_000_007) as f64 / 1_000_007.0;
    let ladder: f64 = (1..n as u64).map(|k| x[k as usize].powi(collatz(k) as i32 % 4)).sum();
    s * tiny + bernstein + wide * x[0] + ladder
}
