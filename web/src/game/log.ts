// The log of a game: what happened, turn by turn.
import type { Board } from './board';
import { say, signed } from '../lib/texts.svelte';
import { isArrival, newestOf } from './newest';
import { Narrator, type LogLine } from './narrator';
import type { GameEvent } from '../wire/events';

const SCORES = ['round-score', 'final-score'];
/** Events of players that can follow a turn, and do not belong to it. */
const AFTER = ['draw', 'line', ...SCORES];

/** What of a board is told. */
type Told = Pick<Board, 'diners' | 'you' | 'events'>;

export function narratorFor(board: Pick<Board, 'diners' | 'you'>, rolls?: (who: number) => boolean): Narrator {
  return new Narrator(
    board.diners.map((diner) => diner.name),
    board.you,
    rolls,
  );
}

/** The last turn of all players, in sentences. */
export function lastTurn(board: Told): LogLine[] {
  const { events } = board;
  const end = events.findLastIndex(isArrival);
  const [first] = newestOf(events.slice(0, end + 1));
  if (!first) return [];
  let start = events.indexOf(first);
  // What a player did before they kept or took something.
  while (start > 0 && events[start - 1]!.who === first.who) start -= 1;
  let after = end + 1;
  while (after < events.length && events[after]!.who !== undefined && !AFTER.includes(events[after]!.event)) after += 1;
  return narratorFor(board, () => false).lines(events.slice(start, after).filter((event) => event.event !== 'draw'));
}

/** What one player does in the beat that is shown, in a few words; empty in other beats, and for one's own re-rolls. */
export function shownNow(board: Told & Pick<Board, 'beat'>): string {
  const { kind, told = [] } = board.beat ?? {};
  if (kind === 'take' || kind === 'swap') return narratorFor(board).sentences(told).join(' ');
  const again = told.find(({ event, who }) => event === 'reroll' && who !== board.you);
  return again ? say('dice.rerolls', { name: board.diners[again.who!]?.name ?? '' }) : '';
}

/** The whole log by rounds, the last round first. */
export function logByRound(board: Told): { round: number; lines: LogLine[] }[] {
  const parts: GameEvent[][] = [];
  for (const event of board.events) {
    if (!parts.length || event.event === 'deal' || event.event === 'bag') parts.push([]);
    parts.at(-1)!.push(event);
  }
  // The event that says who starts comes before the first deal.
  if (parts.length > 1 && parts[0]!.every((event) => event.event === 'starter'))
    parts.splice(0, 2, [...parts[0]!, ...parts[1]!]);
  const teller = narratorFor(board);
  return parts
    .map((events, i) => ({ round: i + 1, lines: [...teller.lines(events), ...scores(events, board)] }))
    .reverse();
}

/** The log of one moment: the points of a round come before the deal of the next. */
export function momentLines(events: readonly GameEvent[], board: Told): LogLine[] {
  const teller = narratorFor(board, () => false);
  const end = events.findLastIndex((event) => SCORES.includes(event.event)) + 1;
  return [...teller.lines(events.slice(0, end)), ...scores(events, board), ...teller.lines(events.slice(end))];
}

function scores(events: readonly GameEvent[], board: Told): LogLine[] {
  return events
    .filter((event) => SCORES.includes(event.event))
    .map((event) => ({ text: scoreLine(event, board), who: event.who ?? null, dish: null }));
}

/** A player's points of a round or of the end, as a sentence. */
function scoreLine(event: GameEvent, board: Told): string {
  const points = Number(event.points ?? dessertPoints(event, board));
  const params = { name: event.who, points: signed(points), total: signed(Number(event.total)) };
  return narratorFor(board).sentence({ path: `event.${event.event}`, params });
}

/** What the end of the game added to the rounds. */
function dessertPoints(event: GameEvent, board: Told): number {
  const before = board.events.findLast((other) => other.event === 'round-score' && other.who === event.who);
  return Number(event.total) - Number(before?.total ?? 0);
}
