//! See `linkspan_fuzz::Notes`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Notes<'_>| input.check());
