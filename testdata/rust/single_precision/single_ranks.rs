// Structs of 32-bit floats, a number and a text that may be missing, thinned out, copied and sorted in two ways.
// llad: func f float
// llad: arg x dup float[6] range(0.5,0.9)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds newest 1 2 s
// llad: builds oldest 0 s

#[derive(Clone)]
struct Body {
    at: [f32; 2],
    speed: (f32, f32),
    life: f32,
    id: u32,
    tag: Option<&'static str>,
}
/// # Safety
///
/// `x` has `n` elements.
#[no_mangle]
pub unsafe extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = std::slice::from_raw_parts(x, n);
    let mut l: Vec<Body> = (0..30)
        .map(|i| Body {
            at: [x[i % n] + (7 * i % 30) as f32, x[(i + 1) % n]],
            speed: (0.1 * x[(i + 2) % n], 0.2),
            life: 1.0 + 0.1 * i as f32,
            id: i as u32,
            tag: if i % 3 == 0 { Some("hot") } else { None },
        })
        .collect();
    for b in &mut l {
        b.at[0] += b.speed.0;
        b.at[1] += b.speed.1;
        b.life -= 0.3 * x[5];
    }
    l.retain(|b| b.life > 0.85);
    l.sort_by(|a, b| a.at[0].partial_cmp(&b.at[0]).unwrap());
    let mut few = l.clone();
    few.truncate(3);
    l.extend(few);
    l.sort_unstable_by(|a, b| b.life.partial_cmp(&a.life).unwrap().then(a.id.cmp(&b.id)));
    l.iter()
        .enumerate()
        .map(|(i, b)| {
            b.at[0] * b.life / (1.0 + i as f32) + if b.tag == Some("hot") { b.at[1] } else { 0.0 }
        })
        .sum()
}
