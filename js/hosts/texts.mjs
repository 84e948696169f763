// Texts that every adapter is tested with, and the links in them: written text and target.

export const TEXTS = [
  {
    name: "English",
    text: "See example.com/a, (https://example.org/b?c=d#e) and ann@example.net.",
    links: [
      ["example.com/a", "https://example.com/a"],
      ["https://example.org/b?c=d#e", "https://example.org/b?c=d#e"],
      ["ann@example.net", "mailto:ann@example.net"],
    ],
  },
  {
    name: "Hindi",
    text: "यह https://example.com/पथ देखें। और example.org भी।",
    links: [
      ["https://example.com/पथ", "https://example.com/%E0%A4%AA%E0%A4%A5"],
      ["example.org", "https://example.org"],
    ],
  },
  {
    name: "Japanese without spaces",
    text: "詳細はexample.comです。次はhttps://example.jp/a、以上。",
    links: [
      ["example.com", "https://example.com"],
      ["https://example.jp/a", "https://example.jp/a"],
    ],
  },
  {
    name: "Chinese with a Chinese domain",
    text: "请看：例子.中国。谢谢",
    links: [["例子.中国", "https://xn--fsqu00a.xn--fiqs8s"]],
  },
  {
    name: "Persian, right to left",
    text: "نگاه کنید به https://example.com/صفحه، و example.ir.",
    links: [
      ["https://example.com/صفحه", "https://example.com/%D8%B5%D9%81%D8%AD%D9%87"],
      ["example.ir", "https://example.ir"],
    ],
  },
  {
    name: "Thai without spaces",
    text: "ดูที่https://example.com/ก ครับ",
    links: [["https://example.com/ก", "https://example.com/%E0%B8%81"]],
  },
  {
    name: "surrogates, lone and in pairs",
    text: "🎉 example.com\uDC00 x\uD800 https://example.org/🎉 \uDC00",
    links: [
      ["example.com", "https://example.com"],
      ["https://example.org/🎉", "https://example.org/%F0%9F%8E%89"],
    ],
  },
];

/** Texts that try to run a script, to add an element or to add an attribute. */
export const HOSTILE = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//example.com",
  "javascript://example.com/%0aalert(1)",
  "vbscript://example.com/x data://example.com/,<script>alert(1)</script>",
  "data:text/html,<script>alert(1)</script>",
  'https://example.com/"onmouseover="alert(1) example.org',
  "https://example.com/'onmouseover='alert(1) example.org",
  "https://example.com/'><script>alert(1)</script> example.org",
  "<img src=x onerror=alert(1)> example.com/<svg/onload=alert(1)>",
  "https://example.com/&quot;onmouseover=alert(1) &lt;script&gt;alert(1)&lt;/script&gt;",
  'https://example.com/a`b"c<d>e example.org/\u2028\u2029x',
  "example.com/\u202Egnp.exe https://example.com\\@evil.example/",
];
