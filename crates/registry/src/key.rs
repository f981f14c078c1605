//! Options as types: what one may be is declared once, and lists, errors and readers all go by that.

use crate::spec::{Opt, Spec, SpecError, parse_duration};
use crate::takes::Takes;
use crate::word::{Word, is_word};

/// An option whose values are of type `T`. Lists show [`opt`](Self::opt); [`Spec::get`] and [`Spec::given`] read it.
#[derive(Clone, Copy, Debug)]
pub struct Key<T> {
    /// What lists say of it.
    pub opt: Opt,
    domain: Domain,
    read: Read<T>,
}

/// How a value is read.
#[derive(Clone, Copy, Debug)]
enum Read<T> {
    /// What cannot be read should be what is expected.
    Plain(fn(&Key<T>, &str) -> Option<T>),
    /// What cannot be read is wrong for a reason of its own.
    Reasoned(fn(&str) -> Result<T, String>),
}

/// What the values of an option are taken from.
#[derive(Clone, Copy, Debug)]
enum Domain {
    Words,
    Whole(u64, u64),
    Decimal(f64, f64),
    Time,
    /// Whatever its reader takes, which this describes.
    Own(&'static str),
}

/// An option that is a whole number of any unsigned type: `whole!("depth", 1..=60, "3", "plies to look ahead")`.
#[macro_export]
macro_rules! whole {
    ($key:literal, $low:literal..=$high:literal, $default:expr, $about:expr $(,)?) => {
        $crate::Key::whole($key, (concat!($low, "..=", $high), $low, $high), $default, $about)
    };
    ($key:literal, $low:literal.., $default:expr, $about:expr $(,)?) => {
        $crate::Key::whole($key, (concat!($low, ".."), $low, u64::MAX), $default, $about)
    };
}

/// An option that is a number: `decimal!("c", 0.0..=100.0, "0.7", "how much to try what was tried seldom")`.
#[macro_export]
macro_rules! decimal {
    ($key:literal, $low:literal..=$high:literal, $default:expr, $about:expr $(,)?) => {
        $crate::Key::decimal($key, (concat!($low, "..=", $high), $low as f64, $high as f64), $default, $about)
    };
}

/// A list of options, each by its [`Key`].
#[macro_export]
macro_rules! opts {
    ($($key:expr),+ $(,)?) => { [$($key.opt),+] };
}

impl<T> Key<T> {
    /// An option with a reader of its own; `expected` is what the error says it should be.
    pub const fn own(opt: Opt, expected: &'static str, read: fn(&Self, &str) -> Option<T>) -> Self {
        Self { opt, domain: Domain::Own(expected), read: Read::Plain(read) }
    }

    /// An option whose reader says what is wrong with a value; `expected` is what it should be where it is missing.
    pub const fn reasoned(opt: Opt, expected: &'static str, read: fn(&str) -> Result<T, String>) -> Self {
        Self { opt, domain: Domain::Own(expected), read: Read::Reasoned(read) }
    }

    /// The same with another default; the word or number itself is not looked at.
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Self {
        self.opt.default = default;
        self
    }

    /// The same with other words about it.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Self {
        self.opt.about = about;
        self
    }

    /// The same as something else than a mere number: memory, threads.
    #[must_use]
    pub const fn takes(mut self, takes: Takes) -> Self {
        self.opt.takes = takes;
        self
    }
}

impl<W: Word> Key<W> {
    /// An option of words, one of them its default.
    #[must_use]
    pub const fn word(key: &'static str, default: &'static str, about: &'static str) -> Self {
        assert!(is_word::<W>(default), "the default is none of the option's words");
        Self::word_or(key, default, about)
    }

    /// An option of words that is left to something else unless given.
    #[must_use]
    pub const fn word_or(key: &'static str, default: &'static str, about: &'static str) -> Self {
        let opt = Opt { key, takes: Takes::Word, values: W::VALUES, default, about };
        Self { opt, domain: Domain::Words, read: Read::Plain(read_word) }
    }

    /// The same with only some of the words, divided by `|`.
    #[must_use]
    pub const fn only(mut self, values: &'static str) -> Self {
        self.opt.values = values;
        self
    }
}

fn read_word<W: Word>(key: &Key<W>, text: &str) -> Option<W> {
    W::named(text).filter(|value| key.opt.values.split('|').any(|word| word == value.name()))
}

