// Geodesy: datums behind Rc of a trait, points by conversions from tuples and text, a blanket impl for paths, sets of names.
use std::collections::HashSet;
use std::convert::TryFrom;
use std::mem;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Geo { lat: f64, lon: f64, up: f64 }
#[derive(Clone, Copy, Debug)]
struct Cart([f64; 3]);

impl From<(f64, f64)> for Geo { fn from((lat, lon): (f64, f64)) -> Geo { Geo { lat, lon, up: 0.0 } } }
impl From<[f64; 3]> for Geo { fn from([lat, lon, up]: [f64; 3]) -> Geo { Geo { lat, lon, up } } }
impl<'a> TryFrom<&'a str> for Geo {
    type Error = String;
    fn try_from(s: &'a str) -> Result<Geo, String> {
        let mut parts = s.split(',').map(|p| p.trim().parse::<f64>());
        match (parts.next(), parts.next()) {
            (Some(Ok(lat)), Some(Ok(lon))) => Ok((lat.to_radians(), lon.to_radians()).into()),
            (Some(Err(e)), _) | (_, Some(Err(e))) => Err(format!("{s}: {e}")),
            _ => Err(s.to_string()),
        }
    }
}

trait Datum {
    fn radius(&self, lat: f64) -> f64;
    fn cart(&self, g: &Geo) -> Cart {
        let r = self.radius(g.lat) + g.up;
        Cart([r * g.lat.cos() * g.lon.cos(), r * g.lat.cos() * g.lon.sin(), r * g.lat.sin()])
    }
    fn name(&self) -> String;
}
struct Sphere(f64);
impl Datum for Sphere {
    fn radius(&self, _: f64) -> f64 { self.0 }
    fn name(&self) -> String { "sphere".into() }
}
struct Ellipsoid { a: f64, flat: f64 }
impl Datum for Ellipsoid {
    fn radius(&self, lat: f64) -> f64 { self.a * (1.0 - self.flat * lat.sin().powi(2)) }
    fn name(&self) -> String { format!("ellipsoid {}", (1.0 / 0.003) as u32) }
}
struct Shifted { base: Rc<dyn Datum>, by: f64 }
impl Datum for Shifted {
    fn radius(&self, lat: f64) -> f64 { self.base.radius(lat) }
    fn cart(&self, g: &Geo) -> Cart { let Cart([x, y, z]) = self.base.cart(g); Cart([x + self.by, y, z - 0.5 * self.by]) }
    fn name(&self) -> String { self.base.name() + " shifted" }
}

trait Path { fn length(&self, d: &dyn Datum) -> f64; }
impl<T: AsRef<[Geo]>> Path for T {
    fn length(&self, d: &dyn Datum) -> f64 {
        self.as_ref().windows(2).map(|w| {
            let (Cart(a), Cart(b)) = (d.cart(&w[0]), d.cart(&w[1]));
            a.iter().zip(&b).map(|(p, q)| (p - q).powi(2)).sum::<f64>().sqrt()
        }).sum()
    }
}

struct Survey { datum: Rc<dyn Datum>, track: Vec<Geo> }
impl Survey {
    fn moved(&mut self, d: Rc<dyn Datum>) -> f64 {
        let before = self.track.length(&*self.datum);
        let old = mem::replace(&mut self.datum, d);
        self.track.length(self.datum.as_ref()) - before + 0.01 * Rc::strong_count(&old) as f64
    }
}

fn run(x: &[f64]) -> f64 {
    let sphere: Rc<dyn Datum> = Rc::new(Sphere(1.0 + 0.1 * x[0]));
    let ellipsoid: Rc<dyn Datum> = Rc::new(Ellipsoid { a: x[1], flat: 0.1 * x[2] });
    let shifted: Rc<dyn Datum> = Rc::new(Shifted { base: ellipsoid.clone(), by: 0.2 * x[3] });
    let mut track: Vec<Geo> = vec![(x[4] * 0.5, x[5]).into(), [0.3, x[6], 0.1 * x[7]].into(), Geo { up: 0.05, ..(0.7, 0.9 * x[8]).into() }];
    let mut errors = HashSet::new();
    for text in ["48.1, 11.6", "north, 3", "59.9,10.7", "12", "north, 3"] {
        match Geo::try_from(text) { Ok(g) => track.push(g), Err(e) => { errors.insert(e); } }
    }
    let mut survey = Survey { datum: sphere.clone(), track };
    let mut s = survey.track.length(&*sphere);
    s += survey.moved(shifted.clone()) + 0.5 * survey.moved(sphere);
    let turned = mem::take(&mut survey.track);
    let back: [Geo; 3] = [turned[2], turned[0], Geo::default()];
    s += x[9] * back.length(&*shifted) + 0.1 * (survey.track.length(&*ellipsoid) + x[10]);
    let mut names: HashSet<String> = [&ellipsoid, &shifted, &survey.datum].iter().map(|d| d.name()).collect();
    names.retain(|n| n.len() > 6);
    let mut a = (turned[1].lat, turned[1].lon);
    let mut b = (0.2, x[11]);
    mem::swap(&mut a.0, &mut b.1);
    s + 0.01 * (names.len() + errors.len()) as f64 * x[0] + a.0 * b.1 + a.1 * b.0
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
