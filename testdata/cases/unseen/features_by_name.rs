// Features as boxed closures in a HashMap by Cow names, f32 and f64 mixed, ranked by sort_by.
// opt: tol=3e-3
use std::borrow::Cow;
use std::collections::HashMap;
type Feature = Box<dyn Fn(&Sample) -> f64>;
struct Sample { wide: Vec<f64>, narrow: Vec<f32>, label: Cow<'static, str> }
struct Model { features: HashMap<Cow<'static, str>, Feature>, weights: HashMap<String, f32> }
fn label(i: usize) -> Cow<'static, str> {
    if i % 3 == 0 { Cow::Borrowed("plain") } else { Cow::Owned(format!("sample number {}", i)) }
}
fn tidy(name: &str) -> Cow<'_, str> {
    if name.contains(' ') { Cow::Owned(name.replace(' ', "_")) } else { Cow::Borrowed(name) }
}
impl Model {
    fn new(x: &[f64]) -> Self {
        let mut features: HashMap<Cow<'static, str>, Feature> = HashMap::new();
        let (a, b) = (x[0], x[1] as f32);
        features.insert(Cow::Borrowed("mean"), Box::new(|s| s.wide.iter().sum::<f64>() / s.wide.len() as f64));
        features.insert(Cow::Borrowed("energy"), Box::new(move |s| s.narrow.iter().map(|v| v * v * b).sum::<f32>() as f64));
        features.insert(tidy("mixed product").into_owned().into(), Box::new(move |s| s.wide.iter().zip(&s.narrow).map(|(w, v)| w * *v as f64 * a).sum()));
        let table: Vec<f64> = x[2..6].iter().map(|v| v.sqrt()).collect();
        features.insert(Cow::Owned(String::from("table")), Box::new(move |s| table[s.label.len() % table.len()] * s.wide[0]));
        let mut weights = HashMap::new();
        for (k, name) in features.keys().map(|n| n.to_string()).collect::<Vec<_>>().into_iter().enumerate() {
            let _ = k;
            let w = name.len() as f32 * 0.1 + x[6] as f32 * 0.5;
            weights.insert(name, w);
        }
        Model { features, weights }
    }
    fn score(&self, s: &Sample) -> f64 {
        let mut parts: Vec<(&str, f64)> = self.features.iter().map(|(k, g)| (k.as_ref(), g(s) * self.weights.get(k.as_ref()).copied().unwrap_or(1.0) as f64)).collect();
        parts.sort_by(|p, q| q.0.cmp(p.0));
        parts.iter().enumerate().map(|(i, p)| p.1 / (i + 1) as f64).sum()
    }
}
fn run(x: &[f64]) -> f64 {
    let mut model = Model::new(x);
    let mut samples: Vec<Sample> = x.windows(4).enumerate().map(|(i, w)| Sample { wide: w.to_vec(), narrow: w.iter().map(|v| (v * 0.5) as f32).collect(), label: label(i) }).collect();
    samples.sort_by(|a, b| a.label.cmp(&b.label).then(b.wide[0].partial_cmp(&a.wide[0]).unwrap()));
    let mut s = 0.0;
    for (i, p) in samples.iter().enumerate() { s += model.score(p) * (1.0 + 0.1 * i as f64); }
    if let Some(w) = model.weights.get_mut("mean") { *w *= x[7] as f32; }
    if let Some(old) = model.features.insert(Cow::Borrowed("energy"), Box::new(|s| s.narrow[0] as f64)) { s += old(&samples[0]); }
    model.features.remove("table");
    let best = samples.iter().map(|p| (model.score(p), p.label.as_ref())).max_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
    s + best.map(|(v, l)| v * v + l.len() as f64 * x[8]).unwrap_or(0.0)
}
use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
