//! Tests of the server over its own socket.
