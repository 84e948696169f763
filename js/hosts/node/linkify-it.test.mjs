import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { VERSIONS } from "../hosts.mjs";
import { HOSTILE, TEXTS } from "../texts.mjs";

const plain = (matches) => matches?.map((match) => ({ ...match })) ?? null;

for (const [version, load] of VERSIONS) {
  const real = await load("linkify-it");
  const { default: LinkifyItDefault, LinkifyIt, linkifyit } = await load("linkspan/compat/linkify-it");
  const isVersion6 = real.LinkifyIt !== undefined;
  const RealLinkifyIt = real.LinkifyIt ?? real.default;

  describe(`linkify-it, ${version}`, () => {
    test("the example of its documentation", () => {
      const use = (linkify) =>
        linkify
          .tlds(["com", "org", "net"])
          .tlds("onion", true)
          .add("ftp:", null)
          .set({ fuzzyIP: true, fuzzyLink: true });
      const [theirs, ours] = [use(new RealLinkifyIt()), use(new LinkifyIt())];
      const texts = [
        "Site github.com!",
        "ftp://example.com is not linked, example.onion is",
        "nothing",
        "at 192.168.0.1/a or 10.0.0.1",
        "ann@example.com and mailto:ben@example.com",
        "//example.com/a and https://example.com/b",
      ];
      for (const text of texts) {
        assert.deepEqual(plain(ours.match(text)), plain(theirs.match(text)), text);
        assert.equal(ours.test(text), theirs.test(text), text);
      }
    });

    test("mentions, as in its documentation", () => {
      const rule = {
        validate(text, pos, self) {
          const tail = text.slice(pos);
          self.re.twitter ??= new RegExp(`^([a-zA-Z0-9_]){1,15}(?!_)(?=$|${self.re.src_ZPCc})`);
          return self.re.twitter.test(tail) ? tail.match(self.re.twitter)[0].length : 0;
        },
        normalize(match) {
          match.url = `https://twitter.com/${match.url.replace(/^@/, "")}`;
        },
      };
      const [theirs, ours] = [RealLinkifyIt, LinkifyIt].map((Class) => new Class().add("@", rule));
      for (const text of ["hello @ann, see https://example.com/ and @ben!", "a@@b ann@example.com", "@toolongnameforthis_"]) {
        assert.deepEqual(plain(ours.match(text)), plain(theirs.match(text)), text);
      }
    });

    test("options", () => {
      const cases = [
        [{ fuzzyLink: true }, "example.com a@example.com https://example.org"],
        [{ fuzzyLink: false }, "example.com a@example.com https://example.org"],
        [{ fuzzyEmail: false }, "a@example.com mailto:b@example.com"],
        [{ fuzzyLink: true, fuzzyIP: false }, "1.2.3.4"],
      ];
      for (const [options, text] of cases) {
        const [theirs, ours] = [new RealLinkifyIt().set(options), new LinkifyIt().set(options)];
        assert.deepEqual(plain(ours.match(text)), plain(theirs.match(text)), `${JSON.stringify(options)} ${text}`);
      }
      assert.equal(new LinkifyIt({ "---": true }).match("https://example.com/a---b")[0].url, "https://example.com/a");
      assert.throws(() => new LinkifyIt().set({ fuzzyLinks: true }), TypeError);
      assert.equal(new LinkifyIt({ fuzzyLink: true, maxLength: 20 }).test("https://example.com/123456789"), false);
      const userinfo = "https://ann:secret@example.com/";
      assert.equal(new LinkifyIt({ urlAuth: true }).match(userinfo)[0].raw, userinfo);
      assert.equal(new LinkifyIt().match(userinfo), null);
    });

    test("testSchemaAt and matchAtStart", () => {
      const [theirs, ours] = [new RealLinkifyIt(), new LinkifyIt()];
      for (const [text, schema, offset] of [
        ["https://example.com/a b", "https:", 6],
        ["x https://example.com", "https:", 8],
        ["mailto:a@example.com", "mailto:", 7],
        ["https://", "https:", 6],
      ]) {
        assert.equal(ours.testSchemaAt(text, schema, offset), theirs.testSchemaAt(text, schema, offset), text);
      }
      for (const text of ["https://example.com/a b", "example.com", "mailto:a@example.com x"]) {
        assert.deepEqual({ ...ours.matchAtStart(text) }, { ...theirs.matchAtStart(text) }, text);
      }
    });

    if (!isVersion6) test("custom schemas of version 5, as an alias, a regular expression and a function", () => {
      const schemas = {
        "git:": "http:",
        "tel:": { validate: /^\+[0-9]{5,}/ },
        "#": { validate: (text, pos) => /^\w*/.exec(text.slice(pos))[0].length, normalize: (m) => void (m.url = `/t/${m.raw.slice(1)}`) },
      };
      const [theirs, ours] = [new RealLinkifyIt(schemas, {}), new LinkifyIt(schemas, {})];
      const text = "git://example.com/a tel:+123456 #tag example.com";
      assert.deepEqual(plain(ours.match(text)), plain(theirs.match(text)));
    });

    test("the documented differences", () => {
      const ours = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true });
      const urls = (text) => ours.match(text)?.map(({ url }) => url);
      assert.deepEqual(urls("HTTPS://EXAMPLE.COM/X"), ["https://example.com/X"]);
      assert.deepEqual(urls("bücher.example.com/ä"), ["http://xn--bcher-kva.example.com/%C3%A4"]);
      assert.deepEqual(urls("192.168.0.1:80/a"), ["http://192.168.0.1:80/a"]);
      assert.deepEqual(urls("example.dev 例子.中国"), ["http://example.dev", "http://xn--fsqu00a.xn--fiqs8s"]);
      assert.equal(ours.matchAtStart(" https://example.com"), null);
      assert.throws(() => new LinkifyIt({ rebuilder: {} }), TypeError);
    });

    test("it can be created as in both versions", () => {
      assert.equal(LinkifyItDefault, LinkifyIt);
      assert.ok(linkifyit() instanceof LinkifyIt);
      assert.equal(new LinkifyIt({}, {}).test("example.com"), true);
      assert.equal(new LinkifyIt().test("example.com"), false);
    });

    test("links of all texts, and nothing harmful in hostile ones", () => {
      const ours = new LinkifyIt({ fuzzyLink: true });
      for (const { text, links } of TEXTS) {
        const found = ours.match(text).map(({ raw, url }) => [raw, url.replace(/^http:/, "https:")]);
        assert.deepEqual(found, links);
        for (const { index, lastIndex, raw } of ours.match(text)) assert.equal(text.slice(index, lastIndex), raw);
      }
      for (const text of HOSTILE) {
        for (const { url } of ours.match(text) ?? []) assert.match(url, /^(?:https?:|mailto:|ftp:|\/\/)/);
      }
    });

    test("markdown-it uses it", async () => {
      const { default: MarkdownIt } = await load("markdown-it");
      const md = new MarkdownIt({ linkify: true });
      md.linkify = new LinkifyIt({ fuzzyLink: true });
      assert.equal(
        md.renderInline("**https://example.com/a** 請看example.com。"),
        '<strong><a href="https://example.com/a">https://example.com/a</a></strong> 請看<a href="http://example.com">example.com</a>。',
      );
    });
  });
}
