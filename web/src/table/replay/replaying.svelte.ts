// The state of a replay: the moment, and whose view is shown.
import { extraDiner, type Board, type Diner } from '../../game/board';
import { momentLines, narratorFor } from '../../game/log';
import { atRest } from '../../game/newest';
import { traitsOf, type Traits } from '../../game/traits';
import { settings } from '../../lib/settings.svelte';
import { hasText, say } from '../../lib/texts.svelte';
import type { FinishedGame } from '../../source/finishedGame';
import { asEvents, type GameEvent } from '../../wire/events';
import type { LogLine } from '../../game/narrator';
import { asView, type View } from '../../wire/view';
import type { Decision, Frame, Points, Replay } from '../../wire/wire.gen';

/** Milliseconds between the moments of a replay that runs: a turn is shown, and can be looked at. */
const PACE = { off: 1600, slow: 5200, normal: 2800, fast: 1300 };

export class Replaying {
  at = $state(0);
  /** Whose view is shown; null for the spectators'. */
  seat = $state<number | null>(null);
  running = $state(false);
  /** The decisions that mattered, once the review is there. */
  decisions = $state.raw<Decision[]>([]);
  /** Whether the review is wanted. */
  readonly reviewed: boolean;
  /** Grows with every jump: the table is then drawn anew instead of animated from one moment to the next. */
  jumps = $state(0);

  /** `asked` are the parameters of the address: a moment, and a seat, which is empty for the spectators' view. */
  constructor(
    readonly game: FinishedGame,
    readonly replay: Replay,
    readonly points: Points,
    asked: URLSearchParams = new URLSearchParams(),
  ) {
    this.at = this.within(Number(asked.get('frame')));
    this.seat = this.seatIn(asked.get('seat'));
    this.reviewed = asked.has('look');
  }

  /** The address of the moment and the view that are shown, without its path. */
  get address(): string {
    return `?frame=${this.at}&seat=${this.seat ?? ''}${this.reviewed ? '&look=1' : ''}`;
  }

  /** The reader's own seat; null for those who did not play, or played with others at one device. */
  get you(): number | null {
    const [seat, ...more] = this.replay.yours;
    return seat === undefined || more.length ? null : seat;
  }

  /** Records name a bot by its level, which has a name in every language. */
  get names(): string[] {
    return this.replay.names.map((name) => (hasText(`bot.${name}.name`) ? say(`bot.${name}.name`) : name));
  }

  get diners(): Diner[] {
    const { shapes } = this.replay;
    const diners: Diner[] = this.names.map((name, i) => ({
      name,
      shape: shapes[i] ?? i + 1,
      kind: 'person',
      online: true,
      minded: false,
    }));
    return this.traits.extraPlate ? [...diners, extraDiner()] : diners;
  }

  private get traits(): Traits {
    return traitsOf(this.replay.setting, this.points);
  }

  /** The decision of this moment and view, if it mattered. */
  get decision(): Decision | null {
    return this.decisions.find(({ frame, seat }) => frame === this.at && seat === this.seat) ?? null;
  }

  /** The seat that can choose otherwise: that of the view, or for spectators the only one to move. */
  get deciding(): number | null {
    const { to_move: seats } = this.frame;
    if (this.seat !== null) return seats.includes(this.seat) ? this.seat : null;
    return seats.length === 1 ? seats[0]! : null;
  }

  get frame(): Frame {
    return this.replay.frames[this.at]!;
  }

  get view(): View {
    return asView(this.frame.views[this.seat ?? this.replay.setting.seats]);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get events(): GameEvent[] {
    return this.replay.frames.slice(0, this.at + 1).flatMap((frame) => asEvents(frame.events));
  }

  /** What has just happened. */
  get happened(): LogLine[] {
    return momentLines(asEvents(this.frame.events), this.board);
  }

  /** The moment for a screen reader; empty while the replay runs, which is too fast to listen to. */
  get spoken(): string {
    if (this.running) return '';
    const ending = narratorFor(this.board).ending(this.board.events);
    return [`${this.name(this.at)}.`, ...this.happened.map(({ text }) => text), ...ending].join(' ');
  }

  get board(): Board {
    return {
      view: this.view,
      points: this.points,
      traits: this.traits,
      diners: this.diners,
      me: this.seat ?? 0,
      you: this.you,
      playing: false,
      toMove: this.frame.to_move,
      turns: this.replay.turns ?? this.turns.find(({ round }) => round === this.frame.round)?.turns.length ?? null,
      worth: this.frame.worth,
      gains: {},
      events: this.events,
      ...atRest(this.events),
      deadline: null,
      choose: async () => null,
    };
  }

  /** Go to a moment. */
  go(to: number): void {
    const at = this.within(to);
    if (at !== this.at + 1) this.jumps += 1;
    this.at = at;
    if (at === this.last) this.running = false;
  }

  /** Show a seat's view, or with null the spectators'. */
  look(seat: number | null): void {
    this.seat = seat;
    this.jumps += 1;
  }

  toggle(): void {
    if (!this.running && this.at === this.last) this.go(0);
    this.running = !this.running;
  }

  /** Milliseconds of each moment while the replay runs. */
  get pace(): number {
    return PACE[settings.speed];
  }

  /** The name of a moment. */
  name(at: number): string {
    const { round, turn } = this.replay.frames[at]!;
    return at === this.last ? say('replaypage.over') : say('replaypage.at', { round, turn });
  }

  /** The first moment of each turn, by rounds. */
  get turns(): { round: number; turns: { turn: number; at: number }[] }[] {
    const rounds: { round: number; turns: { turn: number; at: number }[] }[] = [];
    this.replay.frames.slice(0, -1).forEach(({ round, turn }, at) => {
      if (rounds.at(-1)?.round !== round) rounds.push({ round, turns: [] });
      const { turns } = rounds.at(-1)!;
      if (turns.at(-1)?.turn !== turn) turns.push({ turn, at });
    });
    return rounds;
  }

  /** The seat that an address names; the reader's own where it names none. */
  private seatIn(asked: string | null): number | null {
    if (asked === null) return this.replay.yours[0] ?? null;
    const seat = Number(asked);
    return asked !== '' && seat in this.replay.names ? seat : null;
  }

  private within(at: number): number {
    return Math.max(0, Math.min(this.replay.frames.length - 1, Math.trunc(at) || 0));
  }
}
