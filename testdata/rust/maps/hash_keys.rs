// Hash maps with keys that are references to strings, enums and tuples, and with
// floats and vectors as values.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg n const size_t 4
// llad: builds newest 0 1 s 3

use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Species {
    Prey,
    Hunter,
}

fn rates(pop: &HashMap<Species, f64>, x: &[f64]) -> HashMap<Species, f64> {
    let (p, h) = (pop[&Species::Prey], pop[&Species::Hunter]);
    HashMap::from([(Species::Prey, x[0] * p - x[1] * p * h), (Species::Hunter, x[2] * p * h - x[3] * h)])
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut named: HashMap<&str, f64> = HashMap::new();
    named.insert("alpha", x[0]);
    named.insert("beta", x[1] * x[2]);
    if let Some(b) = named.get_mut("beta") {
        *b *= 2.0;
    }
    let mut pop = HashMap::from([(Species::Prey, x[3]), (Species::Hunter, 0.5)]);
    for _ in 0..3 {
        let d = rates(&pop, x);
        for (k, v) in pop.iter_mut() {
            *v += 0.1 * d[k];
        }
    }
    let mut groups: HashMap<u32, Vec<f64>> = HashMap::new();
    for (i, v) in x.iter().enumerate() {
        groups.entry(i as u32 % 2).or_insert_with(Vec::new).push(v * v);
    }
    let mut edges: HashMap<(usize, usize), f64> = HashMap::new();
    for i in 0..n {
        edges.insert((i, (i + 1) % n), x[i] * x[(i + 1) % n]);
    }
    named["alpha"] * named["beta"].exp() + pop[&Species::Prey] * pop[&Species::Hunter] + groups[&1].iter().sum::<f64>().sin() + edges[&(3, 0)] / edges[&(1, 2)]
}
