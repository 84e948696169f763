// The sentences in sixteen languages are those that the program and the tests use.
import sentences from "../../testdata/sample.txt";

const CODE = `{"homepage":"https://example.com/a?b=1","next":null} // see README.md and src/main.rs:12
curl -s 'http://localhost:3000/health' | jq .status   # item.name is not a link, docs.example.com is
[2026-11-17T08:15:02Z] GET https://example.org/search?q=%E6%9D%B1%E4%BA%AC 200, user=jane@example.com
git clone git@example.com:user/project.git && open <https://example.net/docs>
`;

const DECEPTIVE = `Log in at https://аррӏе.com/login to keep your account.
Your parcel: https://usps.com-track.example/pay?id=7
Download https://example.com/report\u202Efdp.exe now, or https://example.com⁄account@evil.example
xn--80ak6aa92e.com and https://www.bank.example:443@203.0.113.7/
`;

const EDGES = `(see example.com/a_(b)), “example.com/c”, example.com/d?! example.com:8080/e.
請看example.com。谢谢！ example.comとexample.org  http://[2001:db8::1]/ mailto:a@example.com
https://example.com/#:~:text=one,two  www.example.com./f  3.14 e.g. i.e. Node.js v1.2.3
`;

/** The samples: a title and a text. The language of a sentence is in front of it. */
export const SAMPLES = [
  ["Sixteen languages", sentences],
  ...sentences
    .trim()
    .split("\n")
    .map((line) => [line.split(/[:：]/, 1)[0], `${line}\n`]),
  ["Code, data and logs", CODE],
  ["Links that deceive", DECEPTIVE],
  ["Edges", EDGES],
];
