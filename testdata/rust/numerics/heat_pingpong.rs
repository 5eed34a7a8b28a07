// Two buffers swapped with mem::swap in a struct with &mut self methods; the
// caller's slice is read and written in place.
// llad: func f void
// llad: arg u dup double[10] range(0,1) inout
// llad: arg k dup double[1] range(0.1,0.3)
// llad: arg n const size_t 10

struct Heat<'a> {
    now: Vec<f64>,
    next: Vec<f64>,
    source: Box<dyn Fn(usize) -> f64 + 'a>,
    conductivity: &'a f64,
}

impl Heat<'_> {
    fn step(&mut self) {
        let n = self.now.len();
        let k = *self.conductivity;
        self.next[0] = self.now[0];
        self.next[n - 1] = self.now[n - 1];
        for i in 1..n - 1 {
            let lap = self.now[i - 1] - 2.0 * self.now[i] + self.now[i + 1];
            self.next[i] = self.now[i] + k * lap + (self.source)(i);
        }
        std::mem::swap(&mut self.now, &mut self.next);
    }

    fn finish(self) -> Vec<f64> {
        self.now
    }
}

#[no_mangle]
pub extern "C" fn f(u: *mut f64, k: &f64, n: usize) {
    let u = unsafe { std::slice::from_raw_parts_mut(u, n) };
    let left = u[0];
    let mut heat = Heat {
        now: u.to_vec(),
        next: vec![0.0; n],
        source: Box::new(move |i| 0.01 * left * i as f64),
        conductivity: k,
    };
    for _ in 0..6 {
        heat.step();
    }
    let end = heat.finish();
    u.copy_from_slice(&end);
    u.reverse();
    u[..4].iter_mut().for_each(|t| *t *= *t);
    let (a, b) = u.split_at_mut(5);
    a.swap_with_slice(b);
    u.rotate_left(2);
}
