// What a card is worth: in short for its corner and its group, in words for screen readers and buttons.
import { sumOf } from './bills';
import type { BattleBoard, Board, DraftBoard, Gains, Worth } from './board';
import { kind, number } from './dishes';
import { groupsOf, type Group } from './plates';
import { hasText, say } from '../lib/texts.svelte';
import type { BillLine, Points, Progress } from '../wire/wire.gen';

/** What a group brings, and what it lacks: the bold line and the small one. */
export type Tag = [string, string];

/** The note beside a set that lacks nothing. */
const COMPLETE = 'table.tag.done';

/** The text in a card's corner. */
export function stampOf(word: string, { points, view }: DraftBoard): string {
  const { two, more } = points.stamps;
  return (view.scores.length === 2 ? two : more)[word] ?? '';
}

/** What a card or die would bring the reader, in words; empty for what they cannot take now. */
export function gainWords(word: string, gains: Gains): string {
  const gain = gains[word];
  return gain ? say(`play.worth.${gain.code}`, gain) : '';
}

/** The same in a few signs, for the card itself; empty where the card's stamp says as much. */
export function gainMark(word: string, gains: Gains): string {
  const gain = gains[word];
  return gain && hasText(`play.mark.${gain.code}`) ? say(`play.mark.${gain.code}`, gain) : '';
}

/** What a button does with a card or die, and what that brings: "Play squid nigiri: 9 on your wasabi". */
export function withGain(act: string, word: string, gains: Gains): string {
  const gain = gainWords(word, gains);
  return gain ? say('table.play.gain', { act, gain }) : act;
}

/** The points of a plate if the round ended now. */
export function worthSum(board: Board, who: number): number {
  return sumOf(Object.values(worthOf(board, who)));
}

/**
 * What each dish of a plate would bring if the round ended now. As long as nobody has any maki, a rule that shares its
 * points among plates without maki is left out: points on an empty plate are a riddle, and the first maki ends them.
 */
function worthOf({ worth }: Board, who: number): Worth {
  const { maki, ...others } = worth[who] ?? {};
  return maki && worth.some((plate) => plate.maki?.n) ? { maki, ...others } : others;
}

/** The lines that a plate would have if the round ended now: in the order of a bill, those that bring nothing last. */
export function worthLines(board: Board, who: number): BillLine[] {
  const order = board.points.bill_dishes;
  const place = ({ dish }: BillLine) => (order.includes(dish) ? order.indexOf(dish) : order.length);
  return Object.entries(worthOf(board, who))
    .map(([dish, line]) => ({ ...line, dish }))
    .sort((one, other) => place(one) - place(other) || one.dish.localeCompare(other.dish));
}

/** The groups of a player's plate, each with its tag. */
export function plateGroups({ view, points, worth }: DraftBoard | BattleBoard, who: number): [Group, Tag][] {
  const groups = groupsOf(view.plates[who] ?? [], view.on_wasabi[who] ?? [], view.desserts[who] ?? [], points);
  const tagOf = (group: Group): Tag =>
    group.kept
      ? [dessertTag(group, points, view.dessert_amounts[who] ?? 0), say('table.tag.kept')]
      : dishTag(group, points, worth[who] ?? {});
  return groups.map((group) => [group, tagOf(group)]);
}

/** For a plate without maki that has points for maki nevertheless: an empty group that tells why. */
export function makiWithoutCards(board: DraftBoard, who: number): [Group, Tag][] {
  const { maki } = worthOf(board, who);
  // While a turn is shown, cards are on the plate before they count.
  const hasMaki = board.view.plates[who]?.some((word) => kind(word) === 'maki');
  if (!maki?.points || hasMaki) return [];
  const group = { sort: 'maki', words: [], kept: false };
  return [[group, dishTag(group, board.points, { maki })]];
}

function dishTag({ sort, words }: Group, points: Points, worth: Worth): Tag {
  const set = points.card_sets[sort]?.[words.length];
  if (set) return [say('ui.points', { n: set.points }), set.note ? say(set.note.path, set.note.params) : ''];
  switch (sort) {
    case 'dipped': {
      const word = words[0]!;
      return [`${points.nigiri[word]} × ${points.wasabi_times} = ${points.dipped[word]}`, say('table.tag.dipped')];
    }
    case 'nigiri':
      return [say('ui.points', { n: sum(words.map((word) => points.nigiri[word] ?? 0)) }), ''];
    case 'maki': {
      const earned = worth.maki?.points ?? 0;
      return [say('table.tag.maki', { n: sum(words.map(number)) }), say('table.tag.maki-now', { n: earned })];
    }
    case 'wasabi':
      return [`× ${points.wasabi_times}`, say('table.tag.wasabi')];
    case 'chopsticks':
      return [say('table.tag.chopsticks'), say('table.tag.chopsticks-how')];
  }
  return [String(words.length), ''];
}

/** Desserts in short: the numbers that make runs, how often a die was rolled, or how much there is. */
function dessertTag({ sort, words }: Group, { desserts }: Points, amount: number): string {
  if (desserts[sort]?.runs.length) return words.map(number).sort().join(' ');
  return desserts[sort]?.die ? say('table.tag.mochi', { n: words.length }) : String(amount);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Whether so many of a dish make whole sets. */
export function isComplete(set: Progress | undefined): boolean {
  return set?.note?.path === COMPLETE;
}

/** Whether the next ones of a dish would bring more. */
export function isBegun(set: Progress | undefined): boolean {
  return !!set?.note && !isComplete(set);
}
