// The bits of floats as bytes in a queue, by shifts in a closure, as integers in the order of the floats: floats
// are made of what is put together again.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 1 3

use std::collections::VecDeque;

fn queued(x: &[f64]) -> f64 {
    let mut q = VecDeque::new();
    for v in x {
        for b in (v * v).to_ne_bytes() {
            q.push_back(b);
        }
    }
    let mut get = || {
        let mut a = [0u8; 8];
        for k in 0..8 {
            a[k] = q.pop_front().unwrap();
        }
        f64::from_ne_bytes(a)
    };
    get() * get()
}

fn shifted(v: f64) -> f64 {
    let u = v.to_bits();
    let b: Vec<u8> = (0..8).map(|k| (u >> (8 * k)) as u8).collect();
    let mut w = 0u64;
    for (k, c) in b.iter().enumerate() {
        w |= (*c as u64) << (8 * k);
    }
    f64::from_bits(w)
}

fn ordered(x: &[f64]) -> f64 {
    let key = |v: f64| {
        let b = v.to_bits() as i64;
        b ^ (((b >> 63) as u64) >> 1) as i64
    };
    let back = |b: i64| f64::from_bits((b ^ (((b >> 63) as u64) >> 1) as i64) as u64);
    let mut v: Vec<i64> = x.iter().map(|v| key(v * x[0])).collect();
    v.sort();
    v.iter().enumerate().map(|(i, k)| back(*k).powi(i as i32 % 3)).sum()
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    queued(x) * shifted(x[0] * x[2]) + ordered(x)
}
