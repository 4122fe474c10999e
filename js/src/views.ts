// Views: what one seat may know of a table.
import { canonical } from './canonical.js';
import { readView } from './completion.js';
import type { Engine, Records } from './engine.js';
import { BadFile, OkawariError } from './errors.js';
import { notationFor, placeName, type Move, type Notation } from './notation.js';
import type { Data } from './reading.js';
import { isObject } from './records.js';
import type { Setting } from './settings.js';
import { DRAWS_NOTHING, NOBODY, NO_CARD, PYRAMID_PLACES, VIEW_FORMAT } from './tables.gen.js';
import { cardWords, countsOf, onWasabi, publicWords, pyramidWords, range, type PublicWords } from './words.js';

/** The formats that can be read; older ones have fewer fields. */
const READABLE = [1, VIEW_FORMAT];

/** A view as it is sent and saved. */
export interface ViewJson extends PublicWords {
  okawari: 'view';
  format: number;
  on_wasabi: number[][];
  way?: 'left' | 'right';
  returned?: number[];
  controller?: number | null;
  pyramid?: (string | null)[][];
  free?: string[];
  order?: number[];
  dessert_amounts?: number[];
  viewer: number | null;
  hands?: string[][];
  unseen?: number[];
  choice?: string | null;
  drawn?: string | null;
  moves: string[];
}

/**
 * What one seat may know: all that is public, its own hand and choice, and the hands that it has held.
 *
 * A view contains nothing else. The `seat` of a spectator's view is null.
 */
export class View {
  constructor(
    readonly engine: Engine,
    readonly setting: Setting,
    /** The view as the kernels use it. */
    readonly record: Records,
  ) {}

  /** The seat whose view this is; null for spectators. */
  get seat(): number | null {
    const viewer = this.record.get('viewer');
    return viewer === NOBODY ? null : viewer;
  }

  /** Read a view that was written. */
  static fromJSON(engine: Engine, data: unknown): View {
    const isOne = isObject(data) && data['okawari'] === 'view' && READABLE.includes(data['format'] as number);
    if (!isOne) throw new BadFile('bad-format', { what: 'view', format: VIEW_FORMAT });
    try {
      const view = new View(engine, ...readView(engine, data));
      checkWritten(view.toJSON(), data);
      return view;
    } catch (problem) {
      if (problem instanceof OkawariError) throw problem;
      throw new BadFile('bad-view', { problem: problem instanceof Error ? problem.message : problem });
    }
  }

  private publicFields?: PublicWords;

  /** The public part of the view, in words: see the schema of views. */
  get words(): PublicWords {
    return (this.publicFields ??= publicWords(this.engine, this.record, this.setting));
  }

  /** The round, from 1 to 3. */
  get round(): number {
    return this.record.get('round_no');
  }

  /** The turn of the round, from 1 on; in Sushi Roll every seat keeps one die in a turn. */
  get turn(): number {
    return this.record.get('turn');
  }

  get over(): boolean {
    return Boolean(this.record.get('over'));
  }

  /** The seats that have won; empty until the game is over. */
  get winners(): readonly number[] {
    return this.words.winners;
  }

  /** The total of each plate, the extra plate's last. */
  get scores(): readonly number[] {
    return this.words.scores;
  }

  /** The dishes of each plate in this round; a nigiri that follows a wasabi lies on it. */
  get plates(): readonly (readonly string[])[] {
    return (this.setting.tableKind === 'roll' ? this.words.trays : this.words.plates)!;
  }

  /** The cards of each hand that this seat knows; empty at a table without hands. */
  get hands(): readonly (readonly string[])[] {
    const hand = (seat: number) => cardWords(this.record.big('hands', seat), this.setting.handWords);
    return range(this.setting.seats).map(this.setting.tableKind === 'draft' ? hand : () => []);
  }

  /** The hand of the seat whose view this is. */
  get hand(): readonly string[] {
    return this.seat === null ? [] : this.hands[this.seat]!;
  }

  /** How many cards of each hand this seat does not know. */
  get unseen(): readonly number[] {
    return range(this.setting.seats).map((seat) =>
      this.setting.tableKind === 'draft' ? this.record.get('unseen', seat) : 0,
    );
  }

  /** The move that this seat has chosen, while the turn waits for other seats. */
  get choice(): Move | null {
    if (this.setting.tableKind !== 'draft' || this.record.get('choice') === NO_CARD) return null;
    return this.notation.move(this.record.get('choice'));
  }

  /** The seat that plays for the extra plate in this turn, at a table that has one. */
  get controller(): number | null {
    if (!this.setting.variantRules.extraPlate || this.over) return null;
    return this.engine.call('draft_controller_seen', this.record)[0]!;
  }

