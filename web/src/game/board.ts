// A game as a table draws it, whether it is played, watched or replayed.
import type { Traits } from './traits';
import type { Beat } from './beat';
import type { GameEvent } from '../wire/events';
import { say } from '../lib/texts.svelte';
import { isBattle, isDraft, isRoll, type BattleView, type DraftView, type RollView, type View } from '../wire/view';
import type { GameInfo, Points, Problem } from '../wire/wire.gen';

/** What each card or die that the reader could take now would bring, by its word. */
export type Gains = GameInfo['gains'];

/** What each dish of a plate would bring if the round ended now. */
export type Worth = GameInfo['worth'][number];

/** An owner of a plate: a person, a bot, or nobody: the extra plate has no seat. */
export interface Diner {
  name: string;
  shape: number;
  kind: 'person' | 'bot' | 'extra';
  /** Whether a person is there; bots always are. */
  online: boolean;
  /** Whether a bot plays for a person who is away. */
  minded: boolean;
}

export interface Board {
  view: View;
  points: Points;
  traits: Traits;
  /** One for each plate, the extra plate's last. */
  diners: Diner[];
  /** The seat that is drawn at the bottom: the reader's, or any seat for spectators. */
  me: number;
  /** The reader's own seat, which texts call "you"; null for spectators, and where several share a device. */
  you: number | null;
  /** Whether the reader plays that seat; otherwise nothing can be chosen, and no hand is shown. */
  playing: boolean;
  toMove: number[];
  turns: number | null;
  /** One for each plate. */
  worth: Worth[];
  gains: Gains;
  /** All events so far. */
  events: GameEvent[];
  /** The arrivals on plates and trays that are marked as the newest. */
  newest: GameEvent[];
  /** Cards that are revealed and not yet in their places. */
  lying: GameEvent[];
  /** The beat of the last turn that is being shown; null while the table stands still. */
  beat: Beat | null;
  /** When the clock ends, in seconds of this browser's own time. */
  deadline: number | null;
  /** Make or change the choice of `me`; resolves to the problem, or to null once it is durable. */
  choose: (move: string) => Promise<Problem | null>;
}

export type DraftBoard = Board & { view: DraftView };
export type BattleBoard = Board & { view: BattleView };
export type RollBoard = Board & { view: RollView };

export const isDraftBoard = (board: Board): board is DraftBoard => isDraft(board.view);
export const isBattleBoard = (board: Board): board is BattleBoard => isBattle(board.view);
export const isRollBoard = (board: Board): board is RollBoard => isRoll(board.view);

const EXTRA_SHAPE = 5;

/** The owner of the plate that has no seat. */
export function extraDiner(): Diner {
  return { name: say('ui.dummy'), shape: EXTRA_SHAPE, kind: 'extra', online: true, minded: false };
}

/** What the dice of the dessert show, by plate; null where the dessert has none. */
export function playerDice({ view, traits }: DraftBoard | BattleBoard): number[] | null {
  return traits.dessert?.die ? view.dessert_amounts : null;
}

/** The others in the order in which they sit: the left neighbour first, the extra plate last. */
export function othersOf(board: Board): number[] {
  const { seats } = board.view;
  const round = Array.from({ length: seats - 1 }, (_, i) => (board.me + 1 + i) % seats);
  return board.diners.length > seats ? [...round, seats] : round;
}

/** The words that a plate got last. */
export function newestOn({ newest }: Pick<Board, 'newest'>, who: number): string[] {
  return newest.filter((arrival) => arrival.who === who).map(({ dish, face }) => String(dish ?? face));
}

/** The name that the page shows for a player: the reader is "You". */
export function nameOf(board: Board, who: number): string {
  return board.playing && who === board.me ? say('ui.you') : (board.diners[who]?.name ?? '');
}
