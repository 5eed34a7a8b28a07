// An enum whose payload is a number parsed from text times one that is active, a character or an index, and
// a map from numbers to vectors of what was pushed.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const size_t 6
// llad: builds newest 1 2 s 3
use std::collections::HashMap;

enum Token {
    Number(f64),
    Variable(usize),
    Operator(char),
}

fn tokens(text: &str, scale: f64) -> Result<Vec<Token>, std::num::ParseFloatError> {
    let mut out = Vec::new();
    for word in text.split(' ') {
        let first = word.as_bytes()[0];
        out.push(match first {
            b'a'..=b'z' => Token::Variable((first - b'a') as usize),
            b'+' | b'*' | b'/' => Token::Operator(first as char),
            _ => Token::Number(word.parse::<f64>()? * scale),
        });
    }
    Ok(out)
}

fn evaluate(program: &[Token], x: &[f64]) -> Option<f64> {
    let mut stack = Vec::new();
    for t in program {
        let v = match t {
            Token::Number(v) => *v,
            Token::Variable(k) => *x.get(*k)?,
            Token::Operator(o) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                match o {
                    '+' => a + b,
                    '*' => a * b,
                    _ => a / b,
                }
            }
        };
        stack.push(v);
    }
    stack.pop()
}

#[no_mangle]
pub unsafe extern "C" fn f(x: *const f64, n: usize) -> f64 {
    let x = std::slice::from_raw_parts(x, n);
    let mut groups: HashMap<u32, Vec<f64>> = HashMap::new();
    for (i, &v) in x.iter().enumerate() {
        groups.entry((i % 3) as u32).or_insert_with(Vec::new).push(v);
    }
    let of_groups: f64 = (0..3u32).map(|k| groups[&k].iter().product::<f64>() * (k + 1) as f64).sum();
    match tokens("a b * 2.5 c + 0.25 d * / + e f * *", x[2]).map(|p| evaluate(&p, x)) {
        Ok(Some(v)) => v + of_groups,
        _ => f64::NAN,
    }
}
