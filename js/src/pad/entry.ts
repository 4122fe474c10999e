import { EXTRA } from '../pad.gen.js';

/** A player's line of the pad: its number in the text, the name, and words with their counts, in order. */
export interface Entry {
  readonly line: number;
  readonly name: string;
  readonly dishes: readonly (readonly [word: string, n: number])[];
  /** The total so far, at the end of the game. */
  readonly total: number;
  /** What the player's die shows, if the line says it. */
  readonly die: number | null;
}

/** What lies in front of a player, for programs that have it as words and counts instead of a line of text. */
export interface Plate {
  readonly name: string;
  /** Words with their counts, in the order played. */
  readonly dishes: readonly (readonly [word: string, n: number])[];
  /** The total before this round or before the end. */
  readonly total?: number;
  /** What the player's die shows, if that is known. */
  readonly die?: number | null;
}

/** How often a line has a word. */
export const countOf = ({ dishes }: Entry, word: string): number =>
  dishes.reduce((sum, [other, n]) => sum + (other === word ? n : 0), 0);

/** Whether a name is that of the extra plate. */
export const isExtra = (name: string): boolean => name.toLowerCase() === EXTRA;
