// A beat: a moment of a turn that is shown by itself.
import type { GameEvent } from '../wire/events';

/** Milliseconds in which a card turns up, at normal speed. */
export const TURN_UP = 300;

/**
 * - reveal: the cards of all players turn up where they lie
 * - take: a card of the pyramid, or a die of a belt, is lifted for all to see
 * - land: what was revealed or taken moves to its place, and what comes of it
 * - pass: hands go to the neighbours
 * - uncover: cards of the pyramid that have become free turn up
 * - roll: dice are rolled
 * - swap: two dice change places
 * - slide: the belts go to the neighbours
 */
export type BeatKind = 'reveal' | 'take' | 'land' | 'pass' | 'uncover' | 'roll' | 'swap' | 'slide';

export interface Beat {
  kind: BeatKind;
  /** What it shows. */
  events: GameEvent[];
  /** The events that it adds to the log, when it begins. */
  told: GameEvent[];
  /** The events that change the table, when it begins. */
  done: GameEvent[];
  /** Milliseconds at normal speed. */
  length: number;
}
