fn main() {
    let n: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let t: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let v = checkers::databases::solve_all(n, t);
    if let Some(dir) = std::env::args().nth(3) {
        for s in checkers::databases::all_slices(n) {
            std::fs::write(format!("{dir}/{s}.bin"), v.slice(s).unwrap()).unwrap();
        }
    }
}
