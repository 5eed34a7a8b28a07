// A result whose error holds a text where the value holds a float that begins as a constant:
// optimised code stores the constant as if it were an address.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 1 3
// llad: builds oldest 2

#[repr(C)]
pub struct Bad { steps: usize, why: &'static str }
#[repr(C)]
pub struct Search<'a> { data: &'a [f64], at: [f64; 2], next: [f64; 2] }

impl<'a> Search<'a> {
    #[inline(always)]
    fn new(data: &'a [f64], start: [f64; 2]) -> Result<Self, Bad> {
        if data.len() > 1000 {
            return Err(Bad { steps: 0, why: "too many" });
        }
        if !data[0].is_finite() {
            return Err(Bad { steps: 1, why: "not finite" });
        }
        Ok(Search { data, at: start, next: start })
    }
    #[inline(never)]
    fn step(&mut self) {
        let mean = self.data.iter().sum::<f64>() / self.data.len() as f64;
        for k in 0..2 {
            self.next[k] = self.at[k] * 0.5 + mean * (self.at[k] * self.at[1 - k]).sin();
        }
        std::mem::swap(&mut self.at, &mut self.next);
    }
}

/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut s = match Search::new(x, [1.5, 0.7]) {
        Ok(s) => s,
        Err(e) => return (e.steps + e.why.len()) as f64,
    };
    for _ in 0..3 {
        s.step();
    }
    s.at[0] * s.at[1] + s.next[0]
}
