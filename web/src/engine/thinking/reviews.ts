// The coach's review of a game as a message.
import { Game, type GameRecord, type Lapse, measureInSteps, reviewInSteps, type View } from 'okawari';
import type { Advice, Decision, Review } from '../../wire/wire.gen';

/** Imagined games for the margin and the chance to win of the chosen move. */
const LEVEL_GAMES = 1000;

/** A moment of a game: the views of the seats that were to move, and what they chose. */
interface Moment {
  readonly round: number;
  readonly turn: number;
  readonly views: ReadonlyMap<number, View>;
  moves: readonly (readonly [seat: number, text: string])[];
}

/** The review of a record, each decision with its frame of the replay. */
export async function reviewOf(record: GameRecord, signal: AbortSignal): Promise<Review> {
  const moments = momentsOf(record);
  const decisions: Decision[] = [];
  for (const lapse of await reviewInSteps(record, { signal })) {
    const isNew = (frame: number) => !decisions.some((other) => other.frame === frame && other.seat === lapse.seat);
    const frame = moments.findIndex((moment, n) => isAbout(lapse, moment) && isNew(n));
    decisions.push(await decisionOf(lapse, frame, moments[frame]!.views.get(lapse.seat)!, signal));
  }
  return { decisions };
}

/** The moments of a game, one for each frame of its replay. */
function momentsOf(record: GameRecord): Moment[] {
  const moments: Moment[] = [];
  for (const [game, moves] of Game.replayByTurn(record)) {
    if (moments.length) moments.at(-1)!.moves = moves;
    const views = new Map(game.toMove.map((seat) => [seat, game.view(seat)]));
    moments.push({ round: game.round, turn: game.turn, views, moves: [] });
  }
  return moments;
}

function isAbout({ seat, round, turn, played }: Lapse, moment: Moment): boolean {
  const isChoice = ([who, text]: readonly [number, string]) => who === seat && text === played.text;
  return round === moment.round && turn === moment.turn && moment.moves.some(isChoice);
}

/** A lapse as a message: the chosen move is measured here, and the better one by adding what the lapse cost. */
async function decisionOf(lapse: Lapse, frame: number, view: View, signal: AbortSignal): Promise<Decision> {
  const { margin, win } = await measureInSteps(view, lapse.played, { games: LEVEL_GAMES, seed: 'level', signal });
  const { seat, round, turn } = lapse;
  const chosen: Advice = {
    move: lapse.played.text,
    margin: margin.value,
    margin_error: margin.error,
    win: win.value,
    win_error: win.error,
    reasons: [],
  };
  const better: Advice = {
    move: lapse.better.text,
    margin: margin.value + lapse.margin.value,
    margin_error: lapse.margin.error,
    win: Math.min(Math.max(win.value + lapse.win.value, 0), 1),
    win_error: lapse.win.error,
    reasons: lapse.reasons.map((reason) => ({ ...reason })) as Advice['reasons'],
  };
  return { seat, round, turn, frame, chosen, better };
}
