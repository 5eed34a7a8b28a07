// Generators of random numbers of 32 bits whose steps move most of their state by one place.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 2
// llad: builds oldest 3

trait Rng { fn next_u32(&mut self) -> u32; fn uniform(&mut self) -> f64 { self.next_u32() as f64 / 4294967296.0 } }
struct Xs128 { x: u32, y: u32, z: u32, w: u32 }
impl Rng for Xs128 { fn next_u32(&mut self) -> u32 { let t = self.x ^ (self.x << 11); self.x = self.y; self.y = self.z; self.z = self.w; self.w = self.w ^ (self.w >> 19) ^ t ^ (t >> 8); self.w } }
struct Xorwow { x: [u32; 5], counter: u32 }
impl Rng for Xorwow { fn next_u32(&mut self) -> u32 { let mut t = self.x[4]; let s = self.x[0]; self.x[4] = self.x[3]; self.x[3] = self.x[2]; self.x[2] = self.x[1]; self.x[1] = s; t ^= t >> 2; t ^= t << 1; t ^= s ^ (s << 4); self.x[0] = t; self.counter = self.counter.wrapping_add(362437); t.wrapping_add(self.counter) } }
struct Mt { mt: [u32; 624], i: usize }
impl Mt { fn new(seed: u32) -> Self { let mut mt = [0u32; 624]; mt[0] = seed; for i in 1..624 { mt[i] = 1812433253u32.wrapping_mul(mt[i - 1] ^ (mt[i - 1] >> 30)).wrapping_add(i as u32); } Mt { mt, i: 624 } }
  fn twist(&mut self) { for i in 0..624 { let y = (self.mt[i] & 0x80000000) | (self.mt[(i + 1) % 624] & 0x7fffffff); let mut v = self.mt[(i + 397) % 624] ^ (y >> 1); if y & 1 != 0 { v ^= 0x9908b0df; } self.mt[i] = v; } self.i = 0; } }
impl Rng for Mt { fn next_u32(&mut self) -> u32 { if self.i >= 624 { self.twist(); } let mut y = self.mt[self.i]; self.i += 1; y ^= y >> 11; y ^= (y << 7) & 0x9d2c5680; y ^= (y << 15) & 0xefc60000; y ^ (y >> 18) } }
struct SmallLcg { state: u32 }
impl Rng for SmallLcg { fn next_u32(&mut self) -> u32 { self.state = self.state.wrapping_mul(1664525).wrapping_add(1013904223); self.state } }
trait Model { fn run(&self, rng: &mut dyn Rng) -> f64; }
struct Gbm { s: f64, vol: f64 }
struct Ou { x: f64, k: f64, sd: f64 }
impl Model for Gbm { fn run(&self, rng: &mut dyn Rng) -> f64 { let mut p = self.s; for _ in 0..6 { p *= (self.vol * (rng.uniform() - 0.5)).exp(); } p } }
impl Model for Ou { fn run(&self, rng: &mut dyn Rng) -> f64 { let mut p = self.x; for _ in 0..6 { p += -self.k * p + self.sd * (rng.uniform() - 0.5); } p } }
fn make(i: usize) -> Box<dyn Rng> { match i { 0 => Box::new(Xs128 { x: 1, y: 2, z: 3, w: 4 }), 1 => Box::new(Xorwow { x: [1, 2, 3, 4, 5], counter: 0 }), 2 => Box::new(Mt::new(5)), _ => Box::new(SmallLcg { state: 9 }) } }
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let models: Vec<Box<dyn Model>> = vec![Box::new(Gbm { s: x[0], vol: x[1] }), Box::new(Ou { x: x[2], k: 0.2 * x[3], sd: x[4] })];
    let mut t = 0.0;
    for i in 0..n { let mut rng = make(i); for m in &models { for _ in 0..5 { t += m.run(rng.as_mut()) * (i + 1) as f64 * x[5]; } } }
    t
}
