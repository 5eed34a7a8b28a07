// Interpolation by nearest neighbours in a k-d tree within modules, with errors in boxes and counts through entries.
use std::collections::HashMap;

mod geometry {
    #[derive(Clone, Copy, Debug)]
    pub struct Point { pub at: [f64; 2], pub value: f64, pub id: usize }
    impl Point {
        pub fn distance2(&self, q: &[f64; 2]) -> f64 { self.at.iter().zip(q).map(|(a, b)| (a - b) * (a - b)).sum() }
    }
    pub mod tree {
        use super::Point;
        pub enum Tree { Empty, Node { point: Point, axis: usize, sides: Box<(Tree, Tree)> } }
        impl Tree {
            pub fn build(mut points: Vec<Point>, axis: usize) -> Tree {
                if points.is_empty() { return Tree::Empty; }
                points.sort_by(|a, b| a.at[axis].partial_cmp(&b.at[axis]).expect("numbers"));
                let mut high = points.split_off(points.len() / 2);
                let point = high.remove(0);
                Tree::Node { point, axis, sides: Box::new((Tree::build(points, 1 - axis), Tree::build(high, 1 - axis))) }
            }
            pub fn nearest<'a>(&'a self, q: &[f64; 2], count: usize, best: &mut Vec<(f64, &'a Point)>) {
                if let Tree::Node { point, axis, sides } = self {
                    let d = point.distance2(q);
                    let at = best.iter().position(|b| d < b.0).unwrap_or(best.len());
                    best.insert(at, (d, point));
                    best.truncate(count);
                    let side = q[*axis] - point.at[*axis];
                    let (near, far) = if side < 0.0 { (&sides.0, &sides.1) } else { (&sides.1, &sides.0) };
                    near.nearest(q, count, best);
                    if best.len() < count || side * side < best[best.len() - 1].0 { far.nearest(q, count, best); }
                }
            }
        }
    }
}
use geometry::{tree::Tree, Point};
use std::error::Error;

struct Weights { power: f64, floor: f64 }

fn weights(spec: &str, x: &[f64]) -> Result<Weights, Box<dyn Error>> {
    let mut map: HashMap<&str, f64> = HashMap::new();
    for part in spec.split(';') {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("'{}' sets nothing", part))?;
        let v = match value.strip_prefix('x') {
            Some(k) => *x.get(k.parse::<usize>()?).ok_or("no such input")?,
            None => value.parse::<f64>()?,
        };
        *map.entry(key.trim()).or_insert(0.0) += v;
    }
    Ok(Weights { power: *map.get("power").ok_or("no power")?, floor: map.get("floor").copied().unwrap_or(0.1) })
}

fn interpolate(tree: &Tree, w: &Weights, q: [f64; 2], used: &mut HashMap<usize, usize>) -> Result<f64, Box<dyn Error>> {
    let mut best = Vec::new();
    tree.nearest(&q, 4, &mut best);
    if best.is_empty() { return Err("no points".into()); }
    let (mut top, mut bottom) = (0.0, 0.0);
    for (d, p) in &best {
        let k = 1.0 / (w.floor + d.powf(0.5 * w.power));
        top += k * p.value;
        bottom += k;
        *used.entry(p.id).or_insert(0) += 1;
    }
    used.entry(best[0].1.id).and_modify(|n| *n += 10).or_insert(1);
    Ok(top / bottom)
}

fn all(spec: &str, x: &[f64], used: &mut HashMap<usize, usize>) -> Result<f64, Box<dyn Error>> {
    let w = weights(spec, x)?;
    let points = (0..x.len()).map(|i| Point { at: [x[i] + 0.1 * i as f64, x[(i * 5 + 1) % x.len()]], value: x[i] * x[(i + 2) % x.len()], id: i }).collect();
    let tree = Tree::build(points, 0);
    let mut s = 0.0;
    for i in 0..4 {
        s += interpolate(&tree, &w, [0.5 + 0.3 * i as f64, 1.2 - 0.1 * i as f64 * x[0]], used)?;
    }
    Ok(s + interpolate(&Tree::Empty, &w, [0.0, 0.0], used).unwrap_or(0.1 * x[1]))
}

fn run(x: &[f64]) -> f64 {
    let mut used = HashMap::new();
    let mut s = 0.0;
    for spec in ["power=2;floor=x3", "power=x4;power=1.5", "floor=0.5", "power=abc", "power", "power=x77"] {
        match all(spec, x, &mut used) {
            Ok(v) => s += v,
            Err(e) => s += 0.01 * format!("{}", e).len() as f64 * x[5],
        }
    }
    let mut counts: Vec<(usize, usize)> = used.into_iter().collect();
    counts.sort();
    s + counts.iter().map(|&(id, n)| 0.01 * n as f64 * x[id]).sum::<f64>()
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
