//! Contains only tests: see `tests`.
