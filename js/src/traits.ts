// The traits of menus, desserts and variants, as tables.gen.ts has them.

/** The points that the largest amount of a dessert wins and the smallest loses at the end of the game. */
export interface Prize {
  readonly most: number;
  readonly least: number;
  readonly leastOfTwo: number;
  readonly evenIsNothingOfTwo: boolean;
  readonly evenIsNothing: boolean;
  readonly tiesShare: boolean;
}

/** The die that each player has with some desserts. */
export interface Die {
  readonly faces: number;
  readonly start: number;
  readonly otherFaces: readonly number[];
}

export interface Dessert {
  readonly word: string;
  /** The cards as they are in a hand, and how many of each. */
  readonly cards: Readonly<Record<string, number>>;
  readonly prize: Prize;
  /** If the value of a card is drawn when it is played: the values, and how many cards have each. */
  readonly values: Readonly<Record<string, number>> | null;
  readonly die: Die | null;
  /** Points for runs of 1, 2, 3 … consecutive numbers. */
  readonly runs: readonly number[];
  readonly squishy: boolean;
  readonly otherCards: readonly string[];
  /** The cards once they are played, and how many of each. */
  readonly played: Readonly<Record<string, number>>;
  /** The amount that each sort of played card counts for. */
  readonly amounts: readonly number[];
}

export interface Variant {
  readonly word: string;
  readonly seats: readonly number[];
  readonly table: TableKind;
  readonly lowestWins: boolean;
  readonly rightRounds: readonly number[];
  readonly extraPlate: boolean;
  readonly draws: string;
  readonly handSize: number | null;
}

export interface Menu {
  readonly word: string;
  readonly seats: readonly number[];
  readonly handSizes: Readonly<Record<string, number>>;
  readonly table: TableKind;
  readonly desserts: readonly string[];
  readonly variants: readonly string[];
  readonly mayRequireMaki: boolean;
  readonly noMakiCanPlace: boolean;
  readonly dessertBreaksTies: boolean;
  readonly boat: boolean;
}

/** Points for 1, 2, 3 … of a dish. After the last rung a new set begins, if it repeats, or more earn no more. */
export interface Ladder {
  readonly rungs: readonly number[];
  readonly repeats: boolean;
}

/** Hands of cards that are passed on, cards in a pyramid, or belts of dice. */
export type TableKind = 'draft' | 'battle' | 'roll';
