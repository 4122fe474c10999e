// The results of a pad.
import { Line } from '../events.js';
import type { Setting } from '../settings.js';
import { type Language, say } from '../texts.js';

/** A line of the bill about dishes that score later: it has no points. */
export class Note extends Line {
  override why(language: Language = 'en'): string {
    return say(language, `pad.note.${this.code}`, this.params);
  }
}

/** A warning about dishes that were scored although they contradict our choice of cards and dice. */
export interface PadWarning {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** A player's result: the points scored now with their lines, and the new total. */
export interface Tally {
  readonly name: string;
  readonly points: number;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly winner: boolean;
}

/** The results of all players, in the order of the pad. */
export class Sheet {
  constructor(
    readonly setting: Setting,
    readonly final: boolean,
    readonly players: readonly Tally[],
    /** How equal totals ended: `broken` by puddings, `even` in puddings too, or `shared`. */
    readonly tie: 'broken' | 'even' | 'shared' | null,
    readonly warnings: readonly PadWarning[],
  ) {}

  /** The players who have won: several if the win is shared. */
  get winners(): readonly Tally[] {
    return this.players.filter(({ winner }) => winner);
  }

  /** The sheet as Python writes it, with texts in a language that is loaded. */
  inLanguage(language: Language): object {
    return {
      ...this.setting.toJSON(),
      final: this.final,
      ...(this.final && { tie_break: this.tie === 'broken' }),
      warnings: this.warnings.map(({ code, params }) => ({
        code,
        ...params,
        message: say(language, `pad.warning.${code}`, params),
      })),
      players: this.players.map(({ name, points, lines, total, winner }) => ({
        name,
        points,
        lines: lines.map((line) => ({ dish: line.dish, points: line.points, why: line.why(language) })),
        ...(this.final && { total, winner }),
      })),
    };
  }

  /** The sheet with its texts in English. */
  toJSON(): object {
    return this.inLanguage('en');
  }
}
