//! Counting positions inside a search that the game makes by itself.

use plywise::Meter;

/// Positions entered, told to the meter now and then.
pub(crate) struct Tally<'a> {
    meter: &'a mut Meter,
    pub(crate) nodes: u64,
    /// How many of them the meter knows of, and how many it allows.
    told: u64,
    allowed: u64,
    /// The meter's last word: values are void.
    pub(crate) stopped: bool,
}

impl<'a> Tally<'a> {
    /// At zero; None if the meter has stopped.
    pub(crate) fn new(meter: &'a mut Meter) -> Option<Self> {
        let allowed = meter.allowance()?;
        // The position itself is counted where it is met.
        Some(Self { meter, nodes: 0, told: 0, allowed, stopped: false })
    }

    /// Whether the search must stop.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.stopped || (self.nodes >= self.allowed && self.report())
    }

    /// Tells the meter what was entered and asks for more; whether the search must stop.
    #[cold]
    fn report(&mut self) -> bool {
        self.meter.enter_many(self.nodes - self.told);
        self.told = self.nodes;
        let allowed = self.meter.allowance();
        self.allowed = self.nodes + allowed.unwrap_or(0);
        self.stopped = allowed.is_none();
        self.stopped
    }

    /// Tells the rest; the value, unless it is void.
    pub(crate) fn end(self, value: i32) -> Option<i32> {
        self.meter.enter_many(self.nodes - self.told);
        (!self.stopped).then_some(value)
    }
}
