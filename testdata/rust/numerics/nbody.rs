// A Vec of structs with arrays inside, split_at_mut, operators on a vector
// type, a symplectic integrator; the energy and the last positions.
// llad: func f double
// llad: arg pos dup double[9] range(-2,2)
// llad: arg mass dup double[3] range(0.5,1.5)
// llad: arg out dup double[3] zero
// llad: arg steps const int 5

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

impl Vec3 {
    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
}

impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        *self = *self + o;
    }
}

impl SubAssign for Vec3 {
    fn sub_assign(&mut self, o: Vec3) {
        *self = *self - o;
    }
}

#[derive(Clone)]
struct Body {
    name: char,
    position: Vec3,
    velocity: Vec3,
    mass: f64,
}

fn kick(bodies: &mut [Body], dt: f64) {
    for i in 0..bodies.len() {
        let (left, right) = bodies.split_at_mut(i + 1);
        let a = &mut left[i];
        for b in right {
            let d = a.position - b.position;
            let r2 = d.dot(d) + 0.1;
            let pull = d * (dt / (r2 * r2.sqrt()));
            a.velocity -= pull * b.mass;
            b.velocity += pull * a.mass;
        }
    }
}

fn energy(bodies: &[Body]) -> f64 {
    let mut e = 0.0;
    for (i, a) in bodies.iter().enumerate() {
        e += 0.5 * a.mass * a.velocity.dot(a.velocity);
        for b in &bodies[i + 1..] {
            let d = a.position - b.position;
            e -= a.mass * b.mass / (d.dot(d) + 0.1).sqrt();
        }
    }
    e
}

#[no_mangle]
pub unsafe extern "C" fn f(pos: *const f64, mass: *const f64, out: *mut f64, steps: i32) -> f64 {
    let pos = std::slice::from_raw_parts(pos, 9);
    let mass = std::slice::from_raw_parts(mass, 3);
    let mut bodies: Vec<Body> = pos
        .chunks_exact(3)
        .zip(mass)
        .zip('a'..)
        .map(|((p, m), name)| Body {
            name,
            position: Vec3 { x: p[0], y: p[1], z: p[2] },
            velocity: Vec3::default(),
            mass: *m,
        })
        .collect();
    for _ in 0..steps {
        kick(&mut bodies, 0.05);
        for b in bodies.iter_mut() {
            b.position += b.velocity * 0.05;
        }
    }
    let last = bodies.iter().max_by_key(|b| b.name).unwrap();
    let out = std::slice::from_raw_parts_mut(out, 3);
    out.copy_from_slice(&[last.position.x, last.position.y, last.position.z]);
    energy(&bodies)
}
