// The state of a table on this device, computed from its log.
import { Game, type GameRecord, type Okawari, Setting } from 'okawari';
import { bytesOf } from '../../lib/hex';
import type { Options, TableInfo } from '../../wire/wire.gen';
import type { Beginning, Entry, LessonPlan, Row, Seat } from './log';

type Step = Map<number, string>;
type Phase = TableInfo['phase'];
type EntryOf<Kind extends Entry['kind']> = Extract<Row, { kind: Kind }>;

export class Table {
  readonly id: string;
  readonly beginning: Beginning;
  readonly setting: Setting;
  /** The number of the last log row that was applied. */
  rows = 0;
  updated = 0;
  phase: Phase = 'playing';
  game: Game;
  /** The moves by seat of each turn that was played, and of the turn that waits for choices. */
  steps: Step[] = [];
  pending: Step = new Map();
  /** Counts turns played and taken back; the page knows it as the number of the game. */
  moment = 1;
  /** How often a choice was taken back. */
  backs = 0;
  deadline: number | null;
  /** Seconds that were left on the clock when the game was paused. */
  left: number | null = null;
  ended = 0;
  rematch: string | null = null;

  private constructor(
    private readonly okawari: Okawari,
    first: EntryOf<'set'>,
  ) {
    this.id = first.table;
    this.beginning = first.data;
    this.setting = Setting.fromJSON({ ...first.data.setting });
    this.deadline = first.data.until;
    this.game = this.newGame();
    this.note(first);
  }

  /** The table after all rows of a log. */
  static fromLog(okawari: Okawari, [first, ...others]: readonly Row[]): Table {
    if (first?.kind !== 'set') throw new TypeError('A log begins with how the table was set.');
    const table = new Table(okawari, first);
    for (const row of others) table.apply(row);
    return table;
  }

  /** An independent copy of this table. */
  copy(): Table {
    const { game, steps, pending } = this;
    const twin = Object.assign(Object.create(Table.prototype) as Table, this);
    return Object.assign(twin, { game: game.copy(), steps: [...steps], pending: new Map(pending) });
  }

  /** Apply the next row of the log; a move that the rules refuse throws `IllegalMove`. */
  apply(row: Row): void {
    switch (row.kind) {
      case 'set':
        throw new TypeError('A table is set once.');
      case 'choose':
        this.applyChoice(row);
        break;
      case 'back':
        this.applyBack(row);
        break;
      case 'pause':
        this.applyPause(row);
        break;
      case 'clock':
        this.deadline = row.until;
        break;
      case 'rematch':
        this.rematch = row.next;
    }
    this.note(row);
  }

  get seats(): readonly Seat[] {
    return this.beginning.seats;
  }

  get options(): Options {
    return this.beginning.options;
  }

  get lesson(): LessonPlan | null {
    return this.beginning.lesson;
  }

  /** Whether the table is in lists and its game counts: lessons and rehearsals are not. */
  get listed(): boolean {
    return !this.lesson && !this.beginning.rehearsal;
  }

  /** The seats of people at this device. */
  get yours(): number[] {
    return this.seats.flatMap((seat, place) => (seat.kind === 'person' ? [place] : []));
  }

  /** Whether players may ask for hints. */
  get hints(): boolean {
    return this.options.hints ?? this.yours.length === 1;
  }

  get toMove(): number[] {
    return this.phase === 'playing' || this.phase === 'paused' ? this.game.toMove : [];
  }

  /** The seats that have yet to choose and are played by bots. */
  get botsToMove(): number[] {
    return this.phase === 'playing' ? this.toMove.filter((seat) => this.seats[seat]!.kind === 'bot') : [];
  }

  /** Whether a seat can take its last choice back: against bots alone, or a swap that was the last move of all. */
  mayTakeBack(seat: number): boolean {
    if (this.phase !== 'playing') return false;
    if (this.yours.length === 1) return this.lastDecision(seat) >= 0;
    return !this.pending.size && !!this.steps.at(-1)?.get(seat)?.startsWith('swap');
  }

  /** The record of the game, with names; only to be shown once the game is over. */
  get record(): GameRecord {
    const { record } = this.game;
    return this.okawari.record({ ...record.toJSON(), names: this.seats.map(({ name, bot }) => name || bot || '') });
  }

  private note({ number, at }: Row): void {
    this.rows = number;
    this.updated = at;
  }

  /** The game as it was when it started. */
  private newGame(): Game {
    const { seed, lesson, rehearsal } = this.beginning;
    const bytes = bytesOf(seed);
    if (rehearsal) return Game.rehearse(this.okawari.record(rehearsal.record), rehearsal.frame, bytes);
    return new Game(this.okawari.engine, this.setting, lesson ? lesson.seed : bytes);
  }

  private applyChoice({ seat, move, until, at }: EntryOf<'choose'>): void {
    this.choose(seat, move);
    if (!this.pending.size) {
      this.moment++;
      this.deadline = until;
    }
    if (this.game.over || this.lessonOver) {
      this.phase = 'over';
      this.deadline = null;
      this.ended = at;
    }
  }

  /** Make a choice in the game; after the last choice of a turn, the turn is one of the steps. */
  private choose(seat: number, move: string): void {
    const before = this.game.eventCount;
    this.game.choose(seat, move);
    this.pending.set(seat, move);
    if (this.game.eventCount > before) {
      this.steps.push(this.pending);
      this.pending = new Map();
    }
  }

  /** Play the game again up to the seat's last choice; the choices of the other seats in that turn are kept. */
  private applyBack({ seat, until }: EntryOf<'back'>): void {
    const kept = [...this.steps, this.pending].slice(0, this.lastDecision(seat) + 1);
    const last = new Map(kept.pop());
    last.delete(seat);
    this.game = this.newGame();
    this.steps = [];
    this.pending = new Map();
    for (const step of [...kept, last]) for (const [other, move] of step) this.choose(other, move);
    this.moment++;
    this.backs++;
    this.deadline = until;
  }

  private applyPause({ paused, until, at }: EntryOf<'pause'>): void {
    this.phase = paused ? 'paused' : 'playing';
    this.left = paused && this.deadline !== null ? Math.max(0, this.deadline - at) : null;
    this.deadline = until;
  }

  /** The index of the last turn in which a seat chose, among `steps` and then `pending`; -1 if it never did. */
  private lastDecision(seat: number): number {
    return [...this.steps, this.pending].findLastIndex((step) => step.has(seat));
  }

  /** Whether the table is a lesson that has come to its end; its game has not. */
  private get lessonOver(): boolean {
    if (!this.lesson) return false;
    const { turns } = this.lesson;
    return this.game.round > 1 || (turns !== null && this.game.turn > turns);
  }
}
