//! See `linkspan_fuzz::Finder`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::Finder<'_>| input.check());
