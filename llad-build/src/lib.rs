//! Gradients of Rust functions in build scripts, by the derivative compiler llad.
//!
//! A build script:
//!
//! ```no_run
//! fn main() {
//!     llad_build::gradient("src/energy.rs", "energy");
//! }
//! ```
//!
//! The program declares what it made, and calls it:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/energy_grad.rs"));
//! let e = unsafe { energy_grad(k, &mut dk, x.as_ptr() as *mut _, dx.as_mut_ptr() as *mut _, x.len() as i64, 1.0) };
//! ```
//!
//! The source is compiled alone, as a crate that uses the standard library and its own modules only. `LLAD` names
//! llad where it is not on the PATH, `CLANG` a clang where the one to be used is not the newest on the PATH.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{exit, Command, Output};

/// Makes `FUNCTION_grad`, the gradient of a function in a source, links it into the package, and writes its declaration
/// to `FUNCTION_grad.rs` in OUT_DIR. Where that cannot be done it says why and ends the build.
pub fn gradient(source: &str, function: &str) {
    Derivative::gradient(source, function).build()
}

/// Makes `FUNCTION_jvp`, the derivative along a direction, as [gradient] does.
pub fn tangent(source: &str, function: &str) {
    Derivative::tangent(source, function).build()
}

/// A derivative that is to be made, with what is to be said about it.
pub struct Derivative {
    source: String,
    function: String,
    mode: &'static str,
    name: String,
    edition: u32,
    flags: Vec<String>,
    rustc_flags: Vec<String>,
}

impl Derivative {
    /// The gradient of a function in a source.
    pub fn gradient(source: &str, function: &str) -> Self {
        Self::new(source, function, "-reverse", "_grad")
    }

    /// The derivative of a function in a source along a direction.
    pub fn tangent(source: &str, function: &str) -> Self {
        Self::new(source, function, "-forward", "_jvp")
    }

    fn new(source: &str, function: &str, mode: &'static str, suffix: &str) -> Self {
        let short = function.rsplit("::").next().unwrap_or(function);
        Derivative {
            source: source.to_string(),
            function: function.to_string(),
            mode,
            name: format!("{short}{suffix}"),
            edition: 2021,
            flags: vec![],
            rustc_flags: vec![],
        }
    }

    /// What the derivative is called, also in its file.
    pub fn name(mut self, name: &str) -> Self {
        self.name = name.to_string();
        self
    }

    /// A parameter that carries no derivative, by name or by position from 0; a slice has two positions.
    pub fn constant(self, parameter: &str) -> Self {
        self.flag("-const").flag(parameter)
    }

    /// A flag of llad's, such as `-width` or `-cache`.
    pub fn flag(mut self, flag: &str) -> Self {
        self.flags.push(flag.to_string());
        self
    }

    /// A flag of rustc's for the source, such as `-Ctarget-cpu=native`.
    pub fn rustc_flag(mut self, flag: &str) -> Self {
        self.rustc_flags.push(flag.to_string());
        self
    }

    /// The edition of the source; 2021 where it is not said.
    pub fn edition(mut self, year: u32) -> Self {
        self.edition = year;
        self
    }

    /// Makes the derivative.
    pub fn build(&self) {
        if let Err(why) = self.run() {
            eprintln!("llad-build: {} of {}: {}", self.name, self.source, why);
            exit(1);
        }
    }

    fn run(&self) -> Result<(), String> {
        let out = PathBuf::from(variable("OUT_DIR")?);
        let file = |suffix: &str| out.join(format!("{}{}", self.name, suffix));
        for changes in ["LLAD", "CLANG", "AR"] {
            println!("cargo:rerun-if-env-changed={changes}");
        }
        println!("cargo:rerun-if-changed={}", self.source);
        let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_string());
        let llad = env::var("LLAD").unwrap_or_else(|_| "llad".to_string());

        let (ir, derived, object) = (file(".source.ll"), file(".ll"), file(".o"));
        self.emit_ir(&rustc, &ir, &file(".d"))?;
        let symbol = self.symbol();
        let mut command = Command::new(&llad);
        command.args([self.mode, "-func", &symbol, "-name", &self.name, "-emit", "derivatives", "-rust-edition", &self.edition.max(2018).to_string()]);
        command.args(&self.flags).arg("-rust").arg(file(".rs")).arg("-o").arg(&derived).arg(&ir);
        run(command, "install llad, or name it in LLAD")?;

        let (clang, note) = find_clang(&rustc)?;
        let mut command = Command::new(&clang);
        command.arg(format!("--target={}", clang_target(&ir)?));
        command.args(["-O3", "-fPIC", "-ffunction-sections", "-Wno-override-module", "-c"]).arg(&derived).arg("-o").arg(&object);
        run(command, &note)?;

