// A map of numbers or reasons, by name, that is cloned: its nodes have the numbers in front of the
// addresses of other nodes, and the function that copies a node reads both in loops.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s 3

use std::collections::BTreeMap;

#[derive(Clone)]
enum Missing {
    Unknown,
    Until(usize),
}

type Price = Result<f64, Missing>;

fn prices(x: &[f64]) -> BTreeMap<String, Price> {
    let mut all = BTreeMap::new();
    for k in 0..15 {
        let price = match k % 4 {
            3 => Err(Missing::Until(k)),
            2 if x[0] > 1e5 => Err(Missing::Unknown),
            _ => Ok(x[k % x.len()] * (k + 1) as f64),
        };
        all.insert("k".repeat(k % 12 + 1), price);
    }
    all
}

fn sum(all: &BTreeMap<String, Price>) -> f64 {
    all.values().map(|p| match p {
        Ok(v) => v + 0.25 * v * v,
        Err(Missing::Until(k)) => *k as f64,
        Err(Missing::Unknown) => 0.5,
    }).sum()
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let all = prices(std::slice::from_raw_parts(x, n));
    let mut raised = all.clone();
    for price in raised.values_mut() {
        if let Ok(v) = price {
            *v = *v * 0.8 + v.sin();
        }
    }
    sum(&raised) - 0.1 * sum(&all)
}
