//! See `linkspan_fuzz::Actions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Actions<'_>| input.check());
