// A table of the engine with the dishes of a pad, and its scores.
import { newDealer } from '../dealers.js';
import type { Engine, Records } from '../engine.js';
import { type EventRow, recordedRows } from '../events.js';
import { DRAFT_TABLE, ROLL_TABLE } from '../layouts.gen.js';
import { KNOWN_FACES, NUMBERS_OF_WORDS, SQUISHY } from '../pad.gen.js';
import { bareTable } from '../reading.js';
import type { Setting } from '../settings.js';
import { FACES, KEYED } from '../tables.gen.js';
import { SAVOURY_WORDS, TOKEN_WORDS } from '../words.js';
import type { Entry } from './entry.js';

/** A table for the dishes, desserts, tokens and totals of lines. All games with cards are laid as a draft. */
export class PadTable {
  readonly record: Records;
  private readonly kind: 'draft' | 'roll';

  constructor(
    private readonly engine: Engine,
    private readonly setting: Setting,
  ) {
    this.kind = setting.tableKind === 'roll' ? 'roll' : 'draft';
    this.record = bareTable(setting, this.kind === 'roll' ? ROLL_TABLE : DRAFT_TABLE);
  }

  /** Lay a line before a plate, which has these points already. */
  lay(plate: number, entry: Entry, points: number): void {
    this.record.set('points', points, plate);
    if (this.kind === 'roll') this.serveDice(plate, entry);
    else this.serveCards(plate, entry);
  }

  /** Score the round, or the end of the game; returns the rows of the recorded events. */
  score(final: boolean): EventRow[] {
    const dealer = newDealer(KEYED);
    dealer.set('recording', 1);
    this.engine.call(`${this.kind}_score_laid`, this.record, dealer, Number(final));
    return recordedRows(dealer);
  }

  /** Put the dishes of a line on a plate. Desserts only give an amount: real boxes may have other cards. */
  private serveCards(plate: number, entry: Entry): void {
    this.put(
      plate,
      entry.dishes.flatMap(([word, n]) => repeated(SAVOURY_WORDS.indexOf(word), n)),
    );
    const { die } = this.setting.dessertRules;
    const sum = (all: number, [word, n]: readonly [string, number]): number => all + NUMBERS_OF_WORDS[word]! * n;
    const amount = die ? (entry.die ?? die.start) : dessertCards(entry).reduce(sum, 0);
    this.record.set('amounts', amount, plate);
  }

  /** Put the dice of a line on a plate, and its tokens beside it. */
  private serveDice(plate: number, entry: Entry): void {
    const faces: number[] = [];
    for (const [word, n] of entry.dishes) {
      const token = TOKEN_WORDS.indexOf(word);
      const at = plate * TOKEN_WORDS.length + token;
      if (token >= 0) this.record.set('tokens', this.record.get('tokens', at) + n, at);
      else for (let i = 0; i < n; i++) faces.push(...KNOWN_FACES[word]!.map((face) => FACES.indexOf(face)));
    }
    this.put(plate, faces);
  }

  private put(plate: number, dishes: readonly number[]): void {
    if (dishes.length) this.engine.call(`${this.kind}_put_dishes`, this.record, plate, Int16Array.from(dishes));
  }
}

/** The dessert cards of a line, with their counts. */
export const dessertCards = ({ dishes }: Entry): readonly (readonly [string, number])[] =>
  dishes.filter(([word]) => word !== SQUISHY && !SAVOURY_WORDS.includes(word));

/** A number n times; none if there is no such number. */
const repeated = (number: number, n: number): number[] => (number < 0 ? [] : Array.from({ length: n }, () => number));
