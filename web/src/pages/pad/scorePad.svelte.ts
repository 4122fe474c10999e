// The score pad for a real table: what was counted, tap by tap, and its points as the engine scores them.
import { removeLocal, saveLocal, loadLocal } from '../../lib/storage';
import { points } from '../../facts/points';
import { padWords, scorePlates } from '../../play/pad';
import type { Refusal } from '../../source/refusal';
import { ROLL_DESSERT } from '../../game/dice';
import { kind, number } from '../../game/dishes';
import { traitsOf, type Traits } from '../../game/traits';
import { say } from '../../lib/texts.svelte';
import type {
  PadPlayerInput,
  PadSheet,
  PadWarning,
  PadWord,
  PadWords,
  Problem,
  SettingChoice,
} from '../../wire/wire.gen';

/** The prefix of tiles that count a nigiri together with its wasabi. */
export const DIPPED = 'wasabi+';
const DIE = 'die=';
/** The name under which the engine knows the plate that has no seat. */
const EXTRA = 'dummy';
const SQUISHY = 'squishy';
const SOON = 150;

interface Tap {
  part: number;
  player: number;
  tile: string;
  by: number;
}

interface Written {
  setting: SettingChoice;
  names: string[];
  rounds: number;
  taps: Tap[];
  part: number;
  player: number;
}

export class ScorePad {
  taps = $state.raw<Tap[]>([]);
  /** The part that is being counted: the rounds from 0, then the end of the game, then the result. */
  part = $state(0);
  player = $state(0);
  words = $state.raw<PadWords | null>(null);
  sheets = $state.raw<(PadSheet | null)[]>([]);
  problem = $state<Problem | null>(null);

