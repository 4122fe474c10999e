// What a card is worth: in short for its corner and its group, in words for screen readers and buttons.
import type { Gains } from './board';
import { kind, number, stamp } from './dishes';
import { amount, groupsOf, isNigiri, type Group } from './plates';
import { say } from '../lib/texts.svelte';
import type { BattleView, DraftView } from '../wire/view';
import type { BillLine, DessertPrize, Ladder, Points } from '../wire/wire.gen';

/** The text in a card's corner. */
export function stampOf(word: string, points: Points, players: number): string {
  const sort = kind(word);
  const ladder = points.card_ladders[sort];
  if (ladder) return short(ladder);
  if (sort === 'maki') return `${points.maki_first} / ${points.maki_second}`;
  if (isNigiri(word)) return String(points.nigiri[word]);
  if (word === 'wasabi') return `× ${points.wasabi_times}`;
  if (word === 'chopsticks') return '1 + 1';
  if (word === 'yogurt') return yogurtRange(points);
  const prize = points.desserts[sort];
  return stamp(word) ?? (prize ? prizeStamp(prize, players) : '');
}

/** What a card or die would bring the reader, in words; empty for what they cannot take now. */
export function gainWords(word: string, gains: Gains): string {
  const gain = gains[word];
  return gain ? say(`play.worth.${gain.code}`, gain.params) : '';
}

/** What a group brings, and what it lacks: the bold line and the small one. */
export function tagOf(group: Group, points: Points, lines: readonly BillLine[]): [string, string] {
  const n = amount(group);
  const earned = (dish: string) =>
    lines.filter((line) => line.dish === dish).reduce((all, line) => all + line.points, 0);
  const ladder = group.kept ? undefined : points.card_ladders[group.sort];
  if (ladder) return [say('ui.points', { n: climb(ladder, n) }), missing(ladder, n)];
  switch (group.sort) {
    case 'dipped': {
      const value = points.nigiri[group.words[0]!] ?? 0;
      return [`${value} × ${points.wasabi_times} = ${value * points.wasabi_times}`, say('table.tag.dipped')];
    }
    case 'nigiri':
      return [say('ui.points', { n: group.words.reduce((all, word) => all + (points.nigiri[word] ?? 0), 0) }), ''];
    case 'maki':
      return [say('table.tag.maki', { n }), say('table.tag.maki-now', { n: earned('maki') })];
    case 'wasabi':
      return [`× ${points.wasabi_times}`, say('table.tag.wasabi')];
    case 'chopsticks':
      return [say('table.tag.chopsticks'), say('table.tag.chopsticks-how')];
    case 'tea':
      return [group.words.map(number).sort().join(' '), say('table.tag.kept')];
    case 'mochi':
      return [say('table.tag.mochi', { n }), say('table.tag.kept')];
  }
  return [String(n), say('table.tag.kept')];
}

/** The points for n of a dish. */
export function climb(ladder: Ladder, n: number): number {
  const { rungs, repeats } = ladder;
  const top = rungs.at(-1) ?? 0;
  if (!repeats) return rungs[Math.min(n, rungs.length) - 1] ?? 0;
  return Math.floor(n / rungs.length) * top + (rungs[(n % rungs.length) - 1] ?? 0);
}

/** What the next ones of the dish would bring. */
function missing(ladder: Ladder, n: number): string {
  const { rungs, repeats } = ladder;
  const size = rungs.length;
  if (!repeats && n >= size) return '';
  if (!repeats) return say('table.tag.next', { points: rungs[n] });
  const begun = n % size;
  if (!begun) return say('table.tag.done');
  return say('table.tag.of', { n: begun, size });
}

function short({ rungs }: Ladder): string {
  const onlyWhole = rungs.slice(0, -1).every((rung) => rung === 0);
  return onlyWhole ? `${rungs.length} = ${rungs.at(-1)}` : rungs.join(' ');
}

function prizeStamp(prize: DessertPrize, players: number): string {
  const loss = players === 2 ? prize.least_of_two : prize.least;
  return loss ? `+${prize.most} −${loss}` : `+${prize.most}`;
}

function yogurtRange(points: Points): string {
  const values = Object.keys(points.yogurt_values).map(Number);
  return `${Math.min(...values)}–${Math.max(...values)}`;
}

/** The groups of a player's plate. */
export function plateGroups(view: DraftView | BattleView, who: number): Group[] {
  return groupsOf(view.plates[who] ?? [], view.desserts[who] ?? []);
}
