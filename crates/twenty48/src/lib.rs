//! The sliding-tile game 2048.
