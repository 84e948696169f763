//! Finders from the options of JavaScript. The loader checks types and names, and writes the index of a value: the lists
//! in `js/src/core/options.js` have the order of the lists here.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use linkspan::find::{FinderBuilder, NeverList};
use linkspan::options::{
    AttachedWords, BadDots, BareDomains, CodeNames, Delimiters, Emails, FileNames, ImpliedScheme,
    IpHosts, Linking, LocalPartStart, MailtoQuery, OneLabelHosts, QuotedLocalParts, RemotePaths,
    ScriptBoundaries, TopLevel, TrailingQuestion, UnknownSchemes, UnmatchedOpeners, Userinfo,
};
use linkspan::suffix::SuffixList;
use linkspan::{Finder, Profile};

use crate::fields::{Field, Fields};

const TOP_LEVEL: [TopLevel; 3] = [TopLevel::Listed, TopLevel::Syntactic, TopLevel::Any];

/// Builds a finder. The error is a message for people.
pub(crate) fn finder(arguments: &[u8]) -> Result<Finder, String> {
    let mut builder = Finder::builder();
    for field in Fields(arguments) {
        builder = set(builder, field)?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// Sets one option. The loader writes the profile first, then the schemes, since both set other options.
fn set(builder: FinderBuilder, field: Field<'_>) -> Result<FinderBuilder, String> {
    Ok(match field.tag {
        0 => builder.profile(pick(Profile::ALL, field)?),
        1 => builder.schemes(field.fields().map(Field::text).collect::<Vec<_>>()),
        2 => builder.unknown_schemes(pick(&[UnknownSchemes::Skip, UnknownSchemes::Link], field)?),
        3 => builder.bare_domains(pick(&[BareDomains::Link, BareDomains::Skip], field)?),
        4 => builder.emails(pick(&[Emails::Link, Emails::Skip], field)?),
        5 => builder.userinfo(pick(&[Userinfo::Skip, Userinfo::Link], field)?),
        6 => builder.ip_hosts(pick(&[IpHosts::Link, IpHosts::Skip], field)?),
        7 => builder.one_label_hosts(pick(&[OneLabelHosts::Skip, OneLabelHosts::Link], field)?),
        8 => builder.scheme_tld(pick(&TOP_LEVEL, field)?),
        9 => builder.bare_tld(pick(&TOP_LEVEL, field)?),
        10 => builder.bracketed_tld(pick(&TOP_LEVEL, field)?),
        11 => builder.script_boundaries(pick(
            &[ScriptBoundaries::Split, ScriptBoundaries::Ignore],
            field,
        )?),
        12 => builder.trailing_question(pick(
            &[TrailingQuestion::Trim, TrailingQuestion::Keep],
            field,
        )?),
        13 => builder.attached_words(pick(&[AttachedWords::Keep, AttachedWords::Trim], field)?),
        14 => builder.unmatched_openers(pick(
            &[UnmatchedOpeners::Keep, UnmatchedOpeners::Trim],
            field,
        )?),
        15 => builder.bad_dots(pick(&[BadDots::Skip, BadDots::Recover], field)?),
        16 => builder.quoted_local_parts(pick(
            &[QuotedLocalParts::Skip, QuotedLocalParts::Link],
            field,
        )?),
        17 => builder.code_names(pick(
            &[CodeNames::Link, CodeNames::Skip, CodeNames::SkipWords],
            field,
        )?),
        18 => builder.file_names(pick(&[FileNames::Link, FileNames::Skip], field)?),
        19 => builder.remote_paths(pick(&[RemotePaths::Link, RemotePaths::Skip], field)?),
        20 => builder.local_part_start(pick(
            &[LocalPartStart::Standard, LocalPartStart::AfterSeparator],
            field,
        )?),
        21 => builder.mailto_query(pick(&[MailtoQuery::Keep, MailtoQuery::Trim], field)?),
        22 => builder.delimiters(pick(
            &[Delimiters::Standard, Delimiters::Quotes, Delimiters::Code],
            field,
        )?),
        23 => builder.length_limit(field.number() as usize),
        24 => builder.implied_scheme(pick(&[ImpliedScheme::Https, ImpliedScheme::Http], field)?),
        25 => {
            builder.suffixes(SuffixList::from_psl(field.text()).map_err(|error| error.to_string())?)
        }
        26 => builder
            .suffixes(SuffixList::from_iana(field.text()).map_err(|error| error.to_string())?),
        27 => {
            let list: Result<NeverList, _> = field.text().parse();
            builder.never(list.map_err(|error| error.to_string())?)
        }
        28 => builder.linking(pick(&[Linking::On, Linking::Off], field)?),
        #[cfg(feature = "assess")]
        29.. => return assess::set(builder, field),
        #[cfg(not(feature = "assess"))]
        tag => return Err(unknown(tag)),
    })
}

/// The options of the larger module.
#[cfg(feature = "assess")]
mod assess {
    use linkspan::assess::{Code, IdnTables, Level, Policy, ProtectedNames};

    use alloc::string::ToString as _;

    use super::{Field, FinderBuilder, String, SuffixList, Vec, pick, unknown};

    pub(super) fn set(builder: FinderBuilder, field: Field<'_>) -> Result<FinderBuilder, String> {
        Ok(match field.tag {
            29 => builder.policy(match field.number() {
                0 => Policy::report(),
                _ => Policy::strict(),
            }),
            30 => builder.policy(Policy::refuse_from(pick(Level::ALL, field)?)),
            31 => {
                let codes = field.fields().map(|code| code.text().parse::<Code>());
                let codes: Result<Vec<_>, _> = codes.collect();
                builder.policy(Policy::refuse(codes.map_err(|error| error.to_string())?))
            }
            32 => {
                let mut tables = IdnTables::new();
                for table in field.fields() {
                    let mut fields = table.fields();
                    let text = fields.next().map_or("", Field::text);
                    let domain = fields.next().map(Field::text);
                    let added = tables.add(text, domain);
                    added.map_err(|error| error.to_string())?;
                }
                builder.idn_tables(tables)
            }
            33 => {
                let names = field.fields().map(Field::text);
                let names = ProtectedNames::new(names, SuffixList::embedded());
                builder.protected_names(names.map_err(|error| error.to_string())?)
            }
            tag => return Err(unknown(tag)),
        })
    }
}

/// The value whose index is in the field.
fn pick<T: Copy>(values: &[T], field: Field<'_>) -> Result<T, String> {
    let value = values.get(field.number() as usize).copied();
    value.ok_or_else(|| unknown(field.tag))
}

/// The loader and the module do not fit each other.
fn unknown(tag: u8) -> String {
    alloc::format!("expected an option of this module, found number {tag}")
}
