import { Finder } from "linkspan";
import { Finder as AssessFinder } from "linkspan/assess";
import { linkifyElement } from "linkspan/dom";

const finder = new Finder({ profile: "prose" });
Object.assign(window, { finder, AssessFinder, linkifyElement, root: document.getElementById("root") });
