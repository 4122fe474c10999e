// The setting of a table: menu, seats, dessert, variant, and the maki rule.
import { BadFile, SettingError } from './errors.js';
import type { Layout } from './layouts.gen.js';
import * as layouts from './layouts.gen.js';
import { DESSERTS, DRAWS_OWN_PILE, HAND_SIZES, MENUS, MOVES_END, SAVOURY, VARIANTS } from './tables.gen.js';
import type { Dessert, Menu, TableKind, Variant } from './traits.js';

/** What is played at a table, as it is asked for. */
export interface SettingOptions {
  readonly menu: string;
  readonly seats: number;
  /** Without one, the menu's usual dessert. */
  readonly dessert?: string | null | undefined;
  readonly variant?: string | null | undefined;
  readonly mustHaveMaki?: boolean | undefined;
}

/** A setting as in records, views and positions. */
export interface SettingJson {
  menu: string;
  seats: number;
  dessert: string | null;
  variant: string | null;
  must_have_maki: boolean;
}

/** The setting as the arguments of kernels: menu, dessert, variant, must_have_maki, seats. */
export type SettingNumbers = readonly [number, number, number, number, number];

const MENU_WORDS = MENUS.map((menu) => menu.word);
const DESSERT_WORDS = DESSERTS.map((dessert) => dessert.word);
const [, ...VARIANT_CHOICES] = VARIANTS.map((variant) => variant.word);
const SEATS = MENUS.flatMap((menu) => menu.seats);
const SAVOURY_WORDS = Object.keys(SAVOURY);

const LAYOUTS: Record<TableKind, readonly [table: Layout, view: Layout]> = {
  draft: [layouts.DRAFT_TABLE, layouts.DRAFT_VIEW],
  battle: [layouts.BATTLE_TABLE, layouts.BATTLE_VIEW],
  roll: [layouts.ROLL_TABLE, layouts.ROLL_VIEW],
};

/** What is played at a table. Make one with `Setting.of`, which refuses what the rulebooks do not allow. */
export class Setting {
  readonly menuNumber: number;
  readonly dessertNumber: number;
  readonly variantNumber: number;
  /** The words of all cards that a hand can hold, in the order of their kinds. */
  readonly handWords: readonly string[];

  private constructor(
    readonly menu: string,
    readonly seats: number,
    readonly dessert: string | null,
    readonly variant: string | null,
    readonly mustHaveMaki: boolean,
  ) {
    this.menuNumber = MENU_WORDS.indexOf(menu);
    this.dessertNumber = dessert ? DESSERT_WORDS.indexOf(dessert) : 0;
    this.variantNumber = variant ? VARIANT_CHOICES.indexOf(variant) + 1 : 0;
    this.handWords = [...SAVOURY_WORDS, ...Object.keys(this.dessertRules.cards)];
  }

  /** A checked setting; `SettingError` if it is not allowed. */
  static of({ menu, seats, dessert = null, variant = null, mustHaveMaki = false }: SettingOptions): Setting {
    const rules = MENUS[MENU_WORDS.indexOf(menu)];
    if (!rules) throw new SettingError('unknown-menu', { word: menu, choices: MENU_WORDS.join(', ') });
    checkSeats(rules, seats);
    checkDessert(rules, dessert);
    checkVariant(rules, variant, seats);
    if (mustHaveMaki && !rules.mayRequireMaki) {
      const menus = MENUS.filter((row) => row.mayRequireMaki).map((row) => row.word);
      throw new SettingError('maki-rule-menu', { menus: menus.join(', ') });
    }
    if (mustHaveMaki && seats !== 2) throw new SettingError('maki-rule-seats');
    return new Setting(menu, seats, dessert || (rules.desserts[0] ?? null), variant, Boolean(mustHaveMaki));
  }

  /** The traits of the menu. */
  get rules(): Menu {
    return MENUS[this.menuNumber]!;
  }

  /** The traits of the variant; without one, those of the ordinary game. */
  get variantRules(): Variant {
    return VARIANTS[this.variantNumber]!;
  }

  /** The traits of the dessert; in Sushi Roll, which has no deck, those of pudding. */
  get dessertRules(): Dessert {
    return DESSERTS[this.dessertNumber]!;
  }

