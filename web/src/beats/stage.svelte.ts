// A board as it is shown: while the beats of a turn run it lags behind, so that nothing is seen before its beat.
import { untrack } from 'svelte';
import type { Beat } from '../game/beat';
import type { Board } from '../game/board';
import { animationTime, mayAnimate } from '../lib/settings.svelte';
import { asView, isDraft, type View } from '../wire/view';
import type { GameEvent } from '../wire/events';
import { afterEvents } from './apply';
import { isEndOfRound, planBeats } from './plan';

/** Milliseconds for which a tap does not skip: it may be the second one of a double click. */
const DOUBLE_CLICK = 300;
/** Turns that are shown one after the other: a card of the pyramid, and the answer to it. */
const MOST_TURNS = 2;
/** The fields of a view that have a value for each plate, and no secrets. */
const BY_PLATE = ['plates', 'desserts', 'on_wasabi', 'dessert_amounts', 'scores', 'trays', 'tokens'];

/** Beats during which the next player can choose already. */
const GOES_ON = ['swap', 'roll', 'uncover'];

export class Stage {
  /** The beat that is shown; null while the table stands still. */
  private beat = $state.raw<Beat | null>(null);
  private latest = $state.raw<Board | null>(null);
  /** The board before the turn whose beats are shown. */
  private before: Board | null = null;
  private waiting: Beat[] = [];
  private told: GameEvent[] = [];
  private done: GameEvent[] = [];
  private endsRound = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;

  /** `source` is the board as it is now; `onbeat` is called before a beat is drawn. */
  constructor(
    source: () => Board | null,
    private readonly onbeat: (beat: Beat) => void = () => {},
  ) {
    $effect.pre(() => {
      const now = source();
      untrack(() => this.follow(now));
    });
    $effect(() => {
      const hide = () => document.hidden && this.finish();
      document.addEventListener('visibilitychange', hide);
      return () => {
        document.removeEventListener('visibilitychange', hide);
        clearTimeout(this.timer);
      };
    });
  }

  /** The board to draw. */
  readonly board = $derived.by((): Board | null => {
    const { beat, latest } = this;
    return beat && latest && this.before ? this.during(beat, this.before, latest) : latest;
  });

  /** Show the result at once. */
  skip(): void {
    if (this.beat && Date.now() - this.since > DOUBLE_CLICK) this.finish();
  }

  private follow(now: Board | null): void {
    const before = this.latest;
    const news = before && now ? newEvents(before, now) : null;
    // Arrival, another game, or a step back: there is nothing to show on the way.
    if (!before || !news) this.finish();
    else if (news.length) this.begin(before, news);
    this.latest = now;
  }

  private begin(before: Board, news: GameEvent[]): void {
    this.finish();
    const beats = planBeats(news);
    if (!beats.length || isSeveralTurns(news) || !mayAnimate() || document.hidden) return;
    this.before = before;
    this.waiting = beats;
    this.endsRound = news.some(isEndOfRound);
    this.since = Date.now();
    this.next();
  }

  private next(): void {
    const beat = this.waiting.shift() ?? null;
    if (!beat) return this.finish();
    this.onbeat(beat);
    this.told = [...this.told, ...beat.told];
    this.done = [...this.done, ...beat.done];
    this.beat = beat;
    this.timer = setTimeout(() => this.next(), animationTime(beat.length));
  }

  /** Whether all is in its place, and only turns or tumbles there. */
  private isSettled({ kind }: Beat): boolean {
    return GOES_ON.includes(kind) && !this.waiting.length && !this.endsRound;
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.beat = null;
    this.before = null;
    this.waiting = [];
    this.told = [];
    this.done = [];
  }

  /** What is seen while a beat is shown: nobody is to move, and log, plates and scores are as far as the beat is. */
  private during(beat: Beat, before: Board, latest: Board): Board {
    const pending = new Set(this.waiting.flatMap((later) => later.done.map(({ who }) => who)));
    const seen = this.told.some(isPass) ? withoutHands(before.view) : asSeenBy(latest.view, before.view);
    const now = afterEvents(seen, this.done, latest.points);
    const lying = this.told.filter((event) => event.event === 'play' && !this.done.includes(event));
    return {
      ...latest,
      me: before.me,
      playing: before.playing && latest.playing,
      view: this.isSettled(beat) ? latest.view : this.endsRound ? now : settled(now, latest.view, pending),
      toMove: GOES_ON.includes(beat.kind) ? latest.toMove : [],
      worth: pending.size || this.endsRound ? before.worth : latest.worth,
      gains: before.gains,
      events: [...before.events, ...this.told],
      newest: this.done,
      lying,
      beat,
    };
  }
}

const isPass = ({ event }: GameEvent): boolean => event === 'pass';

/** The events that a board has more than the one before; null if it does not follow on it. */
function newEvents({ events: before }: Board, { events: now }: Board): GameEvent[] | null {
  const follows = now.length >= before.length && now[before.length - 1] === before.at(-1);
  return follows ? now.slice(before.length) : null;
}

/** Whether more happened than can be shown, after a gap or a jump. */
function isSeveralTurns(news: readonly GameEvent[]): boolean {
  const turns = news.filter(({ event }) => ['pass', 'slide', 'take'].includes(event)).length;
  return turns > MOST_TURNS;
}

/**
 * A view as it was, with what its reader may do now. At a shared device the next player must not see the hand of the
 * last one.
 */
function asSeenBy(now: View, before: View): View {
  if (!isDraft(now)) return asView({ ...before, moves: now.moves, to_move: now.to_move });
  if (!isDraft(before)) return before;
  if (now.viewer === before.viewer) return before;
  const { viewer, hands, unseen, choice, drawn, moves } = now;
  return { ...before, viewer, hands, unseen, choice, drawn, moves };
}

/** A view after the hands have left; the last cards of a round are not held, but played at once. */
function withoutHands(view: View): View {
  return isDraft(view) ? { ...view, hands: view.hands.map(() => []) } : view;
}

/** A view in which the plates that have nothing more to come are the ones of the view that follows. */
function settled(view: View, latest: View, pending: ReadonlySet<number | undefined>): View {
  const now: Record<string, unknown> = { ...view };
  for (const [field, values] of Object.entries(latest))
    if (BY_PLATE.includes(field)) now[field] = byPlate(now[field], values, pending);
  return asView(now);
}

function byPlate(before: unknown, latest: unknown, pending: ReadonlySet<number | undefined>): unknown {
  if (!Array.isArray(before) || !Array.isArray(latest)) return before;
  return latest.map((value: unknown, plate) => (pending.has(plate) ? before[plate] : value) as unknown);
}
