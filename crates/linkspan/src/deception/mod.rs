//! What readers mistake for something else: questions about characters, words and labels, without messages.
//!
//! `assess` turns the answers into findings. The readable forms of URLs use them so that decoding never
//! produces what `assess` would report: a label stays in Punycode, and a character stays escaped.
//!
//! Without the feature `assess`, which has the data of UTS #39, the answers are estimates on the safe side.

#[cfg(feature = "assess")]
pub(crate) mod characters;
#[cfg(feature = "assess")]
mod cjk;
#[cfg(feature = "assess")]
pub(crate) mod confusable;
#[cfg(feature = "assess")]
pub(crate) mod embedded_domain;
#[cfg(feature = "assess")]
pub(crate) mod label;
mod languages;
#[cfg(feature = "assess")]
mod letters;
#[cfg(feature = "assess")]
pub(crate) mod lookalike;
#[cfg(feature = "assess")]
pub(crate) mod marks;
#[cfg(feature = "assess")]
pub(crate) mod part;
#[cfg(feature = "assess")]
pub(crate) mod scripts;

#[cfg(not(feature = "assess"))]
mod estimate;
mod order;
pub(crate) mod ordinary;

#[cfg(not(feature = "assess"))]
pub(crate) use estimate::{for_each_deceptive_range, label_deceives, label_may_swap};
#[cfg(feature = "assess")]
pub(crate) use label::label_deceives;
#[cfg(feature = "assess")]
pub(crate) use order::label_may_swap;
pub(crate) use order::{last_label_swaps, right_to_left_start};
#[cfg(feature = "assess")]
pub(crate) use part::for_each_deceptive_range;
