//! What is never linked.

use linkspan::explain::Rejection;
use linkspan::find::NeverList;
use linkspan::options::Linking;
use linkspan::render::{Html, render};
use linkspan::{Finder, Profile};

fn finder(list: &str) -> Finder {
    let list: NeverList = list.parse().unwrap();
    Finder::builder().never(list).build().unwrap()
}

fn found(list: &str, text: &str) -> Vec<String> {
    let finder = finder(list);
    let links = finder.find_iter(text);
    links.map(|link| link.as_str().to_owned()).collect()
}

#[test]
fn entries_refuse_hosts_and_exact_links() {
    for (list, text, expected) in [
        (
            "asp.net",
            "asp.net ASP.net/a https://asp.net:80/ ann@asp.net",
            &[][..],
        ),
        (
            "asp.net",
            "www.asp.net asp.network asp.net.de",
            &["www.asp.net", "asp.network", "asp.net.de"],
        ),
        ("*.a.com", "a.com b.a.com c.b.a.com", &["a.com"]),
        ("a.com\n*.a.com", "a.com b.a.com b-a.com", &["b-a.com"]),
        (
            "https://a.com/x",
            "https://a.com/x https://a.com/y a.com",
            &["https://a.com/y", "a.com"],
        ),
        ("ann@a.com", "ann@a.com bob@a.com", &["bob@a.com"]),
        ("a.com/x", "a.com/x a.com/X", &["a.com/X"]),
        ("bücher.de", "BÜCHER.de xn--bcher-kva.de/a", &[]),
        ("xn--bcher-kva.de", "bücher.de", &[]),
        ("a.com.", "a.com./x a.com", &[]),
        (
            "192.0.2.1\n[::1]",
            "http://192.0.2.1/ http://[::1]:80/ http://192.0.2.2/",
            &["http://192.0.2.2/"],
        ),
        (
            "# a.com\n\n  b.com # a comment\n",
            "a.com b.com",
            &["a.com"],
        ),
        ("a.com/#x", "a.com/#x a.com/#y", &["a.com/#y"]),
        ("\u{FEFF}a.com\r\nb.com\r\n", "a.com b.com", &[]),
        (
            "[2001:DB8::1]",
            "http://[2001:db8::1]/ http://[2001:Db8::1]/",
            &[],
        ),
        // An entry with an escape is compared as a link, not as a host.
        ("%61.com", "a.com", &["a.com"]),
    ] {
        assert_eq!(found(list, text), expected, "{list:?}");
    }
}

#[test]
fn nothing_inside_a_refused_link_is_linked() {
    assert_eq!(
        found("a.com", "https://a.com/?u=https://b.com/ c.com"),
        ["c.com"]
    );
}

#[test]
fn renderers_and_explanations_use_the_list() {
    let finder = finder("a.com");
    assert_eq!(render(&finder, "a.com", Html::new()), "a.com");
    let candidate = finder.explain("a.com").next().unwrap();
    assert_eq!(candidate.outcome, Err(Rejection::NeverLinked));
    assert_eq!(
        Rejection::NeverLinked.to_string(),
        "it is in the list of what is never linked"
    );
}

#[cfg(feature = "assess")]
#[test]
fn assessed_links_have_the_rejection() {
    let finder = finder("a.com");
    let assessed: Vec<_> = finder
        .assess_iter("a.com b.com")
        .map(|found| found.rejection)
        .collect();
    assert_eq!(assessed, [Some(Rejection::NeverLinked), None]);
}

#[test]
fn a_profile_keeps_the_list() {
    let list: NeverList = "a.com".parse().unwrap();
    let finder = Finder::builder()
        .never(list)
        .profile(Profile::Prose)
        .build()
        .unwrap();
    assert!(!finder.is_match("a.com"));
}

#[test]
fn nothing_is_linked_when_linking_is_off() {
    let finder = Finder::builder().linking(Linking::Off).build().unwrap();
    assert!(!finder.is_match("https://a.com ann@b.com c.com"));
    assert_eq!(finder.explain("a.com").count(), 0);
    assert_eq!(finder.find_bytes_iter(b"a.com").count(), 0);
}

#[test]
fn error_has_the_number_of_the_line() {
    let error = "a.com\n# a comment\nread me\n"
        .parse::<NeverList>()
        .unwrap_err();
    assert_eq!(error.line(), Some(3));
    assert!(error.to_string().starts_with("line 3: "), "{error}");
    let error = NeverList::new().add("read me").unwrap_err();
    assert_eq!(error.line(), None);
}

#[test]
fn the_order_of_entries_is_irrelevant() {
    let text = "a.com b.com c.com d.com e.com f.com";
    let list = "f.com\nb.com\ne.com\nf.com\na.com\nd.com\n";
    assert_eq!(found(list, text), ["c.com"]);
    let sorted: NeverList = "a.com\nb.com\nd.com\ne.com\nf.com\n".parse().unwrap();
    assert_eq!(list.parse::<NeverList>().unwrap(), sorted);
    let mut added = NeverList::new();
    assert!(added.is_empty());
    for entry in list.lines() {
        added.add(entry).unwrap();
    }
    assert_eq!(added, sorted);
    for list in ["a.com", "*.a.com", "https://a.com/"] {
        assert!(!list.parse::<NeverList>().unwrap().is_empty(), "{list}");
    }
}
