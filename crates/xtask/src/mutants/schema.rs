//! Writes all changes of a file into one source text, each behind a test of its number.
//!
//! One program then contains every change, and an environment variable selects the one that is made. A change costs the
//! time of the tests that reach it, and no build. Changes that must be made at compile time (in constants, and in the
//! functions that constants call) cannot be selected this way.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use anyhow::{Context as _, Result};
use syn::spanned::Spanned as _;
use syn::visit::Visit;

/// The source of the module that selects a change. It is added to the changed package.
pub(crate) const SELECTOR: &str = include_str!("selector.txt");

/// The name of the module that selects a change.
pub(crate) const MODULE: &str = "mutant_selector";

/// A change, as far as its text is concerned.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) id: usize,
    /// What `cargo mutants` calls the kind of the change.
    pub(crate) genre: String,
    /// The bytes that it replaces.
    pub(crate) range: Range<usize>,
    pub(crate) replacement: String,
}

/// A file with all changes in it.
#[derive(Debug)]
pub(crate) struct Instrumented {
    pub(crate) text: String,
    /// The changes that cannot be selected at run time.
    pub(crate) unsupported: Vec<usize>,
    /// The changes that cannot compile.
    pub(crate) unviable: Vec<usize>,
}

/// Writes changes into a file. The functions whose names are in `constant` stay `const`, others with changes do not.
pub(crate) fn instrument(
    source: &str,
    edits: &[Edit],
    constant: &BTreeSet<String>,
) -> Result<Instrumented> {
    let file = syn::parse_file(source).context("cannot parse the file")?;
    let mut sites = Sites {
        all: Vec::new(),
        chains: Vec::new(),
        constant,
    };
    sites.visit_file(&file);
    let mut used: BTreeMap<usize, Vec<&Edit>> = BTreeMap::new();
    let (mut unsupported, mut unviable) = (Vec::new(), Vec::new());
    for edit in edits {
        match sites.all.iter().position(|site| site.takes(edit)) {
            Some(site) => used.entry(site).or_default().push(edit),
            None if sites.chains.contains(&edit.range) => unviable.push(edit.id),
            None => unsupported.push(edit.id),
        }
    }
    let mut used: Vec<_> = used
        .into_iter()
        .map(|(site, edits)| (&sites.all[site], edits))
        .collect();
    let is_changed = |block: &Range<usize>| {
        let mut sites = used.iter().map(|(site, _)| &site.range);
        sites.any(|site| block.start <= site.start && site.end <= block.end)
    };
    let constness = sites.all.iter().filter(|site| match &site.kind {
        Kind::Constness { block } => is_changed(block),
        _ => false,
    });
    let constness: Vec<_> = constness.map(|site| (site, Vec::new())).collect();
    used.extend(constness);
    // Outer sites come first.
    used.sort_by_key(|(site, _)| (site.range.start, usize::MAX - site.range.end));
    let renderer = Renderer {
        source,
        sites: &used,
    };
    Ok(Instrumented {
        text: renderer.render(0..source.len(), None),
        unsupported,
        unviable,
    })
}

/// The changes whose text contains the byte at an offset, from the innermost to the outermost.
pub(crate) fn changes_at(text: &str, offset: usize) -> Vec<usize> {
    let mut open = Vec::new();
    let mut rest = 0;
    while let Some(at) = text[rest..].find("/*@") {
        let start = rest + at;
        if start > offset {
            break;
        }
        let inner = &text[start + 3..];
        let end = inner.find("*/").unwrap_or(inner.len());
        match inner[..end].strip_prefix('<') {
            Some(id) => open.push(id.parse().unwrap_or_default()),
            None => {
                open.pop();
            }
        }
        rest = start + 3;
    }
    open.reverse();
    open
}

/// A place where the text can be changed.
#[derive(Debug)]
struct Site {
    /// The text that is replaced by one that selects.
    range: Range<usize>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A function. The text is that of its body, and `statements` is what is between the braces.
    Body { statements: Range<usize> },
    Binary {
        left: Range<usize>,
        operator: Range<usize>,
        right: Range<usize>,
    },
    /// `!x`, `-x`.
    Unary {
        operator: Range<usize>,
        operand: Range<usize>,
    },
    /// An arm of a `match`. The text is empty, directly before the arrow, or the guard without its `if`.
    Arm {
        /// The arm, if it can be deleted.
        arm: Option<Range<usize>>,
        guard: Option<Range<usize>>,
    },
    /// A struct expression with `..`, and its fields with the commas after them.
    Struct { fields: Vec<Range<usize>> },
    /// The word `const` before a function. It is left out if its body is changed.
    Constness { block: Range<usize> },
}

