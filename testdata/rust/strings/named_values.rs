// Numbers with names, beside texts that the library makes: ordered maps whose keys are
// strings, structs with a string, errors that are boxes made of texts, a log of strings; an
// order statistic while vectors are held.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
use std::collections::BTreeMap;
use std::error::Error;

struct Named {
    name: String,
    value: f64,
}

fn root(v: f64) -> Result<f64, Box<dyn Error>> {
    if v < 0.0 {
        return Err("negative".into());
    }
    if v > 1e6 {
        return Err(format!("{} is too large", v).into());
    }
    Ok(v.sqrt())
}

fn roots(list: &[Named], log: &mut Vec<String>) -> Result<f64, Box<dyn Error>> {
    let mut sum = 0.0;
    for entry in list {
        log.push(entry.name.clone());
        sum += root(entry.value - 0.1)? * entry.name.len() as f64;
    }
    Ok(sum)
}

fn median(x: &[f64]) -> f64 {
    let held = vec![String::from("held"); 2];
    let mut v = x.to_vec();
    let middle = v.len() / 2;
    *v.select_nth_unstable_by(middle, |a, b| a.partial_cmp(b).unwrap()).1 + held.len() as f64
}

#[no_mangle]
pub extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = unsafe { std::slice::from_raw_parts(x, n) };
    let list: Vec<Named> = x.iter().enumerate().map(|(i, v)| Named { name: (i * 7).to_string(), value: v * v }).collect();
    let rates: BTreeMap<String, f64> = "alpha beta  gamma".split_whitespace().zip(x).map(|(k, v)| (k.to_string(), v.exp())).collect();
    let mut log = Vec::new();
    let sum = roots(&list, &mut log).unwrap_or(0.0);
    let below: Vec<Named> = x.iter().map(|v| Named { name: "below".to_string(), value: v - 9.0 }).collect();
    let refused = match roots(&below, &mut log) {
        Ok(v) => v,
        Err(e) => x[2] * e.to_string().len() as f64,
    };
    sum + refused + rates["beta"] * rates["gamma"] + median(x) + log.len() as f64
}