  /** The parts that must be scored, or scored again. */
  private readonly due = new Set<number>();
  private settled = Promise.resolve();
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly setting: SettingChoice,
    readonly names: readonly string[],
    readonly rounds: number,
  ) {}

  /** The pad that this browser saved, if there is one. */
  static resume(): ScorePad | null {
    const written = loadLocal<Written | null>('pad', null);
    if (!written) return null;
    const pad = new ScorePad(written.setting, written.names, written.rounds);
    ({ taps: pad.taps, part: pad.part, player: pad.player } = written);
    for (let part = 0; part <= pad.end; part++) if (part < pad.part || pad.isTouched(part)) pad.due.add(part);
    if (pad.part === pad.end) pad.due.add(pad.end);
    return pad;
  }

  /** Fetch what can be counted, and score what has been counted so far. */
  open(): Promise<void> {
    return this.settle();
  }

  /** The part after the rounds, in which desserts and tokens count. */
  get end(): number {
    return this.rounds;
  }

  get isOver(): boolean {
    return this.part > this.end;
  }

  /** What the game says about itself. */
  get traits(): Traits {
    return traitsOf(this.setting, points());
  }

  /** The owners of plates; nobody owns the extra plate. */
  get plates(): readonly string[] {
    return this.traits.extraPlate ? [...this.names, EXTRA] : this.names;
  }

  nameOf(plate: number): string {
    return plate < this.names.length ? this.names[plate]! : say('ui.dummy');
  }

  /** What can be counted now. Plain nigiri and those on wasabi are counted apart, so that the order does not matter. */
  get tiles(): string[] {
    return this.countable
      .filter(({ ours }) => ours !== 0)
      .flatMap(({ word }) => [word, ...(word === 'wasabi' ? this.nigiri.map((nigiri) => DIPPED + nigiri) : [])]);
  }

  private get nigiri(): string[] {
    return Object.keys(points().nigiri);
  }

  /** The tiles on which a word is counted. */
  private tilesOf(word: string): string[] {
    if (word === 'wasabi') return [word, ...this.nigiri.map((nigiri) => DIPPED + nigiri)];
    return this.nigiri.includes(word) ? [word, DIPPED + word] : [word];
  }

  /** What our guess at the box does not have, but a real box may. */
  get otherTiles(): string[] {
    return this.countable.filter(({ ours }) => ours === 0).map(({ word }) => word);
  }

  private get countable(): PadWord[] {
    if (this.part < this.end) return this.stock;
    // A die counts instead of the cards that rolled it; squishies have counted in their rounds.
    return this.asksForDie ? [] : this.stock.filter(({ word }) => word !== SQUISHY);
  }

  /** Whether the box has no more of a tile: cards of earlier rounds do not come back, dice do. */
  isSpent(tile: string): boolean {
    const needed = tile.startsWith(DIPPED) ? ['wasabi', tile.slice(DIPPED.length)] : [tile];
    return needed.some((word) => {
      const { group, limit } = this.stock.find((there) => there.word === word)!;
      return this.used(group) >= limit;
    });
  }

  /** How many of a group of words lie on all plates. */
  private used(group: string): number {
    const parts =
      this.isRoll || this.part === this.end ? [this.part] : Array.from({ length: this.rounds }, (_, part) => part);
    const tiles = this.stock.filter((there) => there.group === group).flatMap(({ word }) => this.tilesOf(word));
    return parts
      .flatMap((part) => this.plates.flatMap((_, player) => tiles.map((tile) => this.count(tile, part, player))))
      .reduce((sum, n) => sum + n, 0);
  }

  private get stock(): PadWord[] {
    return (this.part < this.end ? this.words?.round : this.words?.final) ?? [];
  }

  /** What was counted in a part although our guess at the box has less of it. */
  warnings(part: number): PadWarning[] {
    return this.sheets[part]?.warnings ?? [];
  }

  /** Whether the end asks for what the player's die shows. */
  get asksForDie(): boolean {
    return this.part === this.end && !!this.words?.die.length;
  }

  count(word: string, part = this.part, player = this.player): number {
    const own = this.taps.filter((tap) => tap.part === part && tap.player === player && tap.tile === word);
    return own.reduce((sum, tap) => sum + tap.by, part === this.end ? this.carried(word, player) : 0);
  }

  /** How many cards or dice were counted on the plate, a nigiri and its wasabi as two. */
  get counted(): number {
    const cards = (tile: string) => (tile.startsWith(DIPPED) ? 2 : tile === SQUISHY || tile.startsWith(DIE) ? 0 : 1);
    return this.taps
      .filter((tap) => tap.part === this.part && tap.player === this.player)
      .reduce((sum, tap) => sum + tap.by * cards(tap.tile), 0);
  }

  /** How many lie on every plate at the end of a round; null where that depends on the players, or is not known yet. */
  get full(): number | null {
    return this.part < this.end ? (this.sheets[this.part]?.turns ?? null) : null;
  }

  /** Desserts that lay down in the rounds need not be counted again. */
  private carried(word: string, player: number): number {
    const earlier = this.taps.filter((tap) => tap.part < this.end && tap.player === player);
    if (this.isRoll)
      return word === ROLL_DESSERT
        ? earlier.filter((tap) => kind(tap.tile) === word).reduce((sum, tap) => sum + tap.by * number(tap.tile), 0)
        : 0;
    return earlier.filter((tap) => tap.tile === word).reduce((sum, tap) => sum + tap.by, 0);
  }

  private get isRoll(): boolean {
    return this.traits.table === 'roll';
  }

  /** What a player's die shows at the end, if it was entered. */
  die(player: number): number | null {
    const shown = this.taps.findLast((tap) => tap.player === player && tap.tile.startsWith(DIE));
    return shown ? Number(shown.tile.slice(DIE.length)) : null;
  }

  setDie(value: number): void {
    this.tap(DIE + value, 1);
  }

  /** Count one more, or one less. */
  tap(tile: string, by: number): void {
    this.taps = [...this.taps, { part: this.part, player: this.player, tile, by }];
    this.changed(this.part);
  }

  /** Take back the last tap, wherever it was. */
  undo(): void {
    const last = this.taps.at(-1);
    if (!last) return;
    this.taps = this.taps.slice(0, -1);
    ({ part: this.part, player: this.player } = last);
    this.changed(last.part);
  }

  /** Go to a plate in a part. */
  turnTo(part: number, player: number): void {
    this.part = part;
    this.player = player;
    this.save();
    if (part !== this.end) return;
    this.due.add(part);
    void this.settle();
  }

  /** Go to the next plate, or to the first of the next part if this part is scored without a problem. */
  async next(): Promise<void> {
    const { part, player } = this;
    if (player < this.plates.length - 1) return this.turnTo(part, player + 1);
    this.due.add(part);
    await this.settle();
    if (this.part === part && !this.due.has(part)) this.turnTo(part + 1, 0);
  }

  /** The points of a plate in a part, or null before it is scored. */
  points(part: number, player: number): number | null {
    return this.sheets[part]?.players[player]?.points ?? null;
  }

  total(player: number, upTo = this.end): number {
    return Array.from({ length: upTo + 1 }, (_, part) => this.points(part, player) ?? 0).reduce(
      (sum, points) => sum + points,
      0,
    );
  }

  /** Whether anything was counted in a part. */
  private isTouched(part: number): boolean {
    return this.taps.some((tap) => tap.part === part);
  }

  close(): void {
    clearTimeout(this.soon);
    removeLocal('pad');
  }

  private changed(part: number): void {
    this.save();
    this.due.add(part);
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.settle(), SOON);
  }

  private save(): void {
    const { setting, names, rounds, taps, part, player } = this;
    saveLocal('pad', { setting, names, rounds, taps, part, player });
  }

  /** Score what is due. Requests wait for each other, so that no older answer comes after a newer one. */
  private settle(): Promise<void> {
    return (this.settled = this.settled.then(async () => {
      this.problem = (await this.read()) ?? (await this.scoreDue());
    }));
  }

  /** Score the parts that are due. Refused parts stay due; the end, which adds up the rounds, waits for all of them. */
  private async scoreDue(): Promise<Problem | null> {
    let problem: Problem | null = null;
    for (let part = 0; part <= this.end; part++) {
      // While a round was scored, the reader may have turned to the end.
      this.demandForTheEnd();
      const ripe = this.due.has(part) && (part < this.end || this.due.size === 1);
      if (ripe) problem = (await this.score(part)) ?? problem;
    }
    return problem;
  }

  /** Once the end is scored, it is due whenever a round is; and it needs rounds that were not opened, too. */
  private demandForTheEnd(): void {
    if (this.due.size && this.sheets[this.end]) this.due.add(this.end);
    if (!this.due.has(this.end)) return;
    for (let round = 0; round < this.end; round++) if (!this.sheets[round]) this.due.add(round);
  }

  /** Fetch what can be counted, unless it is known. Resolves to the problem, if there is one. */
  private async read(): Promise<Problem | null> {
    if (this.words) return null;
    try {
      this.words = await padWords(this.setting);
      return null;
    } catch (error) {
      return (error as Refusal).problem;
    }
  }

  /** Have a part scored. Resolves to the problem with its plates, if there is one. */
  private async score(part: number): Promise<Problem | null> {
    this.due.delete(part);
    const final = part === this.end;
    const players = this.plates.map((name, player): PadPlayerInput => ({
      name,
      dishes: this.dishes(part, player),
      total: final ? this.total(player, this.end - 1) : 0,
      die: final ? this.die(player) : null,
    }));
    try {
      const sheet = await scorePlates({ setting: this.setting, final, players });
      this.sheets = Array.from({ length: this.end + 1 }, (_, n) => (n === part ? sheet : (this.sheets[n] ?? null)));
      return null;
    } catch (error) {
      this.due.add(part);
      return (error as Refusal).problem;
    }
  }

  /** A plate in the order in which it scores as counted: plain nigiri before any wasabi, empty wasabi last. */
  private dishes(part: number, player: number): [string, number][] {
    const words = ((part === this.end ? this.words?.final : this.words?.round) ?? []).map(({ word }) => word);
    const counted = (word: string): [string, number][] =>
      this.count(word, part, player) > 0 ? [[word, this.count(word, part, player)]] : [];
    const dipped = (words.includes('wasabi') ? this.nigiri : []).flatMap((nigiri) =>
      Array.from({ length: this.count(DIPPED + nigiri, part, player) }, (): [string, number][] => [
        ['wasabi', 1],
        [nigiri, 1],
      ]).flat(),
    );
    const plain = words.filter((word) => word !== 'wasabi' && !(part === this.end && word === SQUISHY));
    return [...plain.flatMap(counted), ...dipped, ...(words.includes('wasabi') ? counted('wasabi') : [])];
  }
}
