//! Standard functions, as heights to climb: 0 at the optimum, negative elsewhere.

/// A function on a cube, whose optimum lies neither in the centre nor at the start.
#[derive(Clone, Copy)]
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) start: f64,
    pub(crate) height: fn(&[f64]) -> f64,
}

pub(crate) const SPHERE: Function = Function {
    name: "sphere",
    low: -5.0,
    high: 5.0,
    start: -3.0,
    height: |x| -x.iter().map(|x| (x - 1.5).powi(2)).sum::<f64>(),
};

/// Rosenbrock 1960: a bent valley, optimum at (1, …, 1).
pub(crate) const ROSENBROCK: Function = Function {
    name: "rosenbrock",
    low: -2.0,
    high: 2.0,
    start: -1.2,
    height: |x| {
        -x.windows(2).map(|p| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2)).sum::<f64>()
    },
};

/// Rastrigin 1974, optimum moved to (0.7, …): a local optimum in every unit cell.
pub(crate) const RASTRIGIN: Function = Function {
    name: "rastrigin",
    low: -5.12,
    high: 5.12,
    start: -3.0,
    height: |x| {
        let turn = |d: f64| d * d - 10.0 * (std::f64::consts::TAU * d).cos() + 10.0;
        -x.iter().map(|x| turn(x - 0.7)).sum::<f64>()
    },
};
