import linkspan = require("linkspan");
import assess = require("linkspan/assess");

const href: string | undefined = linkspan.find("a.com")[0]?.href;
const level: string | undefined = assess.assess("a.com")[0]?.report.level;

export = { href, level };
