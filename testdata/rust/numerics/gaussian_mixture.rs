// A Gaussian mixture over vectors of vectors; every point and component makes two
// vectors of its own.
// llad: func gmm double
// llad: arg d const int 3
// llad: arg k const int 4
// llad: arg n const int 5
// llad: arg alphas dup double[4] range(-0.3,0.3)
// llad: arg means dup double[12] range(-0.3,0.3)
// llad: arg icf dup double[24] range(-0.3,0.3)
// llad: arg x const double[15] range(-1,1)
// llad: arg gamma const double 1.5
// llad: arg m const int 2

extern "C" {
    fn lgamma(x: f64) -> f64;
}
fn log_sum_exp(v: &Vec<f64>) -> f64 {
    let mut m = v[0];
    for &t in v {
        if t > m {
            m = t;
        }
    }
    let s: f64 = v.iter().map(|t| (t - m).exp()).sum();
    s.ln() + m
}
struct Input {
    alphas: Vec<f64>,
    means: Vec<Vec<f64>>,
    icf: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
}
fn gmm_objective(inp: &Input, gamma: f64, m: i32) -> f64 {
    let d = inp.x[0].len();
    let k = inp.alphas.len();
    let n = inp.x.len();
    let mut qdiags: Vec<Vec<f64>> = Vec::new();
    let mut sum_qs: Vec<f64> = Vec::with_capacity(k);
    for row in &inp.icf {
        let mut s = 0.0;
        let mut q = vec![0.0; d];
        for i in 0..d {
            s += row[i];
            q[i] = row[i].exp();
        }
        qdiags.push(q);
        sum_qs.push(s);
    }
    let mut slse = 0.0;
    let mut term = vec![0.0; k];
    for x in inp.x.iter() {
        for ik in 0..k {
            let mut qx = vec![0.0; d];
            let mut c = vec![0.0; d];
            for i in 0..d {
                c[i] = x[i] - inp.means[ik][i];
                qx[i] = qdiags[ik][i] * c[i];
            }
            let mut at = d;
            for i in 0..d {
                for j in (i + 1)..d {
                    qx[j] += inp.icf[ik][at] * c[i];
                    at += 1;
                }
            }
            let sq: f64 = qx.iter().map(|v| v.powi(2)).sum();
            term[ik] = inp.alphas[ik] + sum_qs[ik] - 0.5 * sq;
        }
        slse += log_sum_exp(&term);
    }
    let wn = (d as i32 + m + 1) as f64;
    let pf = d as f64;
    let mut lg = 0.25 * pf * (pf - 1.0) * std::f64::consts::PI.ln();
    for j in 1..=d {
        lg += unsafe { lgamma(0.5 * wn + 0.5 * (1.0 - j as f64)) };
    }
    let c = wn * d as f64 * (gamma.ln() - 0.5 * 2f64.ln()) - lg;
    let mut out = 0.0;
    for ik in 0..k {
        let mut frob = 0.0;
        for q in &qdiags[ik] {
            frob += q * q;
        }
        for l in inp.icf[ik].iter().skip(d) {
            frob += l * l;
        }
        out += 0.5 * gamma * gamma * frob - m as f64 * sum_qs[ik];
    }
    out -= k as f64 * c;
    -0.5 * (n * d) as f64 * (2.0 * std::f64::consts::PI).ln() + slse
        - n as f64 * log_sum_exp(&inp.alphas)
        + out
}
/// # Safety
///
/// The pointers lead to as many numbers as `d`, `k` and `n` tell.
#[no_mangle]
#[allow(clippy::too_many_arguments)]
pub unsafe extern "C" fn gmm(
    d: i32,
    k: i32,
    n: i32,
    alphas: *const f64,
    means: *const f64,
    icf: *const f64,
    x: *const f64,
    gamma: f64,
    m: i32,
) -> f64 {
    let (d, k, n) = (d as usize, k as usize, n as usize);
    let s = std::slice::from_raw_parts;
    let rows = |p: *const f64, rows: usize, cols: usize| -> Vec<Vec<f64>> {
        s(p, rows * cols).chunks(cols).map(|c| c.to_vec()).collect()
    };
    let inp = Input {
        alphas: s(alphas, k).to_vec(),
        means: rows(means, k, d),
        icf: rows(icf, k, d * (d + 1) / 2),
        x: rows(x, n, d),
    };
    gmm_objective(&inp, gamma, m)
}
