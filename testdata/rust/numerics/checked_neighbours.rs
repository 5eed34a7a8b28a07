// Loops over rings and between walls, whose indices are checked and whose vectors panics would free, for every small number of points.
// llad: func f double
// llad: arg x dup double[24] range(-0.9,1.1)
// llad: arg n const size_t 24
fn remainders(x: &[f64], y: &mut Vec<f64>) {
    let n = x.len();
    for i in 0..n {
        y[i] = (x[(i + 1) % n] - x[(i + n - 2 % n) % n]) * x[(i + n - 1) % n] - x[i];
    }
}

fn walls(x: &[f64], y: &mut [f64], m: usize) {
    for i in 0..m {
        let l = if i == 0 { x[0] } else { x[i - 1] };
        let r = if i + 1 < m { x[i + 1] } else { 0.5 };
        y[i] = l * r - 0.5 * x[i];
    }
}

struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
}

impl Grid {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.cells[(i % self.rows) * self.columns + j % self.columns]
    }

    fn step(&self) -> Grid {
        let (r, c) = (self.rows, self.columns);
        let mut cells = vec![0.0; r * c];
        for i in 0..r {
            for j in 0..c {
                let sum = self.at(i + 1, j) + self.at(i + r - 1, j) + self.at(i, j + 1) * self.at(i, j + c - 1);
                cells[i * c + j] = self.at(i, j) + 0.1 * sum;
            }
        }
        Grid { rows: r, columns: c, cells }
    }
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut s = 0.0;
    for k in 1..=n {
        let mut y = vec![0.0; n];
        remainders(&x[..k], &mut y);
        s += y.iter().enumerate().map(|(i, v)| v * (1.0 + 0.1 * i as f64)).sum::<f64>();
        walls(&x[..k], &mut y, k);
        s += y.iter().map(|v| v * v).sum::<f64>();
        let g = Grid { rows: 2, columns: k / 2, cells: x[..k / 2 * 2].to_vec() };
        s += g.step().step().cells.iter().sum::<f64>();
    }
    s
}
