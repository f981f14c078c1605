//! Can't Go Back, a grid game with fruits.
