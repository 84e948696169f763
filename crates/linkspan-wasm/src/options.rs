//! Finders from the options of JavaScript. The loader checks types and names, and writes the index of a value: the lists
//! in `js/src/core/options.js` have the order of the lists here.

use alloc::string::String;
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
use crate::output::message;

/// Builds a finder. The error is a message for people.
pub(crate) fn finder(arguments: &[u8]) -> Result<Finder, String> {
    let mut builder = Finder::builder();
    let mut unknown_tag = None;
    // The loader writes the profile first, then the schemes, since both set other options.
    for field in Fields(arguments) {
        let mut choice = Choice {
            field,
            is_known: true,
        };
        builder = match field.tag {
            1 => builder.schemes(field.fields().map(Field::text).collect::<Vec<_>>()),
            23 => builder.length_limit(field.number() as usize),
            25 => builder.suffixes(SuffixList::from_psl(field.text()).map_err(message)?),
            26 => builder.suffixes(SuffixList::from_iana(field.text()).map_err(message)?),
            27 => builder.never(field.text().parse::<NeverList>().map_err(message)?),
            #[cfg(feature = "assess")]
            29.. => assess::set(builder, &mut choice)?,
            _ => set(builder, &mut choice),
        };
        if !choice.is_known {
            unknown_tag = Some(field.tag);
        }
    }
    if let Some(tag) = unknown_tag {
        return Err(unknown(tag));
    }
    builder.build().map_err(message)
}

/// A field whose value is the index of one of several values.
struct Choice<'a> {
    field: Field<'a>,
    /// Whether the module knows the option and its value.
    is_known: bool,
}

impl Choice<'_> {
    /// The value whose index is in the field. The loader writes no others, so an unknown one is noticed later, and costs no
    /// code here.
    fn pick<T: Copy>(&mut self, first: T, others: &[T]) -> T {
        match self.field.number() as usize {
            0 => first,
            index => match others.get(index - 1) {
                Some(value) => *value,
                None => {
                    self.is_known = false;
                    first
                }
            },
        }
    }

    fn pick_top_level(&mut self) -> TopLevel {
        self.pick(TopLevel::Listed, &[TopLevel::Syntactic, TopLevel::Any])
    }
}

/// Sets an option that is one of several values.
fn set(builder: FinderBuilder, choice: &mut Choice<'_>) -> FinderBuilder {
    match choice.field.tag {
        0 => {
            let profiles = Profile::ALL.get(1..).unwrap_or_default();
            builder.profile(choice.pick(Profile::Uts58, profiles))
        }
        2 => builder.unknown_schemes(choice.pick(UnknownSchemes::Skip, &[UnknownSchemes::Link])),
        3 => builder.bare_domains(choice.pick(BareDomains::Link, &[BareDomains::Skip])),
        4 => builder.emails(choice.pick(Emails::Link, &[Emails::Skip])),
        5 => builder.userinfo(choice.pick(Userinfo::Skip, &[Userinfo::Link])),
        6 => builder.ip_hosts(choice.pick(IpHosts::Link, &[IpHosts::Skip])),
        7 => builder.one_label_hosts(choice.pick(OneLabelHosts::Skip, &[OneLabelHosts::Link])),
        8 => builder.scheme_tld(choice.pick_top_level()),
        9 => builder.bare_tld(choice.pick_top_level()),
        10 => builder.bracketed_tld(choice.pick_top_level()),
        11 => builder
            .script_boundaries(choice.pick(ScriptBoundaries::Split, &[ScriptBoundaries::Ignore])),
        12 => builder
            .trailing_question(choice.pick(TrailingQuestion::Trim, &[TrailingQuestion::Keep])),
        13 => builder.attached_words(choice.pick(AttachedWords::Keep, &[AttachedWords::Trim])),
        14 => builder
            .unmatched_openers(choice.pick(UnmatchedOpeners::Keep, &[UnmatchedOpeners::Trim])),
        15 => builder.bad_dots(choice.pick(BadDots::Skip, &[BadDots::Recover])),
        16 => builder
            .quoted_local_parts(choice.pick(QuotedLocalParts::Skip, &[QuotedLocalParts::Link])),
        17 => builder
            .code_names(choice.pick(CodeNames::Link, &[CodeNames::Skip, CodeNames::SkipWords])),
        18 => builder.file_names(choice.pick(FileNames::Link, &[FileNames::Skip])),
        19 => builder.remote_paths(choice.pick(RemotePaths::Link, &[RemotePaths::Skip])),
        20 => builder.local_part_start(
            choice.pick(LocalPartStart::Standard, &[LocalPartStart::AfterSeparator]),
        ),
        21 => builder.mailto_query(choice.pick(MailtoQuery::Keep, &[MailtoQuery::Trim])),
        22 => builder.delimiters(choice.pick(
            Delimiters::Standard,
            &[Delimiters::Quotes, Delimiters::Code],
        )),
        24 => builder.implied_scheme(choice.pick(ImpliedScheme::Https, &[ImpliedScheme::Http])),
        28 => builder.linking(choice.pick(Linking::On, &[Linking::Off])),
        _ => {
            choice.is_known = false;
            builder
        }
    }
}

/// The options of the largest module.
#[cfg(feature = "assess")]
mod assess {
    use linkspan::assess::{Code, IdnTables, Level, Policy, ProtectedNames};

    use super::{Choice, Field, FinderBuilder, String, SuffixList, Vec, message};

    pub(super) fn set(
        builder: FinderBuilder,
        choice: &mut Choice<'_>,
    ) -> Result<FinderBuilder, String> {
        let field = choice.field;
        Ok(match field.tag {
            29 => builder.policy(match field.number() {
                0 => Policy::report(),
                _ => Policy::strict(),
            }),
            30 => {
                let levels = Level::ALL.get(1..).unwrap_or_default();
                builder.policy(Policy::refuse_from(choice.pick(Level::Info, levels)))
            }
            31 => {
                let codes = field.fields().map(|code| code.text().parse::<Code>());
                let codes: Result<Vec<_>, _> = codes.collect();
                builder.policy(Policy::refuse(codes.map_err(message)?))
            }
            32 => {
                let mut tables = IdnTables::new();
                for table in field.fields() {
                    let mut fields = table.fields();
                    let text = fields.next().map_or("", Field::text);
                    let domain = fields.next().map(Field::text);
                    tables.add(text, domain).map_err(message)?;
                }
                builder.idn_tables(tables)
            }
            33 => {
                let names = field.fields().map(Field::text);
                let names = ProtectedNames::new(names, SuffixList::embedded());
                builder.protected_names(names.map_err(message)?)
            }
            _ => {
                choice.is_known = false;
                builder
            }
        })
    }
}

/// The loader and the module do not fit each other.
fn unknown(tag: u8) -> String {
    message(format_args!(
        "expected an option of this module, found number {tag}"
    ))
}
