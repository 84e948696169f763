// The WebAssembly module as functions of JavaScript: its memory, its buffers, its results. The functions of the module
// are in `crates/linkspan-wasm/src/abi.rs`.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Texts up to this length are written by a loop, which costs less than a call of the encoder. */
const LOOP_LENGTH = 128;

/** The smallest buffer, in which every such text fits. */
const MIN_CAPACITY = 1024;

/** More memory than this is not kept for the next text. */
const MAX_KEPT = 1 << 20;

/**
 * No link contains a surrogate without its other half. This control character has the same length in UTF-16, no link
 * contains it either, not even in a quoted local part, and it can be written in UTF-8.
 */
const SUBSTITUTE = "\u0080";
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Whether a text has no lone surrogates. */
export const isWellFormed =
  typeof String.prototype.isWellFormed === "function"
    ? (text) => text.isWellFormed()
    : (text) => {
        LONE_SURROGATES.lastIndex = 0;
        return !LONE_SURROGATES.test(text);
      };

/** The text with a substitute for each lone surrogate. */
export function wellFormed(text) {
  return isWellFormed(text) ? text : text.replace(LONE_SURROGATES, SUBSTITUTE);
}

export class Module {
  /** @param {WebAssembly.Instance} instance */
  constructor(instance) {
    const { memory, ...functions } = instance.exports;
    this.memory = memory;
    this.functions = functions;
    this.headerIndex = functions.header() >>> 2;
    this.capacity = 0;
    this.inputAddress = 0;
    /** Whether the text that was written last is ASCII: 0 or 1. */
    this.isAscii = 1;
    this.updateViews();
  }

  updateViews() {
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
  }

  /** Makes room for a text. */
  reserve(length) {
    this.capacity = Math.max(length, MIN_CAPACITY);
    this.inputAddress = this.functions.input(this.capacity) >>> 0;
    this.updateViews();
  }

  /** Writes the text of the next call, and returns its length in bytes. */
  writeText(text) {
    const length = text.length;
    // Memory that grew has other views.
    if (this.bytes.length === 0) this.updateViews();
    if (length > this.capacity || this.capacity < MIN_CAPACITY || (this.capacity > MAX_KEPT && length < this.capacity >> 2)) this.reserve(length);
    return length <= LOOP_LENGTH ? this.encodeShort(text) : this.encode(text);
  }

  /** Writes a text that fits into the buffer, whatever it contains. */
  encodeShort(text) {
    const { bytes, inputAddress } = this;
    const { length } = text;
    let at = inputAddress;
    for (let index = 0; index < length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) {
        bytes[at++] = unit;
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else if ((unit & 0xf800) !== 0xd800) {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else {
        const point = text.codePointAt(index);
        if (point > 0xffff) {
          index++;
          bytes[at++] = 0xf0 | (point >> 18);
          bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
          bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
          bytes[at++] = 0x80 | (point & 0x3f);
        } else {
          // The substitute.
          bytes[at++] = 0xc2;
          bytes[at++] = 0x80;
        }
      }
    }
    const written = at - inputAddress;
    this.isAscii = written === length ? 1 : 0;
    return written;
  }

  encode(text) {
    let { read, written } = this.encodeInto(text);
    if (read < text.length) {
      // UTF-8 is at most three times as long as UTF-16. The part that fits is written again, which is rare: the buffer
      // stays as large.
      this.reserve(text.length * 3);
      ({ read, written } = this.encodeInto(text));
    }
    this.isAscii = written === text.length ? 1 : 0;
    if (this.isAscii || isWellFormed(text)) return written;
    return this.encode(text.replace(LONE_SURROGATES, SUBSTITUTE));
  }

  encodeInto(text) {
    const { inputAddress } = this;
    return encoder.encodeInto(text, this.bytes.subarray(inputAddress, inputAddress + this.capacity));
  }

  /** Writes the other arguments of the next call: an array of bytes. */
  writeArguments(fields) {
    const address = this.functions.arguments(fields.length) >>> 0;
    this.updateViews();
    this.bytes.set(fields, address);
  }

  /** The numbers of the last call start at this index of `words`. */
  numbers() {
    if (this.words.length === 0) this.updateViews();
    return this.words[this.headerIndex] >>> 2;
  }

  /** The address of the forms of links of the last call. */
  textAddress() {
    return this.words[this.headerIndex + 2];
  }

  /** The JSON of the last call, or the text or message in its place. */
  result() {
    if (this.words.length === 0) this.updateViews();
    const { words, headerIndex } = this;
    return this.decode(words[headerIndex + 4], words[headerIndex + 5]);
  }

  decode(address, length) {
    return decoder.decode(this.bytes.subarray(address, address + length));
  }
}

/** Collects arguments: fields of a tag, a length and bytes. */
export class Fields {
  constructor() {
    this.bytes = [];
  }

  field(tag, bytes) {
    const { length } = bytes;
    this.bytes.push(tag, length & 255, (length >>> 8) & 255, (length >>> 16) & 255, length >>> 24);
    for (const byte of bytes) this.bytes.push(byte);
  }

  text(tag, text) {
    this.field(tag, encoder.encode(wellFormed(text)));
  }

  number(tag, number) {
    this.field(tag, [number & 255, (number >>> 8) & 255, (number >>> 16) & 255, number >>> 24]);
  }
}
