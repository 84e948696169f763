//! See `linkspan_fuzz::Format`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Format<'_>| input.check());
