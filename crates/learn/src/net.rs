//! Small nets fitted to positions: what stands on the board adds itself to a layer of sums, and one of several heads, chosen
//! by the kind of position, makes a value of them (Nasu 2018, "Efficiently updatable neural-network-based evaluation functions
//! for computer shogi").

use plywise::Rng;

use crate::Sample;

/// What a game tells a net of a position.
pub trait Inputs<G> {
    /// How many things there are that can stand on a board.
    const INPUTS: usize;
    /// How many kinds of position there are.
    const HEADS: usize;

    /// Pushes the numbers of what stands on the board, as the seat to move sees it.
    fn active(&self, position: &G, out: &mut Vec<u16>);

    /// The kind of position, below [`HEADS`](Self::HEADS).
    fn head(&self, position: &G) -> usize;
}

/// How a net is fitted: Adam (Kingma & Ba 2015) with a rate that falls like a cosine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Descent {
    /// So much of the evaluation's unit makes 73 % of the points out of 50.
    pub scale: f32,
    /// So much of it is 1 in the net.
    pub unit: f32,
    /// The share of the game's result in what is learned, in `[0, 1]`; the rest is the search's value.
    pub result: f32,
    /// Rounds over all positions.
    pub rounds: usize,
    /// Positions between two steps.
    pub batch: usize,
    /// The first step of a weight.
    pub rate: f32,
    /// What the first weights and the order of positions are drawn from.
    pub seed: u64,
}

/// The mean square error after a round, of the share of the points or whatever is learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// Of the positions learned from, each as it stood when its turn came.
    pub learned: f32,
    /// Of those kept back, if there are any.
    pub kept: Option<f32>,
}

/// The sizes of a net: `H` sums, of which each head makes `M`, of which it makes one.
///
/// Its weights lie in a row: for each input `H`, `H` that the sums begin with, and for each head `M` times `H`, `M` that these
/// begin with, `M` for the last sum, and what that begins with. Sums count between 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape<const H: usize, const M: usize>;

impl<const H: usize, const M: usize> Shape<H, M> {
    /// Weights of a head.
    pub const HEAD: usize = M * H + M + M + 1;

    /// All weights.
    #[must_use]
    pub const fn size(inputs: usize, heads: usize) -> usize {
        (inputs + 1) * H + heads * Self::HEAD
    }
}

/// Positions as the net sees them.
#[derive(Debug, Default)]
struct Rows {
    active: Vec<u16>,
    ends: Vec<usize>,
    heads: Vec<u8>,
    wanted: Vec<f32>,
}

impl Rows {
    fn active(&self, row: usize) -> &[u16] {
        let from = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.active[from..self.ends[row]]
    }
}

/// What a position made of the net on its way to the value.
struct Pass<const H: usize, const M: usize> {
    sums: [f32; H],
    inner: [f32; M],
    value: f32,
}

struct Net<const H: usize, const M: usize> {
    weights: Vec<f32>,
    bias: usize,
}

