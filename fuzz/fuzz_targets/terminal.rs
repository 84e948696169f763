//! See `linkspan_fuzz::Terminal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Terminal<'_>| input.check());
