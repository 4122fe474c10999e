// The score pad: scores the dishes that people with real cards or dice write down.
//
// A line is a name, a colon, and words in the order in which they were played: `Ania: wasabi squid tempura*2`. At the
// end of the game the total so far comes first: `Ania: 34 pudding*4`.
//
// A real box may differ from the engine where the rulebooks leave numbers open and the engine has our choice. The pad
// refuses what no box can hold; what only contradicts our choice, it scores with a warning.
import type { Engine } from '../engine.js';
import { type EventRow, Line, eventNumber, readLine } from '../events.js';
import { EXTRA, SQUISHY } from '../pad.gen.js';
import { Setting, type SettingOptions } from '../settings.js';
import { BY_RUNS, SQUISHY_POINTS } from '../tables.gen.js';
import type { Die } from '../traits.js';
import { SAVOURY_WORDS, TOKEN_WORDS, setBits } from '../words.js';
import { type Entry, type Plate, countOf, isExtra } from './entry.js';
import { PadError } from './error.js';
import { readTotal, readWord } from './reading.js';
import { bestRuns, runPoints, writtenRuns } from './runs.js';
import { Note, type PadWarning, Sheet, type Tally } from './sheet.js';
import { splitOnce, stripped, tidy, wordsIn } from './spaces.js';
import { type Stocks, stocksFor } from './stocks.js';
import { PadTable, dessertCards } from './table.js';

export type PadOptions = Omit<SettingOptions, 'seats'>;

const LINE = eventNumber('line');
const WIN = eventNumber('win');
/** Where the row of a win says whether a tie was broken. */
const TIE_BREAK = 4;

/** The score pad of a menu. */
export class Pad {
  /** The words that the lines of a round may have, and those at the end of the game. */
  readonly roundStock: Stocks;
  readonly finalStock: Stocks;
  private readonly forTwo: Setting;

  constructor(
    private readonly engine: Engine,
    options: PadOptions,
  ) {
    // Every dessert, variant and rule is allowed with two seats: this checks them before the seats are known.
    this.forTwo = Setting.of({ ...options, seats: 2 });
    this.roundStock = stocksFor(this.forTwo, false);
    this.finalStock = stocksFor(this.forTwo, true);
  }

  /** Whether this is Sushi Roll. */
  get onDice(): boolean {
    return this.forTwo.tableKind === 'roll';
  }

  /** Whether the table has an extra plate. */
  get hasExtraPlate(): boolean {
    return this.forTwo.variantRules.extraPlate;
  }

  /** What a player's die may show: our faces, then others that the die of a real box may have. */
  get dieFaces(): readonly number[] {
    const { die } = this;
    return die ? [...Array.from({ length: die.faces }, (_, n) => n + 1), ...die.otherFaces] : [];
  }

  /** Read all lines of a pad; empty lines and lines that begin with `#` are skipped. */
  read(text: string, { final = false } = {}): Entry[] {
    const entries: Entry[] = [];
    text.split('\n').forEach((line, n) => {
      const written = stripped(line);
      if (written && !written.startsWith('#')) entries.push(this.readLine(line, n + 1, final));
    });
    this.check(entries, { final });
    return entries;
  }

  /** The plates of a game with this many players as entries, checked in the same way as lines of text. */
  enter(plates: readonly Plate[], seats: number, { final = false } = {}): Entry[] {
    const entries = plates.map((plate, n) => this.enterPlate(plate, n + 1, final));
    const people = entries.filter(({ name }) => !isExtra(name)).length;
    if (people !== seats) throw new PadError('players', { n: people, allowed: String(seats) });
    this.check(entries, { final });
    return entries;
  }

  private enterPlate({ name, dishes, total = 0, die = null }: Plate, line: number, final: boolean): Entry {
    const tidied = tidy(name);
    if (!tidied) throw new PadError('name-missing', { line });
    const written = dishes.map(([word, n]) => `${word}*${n}`);
    if (die !== null) {
      if (!this.die) throw new PadError('unknown-word-no-guess', { line, word: 'die' });
      written.push(`${this.dieWord}${die}`);
    }
    return { ...this.readDishes(tidied, written.join(' '), line, final ? total : null), total };
  }

