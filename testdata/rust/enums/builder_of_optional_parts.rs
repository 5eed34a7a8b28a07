// Simulations that a builder makes of optional parts: words of an enum are floats, addresses or
// nothing at all, and quotients of them are computed in front of the loop that decides which.
// llad: func f double
// llad: arg x dup double[6] range(0.55,1.2)
// llad: arg n const size_t 6
// llad: builds newest 3
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::{Add, Div, Mul};
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Q<U> {
    v: f64,
    u: PhantomData<U>,
}
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Metre;
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Second;
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Per<A, B>(PhantomData<(A, B)>);
impl<U> Q<U> {
    fn new(v: f64) -> Self {
        Q { v, u: PhantomData }
    }
}
impl<U> Add for Q<U> {
    type Output = Q<U>;
    fn add(self, o: Self) -> Self {
        Q::new(self.v + o.v)
    }
}
impl<U> Mul<f64> for Q<U> {
    type Output = Q<U>;
    fn mul(self, k: f64) -> Self {
        Q::new(self.v * k)
    }
}
impl<A, B> Div<Q<B>> for Q<A> {
    type Output = Q<Per<A, B>>;
    fn div(self, o: Q<B>) -> Q<Per<A, B>> {
        Q::new(self.v / o.v)
    }
}
impl<A, B> Mul<Q<B>> for Q<Per<A, B>> {
    type Output = Q<A>;
    fn mul(self, o: Q<B>) -> Q<A> {
        Q::new(self.v * o.v)
    }
}
impl<U> std::iter::Sum for Q<U> {
    fn sum<I: Iterator<Item = Self>>(i: I) -> Self {
        i.fold(Q::new(0.0), |a, b| a + b)
    }
}
type Speed = Q<Per<Metre, Second>>;
type Drag = dyn Fn(f64, f64) -> f64;
#[derive(Clone, Debug)]
enum Terrain<'a> {
    Flat,
    Table(Cow<'a, [f64]>),
    Waves { amp: f64, len: f64 },
}
struct Sim<'a> {
    mass: f64,
    start: Q<Metre>,
    speed: Speed,
    drag: Box<Drag>,
    terrain: Terrain<'a>,
    dt: Q<Second>,
    steps: usize,
    name: Cow<'static, str>,
    wind: Option<[f64; 2]>,
}
#[derive(Default)]
struct SimBuilder<'a> {
    mass: Option<f64>,
    start: Option<f64>,
    speed: Option<f64>,
    drag: Option<Box<Drag>>,
    terrain: Option<Terrain<'a>>,
    dt: Option<f64>,
    steps: Option<usize>,
    name: Option<String>,
    wind: Option<(f64, f64)>,
}
#[derive(Debug, PartialEq)]
enum BuildError {
    Missing(&'static str),
    Bad { what: String, value: f64 },
}
impl<'a> SimBuilder<'a> {
    fn new() -> Self {
        Self::default()
    }
    fn mass(mut self, m: f64) -> Self {
        self.mass = Some(m);
        self
    }
    fn start(mut self, m: impl Into<f64>) -> Self {
        self.start = Some(m.into());
        self
    }
    fn speed(self, v: f64) -> Self {
        SimBuilder {
            speed: Some(v),
            ..self
        }
    }
    fn drag(mut self, f: impl Fn(f64, f64) -> f64 + 'static) -> Self {
        self.drag.replace(Box::new(f));
        self
    }
    fn terrain(mut self, t: Terrain<'a>) -> Self {
        self.terrain = Some(t);
        self
    }
    fn dt(mut self, v: f64) -> Self {
        self.dt = Some(v);
        self
    }
    fn steps(mut self, v: usize) -> Self {
        self.steps = Some(v);
        self
    }
    fn name<S: Into<String>>(mut self, s: S) -> Self {
        self.name = Some(s.into());
        self
    }
    fn wind(mut self, a: f64, b: f64) -> Self {
        self.wind = Some((a, b));
        self
    }
    fn build(self) -> Result<Sim<'a>, BuildError> {
        let mass = self.mass.ok_or(BuildError::Missing("mass"))?;
        if mass <= 0.0 {
            return Err(BuildError::Bad {
                what: "mass".to_string(),
                value: mass,
            });
        }
        let dt = self.dt.unwrap_or(0.05);
        Ok(Sim {
            mass,
            start: Q::new(self.start.unwrap_or_default()),
            speed: Q::new(self.speed.ok_or(BuildError::Missing("speed"))?),
            drag: self.drag.unwrap_or_else(|| Box::new(|v, _| 0.1 * v)),
            terrain: self.terrain.unwrap_or(Terrain::Flat),
            dt: Q::new(dt),
            steps: self.steps.unwrap_or(8),
            name: self.name.map_or(Cow::Borrowed("sim"), Cow::Owned),
            wind: self.wind.map(|(a, b)| [a, b]),
        })
    }
}
impl<'a> Terrain<'a> {
    fn slope(&self, p: f64) -> f64 {
        match self {
            Terrain::Flat => 0.0,
            Terrain::Table(t) => {
                let i = (p.abs().floor() as usize).min(t.len() - 2);
                t[i + 1] - t[i]
            }
            Terrain::Waves { amp, len } => amp / len * (p / len).cos(),
        }
    }
    fn scaled(self, k: f64) -> Terrain<'a> {
        match self {
            Terrain::Table(mut t) => {
                for v in t.to_mut() {
                    *v *= k;
                }
                Terrain::Table(t)
            }
            Terrain::Waves { amp, len } => Terrain::Waves { amp: amp * k, len },
            t => t,
        }
    }
}
impl<'a> Sim<'a> {
    fn run(&self) -> (Q<Metre>, Speed, Vec<Q<Metre>>) {
        let (mut p, mut v) = (self.start, self.speed);
        let mut seen = Vec::new();
        for k in 0..self.steps {
            let wind = match self.wind {
                Some([a, b]) => a * (b * k as f64).sin(),
                None => 0.0,
            };
            let acc = (-(self.drag)(v.v, p.v) - 0.5 * self.terrain.slope(p.v) + wind) / self.mass;
            v = v + Q::new(acc * self.dt.v);
            let dx = v * self.dt;
            p = p + dx;
            seen.push(dx * 0.5);
        }
        (p, v, seen)
    }
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let (c, k) = (x[3], x[4]);
    let base = || SimBuilder::new().mass(x[0]).speed(2.0 * x[1]);
    let sims = vec![
        base().build(),
        base()
            .drag(move |v, p| c * v * v.abs() + 0.1 * k * p)
            .terrain(Terrain::Waves {
                amp: x[2],
                len: 0.8,
            })
            .name("wavy")
            .build(),
        base()
            .start(0.5f32)
            .terrain(Terrain::Table(Cow::Borrowed(&x[1..])).scaled(x[5]))
            .wind(x[2], 0.3)
            .steps(15)
            .dt(0.1)
            .build(),
        base()
            .terrain(Terrain::Table(Cow::Borrowed(x)))
            .dt(0.1 * x[5])
            .steps(12)
            .name(format!("{}-{}", "raw", n))
            .build(),
        base().mass(-x[0]).build(),
        SimBuilder::new().mass(x[2]).build(),
    ];
    let mut t = 0.0;
    for s in sims {
        t += match s {
            Ok(s) => {
                let (p, v, seen) = s.run();
                let avg = p / Q::<Second>::new(1.0 + x[0]);
                p.v + 0.3 * v.v + avg.v + seen.into_iter().sum::<Q<Metre>>().v * s.name.len() as f64
            }
            Err(BuildError::Bad { what, value }) => value * what.len() as f64,
            Err(BuildError::Missing(w)) => w.len() as f64 * x[5],
        };
    }
    t
}
