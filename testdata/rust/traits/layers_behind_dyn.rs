// Layers behind a trait tell their names, as texts of their own: a function behind a table is differentiated for all
// that call it, and what it makes has a shadow though no float is in it.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.3)
// llad: arg n const size_t 6
// llad: builds newest 0 3
// llad: builds oldest 3
trait Layer {
    fn label(&self) -> String {
        String::from("plain")
    }
    fn apply(&self, v: f64) -> f64;
}

struct Squash(f64);
struct Gain(f64);

impl Layer for Squash {
    fn apply(&self, v: f64) -> f64 {
        (self.0 * v).tanh()
    }
}

impl Layer for Gain {
    fn label(&self) -> String {
        format!("gain of {} parts", 3)
    }
    fn apply(&self, v: f64) -> f64 {
        self.0 * v
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut layers: Vec<Box<dyn Layer>> = Vec::new();
    for c in x.chunks(2) {
        layers.push(Box::new(Squash(c[0])));
        layers.push(Box::new(Gain(c[1])));
    }
    let k = x[3];
    let watch: Option<Box<dyn Fn(&str, f64) -> f64>> =
        if k > 0.0 { Some(Box::new(move |name, v| if name.starts_with("gain") { k * v } else { 0.0 })) } else { None };
    let (mut v, mut seen) = (1.0, 0.0);
    for l in layers.iter() {
        v = l.apply(v);
        if let Some(w) = &watch {
            seen += w(&l.label(), v);
        }
    }
    v + seen
}