  /** How many plates are at the table: one for each seat, and the extra plate if the variant has one. */
  get diners(): number {
    return this.seats + Number(this.variantRules.extraPlate);
  }

  /** How many turns a round has; null in sushi battle, where that depends on the moves. */
  get turns(): number | null {
    return this.tableKind === 'battle' ? null : this.handSize + this.pileSize;
  }

  /** How many cards or dice each seat has at the start of a round. */
  get handSize(): number {
    return HAND_SIZES[this.menuNumber]![this.variantNumber]![this.seats]!;
  }

  /** How many cards the draw pile of each seat has; 0 if seats have no piles of their own. */
  get pileSize(): number {
    return this.variantRules.draws === DRAWS_OWN_PILE ? this.handSize : 0;
  }

  /** The kind of table it is played on. */
  get tableKind(): TableKind {
    return this.rules.table === 'draft' ? this.variantRules.table : this.rules.table;
  }

  /** Whether players move one after the other; otherwise all choose at once. */
  get inTurns(): boolean {
    return this.tableKind !== 'draft';
  }

  /** The layout of the table's record. */
  get tableLayout(): Layout {
    return LAYOUTS[this.tableKind][0];
  }

  /** The layout of a view's record. */
  get viewLayout(): Layout {
    return LAYOUTS[this.tableKind][1];
  }

  /** One more than the largest number of a move. */
  get movesEnd(): number {
    return MOVES_END[this.tableKind]!;
  }

  get numbers(): SettingNumbers {
    return [this.menuNumber, this.dessertNumber, this.variantNumber, Number(this.mustHaveMaki), this.seats];
  }

  toJSON(): SettingJson {
    const { menu, seats, dessert, variant, mustHaveMaki } = this;
    return { menu, seats, dessert, variant, must_have_maki: mustHaveMaki };
  }

  /** Read a setting, with the same checks as `of`. */
  static fromJSON(data: Readonly<Record<string, unknown>>): Setting {
    const seats = 'seats' in data ? data['seats'] : 0;
    if (!Number.isInteger(seats) && typeof seats !== 'boolean') {
      const [low, high] = [Math.min(...SEATS), Math.max(...SEATS)];
      throw new BadFile('bad-number', { field: 'seats', value: JSON.stringify(seats), low, high });
    }
    return Setting.of({
      menu: (data['menu'] ?? '') as string,
      seats: seats as number,
      dessert: data['dessert'] as string | null,
      variant: data['variant'] as string | null,
      mustHaveMaki: data['must_have_maki'] as boolean | undefined,
    });
  }
}

const choicesOf = (words: readonly string[]): string => words.join(', ') || '–';

function checkSeats(rules: Menu, seats: number): void {
  if (!rules.seats.includes(seats)) {
    throw new SettingError('seats', { seats, menu: rules.word, allowed: rules.seats.join(', ') });
  }
}

function checkDessert(rules: Menu, dessert: string | null): void {
  if (dessert === null || rules.desserts.includes(dessert)) return;
  if (typeof dessert === 'object') throw new TypeError('A dessert is a word.');
  if (!DESSERT_WORDS.includes(dessert)) {
    const choices = (rules.desserts.length ? rules.desserts : DESSERT_WORDS).join(', ');
    throw new SettingError('unknown-dessert', { word: dessert, choices });
  }
  throw new SettingError('dessert-not-in-menu', { dessert, menu: rules.word, choices: choicesOf(rules.desserts) });
}

function checkVariant(rules: Menu, variant: unknown, seats: number): void {
  if (variant === null) return;
  if (Array.isArray(variant) || (typeof variant === 'string' && /[, +]/.test(variant))) {
    throw new SettingError('one-variant');
  }
  const row = VARIANTS.find(({ word }) => word === variant);
  if (!row || !VARIANT_CHOICES.includes(row.word)) {
    const choices = (rules.variants.length ? rules.variants : VARIANT_CHOICES).join(', ');
    throw new SettingError('unknown-variant', { word: variant, choices });
  }
  if (!rules.variants.includes(row.word)) {
    throw new SettingError('variant-not-in-menu', { variant, menu: rules.word, choices: choicesOf(rules.variants) });
  }
  if (!row.seats.includes(seats)) {
    throw new SettingError('variant-seats', { variant, seats, allowed: row.seats.join(', ') });
  }
}
