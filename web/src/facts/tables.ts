// What tables on this device have in common with those of a server.
import type { NewSeat, Options } from '../wire/wire.gen';
import facts from './tables.gen.json';

type Level = NonNullable<NewSeat['bot']>;

/** Durations are in seconds. */
interface TableFacts {
  /** The bot that plays for people who are out of time. */
  readonly minder: Level;
  /** The bot that plays with the learner of a lesson. */
  readonly teacher: Level;
  /** The shapes of seats. */
  readonly shapes: readonly number[];
  /** The most characters of a person's name. */
  readonly longest_name: number;
  /** The time for a turn under each clock. */
  readonly clocks: Readonly<Record<Exclude<Options['clock'], 'none'>, number>>;
  /** The least and the most time before a bot's move, which people would not notice if it came at once. */
  readonly bot_pause: { readonly least: number; readonly most: number };
  /** How long the page shows a turn in which all choose at once, and what one player does in turn. */
  readonly turn_shown: number;
  readonly move_shown: number;
  /** The time of the coach for a hint. */
  readonly hint: number;
  /** How long a table that is in no list is stored. */
  readonly rehearsal: number;
}

export const TABLES = facts as TableFacts;
