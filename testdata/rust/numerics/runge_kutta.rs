// Arrays by value, closures as right-hand sides, tuples returned, an adaptive
// step with loop labels.
// llad: func f double
// llad: arg p dup double[4] range(0.5,1.5)
// llad: arg steps const size_t 12

type State<const N: usize> = [f64; N];

fn axpy<const N: usize>(a: f64, x: &State<N>, y: &State<N>) -> State<N> {
    let mut out = *y;
    for (o, t) in out.iter_mut().zip(x) {
        *o += a * t;
    }
    out
}

fn step<const N: usize>(rhs: &impl Fn(f64, &State<N>) -> State<N>, t: f64, y: State<N>, h: f64) -> (State<N>, f64) {
    let k1 = rhs(t, &y);
    let k2 = rhs(t + h / 2.0, &axpy(h / 2.0, &k1, &y));
    let k3 = rhs(t + h / 2.0, &axpy(h / 2.0, &k2, &y));
    let k4 = rhs(t + h, &axpy(h, &k3, &y));
    let mut next = y;
    let mut err = 0.0f64;
    for i in 0..N {
        next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        err = err.max((h * (k2[i] - k3[i])).abs());
    }
    (next, err)
}

#[no_mangle]
pub extern "C" fn f(p: *const f64, steps: usize) -> f64 {
    let &[alpha, beta, gamma, delta] = unsafe { &*(p as *const [f64; 4]) };
    let rhs = |_t: f64, y: &State<2>| [alpha * y[0] - beta * y[0] * y[1], delta * y[0] * y[1] - gamma * y[1]];
    let mut y = [1.0, 0.5 * alpha];
    let (mut t, mut h) = (0.0, 0.1);
    let mut path = 0.0;
    'outer: for _ in 0..steps {
        loop {
            let (next, err) = step(&rhs, t, y, h);
            if err > 0.02 {
                h *= 0.5;
                continue;
            }
            if t > 0.9 {
                break 'outer;
            }
            t += h;
            path += (next[0] - y[0]).hypot(next[1] - y[1]);
            y = next;
            continue 'outer;
        }
    }
    path + y[0] * y[1]
}
