mod energy;

// The declaration of energy_grad, as the build script made it.
include!(concat!(env!("OUT_DIR"), "/energy_grad.rs"));

fn main() {
    let (k, x) = (2.0, [0.5, -0.25, 1.0, 0.75]);
    let (mut d_k, mut d_x) = (0.0, [0.0; 4]);
    let e = unsafe { energy_grad(k, &mut d_k, x.as_ptr() as *mut _, d_x.as_mut_ptr() as *mut _, x.len() as i64, 1.0) };
    assert_eq!(e, energy::energy(k, &x));
    println!("energy {e}");
    println!("d/dk {d_k}");
    for (i, d) in d_x.iter().enumerate() {
        println!("d/dx[{i}] {d}");
    }
}
