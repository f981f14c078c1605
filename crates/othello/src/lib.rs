//! Othello on even boards up to 8x8.
