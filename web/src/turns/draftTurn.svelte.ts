// A turn of a draft as its player makes it: which cards are chosen, for whom and in which order. All that is possible
// follows from the legal moves.
import type { DraftView } from '../wire/view';

interface Parts {
  mine: string[];
  extra: string | null;
}

/** A move in its parts: `wasabi+squid/tempura`. */
export function parseMove(move: string): Parts {
  const [own = '', extra = null] = move.split('/');
  return { mine: own.split('+'), extra: extra ?? null };
}

function formatMove(mine: string[], extra: string | null): string {
  return mine.join('+') + (extra === null ? '' : `/${extra}`);
}

export class DraftTurn {
  /** Places in the hand that the player takes, in order. */
  mine = $state<number[]>([]);
  /** The place of the card for the extra plate. */
  extraPlace = $state<number | null>(null);
  /** Whether the next card that is tapped is for the extra plate. */
  forExtra = $state(false);
  /** Whether the player takes one card although chopsticks would allow two. */
  justOne = $state(false);

  readonly hand: string[];
  readonly needsExtra: boolean;
  readonly hasChopsticks: boolean;
  private readonly moves: Set<string>;

  constructor(view: DraftView, seat: number) {
    this.hand = view.hands[seat] ?? [];
    this.moves = new Set(view.moves);
    this.needsExtra = view.moves.some((move) => move.includes('/'));
    this.hasChopsticks = view.moves.some((move) => move.includes('+'));
    this.justOne = this.needsExtra;
    if (view.choice !== null) this.show(view.choice);
  }

  /** The move that is chosen so far, if it is a whole one. */
  get move(): string | null {
    if (!this.mine.length) return null;
    const move = formatMove(this.words(this.mine), this.extraPlace === null ? null : this.hand[this.extraPlace]!);
    return this.moves.has(move) ? move : null;
  }

  /** Whether a whole move is chosen, and nothing more could be: no second card with chopsticks. */
  get isWhole(): boolean {
    return this.move !== null && (!this.hasChopsticks || this.justOne || this.mine.length === 2);
  }

  /** Whether two cards are chosen, or may be, so that their order is shown. */
  get isOrdered(): boolean {
    return this.hasChopsticks && !this.justOne;
  }

  /** Choose a card, or put it back. */
  tap(place: number): void {
    if (this.forExtra) this.giveExtra(place);
    else this.takeMyself(place);
  }

  /** Choose exactly the cards of a move. */
  show(move: string): void {
    const { mine, extra } = parseMove(move);
    const places = this.placesOf(move);
    this.mine = places.slice(0, mine.length);
    this.extraPlace = extra === null ? null : places.at(-1)!;
    this.justOne = this.needsExtra && mine.length === 1;
    this.forExtra = false;
  }

  /** Where the cards of a move are in the hand: the player's own in order, then the extra plate's. */
  placesOf(move: string): number[] {
    const { mine, extra } = parseMove(move);
    const free = this.hand.map((word, place) => ({ word, place }));
    return [...mine, ...(extra === null ? [] : [extra])].map((word) => {
      const at = free.findIndex((card) => card.word === word);
      return free.splice(at, 1)[0]!.place;
    });
  }

  /** Use chopsticks, or take one card. */
  useChopsticks(use: boolean): void {
    this.justOne = !use;
    if (use) this.forExtra = false;
    else this.mine = this.mine.slice(0, 1);
  }

  /** Whether a card could be the second one. */
  couldFollow(place: number): boolean {
    if (!this.hasChopsticks || this.justOne || this.forExtra || this.mine.length !== 1 || this.mine.includes(place))
      return false;
    const start = formatMove(this.words([...this.mine, place]), null);
    return [...this.moves].some((move) => move === start || move.startsWith(`${start}/`));
  }

  /** Where a card stands among the chosen: 1, 2, on the extra plate, or nowhere. */
  sign(place: number): 'first' | 'second' | 'extra' | null {
    if (this.extraPlace === place) return 'extra';
    return ([null, 'first', 'second'] as const)[this.mine.indexOf(place) + 1] ?? null;
  }

  private words(places: number[]): string[] {
    return places.map((place) => this.hand[place]!);
  }

  private giveExtra(place: number): void {
    this.mine = this.mine.filter((other) => other !== place);
    this.extraPlace = this.extraPlace === place ? null : place;
    this.forExtra = this.extraPlace === null || this.mine.length > 0;
  }

  private takeMyself(place: number): void {
    if (this.extraPlace === place) this.extraPlace = null;
    if (this.mine.includes(place)) this.mine = this.mine.filter((other) => other !== place);
    else if (this.couldFollow(place) || (this.mine.length === 2 && !this.justOne)) this.mine = [this.mine[0]!, place];
    else this.mine = [place];
    if (this.needsExtra && this.extraPlace === null && this.mine.length && (this.justOne || this.mine.length === 2))
      this.forExtra = true;
  }
}
