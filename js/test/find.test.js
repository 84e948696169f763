import assert from "node:assert/strict";
import { describe, it } from "node:test";

import * as assessModule from "linkspan/assess";
import * as coreModule from "linkspan";
import * as liveModule from "linkspan/live";

for (const [name, module] of Object.entries({ linkspan: coreModule, "linkspan/live": liveModule, "linkspan/assess": assessModule })) {
  const { find, findFirst, Finder, linkAt, segments, test } = module;

  describe(name, () => {
    it("finds links with offsets in UTF-16", () => {
      const text = "請看example.com。😀 пишите на почта@пример.рф!";
      const links = find(text);
      assert.deepEqual(
        links.map(({ start, end, kind, text, href, display }) => ({ start, end, kind, text, href, display })),
        [
          { start: 2, end: 13, kind: "url", text: "example.com", href: "https://example.com", display: "example.com" },
          {
            start: 27,
            end: 42,
            kind: "email",
            text: "почта@пример.рф",
            href: "mailto:%D0%BF%D0%BE%D1%87%D1%82%D0%B0@xn--e1afmkfd.xn--p1ai",
            display: "почта@пример.рф",
          },
        ],
      );
      for (const link of links) assert.equal(text.slice(link.start, link.end), link.text);
    });

    it("gives the parts of a link with their ranges in the text", () => {
      const text = "😀 https://u:p@例え.jp:80/と?q=é#f:~:text=x";
      const [link] = find(text, { userinfo: "link" });
      const parts = Object.entries(link.parts).map(([name, span]) => {
        assert.equal(text.slice(span.start, span.end), span.text, name);
        return [name, span.text];
      });
      assert.deepEqual(Object.fromEntries(parts), {
        scheme: "https",
        userinfo: "u:p",
        host: "例え.jp",
        port: "80",
        path: "/と",
        query: "q=é",
        fragment: "f",
        directive: "text=x",
      });
      const [email] = find("<jörg@example.com>");
      assert.deepEqual(email.parts, {
        localPart: { start: 1, end: 5, text: "jörg" },
        host: { start: 6, end: 17, text: "example.com" },
        path: { start: 17, end: 17, text: "" },
      });
    });

    it("links can be serialised and cloned", () => {
      const [link] = find("see a.com");
      const fields = { start: 4, end: 9, kind: "url", text: "a.com", href: "https://a.com", display: "a.com" };
      assert.deepEqual(JSON.parse(JSON.stringify(link)), fields);
      assert.deepEqual({ ...structuredClone(link) }, fields);
    });

    it("no link contains a lone surrogate, and offsets after one are exact", () => {
      const texts = ["\ud800a.com", "http://a.com/\udc00b", "http://a.com/b\ud83d", "\udc00😀\ud800 http://a.com/😀\ud83d\ud83d x@b.com"];
      for (const text of texts) {
        // A character that ends every link, of the same length.
        const expected = find(text.replace(/\p{Surrogate}/gu, "\u0007"));
        const found = find(text);
        assert.ok(found.length > 0, JSON.stringify(text));
        assert.deepEqual(
          found.map(({ start, end, text }) => [start, end, text]),
          expected.map(({ start, end, text }) => [start, end, text]),
          JSON.stringify(text),
        );
        for (const link of found) assert.equal(text.slice(link.start, link.end), link.text);
      }
    });

    it("no link contains a lone surrogate in a quoted local part", () => {
      const finder = new Finder({ quotedLocalParts: "link" });
      const texts = (text) => finder.find(text).map((link) => link.text);
      assert.deepEqual(texts('Write to "a b"@example.com'), ['"a b"@example.com']);
      for (const surrogate of ["\ud800", "\udfff"]) {
        assert.deepEqual(texts(`Write to "a${surrogate} b"@example.com`), []);
        assert.deepEqual(texts(`Write to "a\\${surrogate} b"@example.com`), []);
      }
      finder.free();
    });

    it("finds the first link, tests, and finds the link at an offset", () => {
      const text = "😀 a.com und b.com";
      assert.equal(findFirst(text).text, "a.com");
      assert.equal(findFirst("none"), undefined);
      assert.equal(test(text), true);
      assert.equal(test("none"), false);
      assert.equal(test(""), false);
      for (let offset = 0; offset <= text.length + 1; offset++) {
        const expected = find(text).find((link) => link.start <= offset && offset < link.end);
        assert.equal(linkAt(text, offset)?.start, expected?.start, `${offset}`);
      }
    });

    it("segments are the text", () => {
      const text = "see a.com, b@c.com: 例え.jp";
      const found = segments(text);
      assert.equal(found.map((segment) => segment.text).join(""), text);
      assert.deepEqual(found.map((segment) => segment.type), ["text", "link", "text", "link", "text", "link"]);
      for (const { start, end, text: part } of found) assert.equal(text.slice(start, end), part);
      assert.deepEqual(segments(""), []);
      assert.deepEqual(segments("none"), [{ type: "text", start: 0, end: 4, text: "none" }]);
    });

    it("accepts a finder, options or nothing", () => {
      const text = "http://localhost:3000";
      const finder = new Finder({ oneLabelHosts: "link" });
      assert.equal(find(text).length, 0);
      assert.equal(find(text, finder).length, 1);
      assert.equal(find(text, { oneLabelHosts: "link" }).length, 1);
      assert.equal(find(text, { profile: "prose" }).length, 1);
      assert.equal(find(text, { profile: "prose", oneLabelHosts: undefined }).length, 1);
      assert.equal(find(text, {}).length, 0);
    });

    it("rejects wrong arguments", () => {
      const wrong = [
        [() => find(), TypeError, /expected a string as text, found undefined/],
        [() => find(1), TypeError, /found 1/],
        [() => find(null), TypeError, /found null/],
        [() => linkAt("x", "1"), TypeError, /expected a number as offset/],
        [() => linkAt("x", -1), RangeError, /expected a whole number from 0 as offset, found -1/],
        [() => linkAt("x", 0.5), RangeError, /found 0.5/],
        [() => new Finder(null), TypeError, /expected an object as options, found null/],
        [() => new Finder([]), TypeError, /expected an object as options, found an array/],
        [() => find("x", []), TypeError, /expected an object/],
        [() => find("x", "prose"), TypeError, /expected an object as options, found "prose"/],
        [() => new Finder({ bareDomain: "skip" }), TypeError, /expected an option of a finder, found "bareDomain"/],
        [() => new Finder({ bareDomains: true }), TypeError, /expected a string as bareDomains, found true/],
        [() => new Finder({ bareDomains: "no" }), RangeError, /expected one of "link", "skip" as bareDomains, found "no"/],
        [() => new Finder({ profile: "chat" }), RangeError, /expected one of "uts58", "prose"/],
        [() => new Finder({ schemes: "https" }), TypeError, /expected an array of strings as schemes/],
        [() => new Finder({ schemes: ["a", 1] }), TypeError, /expected a string as schemes\[1\], found 1/],
        [() => new Finder({ schemes: ["https:"] }), RangeError, /expected a scheme of ASCII letters.*found "https:"/],
        [() => new Finder({ lengthLimit: -1 }), RangeError, /expected a whole number from 0 as lengthLimit/],
        [() => new Finder({ suffixes: "com" }), TypeError, /expected an object \{ psl: string \} or \{ iana: string \}/],
        [() => new Finder({ suffixes: { iana: "a b" } }), RangeError, /line 1: expected a top-level domain/],
        [() => new Finder({ never: ["a b"] }), RangeError, /line 1/],
      ];
      for (const [call, type, message] of wrong) assert.throws(call, { name: type.name, message }, String(call));
      assert.equal(find("a.com").length, 1, "usable after errors");
    });

    it("a finder that was freed has the default options", () => {
      const finder = new Finder({ bareDomains: "skip" });
      assert.equal(finder.test("a.com"), false);
      finder.free();
      finder.free();
      assert.equal(finder.test("a.com"), true);
    });

    it("lists replace the embedded ones", () => {
      assert.equal(test("www.example", { suffixes: { iana: "EXAMPLE" } }), true);
      assert.equal(test("a.com", { suffixes: { iana: "EXAMPLE" } }), false);
      const finder = new Finder({ suffixes: { psl: "com\nco.com\n" } });
      assert.equal(finder.registrableDomain("www.a.co.com"), "a.co.com");
      assert.equal(new Finder().registrableDomain("www.a.co.uk"), "a.co.uk");
      assert.equal(new Finder().publicSuffix("www.食狮.公司.cn"), "公司.cn");
      assert.equal(new Finder().registrableDomain("co.uk"), undefined);
      assert.equal(test("asp.net", { never: ["asp.net"] }), false);
      assert.equal(test("ASP.net/a b.com", { never: "asp.net\nb.com\n" }), false);
    });
  });
}

describe("the profile strict", () => {
  it("needs the module with assessments", () => {
    assert.throws(() => coreModule.find("x", { profile: "strict" }), { name: "RangeError", message: /linkspan\/assess/ });
    assert.equal(assessModule.test("https://аррӏе.com/", { profile: "strict" }), false);
    assert.equal(assessModule.test("https://apple.com/", { profile: "strict" }), true);
  });
});

describe("finders of two modules", () => {
  it("functions of one module accept finders of the other", () => {
    const finder = new assessModule.Finder({ policy: { refuseFrom: "danger" } });
    assert.equal(coreModule.find("https://аррӏе.com/ a.com", finder).length, 1);
    assert.throws(() => assessModule.assess("a.com", new coreModule.Finder()), {
      name: "TypeError",
      message: /linkspan\/assess/,
    });
  });
});
