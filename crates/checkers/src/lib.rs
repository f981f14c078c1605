//! English checkers and its course variant.
