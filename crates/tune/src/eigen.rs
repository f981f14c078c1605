//! Eigenvalues of small symmetric matrices.

/// Symmetric matrix by rows.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The identity of size `n`.
pub(crate) fn identity(n: usize) -> Matrix {
    (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

/// Eigenvalues and, as columns, orthonormal eigenvectors of a symmetric matrix: the cyclic Jacobi method, Golub &
/// Van Loan 2013, "Matrix computations", section 8.5. Only sums, products, quotients and roots: the same bits on
/// every machine.
pub(crate) fn symmetric(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let n = matrix.len();
    let (mut a, mut vectors) = (matrix.clone(), identity(n));
    // Convergence is quadratic: a dozen sweeps suffice for any size that is tuned.
    for _ in 0..60 {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() > 1e-17 * (a[p][p] * a[q][q]).abs().sqrt() {
                    rotate(&mut a, &mut vectors, p, q);
                    rotated = true;
                }
            }
        }
        if !rotated {
            break;
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

/// One rotation in the plane of `p` and `q` that makes `a[p][q]` vanish (algorithm 8.5.1).
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    let s = t * c;
    let off = a[p][q];
    a[p][p] -= t * off;
    a[q][q] += t * off;
    a[p][q] = 0.0;
    a[q][p] = 0.0;
    for k in (0..a.len()).filter(|&k| k != p && k != q) {
        let (kp, kq) = (a[k][p], a[k][q]);
        a[k][p] = c * kp - s * kq;
        a[p][k] = a[k][p];
        a[k][q] = s * kp + c * kq;
        a[q][k] = a[k][q];
    }
    for row in vectors {
        let (vp, vq) = (row[p], row[q]);
        row[p] = c * vp - s * vq;
        row[q] = s * vp + c * vq;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::normal;
    use plywise::Rng;

    #[test]
    fn the_matrix_comes_back_from_its_eigenvectors() {
        for (n, seed) in [(1, 1), (2, 2), (5, 3), (12, 4)] {
            let mut rng = Rng::new(seed);
            let b: Matrix = (0..n).map(|_| (0..n).map(|_| normal(&mut rng)).collect()).collect();
            let cell = |i: usize, j: usize| -> f64 { (0..n).map(|k| b[i][k] * b[j][k]).sum() };
            let matrix: Matrix = (0..n).map(|i| (0..n).map(|j| cell(i, j)).collect()).collect();
            let (values, vectors) = symmetric(&matrix);
            for i in 0..n {
                for j in 0..n {
                    let back: f64 = (0..n).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                    assert!((back - matrix[i][j]).abs() < 1e-12 * n as f64, "n={n} ({i}, {j})");
                    let dot: f64 = (0..n).map(|k| vectors[k][i] * vectors[k][j]).sum();
                    assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-12);
                }
            }
        }
    }
}
