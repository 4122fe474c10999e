// Reading bills: points by part of the game, the ranking, and the dishes that earned them.
import { say, capitalise } from '../lib/texts.svelte';
import type { Board } from './board';
import { ROLL_DESSERT } from './dice';
import { dishOf } from './dishes';
import type { GameEvent } from '../wire/events';
import { isRoll, type View } from '../wire/view';
import type { Bill, BillLine, PadLine, Points } from '../wire/wire.gen';

/** A part of the bill: a round by its number, or what is counted at the end of the game. */
export type Part = number | 'final';

/** A player's place in the ranking: equal totals share a rank. */
export interface Place {
  who: number;
  rank: number;
  total: number;
  /** The points of each part. */
  parts: number[];
}

/** A dish as it was served, and whether it lies on wasabi. */
export interface Helping {
  word: string;
  dipped: boolean;
}

const MOST_PICTURES = 6;
const COMPARED = /^(maki-|most|least|middle|all-equal|safe)/;

export function linesOf(bill: Bill, part: Part): BillLine[] {
  return part === 'final' ? bill.final : (bill.rounds[part - 1] ?? []);
}

export function sumOf(lines: readonly Pick<BillLine, 'points'>[]): number {
  return lines.reduce((sum, line) => sum + line.points, 0);
}

/** The parts that have been counted once a part is. */
export function partsUpTo(part: Part, bills: readonly Bill[]): Part[] {
  const rounds = part === 'final' ? (bills[0]?.rounds.length ?? 0) : part;
  const counted: Part[] = Array.from({ length: rounds }, (_, i) => i + 1);
  return part === 'final' ? [...counted, 'final'] : counted;
}

/** The ranking after some parts, the best first. */
export function standing(bills: readonly Bill[], parts: readonly Part[], lowestWins: boolean): Place[] {
  const better = (one: number, other: number) => (lowestWins ? one < other : one > other);
  const totals = bills.map((bill) => {
    const brought = parts.map((part) => sumOf(linesOf(bill, part)));
    return { who: bill.who, parts: brought, total: brought.reduce((sum, points) => sum + points, 0) };
  });
  return totals
    .map((place) => ({ ...place, rank: 1 + totals.filter((other) => better(other.total, place.total)).length }))
    .sort((one, other) => one.rank - other.rank || one.who - other.who);
}

/** All dishes that a player took in a round, in order. */
export function served(events: readonly GameEvent[], round: number, who: number): Helping[] {
  const helpings: Helping[] = [];
  let now = 0;
  for (const event of events) {
    if (event.event === 'deal' || event.event === 'bag') now = Number(event.round);
    if (now !== round || event.who !== who || (event.event !== 'play' && event.event !== 'keep')) continue;
    helpings.push({ word: String(event.dish ?? event.face), dipped: event.dipped === true });
  }
  return helpings;
}

/** The pictures beside a line: the dishes themselves where they are known, else as many as were counted. */
export function pictures(line: BillLine, helpings: readonly Helping[], points: Pick<Points, 'nigiri'>): string[] {
  const own = helpings.filter(({ word }) => dishOf(word, points) === line.dish);
  if (line.dish === 'nigiri' && own.length)
    return own.flatMap(({ word, dipped }) => (dipped ? ['wasabi', word] : [word])).slice(0, MOST_PICTURES);
  if (line.dish === 'maki' && own.length) return own.map(({ word }) => word).slice(0, MOST_PICTURES);
  return Array.from({ length: Math.min(Math.max(amountOf(line), 1), MOST_PICTURES) }, () => emblem(line.dish));
}

/** How many a line counts; 0 where there is no line, or it does not count. */
export function amountOf(line: BillLine | undefined): number {
  return typeof line?.n === 'number' ? line.n : 0;
}

/** The picture that stands for a dish of the bill. */
export function emblem(dish: string): string {
  if (dish === 'nigiri') return 'salmon';
  return dish === 'tokens' ? 'menu' : dish;
}

/** How many the others have, where a line depends on who has the most or the fewest; the most first. */
export function compared(
  line: BillLine,
  bills: readonly Bill[],
  part: Part,
  who: number,
): { who: number; n: number }[] {
  if (!COMPARED.test(line.why)) return [];
  return bills
    .filter((bill) => bill.who !== who)
    .map((bill) => {
      const theirs = linesOf(bill, part).find((other) => other.dish === line.dish);
      return { who: bill.who, n: amountOf(theirs) };
    })
    .sort((one, other) => other.n - one.n);
}

/** Who got the boat at the end of a round, and from whom; `to` is null where it stayed. */
export function boatIn(events: readonly GameEvent[], round: number): { to: number | null; from: number | null } {
  let now = 0;
  let owner: number | null = null;
  for (const event of events) {
    if (event.event === 'deal' || event.event === 'bag') now = Number(event.round);
    if (now > round) break;
    if (event.event !== 'boat' || event.who === undefined) continue;
    if (now === round) return { to: event.who, from: owner };
    owner = event.who;
  }
  return { to: null, from: owner };
}

/** The dessert that is kept for the end of the game. */
export function dessertOf(view: View): string {
  return view.dessert ?? ROLL_DESSERT;
}

/** How much dessert each player keeps for the end: cards, where a die counts instead of them. */
export function dessertsKept({ view, traits }: Pick<Board, 'view' | 'traits'>): number[] {
  if (isRoll(view)) return view.tokens.map((tokens) => tokens[ROLL_DESSERT]);
  return traits.dessert?.die ? view.desserts.map((cards) => cards.length) : view.dessert_amounts;
}

/** Every dish that any player scored with, in the order of the bill. */
export function dishesOf(bills: readonly Bill[], order: readonly string[]): string[] {
  const parts = partsUpTo('final', bills);
  const lines = bills.flatMap((bill) => parts.flatMap((part) => linesOf(bill, part)));
  const scored = new Set(lines.map((line) => line.dish));
  return order.filter((dish) => scored.has(dish));
}

/** The points of a dish in each part of a bill. */
export function broughtBy(bill: Bill, dish: string, parts: readonly Part[]): number[] {
  return parts.map((part) => sumOf(linesOf(bill, part).filter((line) => line.dish === dish)));
}

/** Why a line of a bill or of the score pad scores, as a sentence. */
export function sayWhy(line: BillLine | PadLine): string {
  const room = typeof line.room === 'string' ? line.room : 'why';
  return capitalise(say(`${room}.${line.why}`, line));
}
