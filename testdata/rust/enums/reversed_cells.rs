// Cells of borrowed and owned numbers and text in a table, turned around in their places.
// llad: func f double
// llad: arg x dup double[6] range(0.3,1.7)
// llad: arg n const size_t 6
// llad: builds newest 3
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
#[derive(Clone, Debug, PartialEq)]
enum Cell<'a> { Empty, Data(Cow<'a, [f64]>), Text(Cow<'a, str>), Ref { row: usize, w: f64 } }
#[derive(Clone, Debug, Default)]
struct Stats { n: u32, mean: f64, m2: f64, min: Option<f64>, tags: HashSet<String> }
impl Stats {
    fn push(&mut self, v: f64) {
        self.n += 1;
        let d = v - self.mean;
        self.mean += d / self.n as f64;
        self.m2 += d * (v - self.mean);
        self.min = Some(self.min.map_or(v, |m| m.min(v)));
    }
    fn merge(mut self, o: Stats) -> Stats {
        let n = (self.n + o.n) as f64;
        if n > 0.0 {
            let d = o.mean - self.mean;
            self.m2 += o.m2 + d * d * self.n as f64 * o.n as f64 / n;
            self.mean += d * o.n as f64 / n;
        }
        self.n += o.n;
        self.min = match (self.min, o.min) { (Some(a), Some(b)) => Some(a.min(b)), (a, b) => a.or(b) };
        self.tags.extend(o.tags);
        self
    }
}
fn scaled<'a>(c: &Cell<'a>, by: f64) -> Cell<'a> {
    match c {
        Cell::Data(d) => { let mut d = d.clone(); if by != 1.0 { for v in d.to_mut().iter_mut() { *v *= by; } } Cell::Data(d) }
        Cell::Text(t) => Cell::Text(Cow::Owned(format!("{}!", t))),
        Cell::Ref { row, w } => Cell::Ref { row: *row, w: w * by },
        Cell::Empty => Cell::Empty,
    }
}
fn summary(cells: &[Cell], depth: usize) -> Stats {
    let mut s = Stats::default();
    for c in cells {
        match c {
            Cell::Empty => s.push(0.0),
            Cell::Data(d) => d.iter().for_each(|v| s.push(*v)),
            Cell::Text(t) => { s.tags.insert(t.to_string()); }
            Cell::Ref { row, w } if depth < 3 => { let o = summary(&cells[*row..*row + 1], depth + 1); s.push(o.mean * w); s = s.merge(o); }
            Cell::Ref { w, .. } => s.push(*w),
        }
    }
    s
}
/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let cells: Vec<Cell> = vec![
        Cell::Data(Cow::Borrowed(&x[1..4])), Cell::Text("alpha".into()), Cell::Ref { row: 0, w: x[0] }, Cell::Empty,
        Cell::Data(Cow::Owned(x.iter().map(|v| v.ln_1p()).collect())), Cell::Ref { row: 4, w: 2.0 }, Cell::Text(Cow::Owned("beta".to_string() + "x")),
    ];
    let mut table: HashMap<&str, Vec<Cell>> = HashMap::new();
    table.insert("one", cells.clone());
    table.insert("two", cells.iter().map(|c| scaled(c, x[5])).collect());
    table.entry("two").and_modify(|l| l.reverse()).or_insert_with(Vec::new);
    let a = summary(&table["one"], 0);
    let b = summary(&table["two"], 0);
    let c = Stats::default();
    let (am, bm) = (a.mean, b.m2);
    let all = a.merge(b).merge(c.clone());
    all.mean * all.m2 + all.min.unwrap_or(9.0) * x[3] + all.tags.len() as f64 + am * bm + c.m2 * c.n as f64
}
