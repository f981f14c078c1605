//! Axes: from values to pixels, with lines at round numbers.

use arena::plots::nice_step;

/// An axis.
pub struct Axis {
    low: f64,
    high: f64,
    /// Pixels of the two ends.
    from: f64,
    to: f64,
    log: bool,
    /// From one round number to the next; a factor of ten where it is logarithmic.
    step: f64,
}

impl Axis {
    /// An axis from one pixel to another that shows all values; on one of logarithms only those above 0.
    #[must_use]
    pub fn new(values: impl Iterator<Item = f64>, from: f64, to: f64, log: bool) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut whole = true;
        for value in values.filter(|value| value.is_finite() && (!log || *value > 0.0)) {
            (low, high) = (low.min(value), high.max(value));
            whole &= value.fract() == 0.0;
        }
        if low > high {
            (low, high) = (1.0, 10.0);
        }
        if log {
            // Whole powers of ten, unless all lies within less than one.
            let (down, up) = (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil()));
            let wide = if down == up { (down, 10.0 * up) } else { (down, up) };
            return Self { low: wide.0, high: wide.1, from, to, log, step: 10.0 };
        }
        // Zero belongs to it where it is not far away.
        if low > 0.0 && low < 0.4 * high {
            low = 0.0;
        }
        if low == high {
            (low, high) = (low - 0.5 * low.abs().max(1.0), high + 0.5 * high.abs().max(1.0));
        }
        // Between whole numbers, depths say, there is nothing to read.
        let step = if whole { nice_step(high - low).max(1.0) } else { nice_step(high - low) };
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, from, to, log, step }
    }

    /// The pixel of a value.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share * (self.to - self.from)
    }

    /// The round numbers on it, from its low end to its high one.
    #[must_use]
    pub fn ticks(&self) -> Vec<f64> {
        if self.log {
            let powers = (self.high / self.low).log10().round() as i32;
            let every = (powers / 8).max(1);
            if powers <= 2 {
                let steps = (0..powers)
                    .flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * self.low * 10f64.powi(power)));
                return steps.chain([self.high]).collect();
            }
            return (0..=powers).step_by(every as usize).map(|power| self.low * 10f64.powi(power)).collect();
        }
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(|tick| self.low + f64::from(tick) * self.step).collect()
    }
}