impl Site {
    fn takes(&self, edit: &Edit) -> bool {
        let genre = edit.genre.as_str();
        match &self.kind {
            Kind::Body { statements } => genre == "FnValue" && *statements == edit.range,
            Kind::Binary { operator, .. } => genre == "BinaryOperator" && *operator == edit.range,
            Kind::Unary { operator, .. } => {
                genre == "UnaryOperator" && operator.start == edit.range.start
            }
            Kind::Arm { arm, guard } => match genre {
                "MatchArm" => arm
                    .as_ref()
                    .is_some_and(|arm| arm.start == edit.range.start),
                "MatchArmGuard" => guard.as_ref() == Some(&edit.range),
                _ => false,
            },
            Kind::Struct { fields } => {
                genre == "StructField"
                    && (fields.iter()).any(|field| field.start == edit.range.start)
            }
            Kind::Constness { .. } => false,
        }
    }
}

/// Collects the sites of a file, without those that are evaluated at compile time.
struct Sites<'a> {
    all: Vec<Site>,
    /// The operators of chains with `let`, which no other operator can replace.
    chains: Vec<Range<usize>>,
    /// The functions that constants call.
    constant: &'a BTreeSet<String>,
}

impl Sites<'_> {
    fn add(&mut self, range: Range<usize>, kind: Kind) {
        self.all.push(Site { range, kind });
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if let Some(constness) = &signature.constness {
            if self.constant.contains(&signature.ident.to_string()) {
                return;
            }
            let kind = Kind::Constness {
                block: block.span().byte_range(),
            };
            self.add(constness.span().byte_range(), kind);
        }
        // A function that returns `impl Trait` has one type, which the changed function need not have.
        let returns = &signature.output;
        let is_opaque = matches!(returns, syn::ReturnType::Type(_, it) if matches!(**it, syn::Type::ImplTrait(_)));
        if let (false, Some(first), Some(last)) =
            (is_opaque, block.stmts.first(), block.stmts.last())
        {
            let statements = first.span().byte_range().start..last.span().byte_range().end;
            self.add(block.span().byte_range(), Kind::Body { statements });
        }
        self.visit_block(block);
    }
}

/// Whether a `let` is among the operands of `&&`, so that the expression cannot stand elsewhere.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Sites<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}

    fn visit_type(&mut self, _: &'ast syn::Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        // The length is a constant.
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if has_let(&binary.left) || has_let(&binary.right) {
            self.chains.push(binary.op.span().byte_range());
        } else {
            let kind = Kind::Binary {
                left: binary.left.span().byte_range(),
                operator: binary.op.span().byte_range(),
                right: binary.right.span().byte_range(),
            };
            self.add(binary.span().byte_range(), kind);
        }
        syn::visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let kind = Kind::Unary {
            operator: unary.op.span().byte_range(),
            operand: unary.expr.span().byte_range(),
        };
        self.add(unary.span().byte_range(), kind);
        syn::visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        // Without an arm for everything else, a match without one of its arms need not compile.
        let takes_rest = |arm: &syn::Arm| {
            arm.guard.is_none()
                && match &arm.pat {
                    syn::Pat::Wild(_) => true,
                    // A name that is not one of a constant or of a variant.
                    syn::Pat::Ident(it) => it.ident.to_string().starts_with(char::is_lowercase),
                    _ => false,
                }
        };
        let is_deletable = item.arms.iter().any(takes_rest);
        for arm in &item.arms {
            let guard = arm.guard.as_ref().map(|(_, guard)| guard);
            if !guard.is_some_and(|guard| has_let(guard)) {
                let guard = guard.map(|guard| guard.span().byte_range());
                let before_arrow = arm.fat_arrow_token.span().byte_range().start;
                let kind = Kind::Arm {
                    arm: is_deletable.then(|| arm.span().byte_range()),
                    guard: guard.clone(),
                };
                self.add(guard.unwrap_or(before_arrow..before_arrow), kind);
            }
        }
        syn::visit::visit_expr_match(self, item);
    }

    fn visit_expr_struct(&mut self, item: &'ast syn::ExprStruct) {
        if item.rest.is_some() {
            let fields = item.fields.pairs().map(|pair| {
                let field = pair.value().span().byte_range();
                let end = pair.punct().map(|comma| comma.span().byte_range().end);
                field.start..end.unwrap_or(field.end)
            });
            let fields = fields.collect();
            self.add(item.span().byte_range(), Kind::Struct { fields });
        }
        syn::visit::visit_expr_struct(self, item);
    }
}