  private readLine(text: string, line: number, final: boolean): Entry {
    const colon = text.indexOf(':');
    const name = tidy(colon < 0 ? text : text.slice(0, colon));
    if (colon < 0) throw new PadError('colon-missing', { line, text: name });
    if (!name) throw new PadError('name-missing', { line });
    const after = text.slice(colon + 1);
    if (!final) return this.readDishes(name, after, line);
    const [total, dishes] = splitOnce(stripped(after));
    return this.readDishes(name, dishes, line, readTotal(total, line));
  }

  /** Read the dishes of a player: those of a round, or those at the end of the game if a total is given. */
  readDishes(name: string, text: string, line = 1, total: number | null = null): Entry {
    const stock = total === null ? this.roundStock : this.finalStock;
    const dishes: [string, number][] = [];
    let die: number | null = null;
    for (const written of wordsIn(text)) {
      if (this.die && written.toLowerCase().startsWith(this.dieWord)) die = this.readDie(written, line);
      else dishes.push(readWord(written, line, stock));
    }
    return { line, name, dishes, total: total ?? 0, die };
  }

  private readDie(written: string, line: number): number {
    const shown = written.slice(this.dieWord.length);
    const faces = this.dieFaces;
    const found = faces.find((face) => String(face) === shown);
    if (found === undefined) {
      const [low, high] = [Math.min(...faces), Math.max(...faces)];
      throw new PadError('die', { line, word: written, die: this.dieWord, low, high });
    }
    return found;
  }

  /**
   * Throw `PadError` if the lines have more of a card, face or token than a box can hold. Savoury cards of earlier
   * rounds count too: they do not return to the deck, while dice return to the bag.
   */
  check(entries: readonly Entry[], { final = false, earlier = [] as readonly Entry[] } = {}): void {
    const stock = final ? this.finalStock : this.roundStock;
    const taken = new Counter();
    for (const { dishes } of this.onDice ? [] : earlier) {
      for (const [word, n] of dishes) if (SAVOURY_WORDS.includes(word)) taken.add(word, n);
    }
    for (const { line, dishes } of entries) {
      for (const [word, n] of dishes) {
        const { name, limit, complaint } = stock.get(word)!;
        const now = taken.add(name, n);
        if (now > limit) throw new PadError(complaint, { line, dish: word, n: now, limit });
      }
    }
  }

  /** Warnings about what these lines have more of than our choice of cards and dice. */
  warnings(entries: readonly Entry[], { final = false } = {}): PadWarning[] {
    const stock = final ? this.finalStock : this.roundStock;
    const taken = new Counter();
    const found = new Map<string, PadWarning>();
    for (const { line, dishes, die } of entries) {
      for (const [dish, more] of dishes) {
        const n = taken.add(dish, more);
        const { ours } = stock.get(dish)!;
        if (ours !== null && n > ours) {
          found.set(dish, { code: ours ? 'more-than-ours' : 'not-ours', params: { line, dish, n, ours } });
        }
      }
      if (this.die && die !== null && this.die.otherFaces.includes(die)) {
        const dish = `${this.dieWord}${die}`;
        found.set(dish, { code: 'die-not-ours', params: { line, dish, n: die, faces: this.die.faces } });
      }
    }
    return [...found.values()];
  }

  /** The setting for players with these names; at a table with an extra plate its name must be among them. */
  setting(names: readonly string[]): Setting {
    const twice = names.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
    if (twice !== undefined) throw new PadError('name-twice', { name: twice });
    const extra = names.filter(isExtra).length;
    if (extra > 1) throw new PadError('name-twice', { name: EXTRA });
    if (extra && !this.hasExtraPlate) throw new PadError('dummy-uninvited');
    const people = names.length - extra;
    const { menu, dessert, variant, mustHaveMaki, rules } = this.forTwo;
    if (!rules.seats.includes(people)) {
      throw new PadError('players', { n: people, allowed: rules.seats.join(', ') });
    }
    const setting = Setting.of({ menu, seats: people, dessert, variant, mustHaveMaki });
    if (this.hasExtraPlate && !extra) throw new PadError('dummy-missing');
    return setting;
  }

