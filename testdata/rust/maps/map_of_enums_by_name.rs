// A map of enums by names, which are read, replaced and removed: without optimisation the library's
// code for members without bytes is there for all.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds oldest 0
use std::collections::HashMap;

#[derive(Clone)]
enum Res {
    Num(f64),
    Txt(String),
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut map: HashMap<String, (u64, Res)> = HashMap::new();
    let mut order: Vec<(String, f64)> = Vec::new();
    let mut s = 0.0;
    for (i, k) in ["a", "bb", "a", "ccc", "bb", "a"].iter().enumerate() {
        let found = map.get_mut(*k).map(|e| {
            e.0 += 1;
            e.1.clone()
        });
        let v = found.unwrap_or_else(|| {
            let r = if k.len() < 3 { Res::Num(x[i] * x[i]) } else { Res::Txt(k.repeat(2)) };
            if order.len() == 2 {
                map.remove(&order.remove(0).0);
            }
            order.push((k.to_string(), x[i]));
            map.insert(k.to_string(), (1, r.clone()));
            r
        });
        s += match v {
            Res::Num(v) => v * (1 + i) as f64,
            Res::Txt(t) => t.len() as f64 * x[0],
        };
    }
    s + order.iter().map(|o| o.1 * x[5]).sum::<f64>()
}
