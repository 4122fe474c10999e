// Explanations: for every move of a view its expected margin, its chance to win, and the reasons.
import { EXPLANATION_FORMAT } from '../coach.gen.js';
import { type Move, letter } from '../notation.js';
import type { Setting } from '../settings.js';
import type { Sentence } from '../story.js';
import type { Language } from '../texts.js';
import { range } from '../words.js';
import type { Reason } from './reasons.js';

/**
 * The estimate of a move, and the reasons. `margin` is the expected final total less that of the best other player;
 * where the lowest total wins it is turned around. `win` is the chance to win, a shared win counted as a share. The
 * errors are half the width of a 95 % interval.
 */
export interface Advice {
  readonly move: Move;
  readonly margin: number;
  readonly marginError: number;
  readonly win: number;
  readonly winError: number;
  readonly reasons: readonly Reason[];
}

/** Advice on every move of a view, the best margin first. */
export class Explanation {
  constructor(
    readonly setting: Setting,
    readonly seat: number,
    readonly advice: readonly Advice[],
    /** Whether the moves were compared by the exact solution of the round. */
    readonly solved: boolean,
    /** The number of sampled tables on which every move was tried. */
    readonly tables: number,
    /** The best move and the strongest reason for it, in sentences. */
    readonly tip: readonly Sentence[],
  ) {}

  /** The tip as a text. `names` are those of the plates; left out, seats are named by letters. */
  words(language: Language = 'en', names: readonly string[] = range(this.setting.seats).map(letter)): string {
    return this.tip.map((sentence) => sentence.say(language, names)).join(' ');
  }

  /** Advice on the best move. */
  get best(): Advice {
    return this.advice[0]!;
  }

  /** The advice on a move, given by its text; undefined if another has the same effect. */
  of(text: string): Advice | undefined {
    return this.advice.find(({ move }) => move.text === text);
  }

  /** The explanation as JSON data, as Python writes it. */
  toJSON(): object {
    return {
      okawari: 'explanation',
      format: EXPLANATION_FORMAT,
      ...this.setting.toJSON(),
      viewer: this.seat,
      solved: this.solved,
      tables: this.tables,
      tip: this.tip,
      advice: this.advice.map(({ move, margin, marginError, win, winError, reasons }) => ({
        move: move.text,
        margin,
        margin_error: marginError,
        win,
        win_error: winError,
        reasons,
      })),
    };
  }
}
