import { Finder as AssessFinder } from "linkspan/assess";
import { linkifyElement } from "linkspan/dom";

Object.assign(window, { AssessFinder, linkifyElement, root: document.getElementById("root") });
