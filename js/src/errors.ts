// The errors of Okawari. Their messages say what is wrong and what would be right.
import { say, speaks, type Language, type Params } from './texts.js';

/**
 * An invalid request. Nothing was changed.
 *
 * `code` and `params` identify the problem, for programs and for texts; the message is in English.
 */
export class OkawariError extends Error {
  constructor(
    readonly code: string,
    readonly params: Params = {},
  ) {
    super(speaks('en') ? say('en', new.target.path(code), params) : code);
    this.name = new.target.name;
  }

  /** The path of the text of a problem. */
  protected static path(code: string): string {
    return `error.${code}`;
  }

  /** The message in another language, whose texts are loaded. */
  inLanguage(language: Language): string {
    return say(language, (this.constructor as typeof OkawariError).path(this.code), this.params);
  }
}

/** A setting that the rulebooks do not allow. */
export class SettingError extends OkawariError {}

/** A move that the rules do not allow, or a text or number that is not a move. */
export class IllegalMove extends OkawariError {}

/** A record, view or position that cannot be read, or contradicts itself. */
export class BadFile extends OkawariError {}