impl<N: TryFrom<u64>> Key<N> {
    /// See [`whole!`](crate::whole!): a range as text, its ends.
    #[must_use]
    pub const fn whole(
        key: &'static str,
        (values, low, high): (&'static str, u64, u64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        let opt = Opt { key, takes: Takes::Number, values, default, about };
        let read = |key: &Self, text: &str| match (key.domain, text.replace('_', "").parse()) {
            (Domain::Whole(low, high), Ok(number)) if low <= number && number <= high => {
                N::try_from(number).ok()
            }
            _ => None,
        };
        Self { opt, domain: Domain::Whole(low, high), read: Read::Plain(read) }
    }
}

impl Key<String> {
    /// An option that is any text, such as the name of a file.
    #[must_use]
    pub const fn text(opt: Opt) -> Self {
        Self::own(opt, "a text", |_, text| Some(text.to_owned()))
    }
}

impl Key<f64> {
    /// See [`decimal!`](crate::decimal!): a range as text, its ends.
    #[must_use]
    pub const fn decimal(
        key: &'static str,
        (values, low, high): (&'static str, f64, f64),
        default: &'static str,
        about: &'static str,
    ) -> Self {
        let opt = Opt { key, takes: Takes::Number, values, default, about };
        let read = |key: &Self, text: &str| match (key.domain, text.parse()) {
            (Domain::Decimal(low, high), Ok(number)) if low <= number && number <= high => Some(number),
            _ => None,
        };
        Self { opt, domain: Domain::Decimal(low, high), read: Read::Plain(read) }
    }
}

impl Key<std::time::Duration> {
    /// An option that is a time; `values` are such times.
    #[must_use]
    pub const fn time(
        key: &'static str,
        values: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        let opt = Opt { key, takes: Takes::Time, values, default, about };
        let read = |_: &Self, text: &str| parse_duration(text).filter(|time| !time.is_zero());
        Self { opt, domain: Domain::Time, read: Read::Plain(read) }
    }
}

impl Spec {
    /// What an option says, if it is given.
    ///
    /// # Errors
    /// When it is given and is nothing that it may be.
    pub fn given<T>(&self, key: &Key<T>) -> Result<Option<T>, SpecError> {
        let Some(text) = self.text(key.opt.key) else { return Ok(None) };
        let (said, wrong) = match key.read {
            Read::Plain(read) => {
                if let Some(plain) =
                    key.domain.written_plainly(text).filter(|plain| read(key, plain).is_some())
                {
                    return Err(self.wrong(key.opt.key, plain));
                }
                (read(key, text), None)
            }
            Read::Reasoned(read) => match read(text) {
                Ok(value) => (Some(value), None),
                Err(why) => (None, Some(why)),
            },
        };
        if said.is_some() { Ok(said) } else { Err(self.unread(&key.opt, key.domain, wrong)) }
    }

    /// What an option says, or its default.
    ///
    /// # Errors
    /// When it is given and is nothing that it may be.
    pub fn get<T>(&self, key: &Key<T>) -> Result<T, SpecError> {
        match self.given(key)? {
            Some(value) => Ok(value),
            None => key.usual().ok_or_else(|| self.missing(&key.opt, key.domain)),
        }
    }

    // What is said of options of all types is compiled once.

    fn unread(&self, opt: &Opt, domain: Domain, why: Option<String>) -> SpecError {
        match why {
            Some(why) => SpecError(format!("{}: {why}", self.name)),
            None => self.wrong(opt.key, &domain.expected(opt.values)),
        }
    }

    fn missing(&self, opt: &Opt, domain: Domain) -> SpecError {
        let expected = domain.expected(opt.values);
        SpecError(format!("{}: {}= is missing; it should be {expected}", self.name, opt.key))
    }
}

impl<T> Key<T> {
    /// What holds unless something is given, if the default is a value.
    pub(crate) fn usual(&self) -> Option<T> {
        match self.read {
            Read::Plain(read) => read(self, self.opt.default),
            Read::Reasoned(read) => read(self.opt.default).ok(),
        }
    }
}

impl Domain {
    /// A number without the plus sign or the zeros in front that it is given with: an agent is what its text says, and equal
    /// ones are to have one text.
    fn written_plainly(self, text: &str) -> Option<&str> {
        let (Self::Whole(..) | Self::Decimal(..)) = self else { return None };
        let digits = text.strip_prefix('+').unwrap_or(text);
        let zeros = digits.len() - digits.trim_start_matches('0').len();
        let needed = !digits[zeros..].starts_with(|next: char| next.is_ascii_digit());
        let plain = &digits[zeros.saturating_sub(usize::from(needed))..];
        (plain.len() < text.len() && !plain.starts_with('+')).then_some(plain)
    }

    /// What a value should be; `values`: as lists have them.
    fn expected(self, values: &str) -> String {
        match self {
            Self::Words if !values.contains('|') => values.to_owned(),
            Self::Words => format!("one of {}", values.replace('|', ", ")),
            Self::Whole(low, u64::MAX) => format!("a whole number of at least {low}"),
            Self::Whole(low, high) => format!("a whole number from {low} to {high}"),
            Self::Decimal(low, high) => format!("a number from {low} to {high}"),
            Self::Time => "a time above 0 such as 500ms, 2s, 1.5m or 1h, at most 10000h".into(),
            Self::Own(expected) => expected.into(),
        }
    }
}
