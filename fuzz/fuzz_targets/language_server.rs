//! See `linkspan_fuzz::LanguageServer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: linkspan_fuzz::LanguageServer<'_>| input.check());
