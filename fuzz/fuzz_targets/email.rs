//! See `linkspan_fuzz::Email`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Email<'_>| input.check());
