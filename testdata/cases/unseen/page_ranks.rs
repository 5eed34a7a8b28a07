// PageRank over pages by name in a BTreeMap: links by the entry API, guards that sort links, ranks rotated and removed.
mod web {
    use std::collections::BTreeMap;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Link { Strong(f64), Plain, Ad { pays: f64 }, Dead }

    #[derive(Default)]
    pub struct Page { pub links: Vec<(String, Link)>, pub rank: f64, pub visits: u32 }

    #[derive(Default)]
    pub struct Web { pub pages: BTreeMap<String, Page> }

    impl Web {
        pub fn link(&mut self, from: &str, to: &str, kind: Link) -> &mut Self {
            self.pages.entry(to.to_owned()).or_default();
            self.pages.entry(from.to_owned()).and_modify(|p| p.visits += 1).or_insert_with(Page::default).links.push((to.to_owned(), kind));
            self
        }
        pub fn start(&mut self, seed: impl Fn(usize) -> f64) {
            for (k, page) in self.pages.values_mut().enumerate() { page.rank = seed(k); }
        }
    }

    pub mod ranking {
        use super::*;
        pub fn weight(l: Link, depth: u32) -> f64 {
            match l {
                Link::Strong(w) if w > 1.2 => 1.2 + 0.1 * (w - 1.2),
                Link::Strong(w) => w,
                Link::Plain if depth == 0 => 1.0,
                Link::Plain => 0.8,
                Link::Ad { pays } if pays < 0.6 => 0.2 * pays,
                Link::Ad { pays } => 0.5 * pays.sqrt(),
                Link::Dead => 0.0,
            }
        }
        pub fn round(web: &mut Web, damping: f64, depth: u32) -> f64 {
            let n = web.pages.len() as f64;
            let mut next: BTreeMap<&str, f64> = BTreeMap::new();
            let mut lost = 0.0;
            for (name, p) in &web.pages {
                next.entry(name).or_insert((1.0 - damping) / n);
                let total: f64 = p.links.iter().map(|(_, l)| weight(*l, depth)).sum();
                if total == 0.0 { lost += damping * p.rank; continue; }
                for (to, l) in &p.links { *next.entry(to).or_insert((1.0 - damping) / n) += damping * p.rank * weight(*l, depth) / total; }
            }
            let ranks: Vec<f64> = next.into_values().map(|r| r + lost / n).collect();
            web.pages.values_mut().zip(ranks).map(|(p, r)| { let d = r - p.rank; p.rank = r; d * d }).sum()
        }
    }
}

use web::{ranking, Link, Web};

fn run(x: &[f64]) -> f64 {
    let mut w = Web::default();
    w.link("home", "news", Link::Strong(x[0])).link("home", "shop", Link::Plain).link("news", "home", Link::Strong(x[1] + 0.5));
    w.link("shop", "ads", Link::Ad { pays: x[2] }).link("ads", "shop", Link::Ad { pays: 0.3 * x[3] }).link("ads", "home", Link::Plain);
    w.link("news", "archive", Link::Strong(0.4 * x[4])).link("archive", "gone", Link::Dead).link("shop", "news", Link::Plain);
    w.start(|k| x[5 + k % 4] / 4.0);
    let damping = 0.5 + 0.25 * x[9];
    let mut trail: Vec<f64> = (0..9).map(|k| ranking::round(&mut w, damping, k / 3)).collect();
    trail.rotate_right(2);
    let a = trail.swap_remove(0);
    let b = trail.swap_remove(3);
    let mut s = 10.0 * (a + b * x[10]) + trail.iter().map(|v| v.sqrt()).sum::<f64>();
    for (name, p) in w.pages.range("b".to_string().."o".to_string()) { s += p.rank * name.len() as f64 + 0.01 * p.visits as f64; }
    let (first, last) = (w.pages.first_key_value(), w.pages.last_key_value());
    if let (Some((_, a)), Some((n, b))) = (first, last) { s += a.rank * b.rank * n.len() as f64; }
    if let Some(p) = w.pages.remove("shop") { s += p.rank * p.links.iter().map(|(_, l)| ranking::weight(*l, 1)).sum::<f64>(); }
    s + w.pages.get("shop").map_or(x[11] * 0.1, |p| p.rank)
}

use std::slice::from_raw_parts;
#[no_mangle] pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 { run(from_raw_parts(x, n)) }
