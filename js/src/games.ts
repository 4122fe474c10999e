// A game in progress.
import { recordingDealer, seedBytes, type Seed } from './dealers.js';
import { Records, type Engine } from './engine.js';
import { BadFile, IllegalMove } from './errors.js';
import { readEvents, recordedRows, type Event, type EventRow } from './events.js';
import { luckWord, readLuck } from './luck.js';
import { letter, notationFor, type Move } from './notation.js';
import { DISHES_OF_WORDS } from './pad.gen.js';
import { Position } from './positions.js';
import { GameRecord, digest } from './records.js';
import { readScores, type Score } from './scores.js';
import type { Setting } from './settings.js';
import { hex } from './sha256.js';
import {
  MOST_LUCK,
  NOBODY,
  NOT_IN_HAND,
  NOT_YOUR_TURN,
  PLACE_EMPTY,
  PROBLEMS,
  RULES,
  SEAT_LETTERS,
  SERVED,
} from './tables.gen.js';
import { View, legalMoves } from './views.js';
import { range, setBits } from './words.js';

/** A seat, and the text of its move. */
export type Choice = readonly [seat: number, text: string];

/** A game in progress. */
export class Game {
  private table: Records;
  private dealer!: Records;
  private key: Uint8Array | null = null;
  private drawsLuck = false;
  private rows: EventRow[] = [];
  private words: string[] = [];
  private played: Choice[] = [];
  private pending = new Map<number, string>();
  private start: Position | null = null;

  /** A new game: the table set, and the first round dealt. */
  constructor(engine: Engine, setting: Setting, seed?: Seed);
  /** A game at a table that is there already. */
  constructor(engine: Engine, setting: Setting, seed: Seed | 'replay', table: Records);
  constructor(
    readonly engine: Engine,
    readonly setting: Setting,
    seed?: Seed | 'replay',
    table?: Records,
  ) {
    this.table = table ?? new Records(setting.tableLayout);
    this.setDealer(seed === 'replay' ? null : seedBytes(seed));
    if (!table) {
      this.setTable();
      this.takeRecorded();
    }
  }

  /** A game that goes on from a position, with fresh luck. */
  static fromPosition(position: Position, seed?: Seed): Game {
    const game = new Game(position.engine, position.setting, seed, position.table());
    game.start = position;
    return game;
  }

  /** A game that agrees with a view: what the seat cannot know is sampled. */
  static fromView(view: View, seed?: Seed): Game {
    const { engine, setting } = view;
    const game = new Game(engine, setting, seed, new Records(setting.tableLayout));
    engine.call(`${setting.tableKind}_imagine`, view.record, game.dealer, game.table);
    game.dealer.set('luck_count', 0);
    if (!view.over) game.start = game.position;
    return game;
  }

  /** The game of a record, replayed with the luck in it. Later moves draw fresh luck. */
  static replay(record: GameRecord): Game {
    let last: Game | undefined;
    for (const [game] of Game.replayByTurn(record)) last = game;
    return last!;
  }

  /**
   * The game of a record after a number of turns, with the same hidden cards and new luck.
   *
   * A turn is one of those that `replayByTurn` goes through; after the last one `BadFile` is thrown. The record of such
   * a game has no seed.
   */
  static rehearse(record: GameRecord, turns: number, seed?: Seed): Game {
    let played = 0;
    for (const [game] of Game.replayByTurn(record)) {
      if (played++ === turns && !game.over) {
        game.setDealer(seedBytes(seed));
        game.key = null;
        return game;
      }
    }
    throw new BadFile('no-decision');
  }

  /**
   * Replay a record: before the first choice and after each turn, the game and the choices just played.
   *
   * The game is the same object each time.
   */
  static *replayByTurn(record: GameRecord): Generator<[Game, readonly Choice[]]> {
    const { engine, setting } = record;
    const { position, moves } = record.fields;
    const luck = readLuck(setting, record.fields.luck);
    const start = position ? Position.fromJSON(engine, position) : null;
    const game = new Game(engine, setting, 'replay', start?.table() ?? new Records(setting.tableLayout));
    game.start = start;
    let used = start ? 0 : game.replayStep(luck, 0, () => game.setTable());
    game.words = record.fields.luck.slice(0, used);
    yield [game, []];
    for (const [seat, text] of moves) {
      const before = game.played.length;
      used = game.replayStep(luck, used, () => game.submit(seat, text));
      if (game.played.length > before) {
        game.words = record.fields.luck.slice(0, used);
        yield [game, game.played.slice(before)];
      }
    }
    if (used !== luck.length) throw new BadFile('bad-luck');
    game.setDealer(seedBytes());
    game.key = record.seedBytes;
  }

