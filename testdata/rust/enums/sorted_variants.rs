// Vectors of enums that are sorted: what sorts reads the numbers of one variant, and moves the floats of
// another and the addresses of a third.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s
// llad: builds oldest 1

#[derive(Clone)]
enum Rec { Obs(f64, f64), Batch(Vec<f64>), Key(u64) }

fn rank(r: &Rec) -> usize {
    match r {
        Rec::Obs(..) => 9,
        Rec::Batch(l) => l.len(),
        Rec::Key(k) => *k as usize % 5,
    }
}

fn value(r: &Rec) -> f64 {
    match r {
        Rec::Obs(t, v) => t * v,
        Rec::Batch(l) => l.len() as f64,
        Rec::Key(k) => *k as f64,
    }
}

fn sum(l: &[Rec]) -> f64 {
    l.iter().enumerate().map(|(i, r)| i as f64 * match r { Rec::Batch(l) => l[0] * l[l.len() - 1], r => value(r) }).sum()
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let mut l: Vec<Rec> = (0..26).map(|i| match i * 7 % 3 {
        0 => Rec::Obs(x[i % n], x[(i + 1) % n]),
        1 => Rec::Batch(x[i % n..].to_vec()),
        _ => Rec::Key(i as u64 * 77),
    }).collect();
    let mut by_rank = l.clone();
    by_rank.sort_by_key(rank);
    l.sort_unstable_by(|p, q| value(q).partial_cmp(&value(p)).unwrap());
    sum(&by_rank) + sum(&l)
}
