// Enums of a 32-bit float, a number and a text that are cloned and sorted: what clones them moves the
// float and the number through one register, apart from the tag.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float

#[derive(Clone)]
enum Rec {
    Obs(f32),
    Key(u32),
    Text(String),
}

fn rank(r: &Rec) -> u32 {
    match r {
        Rec::Obs(_) => 9,
        Rec::Key(k) => k * 7 % 5,
        Rec::Text(s) => s.len() as u32,
    }
}

fn value(r: &Rec) -> f32 {
    match r {
        Rec::Obs(v) => v * v,
        Rec::Key(k) => *k as f32,
        Rec::Text(s) => s.len() as f32,
    }
}

#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let records: Vec<Rec> = (0..26)
        .map(|i| match i % 3 {
            0 => Rec::Obs(x[i % n]),
            1 => Rec::Key(i as u32),
            _ => Rec::Text(format!("t{}", i)),
        })
        .collect();
    let mut sorted = records.clone();
    sorted.sort_by_key(rank);
    sorted.iter().enumerate().map(|(i, r)| i as f32 * value(r)).sum()
}
