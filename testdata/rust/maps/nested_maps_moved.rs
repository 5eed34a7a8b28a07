// Nested maps of vectors of enums, which are moved between them: what is taken out leaves a byte in the table
// that floats stand in, at any place.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 1
use std::collections::{BTreeMap, HashMap};
#[derive(Clone, Debug, PartialEq)]
enum Part { Mass(f64), Label(String), Link { to: u16, k: f64 }, Hist(Vec<(f64, u32)>) }
#[derive(Default, Clone)]
struct Store { by: HashMap<String, HashMap<u16, Vec<Part>>>, old: BTreeMap<u32, Vec<Part>>, tick: u32 }
impl Store {
    fn add(&mut self, g: &str, id: u16, p: Part) { self.by.entry(g.to_string()).or_default().entry(id).or_insert_with(Vec::new).push(p); self.tick += 1; }
    fn shift(&mut self, from: &str, to: &str, id: u16) -> Option<usize> {
        let l = self.by.get_mut(from)?.remove(&id)?;
        let n = l.len();
        let dst = self.by.entry(to.to_owned()).or_default();
        match dst.get_mut(&id) { Some(d) => d.extend(l), None => { dst.insert(id, l); } }
        Some(n)
    }
    fn retire(&mut self, g: &str) { if let Some(m) = self.by.remove(g) { let mut k: Vec<_> = m.into_iter().collect(); k.sort_by_key(|p| p.0); for (_, l) in k { self.tick += 1; self.old.insert(self.tick, l); } } }
}
fn val(p: &Part) -> f64 { match p { Part::Mass(m) => *m, Part::Label(s) => s.len() as f64, Part::Link { to, k } => k * *to as f64, Part::Hist(h) => h.iter().map(|(v, k)| v * *k as f64).sum() } }
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut s = Store::default();
    for i in 0..n as u16 {
        let g = ["red", "green", "blue"][i as usize % 3];
        s.add(g, i, Part::Mass(x[i as usize]));
        s.add(g, i, if i % 2 == 0 { Part::Label(format!("{}-{}", g, i)) } else { Part::Link { to: i + 1, k: x[0] * x[i as usize] } });
    }
    s.add("red", 3, Part::Hist(vec![(x[5], 4), (x[4] * x[3], 2)]));
    let c = s.clone();
    let mut out = s.shift("red", "green", 0).unwrap_or(9) as f64;
    out += s.shift("red", "green", 4).map_or(x[2], |n| n as f64);
    s.shift("green", "red", 1);
    s.retire("green");
    s.by.get_mut("red").map(|m| m.values_mut().for_each(|l| l.retain(|p| !matches!(p, Part::Label(_)))));
    for t in [&s, &c] {
        let mut gs: Vec<(&String, f64)> = t.by.iter().map(|(g, m)| (g, m.iter().map(|(id, l)| (*id as f64 + 1.0) * l.iter().map(val).sum::<f64>()).sum())).collect();
        gs.sort_by(|a, b| a.0.cmp(b.0));
        out += gs.iter().enumerate().map(|(i, g)| g.1 * (i + 1) as f64).sum::<f64>();
        out = out * 1.1 + t.old.iter().map(|(k, l)| *k as f64 * l.iter().map(val).product::<f64>()).sum::<f64>();
    }
    out
}