  /** The notation of the moves at this table. */
  get notation(): Notation {
    return notationFor(this.setting);
  }

  private legal?: readonly Move[];

  /** The legal moves of this seat. */
  get moves(): readonly Move[] {
    return (this.legal ??= this.seat === null ? [] : this.movesOf(this.seat));
  }

  /** How many of each card this seat has not seen: in unknown hands, in piles, face down or in the deck. */
  get unseenCards(): Record<string, number> {
    if (this.setting.tableKind === 'roll') return {};
    const counts = countsOf(this.engine.callBig(`${this.setting.tableKind}_unseen_cards`, this.record));
    return Object.fromEntries(this.setting.handWords.map((word, kind) => [word, counts[kind]!]));
  }

  /** The direction in which hands are passed in this round. */
  get way(): 'left' | 'right' {
    return this.setting.variantRules.rightRounds.includes(this.round) ? 'right' : 'left';
  }

  /** The seats in the order in which they keep a die in this turn of Sushi Roll. */
  get order(): readonly number[] {
    const red = this.record.get('red');
    return range(this.setting.seats).map((n) => (red + n) % this.setting.seats);
  }

  /** The amount of dessert of each plate: what the player's die shows, or the sum of its cards' amounts. */
  get dessertAmounts(): readonly number[] {
    const { die, word, played, amounts } = this.setting.dessertRules;
    if (die) return this.words[word as 'mochi']!;
    const sorts = Object.keys(played);
    return this.words.desserts!.map((cards) => cards.reduce((sum, card) => sum + amounts[sorts.indexOf(card)]!, 0));
  }

  /** The view as an object that follows its schema. */
  toJSON(): ViewJson {
    return { ...this.publicJSON(), ...this.privateJSON() };
  }

  private publicJSON() {
    const kind = this.setting.tableKind;
    return {
      okawari: 'view' as const,
      format: VIEW_FORMAT,
      ...this.words,
      on_wasabi: this.plates.map(onWasabi),
      ...(kind === 'draft' && {
        way: this.way,
        returned: this.record.list('returned').slice(0, this.setting.seats),
        ...(this.setting.variantRules.extraPlate && { controller: this.controller }),
      }),
      ...(kind === 'battle' && {
        pyramid: pyramidWords(this.record, this.setting.handWords, false),
        free: this.freePlaces.map(placeName),
      }),
      ...(kind === 'roll' ? { order: [...this.order] } : { dessert_amounts: [...this.dessertAmounts] }),
    };
  }

  private privateJSON() {
    return {
      viewer: this.seat,
      ...(this.setting.tableKind === 'draft' && {
        hands: this.hands.map((hand) => [...hand]),
        unseen: [...this.unseen],
        choice: this.choice?.text ?? null,
        ...(this.setting.variantRules.draws !== DRAWS_NOTHING && { drawn: this.drawn }),
      }),
      moves: this.moves.map((move) => move.text),
    };
  }

  /** The card that this seat drew from a pile for this turn. */
  private get drawn(): string | null {
    const card = this.record.get('drawn');
    return card === NO_CARD ? null : this.setting.handWords[card]!;
  }

  /** The places of the pyramid whose cards can be taken. */
  private get freePlaces(): number[] {
    const moves = this.over ? [] : this.movesOf(this.record.get('to_move'));
    return moves.map((move) => move.number).filter((number) => number < PYRAMID_PLACES);
  }

  private movesOf(seat: number): Move[] {
    return legalMoves(this.engine, this.setting, `${this.setting.tableKind}_moves_seen`, this.record, seat);
  }
}

/** Throw `BadFile` if a view that was read would be written differently. */
function checkWritten(written: object, data: Data): void {
  const isOlder = data['format'] !== VIEW_FORMAT;
  const fields = Object.entries(written).filter(([key]) => !isOlder || key in data);
  const expected: Record<string, unknown> = { ...Object.fromEntries(fields), format: data['format'] };
  if (canonical(expected) === canonical(data)) return;
  const different = Object.keys(expected).filter((key) => canonical(expected[key]) !== canonical(data[key] ?? null));
  const unknown = Object.keys(data).filter((key) => !(key in expected));
  throw new BadFile('bad-view', { problem: (different.length ? different : unknown).join(', ') });
}

/** The legal moves of a seat, by the entry point that lists them for a table or for a view. */
export function legalMoves(engine: Engine, setting: Setting, entry: string, record: Records, seat: number): Move[] {
  const out = new Int16Array(setting.movesEnd);
  const [n] = engine.call(entry, record, seat, out);
  const notation = notationFor(setting);
  return [...out.subarray(0, n)].map((number) => notation.move(number));
}