  /** Score the lines of a round. */
  scoreRound(entries: readonly Entry[]): Sheet {
    return this.score(entries, false);
  }

  /** Score the lines at the end of the game, and name the winners. */
  scoreFinal(entries: readonly Entry[]): Sheet {
    return this.score(entries, true);
  }

  private score(entries: readonly Entry[], final: boolean): Sheet {
    const setting = this.setting(entries.map(({ name }) => name));
    const plates = [...entries].sort((one, other) => Number(isExtra(one.name)) - Number(isExtra(other.name)));
    const table = new PadTable(this.engine, setting);
    const written = plates.map((entry) => this.writtenLines(entry, final));
    plates.forEach((entry, plate) => {
      const more = written[plate]!.reduce((sum, { points }) => sum + points, 0);
      table.lay(plate, entry, entry.total + more);
    });
    const rows = table.score(final);
    const winners = setBits(table.record.get('winners'));
    const tallies = plates.map((entry, plate): Tally => {
      const own = rows.filter(([what, who]) => what === LINE && who === plate).map((row) => readLine(row, setting));
      const lines = [...own, ...written[plate]!, ...(final ? [] : this.notes(entry))];
      const total = table.record.get('points', plate);
      return { name: entry.name, points: total - entry.total, lines, total, winner: winners.includes(plate) };
    });
    const players = entries.map((entry) => tallies[plates.indexOf(entry)]!);
    return new Sheet(setting, final, players, tieOf(setting, rows), this.warnings(entries, { final }));
  }

  /** Lines of the bill that the pad scores itself: those of the squishy, and at the end those of runs. */
  private writtenLines(entry: Entry, final: boolean): Line[] {
    const lines: Line[] = [];
    const { word, runs: points } = this.forTwo.dessertRules;
    if (final && points.length && !this.onDice) {
      const counts = [...this.finalStock.keys()].map((card) => countOf(entry, card));
      const runs = bestRuns(counts, points);
      lines.push(new Line(word, runPoints(runs, points), BY_RUNS, { runs: writtenRuns(runs) }));
    }
    const n = countOf(entry, SQUISHY);
    if (n) lines.push(new Line(SQUISHY, n * SQUISHY_POINTS, SQUISHY, { n, each: SQUISHY_POINTS }));
    return lines;
  }

  /** Notes about what a player has that scores at the end of the game: dessert, die or tokens. */
  private notes(entry: Entry): Note[] {
    if (this.onDice) {
      return TOKEN_WORDS.map((token) => new Note(token, 0, 'tokens', { n: tokensWon(entry, token) })).filter(
        ({ params }) => params['n'],
      );
    }
    const dessert = this.forTwo.dessert ?? '';
    const n = dessertCards(entry).reduce((sum, [, more]) => sum + more, 0);
    return [
      ...(n ? [new Note(dessert, 0, 'later', { n })] : []),
      ...(entry.die === null ? [] : [new Note(dessert, 0, 'die', { n: entry.die })]),
    ];
  }

  /** The die that each player has with the dessert, if any. */
  private get die(): Die | null {
    return this.onDice ? null : this.forTwo.dessertRules.die;
  }

  /** The part of the word for a die before the number, such as `mochi=`. */
  private get dieWord(): string {
    return `${this.forTwo.dessert}=`;
  }
}

/** Counts words. */
class Counter {
  private readonly counts = new Map<string, number>();

  add(word: string, n: number): number {
    const now = (this.counts.get(word) ?? 0) + n;
    this.counts.set(word, now);
    return now;
  }
}

/** How many tokens of a sort a player's kept dice bring. */
const tokensWon = ({ dishes }: Entry, token: string): number =>
  dishes.reduce((sum, [word, n]) => sum + (word.slice(0, -1) === token ? Number(word.at(-1)) * n : 0), 0);

/** How a tie for the win ended, or null if there was none. */
function tieOf(setting: Setting, rows: readonly EventRow[]): Sheet['tie'] {
  const wins = rows.filter(([what]) => what === WIN);
  if (wins.some((row) => row[TIE_BREAK])) return 'broken';
  if (wins.length < 2) return null;
  return setting.rules.dessertBreaksTies ? 'even' : 'shared';
}
