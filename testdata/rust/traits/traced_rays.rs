// A path tracer: shapes and materials behind dyn, optional hits, a generator of random numbers
// that is handed on, and virtual functions that return structs.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0 2
// llad: builds oldest 2
use std::ops::*;
use std::rc::Rc;
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
impl Vec3 {
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }
    pub fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn cross(self, o: Vec3) -> Vec3 {
        Vec3::new(
            self.y * o.z - self.z * o.y,
            self.z * o.x - self.x * o.z,
            self.x * o.y - self.y * o.x,
        )
    }
    pub fn len(self) -> f64 {
        self.dot(self).sqrt()
    }
    pub fn unit(self) -> Vec3 {
        self / self.len()
    }
    pub fn reflect(self, n: Vec3) -> Vec3 {
        self - n * (2.0 * self.dot(n))
    }
    pub fn near_zero(self) -> bool {
        const S: f64 = 1e-8;
        self.x.abs() < S && self.y.abs() < S && self.z.abs() < S
    }
}
macro_rules! op { ($t:ident, $f:ident, $o:tt) => { impl $t for Vec3 { type Output = Vec3; fn $f(self, r: Vec3) -> Vec3 { Vec3::new(self.x $o r.x, self.y $o r.y, self.z $o r.z) } } impl $t<f64> for Vec3 { type Output = Vec3; fn $f(self, r: f64) -> Vec3 { Vec3::new(self.x $o r, self.y $o r, self.z $o r) } } } }
op!(Add, add, +);
op!(Sub, sub, -);
op!(Mul, mul, *);
op!(Div, div, /);
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        *self = *self + o;
    }
}
impl Neg for Vec3 {
    type Output = Vec3;
    fn neg(self) -> Vec3 {
        Vec3::new(-self.x, -self.y, -self.z)
    }
}
impl std::iter::Sum for Vec3 {
    fn sum<I: Iterator<Item = Vec3>>(it: I) -> Vec3 {
        it.fold(Vec3::default(), |a, b| a + b)
    }
}
#[derive(Clone, Copy)]
pub struct Ray {
    o: Vec3,
    d: Vec3,
}
impl Ray {
    fn at(&self, t: f64) -> Vec3 {
        self.o + self.d * t
    }
}
struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn in_sphere(&mut self) -> Vec3 {
        loop {
            let p = Vec3::new(
                self.unit() * 2.0 - 1.0,
                self.unit() * 2.0 - 1.0,
                self.unit() * 2.0 - 1.0,
            );
            if p.dot(p) < 1.0 {
                return p;
            }
        }
    }
}
trait Material {
    fn scatter(&self, r: &Ray, h: &Hit, g: &mut Rng) -> Option<(Vec3, Ray)>;
    fn emitted(&self) -> Vec3 {
        Vec3::default()
    }
}
struct Lambert {
    albedo: Vec3,
}
struct Metal {
    albedo: Vec3,
    fuzz: f64,
}
struct Glass {
    ior: f64,
}
struct Light(Vec3);
pub struct Hit {
    p: Vec3,
    n: Vec3,
    t: f64,
    front: bool,
    m: Rc<dyn Material>,
}
impl Material for Lambert {
    fn scatter(&self, _: &Ray, h: &Hit, g: &mut Rng) -> Option<(Vec3, Ray)> {
        let mut d = h.n + g.in_sphere().unit();
        if d.near_zero() {
            d = h.n;
        }
        Some((self.albedo, Ray { o: h.p, d }))
    }
}
impl Material for Metal {
    fn scatter(&self, r: &Ray, h: &Hit, g: &mut Rng) -> Option<(Vec3, Ray)> {
        let d = r.d.unit().reflect(h.n) + g.in_sphere() * self.fuzz;
        if d.dot(h.n) > 0.0 {
            Some((self.albedo, Ray { o: h.p, d }))
        } else {
            None
        }
    }
}
impl Material for Glass {
    fn scatter(&self, r: &Ray, h: &Hit, g: &mut Rng) -> Option<(Vec3, Ray)> {
        let e = if h.front { 1.0 / self.ior } else { self.ior };
        let u = r.d.unit();
        let c = (-u).dot(h.n).min(1.0);
        let s = (1.0 - c * c).max(0.0).sqrt();
        let r0 = ((1.0 - e) / (1.0 + e)).powi(2);
        let d = if e * s > 1.0 || r0 + (1.0 - r0) * (1.0 - c).powi(5) > g.unit() {
            u.reflect(h.n)
        } else {
            let p = (u + h.n * c) * e;
            p - h.n * (1.0 - p.dot(p)).abs().sqrt()
        };
        Some((Vec3::new(1.0, 1.0, 1.0), Ray { o: h.p, d }))
    }
}
impl Material for Light {
    fn scatter(&self, _: &Ray, _: &Hit, _: &mut Rng) -> Option<(Vec3, Ray)> {
        None
    }
    fn emitted(&self) -> Vec3 {
        self.0
    }
}
trait Hittable {
    fn hit(&self, r: &Ray, t: Range<f64>) -> Option<Hit>;
}
struct Sphere {
    c: Vec3,
    r: f64,
    m: Rc<dyn Material>,
}
struct Plane {
    y: f64,
    m: Rc<dyn Material>,
}
impl Hittable for Sphere {
    fn hit(&self, r: &Ray, rg: Range<f64>) -> Option<Hit> {
        let oc = r.o - self.c;
        let a = r.d.dot(r.d);
        let hb = oc.dot(r.d);
        let c = oc.dot(oc) - self.r * self.r;
        let d = hb * hb - a * c;
        if d < 0.0 {
            return None;
        }
        let s = d.sqrt();
        let t = [(-hb - s) / a, (-hb + s) / a]
            .into_iter()
            .find(|t| rg.contains(t))?;
        let p = r.at(t);
        let on = (p - self.c) / self.r;
        let front = r.d.dot(on) < 0.0;
        Some(Hit {
            p,
            n: if front { on } else { -on },
            t,
            front,
            m: Rc::clone(&self.m),
        })
    }
}
impl Hittable for Plane {
    fn hit(&self, r: &Ray, rg: Range<f64>) -> Option<Hit> {
        if r.d.y.abs() < 1e-9 {
            return None;
        }
        let t = (self.y - r.o.y) / r.d.y;
        if !rg.contains(&t) {
            return None;
        }
        Some(Hit {
            p: r.at(t),
            n: Vec3::new(0.0, if r.d.y < 0.0 { 1.0 } else { -1.0 }, 0.0),
            t,
            front: true,
            m: self.m.clone(),
        })
    }
}
#[derive(Default)]
struct World {
    objs: Vec<Box<dyn Hittable>>,
}
impl Hittable for World {
    fn hit(&self, r: &Ray, rg: Range<f64>) -> Option<Hit> {
        let mut best = None;
        let mut end = rg.end;
        for o in &self.objs {
            if let Some(h) = o.hit(r, rg.start..end) {
                end = h.t;
                best = Some(h);
            }
        }
        best
    }
}
fn color(r: &Ray, w: &World, g: &mut Rng, depth: u32) -> Vec3 {
    if depth == 0 {
        return Vec3::default();
    }
    match w.hit(r, 1e-3..f64::INFINITY) {
        None => {
            let t = 0.5 * (r.d.unit().y + 1.0);
            Vec3::new(1.0, 1.0, 1.0) * (1.0 - t) + Vec3::new(0.5, 0.7, 1.0) * t
        }
        Some(h) => match h.m.scatter(r, &h, g) {
            Some((a, s)) => h.m.emitted() + a * color(&s, w, g, depth - 1),
            None => h.m.emitted(),
        },
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut w = World::default();
    let ground: Rc<dyn Material> = Rc::new(Lambert {
        albedo: Vec3::new(0.8, x[0], 0.1),
    });
    w.objs.push(Box::new(Plane { y: -0.5, m: ground }));
    w.objs.push(Box::new(Sphere {
        c: Vec3::new(0.0, 0.0, -1.0 - 0.1 * x[1]),
        r: 0.5,
        m: Rc::new(Metal {
            albedo: Vec3::new(x[2], 0.6, 0.2),
            fuzz: 0.1 * x[3],
        }),
    }));
    w.objs.push(Box::new(Sphere {
        c: Vec3::new(1.0, 0.1 * x[4], -1.0),
        r: 0.4,
        m: Rc::new(Glass {
            ior: 1.2 + 0.1 * x[5],
        }),
    }));
    w.objs.push(Box::new(Sphere {
        c: Vec3::new(-1.2, 1.0, -1.0),
        r: 0.3,
        m: Rc::new(Light(Vec3::new(4.0, 4.0 * x[0], 4.0))),
    }));
    let mut g = Rng(88172645463325252);
    let mut s = Vec3::default();
    for j in 0..4 {
        for i in 0..4 {
            let (u, v) = ((i as f64 + 0.37) / 4.0, (j as f64 + 0.41) / 4.0);
            let r = Ray {
                o: Vec3::default(),
                d: Vec3::new(2.0 * u - 1.0, 2.0 * v - 1.0, -1.0),
            };
            s += (0..2).map(|_| color(&r, &w, &mut g, 6)).sum::<Vec3>() / 2.0;
        }
    }
    (s.x * 0.3 + s.y * 0.6 + s.z * 0.1) / 16.0
}
