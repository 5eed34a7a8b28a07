// Structure of arrays and array of structs, leapfrog with neighbours, split_at_mut,
// copy_from_slice, swap, chunks_exact_mut, iter_mut, zip of three, clamp.
// llad: func f double
// llad: arg s dup double[24] range(-1,1)
// llad: arg n const size_t 6
#[derive(Clone, Default)]
struct Particles {
    x: Vec<f64>,
    y: Vec<f64>,
    vx: Vec<f64>,
    vy: Vec<f64>,
    mass: Vec<f64>,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Body {
    pos: [f64; 2],
    vel: [f64; 2],
    id: u32,
    fixed: bool,
}

impl Particles {
    fn forces(&self, fx: &mut [f64], fy: &mut [f64]) {
        fx.fill(0.0);
        fy.iter_mut().for_each(|f| *f = 0.0);
        let n = self.x.len();
        for i in 0..n {
            for j in i + 1..n {
                let (dx, dy) = (self.x[j] - self.x[i], self.y[j] - self.y[i]);
                let r2 = dx.mul_add(dx, dy * dy) + 0.25;
                let s = self.mass[i] * self.mass[j] / (r2 * r2.sqrt());
                fx[i] += s * dx;
                fy[i] += s * dy;
                fx[j] -= s * dx;
                fy[j] -= s * dy;
            }
        }
    }
    fn kick(&mut self, fx: &[f64], fy: &[f64], dt: f64) {
        for ((v, f), m) in self.vx.iter_mut().zip(fx).zip(&self.mass) {
            *v += dt * f / m;
        }
        for ((v, f), m) in self.vy.iter_mut().zip(fy).zip(&self.mass) {
            *v += dt * f / m;
        }
    }
    fn drift(&mut self, dt: f64) {
        self.x.iter_mut().zip(self.vx.iter()).for_each(|(x, v)| *x += dt * v);
        self.y.iter_mut().zip(self.vy.iter()).for_each(|(y, v)| *y += dt * v);
    }
    fn energy(&self) -> f64 {
        (0..self.x.len()).map(|i| 0.5 * self.mass[i] * (self.vx[i].powi(2) + self.vy[i].powi(2))).sum()
    }
}

#[no_mangle]
pub extern "C" fn f(s: *const f64, n: usize) -> f64 {
    let s = unsafe { std::slice::from_raw_parts(s, 4 * n) };
    let (pos, vel) = s.split_at(2 * n);
    let mut p = Particles { mass: (0..n).map(|i| 1.0 + 0.1 * i as f64).collect(), ..Default::default() };
    p.x.extend_from_slice(&pos[..n]);
    p.y = pos[n..].to_owned();
    p.vx.resize(n, 0.0);
    p.vx.copy_from_slice(&vel[..n]);
    p.vy = vel.iter().skip(n).cloned().collect();
    let (mut fx, mut fy) = (vec![0.0; n], vec![0.0; n]);
    p.forces(&mut fx, &mut fy);
    for _ in 0..8 {
        p.kick(&fx, &fy, 0.01);
        p.drift(0.02);
        p.forces(&mut fx, &mut fy);
        p.kick(&fx, &fy, 0.01);
    }
    let mut bodies: Vec<Body> = (0..n)
        .map(|i| Body { pos: [p.x[i], p.y[i]], vel: [p.vx[i], p.vy[i]], id: i as u32, fixed: i % 3 == 0 })
        .collect();
    bodies.swap(0, n - 1);
    let (a, b) = bodies.split_at_mut(n / 2);
    std::mem::swap(&mut a[0], &mut b[1]);
    for (k, body) in bodies.iter_mut().enumerate().filter(|(_, b)| !b.fixed) {
        for (x, v) in body.pos.iter_mut().zip(body.vel) {
            *x = (*x + v * k as f64).clamp(-5.0, 5.0);
        }
    }
    let mut flat = [0.0; 12];
    for (chunk, body) in flat.chunks_exact_mut(2).zip(&bodies) {
        chunk.copy_from_slice(&body.pos);
        chunk[0] += body.id as f64;
    }
    flat.rotate_right(1);
    p.energy() + flat.iter().rev().step_by(2).product::<f64>() + flat.iter().map(|v| v.atan()).sum::<f64>()
}
