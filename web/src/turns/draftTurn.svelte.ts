// A turn of a draft as its player makes it: which cards are chosen, for whom and in which order. All that is possible
// follows from the legal moves.
import type { DraftView } from '../wire/view';

interface Parts {
  mine: string[];
  dummy: string | null;
}

/** A move in its parts: `wasabi+squid/tempura`. */
export function parseMove(move: string): Parts {
  const [own = '', dummy = null] = move.split('/');
  return { mine: own.split('+'), dummy: dummy ?? null };
}

function formatMove(mine: string[], dummy: string | null): string {
  return mine.join('+') + (dummy === null ? '' : `/${dummy}`);
}

export class DraftTurn {
  /** Places in the hand that the player takes, in order. */
  mine = $state<number[]>([]);
  /** The place of the dummy's card. */
  dummyPlace = $state<number | null>(null);
  /** Whether the next card that is tapped is for the dummy. */
  forDummy = $state(false);
  /** Whether the player takes one card although chopsticks would allow two. */
  justOne = $state(false);

  readonly hand: string[];
  readonly needsDummy: boolean;
  readonly hasChopsticks: boolean;
  private readonly moves: Set<string>;

  constructor(view: DraftView, seat: number) {
    this.hand = view.hands[seat] ?? [];
    this.moves = new Set(view.moves);
    this.needsDummy = view.moves.some((move) => move.includes('/'));
    this.hasChopsticks = view.moves.some((move) => move.includes('+'));
    this.justOne = this.needsDummy;
    if (view.choice !== null) this.show(view.choice);
  }

  /** The move that is chosen so far, if it is a whole one. */
  get move(): string | null {
    if (!this.mine.length) return null;
    const move = formatMove(this.words(this.mine), this.dummyPlace === null ? null : this.hand[this.dummyPlace]!);
    return this.moves.has(move) ? move : null;
  }

  /** Choose a card, or put it back. */
  tap(place: number): void {
    if (this.forDummy) this.giveDummy(place);
    else this.takeMyself(place);
  }

  /** Choose exactly the cards of a move. */
  show(move: string): void {
    const { mine, dummy } = parseMove(move);
    const free = this.hand.map((word, place) => ({ word, place }));
    const take = (word: string) =>
      free.splice(
        free.findIndex((card) => card.word === word),
        1,
      )[0]!.place;
    this.mine = mine.map(take);
    this.dummyPlace = dummy === null ? null : take(dummy);
    this.justOne = this.needsDummy && mine.length === 1;
    this.forDummy = false;
  }

  /** Use chopsticks, or take one card. */
  useChopsticks(use: boolean): void {
    this.justOne = !use;
    if (use) this.forDummy = false;
    else this.mine = this.mine.slice(0, 1);
  }

  /** Whether a card could be the second one. */
  couldFollow(place: number): boolean {
    if (!this.hasChopsticks || this.justOne || this.forDummy || this.mine.length !== 1 || this.mine.includes(place))
      return false;
    const start = formatMove(this.words([...this.mine, place]), null);
    return [...this.moves].some((move) => move === start || move.startsWith(`${start}/`));
  }

  /** Where a card stands among the chosen: 1, 2, the dummy's, or nowhere. */
  sign(place: number): 'first' | 'second' | 'dummy' | null {
    if (this.dummyPlace === place) return 'dummy';
    return ([null, 'first', 'second'] as const)[this.mine.indexOf(place) + 1] ?? null;
  }

  private words(places: number[]): string[] {
    return places.map((place) => this.hand[place]!);
  }

  private giveDummy(place: number): void {
    this.mine = this.mine.filter((other) => other !== place);
    this.dummyPlace = this.dummyPlace === place ? null : place;
    this.forDummy = this.dummyPlace === null || this.mine.length > 0;
  }

  private takeMyself(place: number): void {
    if (this.dummyPlace === place) this.dummyPlace = null;
    if (this.mine.includes(place)) this.mine = this.mine.filter((other) => other !== place);
    else if (this.couldFollow(place) || (this.mine.length === 2 && !this.justOne)) this.mine = [this.mine[0]!, place];
    else this.mine = [place];
    if (this.needsDummy && this.dummyPlace === null && this.mine.length && (this.justOne || this.mine.length === 2))
      this.forDummy = true;
  }
}
