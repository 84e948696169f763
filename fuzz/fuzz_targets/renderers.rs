//! See `linkspan_fuzz::Renderers`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Renderers<'_>| input.check());
