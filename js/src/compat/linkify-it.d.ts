/** The API of linkify-it. `docs/migrate/linkify-it.md` lists the differences. */

export interface LinkifyOptions {
  /** Domains without a scheme. Default: `false`, as in version 6; with two arguments, `true`, as in version 5. */
  fuzzyLink?: boolean;
  /** Email addresses without `mailto:`. Default: `true`. */
  fuzzyEmail?: boolean;
  /** IPv4 addresses without a scheme, if `fuzzyLink` is on. Default: `false`. */
  fuzzyIP?: boolean;
  /** Whether `---` ends a link. Default: `false`. */
  "---"?: boolean;
  /** The top-level domains of domains without a scheme. Default: all. */
  tlds?: string | string[];
  /** URLs with a user name. Default: `false`. */
  urlAuth?: boolean;
  /** The maximum length of a link. Default: 10,000. */
  maxLength?: number;
}

export interface SchemaRule {
  /** The length of what matches at `pos`, after the name of the rule; or a regular expression for it. */
  validate: RegExp | ((text: string, pos: number, self: LinkifyIt) => number | boolean);
  /** Changes `text` and `url` of a match. */
  normalize?: (match: Match, self: LinkifyIt) => void;
}

export class Match {
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

export class LinkifyIt {
  constructor(options?: LinkifyOptions);
  /** As in version 5. */
  constructor(schemas: Record<string, string | SchemaRule>, options?: LinkifyOptions);
  /** Sources of regular expressions for classes of characters, for rules. */
  re: Record<string, any>;
  add(schema: string, rule?: SchemaRule | null): this;
  /** As in version 5: the rule is the same as another one. */
  add(schema: string, alias: string): this;
  set(options: LinkifyOptions): this;
  tlds(list: string | string[], keepOld?: boolean): this;
  test(text: string): boolean;
  /** As in version 5: whether the text may contain a link. */
  pretest(text: string): boolean;
  testSchemaAt(text: string, schema: string, pos: number): number;
  match(text: string): Match[] | null;
  matchAtStart(text: string): Match | null;
  normalize(match: Match): void;
}

/** A new object, without `new`. */
export function linkifyit(options?: LinkifyOptions): LinkifyIt;

export default LinkifyIt;
