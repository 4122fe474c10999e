import { OkawariError } from '../errors.js';
import { PAD_ERRORS } from '../pad.gen.js';

/** A line that the pad cannot read, or that cannot be. */
export class PadError extends OkawariError {
  protected static override path(code: string): string {
    return PAD_ERRORS.includes(code) ? `pad.error.${code}` : `error.${code}`;
  }
}
