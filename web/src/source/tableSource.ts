// A table as the page knows it, wherever it is: the one thing that components get table, view and events from.
import type { GameEvent } from '../wire/events';
import type { View } from '../wire/view';
import type { Bill, EmoteSeen, FromBrowser, GameInfo, HintGiven, Problem, TableInfo } from '../wire/wire.gen';

/** A message as it is before it is sent, which gives it an id. */
export type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A request of the page; what keeps a connection alive and in step is not for the page to ask. */
export type Request = WithoutId<Exclude<FromBrowser, { type: 'hello' | 'ping' | 'refresh' }>>;

/**
 * Whether the table is connected, is reconnecting, or why the connection has ended; `offline`: so says the browser;
 * `no-storage`: this browser stores no games.
 */
export type ConnectionState =
  | 'connecting'
  | 'open'
  | 'lost'
  | 'offline'
  | 'not-invited'
  | 'unknown-table'
  | 'closed'
  | 'no-storage'
  | 'reload'
  | 'shutdown'
  | 'limit';

/** Why a player has lost the seat: the host gave it away, or the server no longer knows this browser. */
export type Loss = 'removed' | 'lost';

/** The coach's advice for a seat. */
export type SeatAdvice = Pick<HintGiven, 'seat' | 'tip' | 'advice'>;

/** An emote on the table; later ones have higher keys. */
export interface ShownEmote {
  key: number;
  seat: number;
  emote: EmoteSeen['emote'];
}

/** All properties are reactive, except `id` and `ahead`. Objects are replaced when they change, never changed. */
export interface TableSource {
  readonly id: string;
  readonly connection: ConnectionState;
  /** Why the game does not go on now, other than by what was asked. */
  readonly problem: Problem | null;
  /** Null until the table is known. */
  readonly info: TableInfo | null;
  /** Null in the lobby, like the view. */
  readonly game: GameInfo | null;
  readonly view: View | null;
  /** All public events of the game. */
  readonly events: GameEvent[];
  /** The bills of all plates, as of the end of the last round. */
  readonly bill: Bill[];
  /** The coach's last answer, until the game goes on. */
  readonly advice: SeatAdvice | null;
  readonly emotes: readonly ShownEmote[];
  /** The table of the rematch, once a player has asked for one. */
  readonly rematch: string | null;
  /** How far the clock of deadlines is ahead of this browser's, in seconds. */
  readonly ahead: number;
  /** The seats that the reader holds. */
  readonly yours: readonly number[];
  /** Whether this browser has had a seat at this table. */
  readonly hadSeat: boolean;
  /** Why this browser has lost its seat; null while it has it, or if it never had one. */
  readonly loss: Loss | null;
  /** Ask for something; resolves to null once it is done and durable, or to the problem. */
  ask(message: Request): Promise<Problem | null>;
  /** Leave for good: the reader goes to another page. */
  leave(): void;
}
