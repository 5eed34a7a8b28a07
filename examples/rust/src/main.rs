mod energy;
use energy::energy;

// `extern "C" { pub fn energy_grad(...) -> f64; }`, as llad wrote it.
include!(concat!(env!("OUT_DIR"), "/energy_grad.rs"));

fn main() {
    let (k, x) = (2.0, [0.5, -0.25, 1.0, 0.75]);
    let (mut dk, mut dx) = (0.0, [0.0; 4]);
    let e = unsafe { energy_grad(k, &mut dk, x.as_ptr() as *mut _, dx.as_mut_ptr() as *mut _, x.len() as i64, 1.0) };
    assert_eq!(e, unsafe { energy(k, x.as_ptr(), x.len()) });
    println!("energy {e}");
    println!("d/dk {dk}");
    for (i, d) in dx.iter().enumerate() {
        let h = 1e-6;
        let at = |t: f64| {
            let mut y = x;
            y[i] += t;
            unsafe { energy(k, y.as_ptr(), y.len()) }
        };
        let difference = (at(h) - at(-h)) / (2.0 * h);
        assert!((d - difference).abs() < 1e-8, "d/dx[{i}] = {d}, differences say {difference}");
        println!("d/dx[{i}] {d}");
    }
}
