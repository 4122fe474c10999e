// A table that the page shows: carries out its requests, lets bots move, and keeps in step with other tabs.
import { TABLES } from '../../facts/tables';
import { Refusal } from '../../source/refusal';
import type { Request } from '../../source/tableSource';
import type { HintGiven, Problem, State } from '../../wire/wire.gen';
import { problemOf } from '../calls';
import { Cancelled, type Thinkers } from '../thinking/thinkers';
import { checkHint, choice, choose, mustHold, pause, restartClock, takeBack } from './commands';
import { numbered, type Entry, type Level, type Row } from './log';
import { resultOf } from './results';
import { lineOf, plain, StateMaker } from './state';
import { Conflict, type Storage } from './storage';
import type { Table } from './table';
import { hearOtherTabs, takeOver, tellOtherTabs } from './tabs';

/** What the page is told of a table that it shows. */
export type TableNews =
  | { table: string; type: 'state'; state: State }
  | { table: string; type: 'hint'; hint: Omit<HintGiven, 'type' | 'id'> }
  /** The game cannot go on, or not now: a move of a bot could not be stored, or the table was deleted. */
  | { table: string; type: 'problem'; problem: Problem }
  | { table: string; type: 'emote'; seat: number; emote: Extract<Request, { type: 'emote' }>['emote'] };

/** What a live table needs. */
export interface Surroundings {
  readonly storage: Storage;
  readonly thinkers: Thinkers;
  readonly tell: (news: TableNews) => void;
  /** Create the table of a rematch; gives its id. */
  readonly rematch: (table: Table) => Promise<string>;
  /** Delete a table that nobody has seen. */
  readonly discard: (id: string) => Promise<void>;
}

/** Seconds until a bot whose move could not be stored tries again. */
const RETRY = 5;

/** A decision about what to write, from the table as it is; null to write nothing. */
type Decide = (table: Table, now: number) => Entry | null;