impl<const H: usize, const M: usize> Net<H, M> {
    fn new(inputs: usize, heads: usize, rng: &mut Rng) -> Self {
        let mut weights = vec![0.0; Shape::<H, M>::size(inputs, heads)];
        let mut draw = |from: usize, count: usize, width: f32| {
            for weight in &mut weights[from..from + count] {
                *weight = width * (rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
            }
        };
        let bias = inputs * H;
        draw(0, bias, 0.2);
        for head in 0..heads {
            let at = bias + H + head * Shape::<H, M>::HEAD;
            draw(at, M * H, 0.7 * (6.0 / (H + M) as f32).sqrt());
            draw(at + M * H + M, M, 0.5);
        }
        weights[bias..bias + H].fill(0.25);
        Self { weights, bias }
    }

    fn head(&self, head: u8) -> usize {
        self.bias + H + usize::from(head) * Shape::<H, M>::HEAD
    }

    fn pass(&self, active: &[u16], head: u8) -> Pass<H, M> {
        let mut sums: [f32; H] = lane(&self.weights, self.bias);
        for &input in active {
            let row: [f32; H] = lane(&self.weights, usize::from(input) * H);
            (0..H).for_each(|at| sums[at] += row[at]);
        }
        let (at, counted) = (self.head(head), sums.map(clipped));
        let (mut inner, last) = ([0.0; M], at + M * H + M);
        let mut value = self.weights[last + M];
        for (unit, inner) in inner.iter_mut().enumerate() {
            let row: [f32; H] = lane(&self.weights, at + unit * H);
            // Eight partial sums: so many are added at once.
            let mut parts = [0.0; 8];
            for (row, counted) in row.as_chunks::<8>().0.iter().zip(counted.as_chunks::<8>().0) {
                (0..8).for_each(|at| parts[at] += row[at] * counted[at]);
            }
            *inner = parts.iter().sum::<f32>() + self.weights[at + M * H + unit];
            value += self.weights[last + unit] * clipped(*inner);
        }
        Pass { sums, inner, value }
    }

    /// Adds to `slope` how the weights change what is missed, `pull` being how the value does.
    fn back(&self, pass: &Pass<H, M>, active: &[u16], head: u8, pull: f32, slope: &mut [f32]) {
        let (at, counted) = (self.head(head), pass.sums.map(clipped));
        let (mut down, last) = ([0.0; H], at + M * H + M);
        slope[last + M] += pull;
        for (unit, &inner) in pass.inner.iter().enumerate() {
            slope[last + unit] += pull * clipped(inner);
            if inner <= 0.0 || inner >= 1.0 {
                continue;
            }
            let pull = pull * self.weights[last + unit];
            slope[at + M * H + unit] += pull;
            let row: [f32; H] = lane(&self.weights, at + unit * H);
            (0..H).for_each(|at| down[at] += pull * row[at]);
            add(&mut slope[at + unit * H..][..H], |at| pull * counted[at]);
        }
        (0..H).filter(|&at| pass.sums[at] <= 0.0 || pass.sums[at] >= 1.0).for_each(|at| down[at] = 0.0);
        add(&mut slope[self.bias..][..H], |at| down[at]);
        for &input in active {
            add(&mut slope[usize::from(input) * H..][..H], |at| down[at]);
        }
    }
}

fn lane<const N: usize>(weights: &[f32], from: usize) -> [f32; N] {
    *weights[from..].first_chunk().expect("a row of weights")
}

fn add(to: &mut [f32], what: impl Fn(usize) -> f32) {
    to.iter_mut().enumerate().for_each(|(at, to)| *to += what(at));
}

fn clipped(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// Weights of a net, in the order of [`Shape`], fitted to `samples`, of which one stretch of a thousand in twenty is kept back;
/// `told` hears of each round, its number and its errors, and says whether to go on. The same samples and the same seed give the same weights on every machine.
pub fn fit_net<G, I: Inputs<G>, const H: usize, const M: usize>(
    inputs: &I,
    samples: impl Iterator<Item = Sample<G>>,
    how: &Descent,
    mut told: impl FnMut(usize, Errors) -> bool,
) -> Vec<f32> {
    let (mut rows, mut kept) = (Rows::default(), Rows::default());
    for (number, sample) in samples.enumerate() {
        let rows = if number / 1_000 % 20 == 19 { &mut kept } else { &mut rows };
        inputs.active(&sample.position, &mut rows.active);
        rows.ends.push(rows.active.len());
        rows.heads.push(inputs.head(&sample.position) as u8);
        let thought = share(how, sample.value as f32);
        rows.wanted.push(sample.wanted(how.result, thought, |result| (result as f32 + 1.0) / 2.0));
    }
    let mut rng = Rng::new(how.seed);
    let mut net = Net::<H, M>::new(I::INPUTS, I::HEADS, &mut rng);
    let mut adam = Adam::new(net.weights.len());
    let mut order: Vec<usize> = (0..rows.wanted.len()).collect();
    for round in 0..how.rounds {
        for last in (1..order.len()).rev() {
            order.swap(last, rng.index(last + 1));
        }
        let turn = std::f32::consts::PI * round as f32 / how.rounds as f32;
        let rate = how.rate * (0.01 + 0.5 * (1.0 + libm::cosf(turn)));
        let mut sum = 0.0;
        for batch in order.chunks(how.batch) {
            for &row in batch {
                let pass = net.pass(rows.active(row), rows.heads[row]);
                let points = share(how, how.unit * pass.value);
                let miss = points - rows.wanted[row];
                sum += f64::from(miss * miss);
                let pull = miss * points * (1.0 - points) * how.unit / how.scale;
                net.back(&pass, rows.active(row), rows.heads[row], pull, &mut adam.slope);
            }
            adam.step(&mut net.weights, rate, batch.len() as f32);
        }
        let error = |rows: &Rows| {
            let miss = |row: usize| {
                let value = net.pass(rows.active(row), rows.heads[row]).value;
                f64::from(share(how, how.unit * value) - rows.wanted[row]).powi(2)
            };
            ((0..rows.wanted.len()).map(miss).sum::<f64>() / rows.wanted.len().max(1) as f64) as f32
        };
        let learned = (sum / rows.wanted.len().max(1) as f64) as f32;
        let kept = (!kept.wanted.is_empty()).then(|| error(&kept));
        if !told(round + 1, Errors { learned, kept }) {
            break;
        }
    }
    net.weights
}

fn share(how: &Descent, value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value / how.scale))
}

struct Adam {
    slope: Vec<f32>,
    mean: Vec<f32>,
    spread: Vec<f32>,
    /// What is left of 1 after as many steps: the means began at nothing.
    fade: [f32; 2],
}

impl Adam {
    const KEPT: [f32; 2] = [0.9, 0.999];

    fn new(size: usize) -> Self {
        Self { slope: vec![0.0; size], mean: vec![0.0; size], spread: vec![0.0; size], fade: [1.0; 2] }
    }

    fn step(&mut self, weights: &mut [f32], rate: f32, positions: f32) {
        let [mean, spread] = Self::KEPT;
        self.fade = [self.fade[0] * mean, self.fade[1] * spread];
        let whole = self.fade.map(|fade| 1.0 - fade);
        for (at, weight) in weights.iter_mut().enumerate() {
            let slope = std::mem::take(&mut self.slope[at]) / positions;
            self.mean[at] = mean * self.mean[at] + (1.0 - mean) * slope;
            self.spread[at] = spread * self.spread[at] + (1.0 - spread) * slope * slope;
            let step = self.mean[at] / whole[0] / ((self.spread[at] / whole[1]).sqrt() + 1e-8);
            // A little is forgotten at each step, so that what never counts goes to nothing.
            *weight -= rate * (step + 1e-4 * *weight);
        }
    }
}
