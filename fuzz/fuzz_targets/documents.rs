//! See `linkspan_fuzz::Documents`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Documents<'_>| input.check());