struct Renderer<'a> {
    source: &'a str,
    /// The sites that have changes, outer ones first.
    sites: &'a [(&'a Site, Vec<&'a Edit>)],
}

/// A condition: whether a change is made.
fn selected(id: usize) -> String {
    format!("crate::{MODULE}::is({id})")
}

/// A text that belongs to a change, so that an error of the compiler can be assigned to it.
fn marked(id: usize, text: &str) -> String {
    format!("/*@<{id}*/{text}/*@>*/")
}

impl Renderer<'_> {
    /// The text of a range, with all changes of the sites inside it. `within` is the site whose text is rendered.
    fn render(&self, range: Range<usize>, within: Option<usize>) -> String {
        let mut text = String::new();
        let mut at = range.start;
        for (number, (site, edits)) in self.sites.iter().enumerate() {
            let inside = at <= site.range.start && site.range.end <= range.end;
            if inside && within.is_none_or(|within| within < number) {
                text += &self.source[at..site.range.start];
                text += &self.site(number, site, edits);
                at = site.range.end;
            }
        }
        text + &self.source[at..range.end]
    }

    fn site(&self, number: usize, site: &Site, edits: &[&Edit]) -> String {
        let render = |range: &Range<usize>| self.render(range.clone(), Some(number));
        match &site.kind {
            Kind::Body { .. } => {
                let mut text = String::from("{");
                for Edit {
                    id, replacement, ..
                } in edits
                {
                    let value = marked(*id, &format!("return {replacement};"));
                    write!(text, " if {} {{ {value} }}", selected(*id)).expect("a string");
                }
                text + &render(&(site.range.start + 1..site.range.end))
            }
            Kind::Binary {
                left,
                operator,
                right,
            } => {
                let operator = &self.source[operator.clone()];
                let (left, right) = (render(left), render(right));
                match (operator, edits) {
                    // Without a copy of the operands, since chains are long.
                    ("&&", [edit]) if edit.replacement == "||" => {
                        let on = selected(edit.id);
                        format!("(if ({left}) != {on} {{ {right} }} else {{ {on} }})")
                    }
                    ("||", [edit]) if edit.replacement == "&&" => {
                        let on = selected(edit.id);
                        format!("(if ({left}) == {on} {{ {right} }} else {{ !{on} }})")
                    }
                    _ => choice(edits, &format!("{left} {operator} {right}"), |edit| {
                        format!("({left}) {} ({right})", edit.replacement)
                    }),
                }
            }
            Kind::Unary { operator, operand } => {
                let operator = &self.source[operator.clone()];
                let operand = render(operand);
                choice(edits, &format!("{operator} {operand}"), |edit| {
                    format!("{} ({operand})", edit.replacement)
                })
            }
            Kind::Arm { guard, .. } => {
                let mut condition = guard.as_ref().map_or(String::from("true"), render);
                for edit in edits {
                    let on = selected(edit.id);
                    condition = match edit.replacement.as_str() {
                        "true" => format!("({on} || ({condition}))"),
                        _ => format!("(!{on} && ({condition}))"),
                    };
                }
                match guard {
                    Some(_) => condition,
                    None => format!(" if {condition} "),
                }
            }
            Kind::Struct { fields } => choice(edits, &render(&site.range), |edit| {
                let field = fields
                    .iter()
                    .find(|field| field.start == edit.range.start)
                    .expect("the site takes the change");
                render(&(site.range.start..field.start)) + &render(&(field.end..site.range.end))
            }),
            Kind::Constness { .. } => String::new(),
        }
    }
}

