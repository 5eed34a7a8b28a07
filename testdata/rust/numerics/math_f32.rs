// The methods of f32.
// llad: func f float
// llad: arg a out float 0.7
// llad: arg b out float 0.4
// llad: arg c out float 1.3
// llad: tags float
// llad: difftol 2e-5
// llad: dottol 2e-5

#[no_mangle]
pub extern "C" fn f(a: f32, b: f32, c: f32) -> f32 {
    let trig = a.sin() + b.cos() * c.tan() + a.asin() * b.acos() + c.atan() + a.atan2(b);
    let (s, t) = (a * c).sin_cos();
    let hyper = a.sinh() * b.cosh() + c.tanh() + a.asinh() + c.acosh() + b.atanh();
    let exps = a.exp() + b.exp2() + c.exp_m1() + a.ln() + b.log2() + c.log10() + a.ln_1p() + c.log(3.0);
    let powers = a.powi(5) + b.powf(c) + c.sqrt() + a.cbrt() + b.hypot(c) + a.recip() + c.powi(-2);
    let pieces = a.abs() + (-b).abs() + a.max(b) * c.min(b) + c.clamp(0.5, 2.0) + (10.0 * c).rem_euclid(3.0)
        + (7.3 * a).fract() + c.copysign(-a) + a.signum() * b;
    let fused = a.mul_add(b, c) + c.mul_add(c, -a) + b.to_radians() + a.to_degrees() * 0.01;
    let steps = (9.0 * a).floor() * b + (9.0 * b).ceil() * c + (9.0 * c).round() * a + (9.0 * a).trunc();
    trig + s * t + hyper + exps + powers + pieces + fused + steps
}
