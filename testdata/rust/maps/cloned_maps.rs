// Ordered maps of vectors of pairs, cloned: their nodes have numbers, lengths and addresses side
// by side.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 0 1 2 s

use std::collections::BTreeMap;

#[derive(Clone)]
pub struct Row(Vec<(u32, f64)>);

#[derive(Clone)]
pub struct Table(BTreeMap<u32, Row>);

impl Row {
    fn new(x: &[f64], k: usize) -> Row {
        let mut v = vec![];
        for i in 0..2 {
            v.push((i as u32 * 7 % 5, x[(k + i) % x.len()] * (1.0 + 0.1 * k as f64)));
        }
        v.sort_by(|p, q| p.0.cmp(&q.0).then(q.1.partial_cmp(&p.1).unwrap()));
        Row(v)
    }
    #[inline(never)]
    fn sum(&self) -> f64 {
        self.0.iter().map(|(k, v)| *k as f64 * v).sum()
    }
}

impl Table {
    fn new(x: &[f64]) -> Result<Table, &'static str> {
        if x[0] > 1e5 {
            return Err("bad number");
        }
        let mut m = BTreeMap::new();
        for i in 0..3u32 {
            m.insert((i * 5 + 2) % 7, Row::new(x, 2 * i as usize));
        }
        Ok(Table(m))
    }
    #[inline(never)]
    fn sum(&self) -> f64 {
        let mut r = 0.0;
        for v in self.0.values() {
            r = r * 0.5 + v.sum();
        }
        r
    }
}

fn run(x: &[f64]) -> Result<f64, &'static str> {
    let t = Table::new(x)?;
    let copies = vec![t.clone(); 2];
    Ok(copies.iter().map(Table::sum).sum::<f64>() * x[1])
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    match run(x) {
        Ok(v) => v,
        Err(_) => 0.0,
    }
}
