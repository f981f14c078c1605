//! One notation into another: small functions without memory, which know squares but no rules.

pub mod draughts;
pub mod ggf;
pub mod othello;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::draughts::{self, Jump, Letters};
    use super::{ggf, othello};

    proptest! {
        /// What no reader expects is refused in one line, and what is understood is written back.
        #[test]
        fn no_text_breaks_a_reader(
            text in "[WBZwbze]?[wbWBzZe]{30,34}|[0-9x-]{0,12}|.{0,40}",
            game in "\\(;(GM|BO|B|W|TI)?\\[?[8460*O -]{0,70}\\]?[BW]?\\[?[a-hA-H1-9/]{0,6}\\]?;?\\)?",
        ) {
            for text in [&text, &game] {
                if let Err(why) = ggf::read(text) {
                    prop_assert!(!why.contains('\n') || text.contains('\n'));
                }
                let _ = (othello::read_move(text), othello::side(text), Jump::of_path(text));
                if let Some(jump) = Jump::of_hub(text) {
                    prop_assert_eq!(Jump::of_hub(&jump.hub()), Some(jump));
                }
                if let Ok((fen, letters)) = draughts::read_hub_position(text, Letters::Inverted) {
                    let written = draughts::hub_position(&fen, letters);
                    prop_assert_eq!(written.as_deref(), Some(text.as_str()));
                }
                let _ = (draughts::read_dxp_position('W', text), draughts::dxp_position(text));
            }
        }
    }
}