  /** A game of its own that stands where this one stands, with the same luck to come. */
  copy(): Game {
    const twin = new Game(this.engine, this.setting, 'replay', this.table.slice());
    twin.dealer = this.dealer.slice();
    twin.key = this.key;
    twin.drawsLuck = this.drawsLuck;
    twin.rows = [...this.rows];
    twin.words = [...this.words];
    twin.played = [...this.played];
    twin.pending = new Map(this.pending);
    twin.start = this.start;
    return twin;
  }

  /**
   * Make a seat's choice, or change it; when all seats have chosen, the turn is played.
   *
   * An illegal move throws `IllegalMove`, which says why, and changes nothing.
   */
  choose(seat: number, move: Move | string | number): void {
    this.submit(seat, move);
    if (this.dealer.get('event_count')) this.takeRecorded();
  }

  /** The move as it is written in records, if a seat may choose it now; if not, `IllegalMove` says why. */
  check(seat: number, move: Move | string | number): Move {
    const found = notationFor(this.setting).move(move);
    const problem = this.hasSeat(seat) ? this.call('refusal', this.table, seat, found.number)[0]! : NOT_YOUR_TURN;
    if (problem) throw this.refused(problem, seat, found);
    return found;
  }

  get over(): boolean {
    return Boolean(this.table.get('over'));
  }

  /** The round, from 1 to 3. */
  get round(): number {
    return this.table.get('round_no');
  }

  /** The turn of the round, from 1 on; in Sushi Roll every seat keeps one die in a turn. */
  get turn(): number {
    return this.table.get('turn');
  }

  /** The seats that have yet to choose in this turn. */
  get toMove(): number[] {
    if (this.over) return [];
    return this.setting.inTurns ? [this.table.get('to_move')] : setBits(this.table.get('waiting'));
  }

  /** The numbers of all seats. */
  get seats(): number[] {
    return range(this.setting.seats);
  }

  /** The legal moves of a seat. */
  moves(seat: number): Move[] {
    return legalMoves(this.engine, this.setting, `${this.setting.tableKind}_moves`, this.table, seat);
  }

  /** What a seat may know; without a seat, what spectators see. */
  view(seat?: number | null): View {
    const viewer = seat ?? NOBODY;
    if (viewer !== NOBODY && !this.hasSeat(viewer)) {
      throw new RangeError(`There is no seat ${viewer}; the seats are 0 to ${this.setting.seats - 1}.`);
    }
    const record = new Records(this.setting.viewLayout);
    this.call('look', this.table, viewer, record);
    return new View(this.engine, this.setting, record);
  }

  /** The points of each plate so far, the extra plate's last. */
  get totals(): number[] {
    return this.table.list('points').slice(0, this.setting.diners);
  }

  /** The seats that have won: several if the win is shared, none until the game is over. */
  get winners(): number[] {
    return setBits(this.table.get('winners'));
  }

  /** The rank of each seat, from 1 on: equal totals share it unless a tie was broken; empty before the end. */
  get places(): number[] {
    if (!this.over) return [];
    const { setting, winners } = this;
    const sign = setting.variantRules.lowestWins ? -1 : 1;
    const totals = this.totals.slice(0, setting.seats).map((total) => sign * total);
    return totals.map((total, seat) =>
      winners.includes(seat) ? 1 : 1 + Math.max(winners.length, totals.filter((other) => other > total).length),
    );
  }

  /** How many cards or dice of each dish a seat has taken so far, in the order in which it first took one. */
  dishesTaken(seat: number): Record<string, number> {
    const taken: Record<string, number> = {};
    for (const { who, name, details } of this.events) {
      const detail = SERVED[name];
      if (who !== seat || !detail) continue;
      const dish = DISHES_OF_WORDS[details[detail] as string]!;
      taken[dish] = (taken[dish] ?? 0) + 1;
    }
    return taken;
  }

  /** The bill of each plate: the total, and every line with its reason. */
  get scores(): Score[] {
    const beganIn = this.start ? (this.start.data['round'] as number) : 0;
    return readScores(this.rows, this.setting, this.totals, beganIn);
  }

  /** All events so far. */
  get events(): Event[] {
    return this.eventsAfter(0);
  }

  /** How many events there have been so far. */
  get eventCount(): number {
    return this.rows.length;
  }

  /** The events after the first `known` ones. */
  eventsAfter(known: number): Event[] {
    return readEvents(this.rows.slice(known), this.setting);
  }

  /** The luck so far, in words. It holds secrets: it is for records, not for players. */
  get luck(): readonly string[] {
    return this.words;
  }

  /** The 32 bytes that key the luck, if they are known. They reveal every hand: they are not for players. */
  get seed(): Uint8Array | null {
    return this.key;
  }

