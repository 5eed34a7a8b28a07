// Vectors that grow in a function in recursion, beside results of a vector or a text: their
// capacities stand where others have addresses, and are doubled.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: builds newest 0

type Matrix = Vec<Vec<f64>>;
fn zeros(n: usize, m: usize) -> Matrix {
    vec![vec![0.0; m]; n]
}
fn gauss(mut a: Matrix, mut b: Vec<f64>) -> Result<Vec<f64>, String> {
    let n = a.len();
    for c in 0..n {
        let p = (c..n)
            .max_by(|&i, &j| a[i][c].abs().partial_cmp(&a[j][c].abs()).unwrap())
            .ok_or("empty")?;
        if a[p][c].abs() < 1e-12 {
            return Err(format!("singular at {}", c));
        }
        a.swap(c, p);
        b.swap(c, p);
        let (top, rest) = a.split_at_mut(c + 1);
        let piv = &top[c];
        for (k, row) in rest.iter_mut().enumerate() {
            let m = row[c] / piv[c];
            for (r, t) in row[c..].iter_mut().zip(&piv[c..]) {
                *r -= m * t;
            }
            b[c + 1 + k] -= m * b[c];
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let s: f64 = a[i][i + 1..]
            .iter()
            .zip(&x[i + 1..])
            .map(|(p, q)| p * q)
            .sum();
        x[i] = (b[i] - s) / a[i][i];
    }
    Ok(x)
}
fn mul(a: &Matrix, b: &Matrix) -> Matrix {
    let mut c = zeros(a.len(), b[0].len());
    for (i, r) in a.iter().enumerate() {
        for (k, v) in r.iter().enumerate() {
            for (j, w) in b[k].iter().enumerate() {
                c[i][j] += v * w;
            }
        }
    }
    c
}
fn add(a: &Matrix, b: &Matrix, s: f64) -> Matrix {
    a.iter()
        .zip(b)
        .map(|(p, q)| p.iter().zip(q).map(|(x, y)| x + s * y).collect())
        .collect()
}
fn strassen(a: &Matrix, b: &Matrix) -> Matrix {
    let n = a.len();
    if n <= 1 {
        return mul(a, b);
    }
    let h = n / 2;
    let q = |m: &Matrix, i: usize, j: usize| -> Matrix {
        m[i * h..(i + 1) * h]
            .iter()
            .map(|r| r[j * h..(j + 1) * h].to_vec())
            .collect()
    };
    let (a11, a12, a21, a22) = (q(a, 0, 0), q(a, 0, 1), q(a, 1, 0), q(a, 1, 1));
    let (b11, b12, b21, b22) = (q(b, 0, 0), q(b, 0, 1), q(b, 1, 0), q(b, 1, 1));
    let m1 = strassen(&add(&a11, &a22, 1.0), &add(&b11, &b22, 1.0));
    let m2 = strassen(&add(&a21, &a22, 1.0), &b11);
    let m3 = strassen(&a11, &add(&b12, &b22, -1.0));
    let m4 = strassen(&a22, &add(&b21, &b11, -1.0));
    let m5 = strassen(&add(&a11, &a12, 1.0), &b22);
    let m6 = strassen(&add(&a21, &a11, -1.0), &add(&b11, &b12, 1.0));
    let m7 = strassen(&add(&a12, &a22, -1.0), &add(&b21, &b22, 1.0));
    let c11 = add(&add(&m1, &m4, 1.0), &add(&m7, &m5, -1.0), 1.0);
    let c12 = add(&m3, &m5, 1.0);
    let c21 = add(&m2, &m4, 1.0);
    let c22 = add(&add(&m1, &m2, -1.0), &add(&m3, &m6, 1.0), 1.0);
    c11.into_iter()
        .zip(c12)
        .chain(c21.into_iter().zip(c22))
        .map(|(mut l, r)| {
            l.extend(r);
            l
        })
        .collect()
}
#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let a: Matrix = (0..4)
        .map(|i| {
            (0..4)
                .map(|j| {
                    (x[(i * 3 + j * 5) % n] * (1.0 + i as f64 * 0.3 + j as f64)).sin()
                        + if i == j { 2.0 } else { 0.0 }
                })
                .collect()
        })
        .collect();
    let s = gauss(a.clone(), x[..4].to_vec())
        .map(|v| v.iter().sum::<f64>())
        .unwrap_or(-1.0);
    let t = match gauss(vec![vec![0.0; 2]; 2], vec![1.0, 2.0]) {
        Ok(v) => v[0],
        Err(e) => e.len() as f64 * x[0],
    };
    let p = strassen(&a, &a);
    s + t + (0..4).map(|i| p[i][i]).sum::<f64>()
}
