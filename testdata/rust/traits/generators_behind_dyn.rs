// Generators of random numbers behind references to a trait, in methods behind another: nothing but their
// steps tells that their states, of which words are moved as they are, hold no floats.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 3
// llad: builds oldest 2

trait Rng { fn next_u64(&mut self) -> u64; fn uniform(&mut self) -> f64 { ((self.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64 } }
struct XorShift { s: [u64; 2] }
impl Rng for XorShift { fn next_u64(&mut self) -> u64 { let [mut a, b] = self.s; a ^= a << 23; a ^= a >> 18; a ^= b ^ (b >> 5); self.s = [b, a]; a.wrapping_add(b) } }
struct Xoshiro { s: [u64; 4] }
impl Rng for Xoshiro { fn next_u64(&mut self) -> u64 { let r = self.s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9); let t = self.s[1] << 17; self.s[2] ^= self.s[0]; self.s[3] ^= self.s[1]; self.s[1] ^= self.s[2]; self.s[0] ^= self.s[3]; self.s[2] ^= t; self.s[3] = self.s[3].rotate_left(45); r } }
struct SplitMix(u64);
impl Rng for SplitMix { fn next_u64(&mut self) -> u64 { self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15); let mut z = self.0; z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9); z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb); z ^ (z >> 31) } }
struct Pcg { state: u64, inc: u64 }
impl Rng for Pcg { fn next_u64(&mut self) -> u64 { let mut r = 0; for _ in 0..2 { let old = self.state; self.state = old.wrapping_mul(6364136223846793005).wrapping_add(self.inc | 1); let xs = (((old >> 18) ^ old) >> 27) as u32; let rot = (old >> 59) as u32; r = r << 32 | xs.rotate_right(rot) as u64; } r } }
struct Xs32(u32);
impl Rng for Xs32 { fn next_u64(&mut self) -> u64 { let mut x = self.0; x ^= x << 13; x ^= x >> 17; x ^= x << 5; self.0 = x; (x as u64) << 32 | x as u64 } }
trait Model { fn run(&self, rng: &mut dyn Rng) -> f64; }
struct Gbm { s: f64, vol: f64 }
struct Ou { x: f64, k: f64, sd: f64 }
impl Model for Gbm { fn run(&self, rng: &mut dyn Rng) -> f64 { let mut p = self.s; for _ in 0..6 { p *= (self.vol * (rng.uniform() - 0.5)).exp(); } p } }
impl Model for Ou { fn run(&self, rng: &mut dyn Rng) -> f64 { let mut p = self.x; for _ in 0..6 { p += -self.k * p + self.sd * (rng.uniform() - 0.5); } p } }
struct Noisy<R: Rng> { rng: R, level: f64 }
impl<R: Rng> Rng for Noisy<R> { fn next_u64(&mut self) -> u64 { self.rng.next_u64() } fn uniform(&mut self) -> f64 { let u = (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64; (1.0 - self.level) * u + 0.5 * self.level } }
fn make(i: usize, x: f64) -> Box<dyn Rng> { match i { 0 => Box::new(XorShift { s: [7, 99] }), 1 => Box::new(Xoshiro { s: [1, 2, 3, 4] }), 2 => Box::new(SplitMix(5)), 3 => Box::new(Pcg { state: 3, inc: 5 }), 4 => Box::new(Xs32(77)), _ => Box::new(Noisy { rng: XorShift { s: [3, 8] }, level: 0.1 * x }) } }
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let models: Vec<Box<dyn Model>> = vec![Box::new(Gbm { s: x[0], vol: x[1] }), Box::new(Ou { x: x[2], k: 0.2 * x[3], sd: x[4] })];
    let mut t = 0.0;
    for i in 0..n { let mut rng = make(i, x[5]); for m in &models { for _ in 0..5 { t += m.run(rng.as_mut()) * (i + 1) as f64; } } }
    t
}
