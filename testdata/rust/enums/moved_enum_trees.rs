// Trees of enums that are moved out of vectors: without optimisation all of their memory is one object to the
// analysis, and what is copied from who knows where in it is known to have floats by accesses elsewhere alone.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0

#[derive(Clone)]
enum Xform { Move([f64; 2]), Scale(f64), Chain(Box<Xform>, Box<Xform>) }

#[derive(Clone)]
enum Scene { Leaf { pts: Vec<[f64; 2]> }, Group(Vec<Scene>, Vec<u8>), With(Xform, Box<Scene>) }

fn apply(t: &Xform, p: [f64; 2]) -> [f64; 2] {
    match t {
        Xform::Move([a, b]) => [p[0] + a, p[1] + b],
        Xform::Scale(s) => [p[0] * s, p[1] * s],
        Xform::Chain(a, b) => apply(b, apply(a, p)),
    }
}

fn bake(s: Scene, t: Option<&Xform>) -> Scene {
    match s {
        Scene::Leaf { mut pts } => {
            if let Some(t) = t {
                for p in pts.iter_mut() {
                    *p = apply(t, *p);
                }
            }
            Scene::Leaf { pts }
        }
        Scene::Group(l, _) => {
            let mut out = Vec::new();
            for s in l {
                out.push(bake(s, t));
            }
            Scene::Group(out, Vec::new())
        }
        Scene::With(x, s) => {
            let c = match t {
                Some(t) => Xform::Chain(Box::new(x), Box::new(t.clone())),
                None => x,
            };
            bake(*s, Some(&c))
        }
    }
}

fn sum(s: &Scene) -> f64 {
    match s {
        Scene::Leaf { pts } => pts.iter().map(|p| p[0] * p[1]).sum::<f64>(),
        Scene::Group(l, _) => l.iter().map(|s| sum(s)).sum(),
        Scene::With(_, s) => sum(s),
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let tri = Scene::Leaf { pts: vec![[0.0, 0.0], [x[0], 0.1], [x[1], x[2]]] };
    let dot = Scene::Leaf { pts: vec![[x[3], x[4]]] };
    let s = Scene::Group(vec![
        Scene::With(Xform::Move([x[4], -0.5]), Box::new(tri.clone())),
        Scene::With(Xform::Scale(1.5), Box::new(Scene::Group(vec![dot], Vec::new()))),
    ], Vec::new());
    sum(&s) * 0.5 + sum(&tri) + sum(&bake(s, None))
}