export class LiveTable {
  private readonly states = new StateMaker();
  /** Aborts when the page leaves the table. */
  private readonly left = new AbortController();
  /** The moves that bots are thinking about, by seat and moment. */
  private readonly thinking = new Map<string, AbortController>();
  /** Aborts when the turn of the last hint is over. */
  private hinting = new AbortController();
  private looking: number | null = null;
  private thinksLess = false;
  /** Whether bots and clock of this table are moved by this tab. */
  private inCharge = false;
  /** How often this tab has taken the table over. */
  private takeovers = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The end of the last write: writes happen one after the other. */
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    private table: Table,
    private readonly around: Surroundings,
    /** How slowly turns are shown, and bots move: 1 is usual, 0 at once. */
    public pace: number,
  ) {
    hearOtherTabs(table.id, this.left.signal, () => this.queue(() => this.catchUp()).catch(this.tellProblem));
    this.tellState();
    this.takeCharge();
  }

  /** Carry out a request of the page; it is durable when this resolves, and refused otherwise. */
  async request(message: Request): Promise<void> {
    const now = Date.now() / 1000;
    this.takeCharge();
    switch (message.type) {
      case 'choose':
        return this.write((table) => choose(table, message.seat, message.move, message.number, now));
      case 'take-back':
        return this.write((table) => takeBack(table, message.seat, now));
      case 'pause':
        return this.write((table) => pause(table, message.paused, now));
      case 'look':
        return this.look(message.seat);
      case 'hint':
        return this.hint(message.seat);
      case 'emote':
        return this.around.tell({ table: this.table.id, type: 'emote', seat: message.seat, emote: message.emote });
      case 'rematch':
        return this.rematch();
      default:
        throw new Refusal({ code: 'only-in-lobby', params: {} });
    }
  }

  /** Take over the bots and the clock from other tabs: the reader looks at this one. */
  takeCharge(): void {
    if (this.inCharge || this.left.signal.aborted) return;
    const takeover = ++this.takeovers;
    const begin = () => {
      this.inCharge = true;
      this.write(restartClock).then(() => this.schedule(), this.tellProblem);
    };
    void takeOver(this.table.id, this.left.signal, begin).then(() => {
      if (takeover !== this.takeovers) return;
      this.inCharge = false;
      this.stopThinking();
      clearTimeout(this.timer);
    });
  }

  /** The page has left the table. */
  leave(): void {
    this.left.abort();
    this.stopThinking();
    this.hinting.abort();
    clearTimeout(this.timer);
  }

  private look(seat: number | null): void {
    if (seat !== null) mustHold(this.table, seat);
    this.looking = seat;
    this.tellState();
  }

  private async hint(seat: number): Promise<void> {
    checkHint(this.table, seat);
    this.hinting.abort();
    this.hinting = new AbortController();
    try {
      const hint = await this.around.thinkers.hint(plain(this.table.game.view(seat)), this.hinting.signal);
      this.around.tell({ table: this.table.id, type: 'hint', hint: { seat, ...hint } });
    } catch (problem) {
      if (!(problem instanceof Cancelled)) throw problem;
    }
  }

  private async rematch(): Promise<void> {
    if (this.table.phase !== 'over') throw new Refusal({ code: 'not-over', params: {} });
    if (this.table.rematch) return this.tellState();
    const next = await this.around.rematch(this.table);
    await this.write(({ rematch }) => (rematch ? null : { kind: 'rematch', next }));
    if (this.table.rematch !== next) await this.around.discard(next);
  }

  /** Write what `decide` says, once all writes before it are done; again if another tab has written meanwhile. */
  private write(decide: Decide): Promise<void> {
    return this.queue(async () => {
      while (!(await this.tryToWrite(decide))) await this.catchUp();
    });
  }

  private async tryToWrite(decide: Decide): Promise<boolean> {
    const { storage } = this.around;
    const at = Date.now() / 1000;
    const entry = decide(this.table, at);
    if (!entry) return true;
    const rows = numbered([entry], this.table.id, this.table.rows, at);
    // The rows are applied to a copy: a table whose rows could not be stored stays as it was.
    const after = this.table.copy();
    for (const row of rows) after.apply(row);
    const result = after.phase === 'over' && this.table.phase !== 'over' ? resultOf(after) : null;
    try {
      await storage.append(rows, { id: after.id, line: lineOf(after), listed: after.listed }, result);
    } catch (error) {
      if (error instanceof Conflict) return false;
      throw error;
    }
    this.becomes(after, rows);
    tellOtherTabs(after.id);
    return true;
  }

  /** Apply the rows that another tab has written. */
  private async catchUp(): Promise<void> {
    const [last, ...rows] = await this.around.storage.rows(this.table.id, this.table.rows - 1);
    if (!last) throw new Refusal({ code: 'unknown-table', params: {} });
    if (!rows.length) return;
    const after = this.table.copy();
    for (const row of rows) after.apply(row);
    this.becomes(after, rows);
  }

  /** Show the table after rows of its log. */
  private becomes(table: Table, rows: readonly Row[]): void {
    const before = this.table;
    this.table = table;
    if (rows.some((row) => row.kind === 'choose' && row.seat === this.looking)) this.coverHand();
    if (before.moment !== table.moment) {
      this.stopThinking();
      this.hinting.abort();
    }
    this.tellState();
    this.schedule();
  }

  /** After a choice at a shared device the hand is hidden until the next `look`, unless the same player goes on. */
  private coverHand(): void {
    const { toMove } = this.table;
    if (toMove.length !== 1 || toMove[0] !== this.looking) this.looking = null;
  }

  private queue(work: () => Promise<void>): Promise<void> {
    const done = this.written.then(work);
    this.written = done.catch(() => undefined);
    return done;
  }

  private tellState(): void {
    if (this.left.signal.aborted) return;
    const state = this.states.make(this.table, this.looking, this.thinksLess);
    this.around.tell({ table: this.table.id, type: 'state', state });
  }

  private tellProblem = (error: unknown): void => {
    if (this.left.signal.aborted) return;
    this.around.tell({ table: this.table.id, type: 'problem', problem: problemOf(error) });
  };

  /** Start the bots that are to move, and set the timer of the clock. */
  private schedule(): void {
    if (!this.inCharge || this.left.signal.aborted) return;
    for (const seat of this.table.botsToMove) void this.move(seat, this.table.seats[seat]!.bot!, this.pauseOf());
    clearTimeout(this.timer);
    const { deadline } = this.table;
    if (deadline === null) return;
    this.timer = setTimeout(() => this.timeIsUp(deadline), 1000 * deadline - Date.now());
  }

  private timeIsUp(deadline: number): void {
    if (this.table.deadline !== deadline) return;
    for (const seat of this.table.toMove) if (this.table.yours.includes(seat)) void this.move(seat, TABLES.minder, 0);
  }

  /** How many seconds a bot waits: where players take turns, until the page has shown the move before. */
  private pauseOf(): number {
    const { least, most } = TABLES.bot_pause;
    const shown = this.table.setting.inTurns ? TABLES.move_shown : 0;
    return this.pace * (least + Math.random() * (most - least) + shown);
  }

  /** Let a bot choose for a seat, and write its choice if the turn has not changed meanwhile. */
  private async move(seat: number, level: Level, seconds: number): Promise<void> {
    const { moment, game } = this.table;
    const key = `${moment} ${seat}`;
    if (this.thinking.has(key)) return;
    const control = new AbortController();
    this.thinking.set(key, control);
    try {
      const view = game.view(seat);
      const thought = this.around.thinkers.choose(view, level, control.signal);
      const [{ move, shortened }] = await Promise.all([thought, wait(seconds)]);
      if (control.signal.aborted) return;
      this.thinksLess = shortened;
      await this.write((table, now) =>
        table.moment === moment && table.phase === 'playing' && table.toMove.includes(seat)
          ? choice(table, seat, move, now)
          : null,
      );
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.tellProblem(error);
      setTimeout(() => this.schedule(), 1000 * RETRY);
    } finally {
      if (this.thinking.get(key) === control) this.thinking.delete(key);
    }
  }

  private stopThinking(): void {
    for (const control of this.thinking.values()) control.abort();
    this.thinking.clear();
  }
}

const wait = (seconds: number) => new Promise((done) => setTimeout(done, 1000 * seconds));
