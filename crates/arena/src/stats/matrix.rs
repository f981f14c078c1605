//! Small matrices, by rows.

/// The product of two square matrices of one size.
pub(super) fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = a.len();
    (0..n).map(|i| (0..n).map(|j| (0..n).map(|k| a[i][k] * b[k][j]).sum()).collect()).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan; such a matrix needs no exchange of rows.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for i in 0..n {
        let pivot = matrix[i][i];
        matrix[i].iter_mut().for_each(|entry| *entry /= pivot);
        let lead = matrix[i].clone();
        for (j, row) in matrix.iter_mut().enumerate() {
            let factor = row[i];
            if j != i && factor != 0.0 {
                row.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry -= factor * lead);
            }
        }
    }
    matrix.into_iter().map(|row| row[n..].to_vec()).collect()
}