        let library = out.join(format!("lib{}.a", self.name));
        let _ = fs::remove_file(&library);
        let mut command = Command::new(archiver(&clang));
        command.arg("crs").arg(&library).arg(&object);
        run(command, "install binutils or llvm, or name ar in AR")?;
        println!("cargo:rustc-link-search=native={}", out.display());
        println!("cargo:rustc-link-lib=static={}", self.name);
        Ok(())
    }

    /// The function as llad finds it: its crate is called as the source is.
    fn symbol(&self) -> String {
        if self.function.contains("::") {
            return self.function.clone();
        }
        let text = fs::read_to_string(&self.source).unwrap_or_default();
        let exported = text.split("no_mangle").skip(1).any(|rest| {
            let head = rest.split('{').next().unwrap_or("");
            head.contains(&format!("fn {}(", self.function)) || head.contains(&format!("fn {}<", self.function))
        });
        if exported {
            return self.function.clone();
        }
        format!("{}::{}", crate_name(&self.source), self.function)
    }

    /// Compiles the source to IR in one module, with loops as they were written; what it read is watched.
    fn emit_ir(&self, rustc: &str, ir: &Path, depends: &Path) -> Result<(), String> {
        let mut command = Command::new(rustc);
        command.arg(format!("--edition={}", self.edition));
        command.arg(format!("--crate-name={}", crate_name(&self.source)));
        command.args(["--crate-type=lib", "-Copt-level=3", "-Ccodegen-units=1", "-Clink-dead-code"]);
        command.args(["-Cno-vectorize-loops", "-Cno-vectorize-slp", "-Awarnings"]);
        if let (Ok(target), Ok(host)) = (env::var("TARGET"), env::var("HOST")) {
            if target != host {
                command.arg(format!("--target={target}"));
            }
        }
        command.args(&self.rustc_flags);
        command.arg(format!("--emit=llvm-ir={},dep-info={}", ir.display(), depends.display()));
        command.arg(&self.source);
        run(command, "")?;
        for line in fs::read_to_string(depends).unwrap_or_default().lines() {
            if let Some(source) = line.strip_suffix(':') {
                println!("cargo:rerun-if-changed={source}");
            }
        }
        Ok(())
    }
}

/// The name of the crate that a source is compiled as.
fn crate_name(source: &str) -> String {
    let stem = Path::new(source).file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set: llad-build is for build scripts"))
}

/// Runs a command; where it fails, what it said and the way out.
fn run(mut command: Command, hint: &str) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let hint = if hint.is_empty() { String::new() } else { format!("\n  help: {hint}") };
    match command.output() {
        Err(e) => Err(format!("{program} cannot be run: {e}{hint}")),
        Ok(out) if !out.status.success() => {
            let hint = if program.ends_with("llad") { String::new() } else { hint };
            Err(format!("{program}: {}\n{}{hint}", out.status, String::from_utf8_lossy(&out.stderr)))
        }
        Ok(out) => {
            eprint!("{}", String::from_utf8_lossy(&out.stderr)); // notes
            Ok(out)
        }
    }
}

/// The number behind a word in what a program prints about itself.
fn version(program: &str, flag: &str, before: &str) -> Option<u32> {
    let out = Command::new(program).arg(flag).output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let digits: String = text.split(before).nth(1)?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The clang that builds derivatives, and what helps where it does not read them: the one that CLANG names, or the
/// newest on the PATH.
fn find_clang(rustc: &str) -> Result<(String, String), String> {
    let needed = version(rustc, "-vV", "LLVM version: ").unwrap_or(0);
    let found = match env::var("CLANG") {
        Ok(named) => version(&named, "--version", "clang version ").map(|v| (v, named)),
        Err(_) => ["clang".to_string()]
            .into_iter()
            .chain((14..=22).map(|n| format!("clang-{n}")))
            .filter_map(|name| version(&name, "--version", "clang version ").map(|v| (v, name)))
            .max(),
    };
    let install = format!("install clang-{needed} or newer, or name it in CLANG");
    match found {
        None => Err(format!("there is no clang, which builds the derivative (rustc's LLVM is {needed})\n  help: {install}")),
        Some((v, name)) if v < needed => Ok((name.clone(), format!("rustc's LLVM is {needed}, {name} is of {v}: {install}"))),
        Some((_, name)) => Ok((name, String::new())),
    }
}

/// The target that the IR is for.
fn clang_target(ir: &Path) -> Result<String, String> {
    let text = fs::read_to_string(ir).map_err(|e| format!("{}: {e}", ir.display()))?;
    let target = text.lines().find_map(|l| l.strip_prefix("target triple = \"")).and_then(|l| l.split('"').next());
    target.map(str::to_string).ok_or_else(|| format!("{} names no target", ir.display()))
}

/// The program that makes static libraries.
fn archiver(clang: &str) -> String {
    if let Ok(named) = env::var("AR") {
        return named;
    }
    if Command::new("ar").arg("--version").output().is_ok() {
        return "ar".to_string();
    }
    let asked = Command::new(clang).arg("-print-prog-name=llvm-ar").output();
    asked.map(|out| String::from_utf8_lossy(&out.stdout).trim().to_string()).unwrap_or_else(|_| "llvm-ar".to_string())
}
