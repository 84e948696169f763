//! See `linkspan_fuzz::Html`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Html<'_>| input.check());
