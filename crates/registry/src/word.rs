//! Types whose values are words.

/// A type whose values are words: made by [`words!`](crate::words!).
pub trait Word: Copy + PartialEq + 'static {
    /// Each value by its word; a value's other words follow the one that it is written as.
    const WORDS: &'static [(&'static str, Self)];
    /// The words, divided by `|`.
    const VALUES: &'static str;

    /// The value of a word.
    #[must_use]
    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
    }

    /// The word of a value.
    #[must_use]
    fn name(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

/// Gives a type its words: a new one, or with `for` one that there is (`Best = "best" | "first"`: another word that does as well).
/// Every value has a word, and every word is a value:
///
/// ```
/// # use registry::{Key, Spec, words};
/// words! {
///     /// How moves are ordered.
///     pub enum Order {
///         /// As they are listed.
///         Listed = "listed",
///         /// The best first.
///         Best = "best",
///     }
/// }
/// const ORDER: Key<Order> = Key::word("order", "listed", "which move is tried first");
///
/// assert_eq!(ORDER.opt.values, "listed|best");
/// assert_eq!(Spec::parse("player:order=best")?.get(&ORDER)?, Order::Best);
/// let refused = Spec::parse("player:order=worst")?.get(&ORDER).unwrap_err();
/// assert_eq!(refused.0, "player: order=\"worst\" should be one of listed, best");
/// # Ok::<(), registry::SpecError>(())
/// ```
///
/// A word that its reader has no arm for does not compile:
///
/// ```compile_fail,E0004
/// # use registry::words;
/// words! { enum Order { Listed = "listed", Best = "best", Worst = "worst" } }
///
/// fn first(order: Order) -> usize {
///     match order {
///         Order::Listed => 0,
///         Order::Best => 1,
///     }
/// }
/// ```
///
/// Nor does a value without a word, or a default that is no word:
///
/// ```compile_fail,E0004
/// # use registry::words;
/// enum Order { Listed, Best }
/// words! { for Order { Listed = "listed" } }
/// ```
///
/// ```compile_fail,E0080
/// # use registry::{Key, words};
/// words! { enum Order { Listed = "listed", Best = "best" } }
/// const ORDER: Key<Order> = Key::word("order", "lisetd", "which move is tried first");
/// ```
#[macro_export]
macro_rules! words {
    (for $type:ident {
        $first:ident = $text:literal $(| $alias:literal)* $(, $next:ident = $other:literal $(| $also:literal)*)* $(,)?
    }) => {
        impl $crate::Word for $type {
            const WORDS: &'static [(&'static str, Self)] = {
                // A value without a word would be one that nobody can ask for.
                const fn _each_has_a_word(value: &$type) {
                    match value { $type::$first => (), $($type::$next => (),)* }
                }
                &[
                    ($text, $type::$first) $(, ($alias, $type::$first))*
                    $(, ($other, $type::$next) $(, ($also, $type::$next))*)*
                ]
            };
            const VALUES: &'static str = concat!($text $(, "|", $other)*);
        }
    };
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$doc:meta])* $value:ident = $text:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $type { $($(#[$doc])* $value),+ }
        $crate::words!(for $type { $($value = $text),+ });
    };
}

words! {
    /// Whether something is done.
    pub enum Switch {
        /// It is.
        On = "on",
        /// It is not.
        Off = "off",
    }
}

pub(crate) const fn is_word<W: Word>(text: &str) -> bool {
    let mut i = 0;
    while i < W::WORDS.len() {
        if is_same(W::WORDS[i].0.as_bytes(), text.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
