// Structs of 32-bit floats, numbers and flags that are retained, swapped, pushed and sorted.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags float
// llad: difftol 2e-2
// llad: dottol 1e-4
// llad: builds oldest 0 1 s

#[derive(Clone, Debug)]
struct P {
    pos: [f32; 3],
    vel: [f32; 3],
    id: u32,
    alive: bool,
}
fn run(x: &[f32]) -> f32 {
    let mut ps: Vec<P> = (0..10)
        .map(|i| P {
            pos: [x[i % x.len()], x[(i + 1) % x.len()], 0.1 * i as f32],
            vel: [0.1, x[(i + 2) % x.len()], -0.2],
            id: i as u32,
            alive: true,
        })
        .collect();
    for s in 0..5 {
        for p in ps.iter_mut() {
            for k in 0..3 {
                p.pos[k] += 0.1 * p.vel[k];
                p.vel[k] -= 0.05 * p.pos[k];
            }
            if p.id == 7 && s == 2 {
                p.alive = false;
            }
        }
        ps.retain(|p| p.alive);
        let last = ps.last().cloned().unwrap();
        if s == 3 {
            ps.push(last);
        }
        ps.swap(0, 2);
    }
    ps.sort_by(|a, b| b.pos[0].partial_cmp(&a.pos[0]).unwrap());
    ps.iter()
        .enumerate()
        .map(|(i, p)| p.pos.iter().map(|v| v * v).sum::<f32>() * (i as f32 + p.id as f32))
        .sum()
}
#[no_mangle]
pub extern "C" fn f(x: *const f32, n: usize) -> f32 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    run(x)
}