/// An expression that is one of several.
fn choice(edits: &[&Edit], unchanged: &str, changed: impl Fn(&Edit) -> String) -> String {
    let mut text = String::from("(");
    for edit in edits {
        let (on, changed) = (selected(edit.id), marked(edit.id, &changed(edit)));
        write!(text, "if {on} {{ {changed} }} else ").expect("a string");
    }
    text + "{ " + unchanged + " })"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Instruments a text with one change of each given place, numbered from 1.
    fn instrumented(source: &str, changes: &[(&str, &str, &str)]) -> Instrumented {
        let edits = changes
            .iter()
            .zip(1..)
            .map(|((genre, place, replacement), id)| {
                let start = source.find(place).unwrap();
                Edit {
                    id,
                    genre: (*genre).to_owned(),
                    range: start..start + place.len(),
                    replacement: (*replacement).to_owned(),
                }
            });
        let constant = BTreeSet::from(["called_by_constant".to_owned()]);
        instrument(source, &edits.collect::<Vec<_>>(), &constant).unwrap()
    }

    /// The instrumented text of a function, without marks and with short conditions.
    fn text(source: &str, changes: &[(&str, &str, &str)]) -> String {
        let mut text = instrumented(source, changes).text;
        for id in 1..=changes.len() {
            text = text.replace(&selected(id), &format!("m{id}"));
            text = text.replace(&format!("/*@<{id}*/"), "");
        }
        text.replace("/*@>*/", "")
    }

    #[test]
    fn changes_of_functions_and_nested_operators_are_selected() {
        let source = "fn f(a: u8) -> bool { a + 1 < 3 }";
        let changes = [
            ("FnValue", "a + 1 < 3", "true"),
            ("BinaryOperator", "<", ">"),
            ("BinaryOperator", "+", "-"),
        ];
        assert_eq!(
            text(source, &changes),
            "fn f(a: u8) -> bool { if m1 { return true; } \
             (if m2 { ((if m3 { (a) - (1) } else { a + 1 })) > (3) } \
             else { (if m3 { (a) - (1) } else { a + 1 }) < 3 }) }"
        );
    }

    #[test]
    fn operands_of_logical_operators_are_not_copied() {
        let and = text("fn f() { a() && b(); }", &[("BinaryOperator", "&&", "||")]);
        assert_eq!(and, "fn f() { (if (a()) != m1 { b() } else { m1 }); }");
        let or = text("fn f() { a() || b(); }", &[("BinaryOperator", "||", "&&")]);
        assert_eq!(or, "fn f() { (if (a()) == m1 { b() } else { !m1 }); }");
    }

    #[test]
    fn arms_are_deleted_by_a_guard() {
        let source = "fn f() { match a { 1 => b, 2 if !c => d, _ => e } }";
        let changes = [
            ("MatchArm", "1 => b,", ""),
            ("MatchArmGuard", "!c", "true"),
            ("UnaryOperator", "!", ""),
        ];
        assert_eq!(
            text(source, &changes),
            "fn f() { match a { 1  if (!m1 && (true)) => b, \
             2 if (m2 || ((if m3 {  (c) } else { ! c }))) => d, _ => e } }"
        );
    }

    #[test]
    fn fields_are_left_out() {
        let source = "fn f() { S { a: 1, ..s } }";
        assert_eq!(
            text(source, &[("StructField", "a: 1", "")]),
            "fn f() { (if m1 { S {  ..s } } else { S { a: 1, ..s } }) }"
        );
    }

    #[test]
    fn what_is_decided_at_compile_time_cannot_be_selected() {
        let source = "const A: u8 = 1 + 2; const fn called_by_constant() -> u8 { 3 * 4 } fn g() -> [u8; 5 % 4] { h }";
        let changes = [
            ("BinaryOperator", "+", "-"),
            ("BinaryOperator", "*", "/"),
            ("BinaryOperator", "%", "/"),
        ];
        let result = instrumented(source, &changes);
        assert_eq!(
            (result.text.as_str(), result.unsupported),
            (source, vec![1, 2, 3])
        );
        // No other operator can stand before `let`.
        let source = "fn f() { if a && let Some(b) = c {} }";
        let result = instrumented(source, &[("BinaryOperator", "&&", "||")]);
        assert_eq!((result.text.as_str(), result.unviable), (source, vec![1]));
    }

    #[test]
    fn functions_that_no_constant_calls_are_changed() {
        let source = "pub const fn f() -> u8 { 1 + 2 } const fn g() -> u8 { 3 }";
        assert_eq!(
            text(source, &[("BinaryOperator", "+", "-")]),
            "pub  fn f() -> u8 { (if m1 { (1) - (2) } else { 1 + 2 }) } const fn g() -> u8 { 3 }"
        );
    }

    #[test]
    fn errors_are_assigned_to_the_innermost_change() {
        let source = "fn f(a: u8) -> bool { a + 1 < 3 }";
        let changes = [("BinaryOperator", "<", ">"), ("BinaryOperator", "+", "-")];
        let text = instrumented(source, &changes).text;
        let at = |place: &str| changes_at(&text, text.find(place).unwrap());
        assert_eq!(at("- (1)"), [2, 1]);
        assert_eq!(at("> (3)"), [1]);
        assert!(at("a: u8").is_empty());
        assert!(at("< 3").is_empty());
    }
}
