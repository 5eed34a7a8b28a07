fn main() {
    llad_build::gradient("src/energy.rs", "energy");
}
