// A game as a table draws it, whether it is being played, watched or looked at again.
import type { GameEvent } from './table.svelte';
import type { View } from './view';
import type { BillLine, GameInfo, Problem } from './wire.gen';

/** What each card or die that the reader could take now would bring, by its word. */
export type Gains = GameInfo['gains'];

/** Somebody with a plate: a person, a bot, or the dummy, who has no seat. */
export interface Diner {
  name: string;
  shape: number;
  kind: 'person' | 'bot' | 'dummy';
  /** Whether a person is there; bots always are. */
  online: boolean;
  /** Whether a bot plays for a person who is away. */
  minded: boolean;
}

export interface Board {
  view: View;
  /** One for each plate, the dummy last. */
  diners: Diner[];
  /** Whose side of the counter is drawn at the bottom: the reader's seat, or any for those who watch. */
  me: number;
  /** Whether the reader plays that seat; otherwise nothing can be chosen and no hand is shown as one's own. */
  playing: boolean;
  toMove: number[];
  turns: number | null;
  /** What every plate would bring if the round ended now. */
  worth: BillLine[][];
  gains: Gains;
  /** Everything that has happened so far. */
  events: GameEvent[];
  /** When the clock ends, in seconds of this browser's own time. */
  deadline: number | null;
  /** Make or change the choice of `me`; resolves to the problem, or to null once it is durable. */
  choose: (move: string) => Promise<Problem | null>;
}
