import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { assess, assessAnchor, assessUrl, defang, find, Finder, refang, safeDisplay } from "linkspan/assess";

describe("assess", () => {
  it("reports findings with ranges in UTF-16", () => {
    const text = "😀 https://аррӏе.com/ and ok.com";
    const [bad, good] = assess(text);
    assert.equal(bad.report.level, "danger");
    const [finding] = bad.report.findings;
    assert.equal(finding.code, "host-confusable");
    assert.equal(text.slice(finding.start, finding.end), "аррӏе");
    assert.ok(finding.message && finding.title && finding.advice);
    assert.equal(bad.report.safeDisplay, "https://xn--80ak6aa92e.com/");
    assert.deepEqual(good.report, { findings: [], safeDisplay: "ok.com" });
    assert.equal(bad.link.text, "https://аррӏе.com/");
  });

  it("says why something is not linked", () => {
    const [found] = assess("http://bank.com@evil.example.org/");
    assert.ok(found.rejection.message);
    assert.equal(found.report.findings[0].code, "userinfo");
  });

  it("assesses URLs and existing links", () => {
    assert.equal(assessUrl("https://example.com:1234/").findings[0].code, "odd-port");
    assert.equal(assessAnchor("bank.example.com", "https://evil.example.org/").findings[0].code, "other-host");
    assert.throws(() => assessUrl("http://"), RangeError);
    assert.throws(() => assessAnchor("x"), TypeError);
  });

  it("has policies, tables and protected names", () => {
    const text = "https://аррӏе.com/ https://example.com:1234/";
    assert.equal(find(text).length, 2);
    assert.equal(find(text, { policy: "strict" }).length, 1);
    assert.equal(find(text, { policy: { refuseFrom: "info" } }).length, 0);
    assert.equal(find(text, { policy: { refuse: ["odd-port"] } }).length, 1);
    assert.throws(() => new Finder({ policy: { refuse: ["odd"] } }), RangeError);
    assert.throws(() => new Finder({ policy: { refuse: "odd-port" } }), TypeError);
    assert.throws(() => new Finder({ policy: 1 }), TypeError);
    const idnTables = [{ text: "U+0061..U+007A\nU+00E4\n", domain: "de" }];
    const finder = new Finder({ profile: "strict", idnTables });
    assert.equal(finder.test("https://bär.de"), true);
    assert.equal(finder.test("https://bür.de"), false);
    assert.throws(() => new Finder({ idnTables: [{ text: "?" }] }), RangeError);
    const names = new Finder({ protectedNames: ["example.com"] });
    assert.equal(names.assessUrl("https://www.exarnple.com").findings[0].code, "host-imitates");
  });

  it("displays safely, defangs and refangs", () => {
    assert.equal(safeDisplay("https://www.аррӏе.com/a/b"), "https://www.xn--80ak6aa92e.com/a/b");
    assert.equal(safeDisplay("https://www.аррӏе.com/a/b/c/index.html?q=1", { limit: 10 }), "….xn--80ak6aa92e.com");
    assert.equal(safeDisplay("https://אב.com/", { isolation: "never" }), "https://אב.com/");
    assert.throws(() => safeDisplay("https://a.com", { limit: "1" }), TypeError);
    assert.equal(defang("https://example.com/a"), "hxxps[:]//example[.]com/a");
    assert.equal(refang(defang("https://example.com/a")), "https://example.com/a");
  });
});
