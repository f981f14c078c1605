//! The contents of half of the free cells, numbered by the sum of their tiles.

/// Half of a shape's free cells, and all that they can hold below the goal's rank.
///
/// Contents are numbered in the order of their sums, so that those of one sum are neighbours. A sum counts in units of
/// 2. The *code* of contents is the number whose digits to the base of the goal's rank are the cells' ranks.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) cells: Vec<usize>,
    base: usize,
    /// `[number]`.
    codes: Vec<u32>,
    /// `[code]`.
    numbers: Vec<u32>,
    /// `[number]`, in units of 2.
    sums: Vec<u16>,
    /// `[sum]`: the first number with at least this sum; one more at the end.
    starts: Vec<u32>,
}

/// What a tile adds to a sum, in units of 2.
pub(super) const fn weight(rank: u8) -> usize {
    if rank == 0 { 0 } else { 1 << (rank - 1) }
}

impl Half {
    pub(super) fn new(cells: Vec<usize>, rank: u8) -> Self {
        let base = usize::from(rank);
        let size = base.pow(cells.len() as u32);
        let sum = |mut code: usize| {
            let mut sum = 0;
            while code > 0 {
                sum += weight((code % base) as u8);
                code /= base;
            }
            sum
        };
        // The sum above the code, so that plain numbers are sorted.
        let mut keyed: Vec<u64> = (0..size).map(|code| (sum(code) as u64) << 32 | code as u64).collect();
        keyed.sort_unstable();
        let codes: Vec<u32> = keyed.iter().map(|&key| key as u32).collect();
        let sums: Vec<u16> = keyed.iter().map(|&key| (key >> 32) as u16).collect();
        let mut numbers = vec![0; size];
        for (number, &code) in codes.iter().enumerate() {
            numbers[code as usize] = number as u32;
        }
        let most = usize::from(*sums.last().expect("the empty contents at least"));
        let starts =
            (0..=most + 1).map(|s| sums.partition_point(|&sum| usize::from(sum) < s) as u32).collect();
        Self { cells, base, codes, numbers, sums, starts }
    }

    /// How many different contents there are.
    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    pub(super) fn sum(&self, number: usize) -> usize {
        usize::from(self.sums[number])
    }

    pub(super) fn code(&self, number: usize) -> usize {
        self.codes[number] as usize
    }

    #[inline]
    pub(super) fn number(&self, code: usize) -> usize {
        self.numbers[code] as usize
    }

    /// The largest sum.
    pub(super) fn most(&self) -> usize {
        self.starts.len() - 2
    }

    /// The numbers with this sum.
    #[inline]
    pub(super) fn of_sum(&self, sum: usize) -> std::ops::Range<usize> {
        if sum > self.most() { 0..0 } else { self.starts[sum] as usize..self.starts[sum + 1] as usize }
    }

    /// What one rank more in the cell at `place` adds to a code.
    pub(super) fn step(&self, place: usize) -> usize {
        self.base.pow(place as u32)
    }

    /// The rank in the cell at `place`.
    pub(super) fn rank(&self, code: usize, place: usize) -> u8 {
        (code / self.step(place) % self.base) as u8
    }
}
