// What a card brings: in short for its stamp and its group, in words for whoever hears it.
import { platesOf } from './boards';
import { kind, number, stamp } from './dishes';
import { amount, dip, groupsOf, isNigiri, type Group } from './plates';
import { say } from './texts.svelte';
import { isRoll, type View } from './view';
import type { BillLine, DessertPrize, Ladder, Points } from './wire.gen';

/** What stands in a card's corner. */
export function stampOf(word: string, points: Points, view: View): string {
  const sort = kind(word);
  const ladder = laddersOf(points, view)[sort];
  if (ladder) return short(ladder);
  if (sort === 'maki') return `${points.maki_first} / ${points.maki_second}`;
  if (isNigiri(word)) return String(points.nigiri[word]);
  if (word === 'wasabi') return `× ${points.wasabi_times}`;
  if (word === 'chopsticks') return '1 + 1';
  if (word === 'yogurt') return yogurtRange(points, '–');
  const prize = prizeOf(sort, points, view);
  return stamp(word) ?? (prize ? prizeStamp(prize, view) : '');
}

/** What a card would bring the viewer, in words. */
export function worthOf(word: string, points: Points, view: View): string {
  const me = view.viewer ?? 0;
  const sort = kind(word);
  const plates = platesOf(view);
  const ladder = laddersOf(points, view)[sort];
  if (ladder) {
    const n = (plates[me] ?? []).filter((card) => kind(card) === sort).length;
    const params = { gain: climb(ladder, n + 1) - climb(ladder, n), size: ladder.rungs.length, points: ladder.rungs.at(-1), n };
    return say(ladder.repeats ? 'play.worth.set' : 'play.worth.dumpling', params);
  }
  if (sort === 'maki') {
    const counts = plates.map((plate) => sum(plate.filter((card) => kind(card) === 'maki')));
    return say('play.worth.maki', { first: points.maki_first, second: points.maki_second, ...compared(counts, me) });
  }
  if (isNigiri(word)) {
    const value = points.nigiri[word] ?? 0;
    const waits = dip(plates[me] ?? []).open.length > 0;
    return waits ? say('play.worth.nigiri-dipped', { n: value * points.wasabi_times }) : say('play.worth.nigiri', { n: value });
  }
  if (word === 'wasabi') return say('play.worth.wasabi', { times: points.wasabi_times });
  if (isRoll(view)) return sort === 'pudding' ? mostAndLeast(view.tokens.map((tokens) => tokens.pudding), 'pudding', points, view) : say('play.worth.tokens', { n: number(word) });
  if (word === 'chopsticks') return say('play.worth.chopsticks');
  return dessertWorth(sort, points, view);
}

function dessertWorth(sort: string, points: Points, view: Exclude<View, { belts: unknown }>): string {
  const me = view.viewer ?? 0;
  if (sort === 'tea') return say('table.worth.tea', { runs: points.tea_runs.join(' ') });
  if (sort === 'mochi') {
    return say('play.worth.mochi', { ...compared(view.mochi ?? [], me), most: points.desserts.mochi?.most });
  }
  const counts = view.desserts.map(sum);
  const most = points.desserts[sort]?.most;
  if (sort === 'strawberry') return say('play.worth.strawberry', { points: points.squishy, ...compared(counts, me) });
  if (sort === 'yogurt') {
    const values = Object.keys(points.yogurt_values).map(Number);
    return say('play.worth.yogurt', { low: Math.min(...values), high: Math.max(...values), most, ...compared(counts, me) });
  }
  return mostAndLeast(counts, sort, points, view);
}

function mostAndLeast(counts: number[], sort: string, points: Points, view: View): string {
  const prize = prizeOf(sort, points, view);
  const text = counts.length === 2 ? 'play.worth.dessert-two' : 'play.worth.dessert';
  return say(text, { most: prize?.most, least: prize?.least, ...compared(counts, view.viewer ?? 0) });
}

/** What a group brings and what it lacks: a strong line and a small one. */
export function tagOf(group: Group, points: Points, view: View, lines: readonly BillLine[]): [string, string] {
  const n = amount(group);
  const earned = (dish: string) => lines.filter((line) => line.dish === dish).reduce((all, line) => all + line.points, 0);
  const ladder = group.kept ? undefined : laddersOf(points, view)[group.sort];
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

/** Points on a ladder for so many of a dish. */
export function climb(ladder: Ladder, n: number): number {
  const { rungs, repeats } = ladder;
  const top = rungs.at(-1) ?? 0;
  if (!repeats) return rungs[Math.min(n, rungs.length) - 1] ?? 0;
  return Math.floor(n / rungs.length) * top + (rungs[(n % rungs.length) - 1] ?? 0);
}

/** What the next ones would make of it. */
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

function laddersOf(points: Points, view: View): Record<string, Ladder> {
  return isRoll(view) ? points.roll_ladders : points.card_ladders;
}

function prizeOf(sort: string, points: Points, view: View): DessertPrize | undefined {
  return points.desserts[isRoll(view) ? 'roll' : sort];
}

function prizeStamp(prize: DessertPrize, view: View): string {
  const loss = view.scores.length === 2 ? prize.least_of_two : prize.least;
  return loss ? `+${prize.most} −${loss}` : `+${prize.most}`;
}

function yogurtRange(points: Points, dash: string): string {
  const values = Object.keys(points.yogurt_values).map(Number);
  return `${Math.min(...values)}${dash}${Math.max(...values)}`;
}

function compared(counts: number[], me: number): { n: number; best: number } {
  return { n: counts[me] ?? 0, best: Math.max(0, ...counts.filter((_, who) => who !== me)) };
}

const sum = (words: readonly string[]) => words.reduce((all, word) => all + number(word), 0);

/** The groups of somebody's plate. */
export function plateGroups(view: View, who: number): Group[] {
  if (isRoll(view)) return groupsOf((view.trays[who] ?? []).filter((word) => !/^(menu|chopsticks|pudding)/.test(word)));
  return groupsOf(view.plates[who] ?? [], view.desserts[who] ?? []);
}
