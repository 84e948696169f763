//! See `linkspan_fuzz::Terminate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Terminate<'_>| input.check());