  /** The whole table with all hands: for solvers, coaches and tests, not for players. */
  get position(): Position {
    return Position.ofTable(this.engine, this.setting, this.table);
  }

  /** The table as the kernels use it. It holds secrets: it is not for players. */
  get tables(): Records {
    return this.table;
  }

  /** The record of the game, up to the last turn that was played. */
  get record(): GameRecord {
    return new GameRecord(this.engine, {
      setting: this.setting,
      moves: [...this.played],
      luck: [...this.words],
      scores: this.totals,
      winners: this.winners,
      digest: digest(this.events),
      over: this.over,
      rules: RULES,
      seed: this.over && this.key ? hex(this.key) : null,
      position: this.start?.toJSON() ?? null,
    });
  }

  private call(entry: string, ...args: Parameters<Engine['call']> extends [string, ...infer Rest] ? Rest : never) {
    return this.engine.call(`${this.setting.tableKind}_${entry}`, ...args);
  }

  private hasSeat(seat: number): boolean {
    return Number.isInteger(seat) && seat >= 0 && seat < this.setting.seats;
  }

  /** Use a new dealer: a keyed one, or without a key, a replaying one. */
  private setDealer(key: Uint8Array | null): void {
    this.key = key;
    this.drawsLuck = key !== null;
    this.dealer = recordingDealer(key);
  }

  private setTable(): void {
    this.call('set_table', this.table, this.dealer, ...this.setting.numbers);
  }

  /** Call `act` with the luck of a record from index `used` on; returns the index of the luck that is left. */
  private replayStep(luck: readonly number[], used: number, act: () => void): number {
    const ahead = luck.slice(used, used + MOST_LUCK);
    ahead.forEach((outcome, i) => this.dealer.set('luck', outcome, i));
    act();
    const taken = this.dealer.get('luck_count');
    if (taken > ahead.length || this.dealer.get('mismatch')) throw new BadFile('bad-luck');
    if (this.dealer.get('event_count')) this.takeRecorded();
    return used + taken;
  }

  /** Make a seat's choice by the rules, or throw `IllegalMove`. What the dealer records is not taken over yet. */
  private submit(seat: number, move: Move | string | number): void {
    const found = notationFor(this.setting).move(move);
    if (!this.hasSeat(seat)) throw this.refused(NOT_YOUR_TURN, seat, found);
    const [problem] = this.call('choose', this.table, this.dealer, seat, found.number);
    if (problem) throw this.refused(problem, seat, found);
    this.pending.set(seat, found.text);
  }

  /** The error for a move that the rules refuse. */
  private refused(problem: number, seat: number, { text }: Move): IllegalMove {
    const lacksDie = problem === PLACE_EMPTY && this.setting.tableKind === 'roll';
    const place = text.includes(' ') ? text.slice(text.indexOf(' ') + 1).replace(/ chopsticks$/, '') : text;
    return new IllegalMove(lacksDie ? 'no-die' : PROBLEMS[problem]!, {
      name: this.toMove.map(letter).join(', ') || letter(0),
      dish: problem === NOT_IN_HAND ? this.missingCard(seat, text) : text,
      place: lacksDie ? this.missingDie(seat, text) : place,
      word: text,
      example: notationFor(this.setting).example,
      need: 2 + Number(this.view().controller === seat),
      round: this.round,
    });
  }

  /** The first card of a move of which the hand does not have enough. */
  private missingCard(seat: number, text: string): string {
    const hand = [...this.view(seat).hand];
    for (const card of text.split(/[+/]/)) {
      if (!hand.includes(card)) return card;
      hand.splice(hand.indexOf(card), 1);
    }
    return text;
  }

  /** The first place of a move that has no die: `2` on one's own belt, `B1` on that of seat B. */
  private missingDie(seat: number, text: string): string {
    const belts = this.view().words.belts!;
    for (const [place, owner, number] of text.matchAll(/([A-E]?)([1-8])/g)) {
      const who = owner ? SEAT_LETTERS.indexOf(owner) : seat;
      if (!belts[who]?.[Number(number) - 1]) return place;
    }
    return text;
  }

  /** Take over the events and the luck that the dealer recorded, and add the turn's choices to the moves. */
  private takeRecorded(): void {
    this.rows.push(...recordedRows(this.dealer));
    if (this.drawsLuck) {
      for (const i of range(this.dealer.get('luck_count'))) {
        this.words.push(luckWord(this.setting, this.dealer.get('meanings', i), this.dealer.get('luck', i)));
      }
    }
    this.played.push(...[...this.pending].sort(([a], [b]) => a - b));
    this.pending.clear();
  }
}
