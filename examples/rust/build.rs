// Makes the gradient of src/energy.rs and links it: IR from the compiler that
// cargo uses, llad (LLAD names another than the one on the PATH), and a clang
// (CLANG) to build what llad wrote.
use std::{env, path::Path, process::Command};

fn run(program: &str, args: &[&str]) {
    let status = Command::new(program).args(args).status().unwrap_or_else(|e| panic!("{program}: {e}"));
    assert!(status.success(), "{program} {args:?}: {status}");
}

fn main() {
    let out = env::var("OUT_DIR").unwrap();
    let file = |name: &str| Path::new(&out).join(name).to_str().unwrap().to_string();
    let tool = |var: &str, default: &str| env::var(var).unwrap_or(default.to_string());
    let (ir, grad, decls, object) =
        (file("energy.ll"), file("energy_grad.ll"), file("energy_grad.rs"), file("energy_grad.o"));
    let rustc = env::var("RUSTC").unwrap();
    run(&rustc, &["--edition=2021", "--crate-type=lib", "--emit=llvm-ir", "-Copt-level=3", "-Ccodegen-units=1", "-o", &ir, "src/energy.rs"]);
    run(&tool("LLAD", "llad"), &["-reverse", "-func", "energy", "-emit", "derivatives", "-rust", &decls, "-o", &grad, &ir]);
    run(&tool("CLANG", "clang"), &["-O2", "-fPIC", "-Wno-override-module", "-c", &grad, "-o", &object]);
    println!("cargo:rustc-link-arg-bins={object}");
    println!("cargo:rerun-if-changed=src/energy.rs");
    for var in ["LLAD", "CLANG"] {
        println!("cargo:rerun-if-env-changed={var}");
    }
}
