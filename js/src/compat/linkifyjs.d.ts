/** The API of linkifyjs and of linkify-string. `docs/migrate/linkifyjs.md` lists the differences. */

import type { Finder, FinderOptions, Link } from "../index.js";

type ByType<T> = T | Record<string, T | null>;
type Value<T> = T | ((value: string, type: string, token: MultiToken) => T);

/** The tag, the attributes and the content of a link before they are written. */
export interface Representation {
  tagName: string;
  attributes: Record<string, any>;
  content: string;
  eventListeners: Record<string, (event: any) => void> | null;
}

export interface Opts {
  attributes?: Record<string, any> | ((href: string, type: string, token: MultiToken) => Record<string, any>) | null;
  className?: ByType<Value<string | null>> | null;
  defaultProtocol?: Value<string>;
  events?: Record<string, (event: any) => void> | null;
  format?: ByType<Value<string>>;
  formatHref?: ByType<Value<string>>;
  ignoreTags?: string[];
  nl2br?: boolean;
  rel?: ByType<Value<string | null>> | null;
  render?: ByType<(representation: Representation, type: string, token: MultiToken) => any> | null;
  tagName?: ByType<Value<string>>;
  target?: ByType<Value<string | null>> | null;
  truncate?: ByType<Value<number>>;
  validate?: ByType<Value<boolean>>;
}

export interface FoundLink {
  type: string;
  value: string;
  isLink: boolean;
  href: string;
  start: number;
  end: number;
}

/** A link, a line feed (`nl`) or other text. */
export class MultiToken {
  t: string;
  v: string;
  isLink: boolean;
  /** The link of linkspan. */
  link?: Link;
  toString(): string;
  toHref(scheme?: string): string;
  toFormattedString(options: Options): string;
  toFormattedHref(options: Options): string;
  startIndex(): number;
  endIndex(): number;
  toObject(scheme?: string): FoundLink;
  toFormattedObject(options: Options): FoundLink;
  validate(options: Options): boolean;
  render(options: Options): Representation;
}

export class Options {
  constructor(options?: Opts | Options | null, defaultRender?: (representation: Representation) => any);
  o: Required<Opts>;
  ignoreTags: string[];
  check(token: MultiToken): boolean;
  get(name: keyof Opts, value?: string | null, token?: MultiToken): any;
  getObj(name: keyof Opts, value?: string | null, token?: MultiToken): any;
  render(token: MultiToken): any;
}

export const options: { defaults: Required<Opts> };

export function find(text: string, type?: string | null, opts?: Opts | null): FoundLink[];
export function find(text: string, opts: Opts): FoundLink[];
export function test(text: string, type?: string | null): boolean;
export function tokenize(text: string): MultiToken[];
export function registerCustomProtocol(scheme: string, optionalSlashSlash?: boolean): void;
export function reset(): void;
export function init(): void;

/** @throws always: plugins extend the state machine of linkifyjs */
export function registerPlugin(name: string, plugin: unknown): never;
/** @throws always: plugins extend the state machine of linkifyjs */
export function registerTokenPlugin(name: string, plugin: unknown): never;

/** Sets the finder, or its options. linkifyjs has no such function. */
export function setFinder(finder: Finder | FinderOptions): void;

/** A text as HTML with links: linkify-string. */
export function linkifyStr(text: string, opts?: Opts): string;

export default linkifyStr;
