//! Agents by name, matches and their statistics.
