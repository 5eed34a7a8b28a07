// Slices, iterators, enums, traits, panics, formatting.
use std::collections::HashMap;

#[no_mangle]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

pub enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Empty,
}

pub fn area(s: &Shape) -> Option<f64> {
    match s {
        Shape::Circle(r) => Some(std::f64::consts::PI * r * r),
        Shape::Rect { w, h } => Some(w * h),
        Shape::Empty => None,
    }
}

pub trait Model {
    fn eval(&self, x: f64) -> f64;
}

pub struct Poly(pub Vec<f64>);

impl Model for Poly {
    fn eval(&self, x: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |r, c| r * x + c)
    }
}

pub fn sample(m: &dyn Model, n: usize) -> Vec<f64> {
    (0..n).map(|i| m.eval(i as f64 / n as f64)).collect()
}

pub fn count(words: &[String]) -> HashMap<&str, u32> {
    let mut m = HashMap::new();
    for w in words {
        *m.entry(w.as_str()).or_insert(0) += 1;
    }
    m
}

pub fn parse(s: &str) -> Result<i64, String> {
    s.trim().parse::<i64>().map_err(|e| format!("{s}: {e}"))
}

#[inline(never)]
pub fn average(v: &[f32]) -> f32 {
    assert!(!v.is_empty(), "no values");
    v.iter().sum::<f32>() / v.len() as f32
}

pub fn saturate(a: i32, b: u8) -> (i32, bool, u128) {
    (a.saturating_add(b as i32), a.checked_mul(3).is_some(), (a as u128) << (b & 127))
}
