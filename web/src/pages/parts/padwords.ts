// What the score pad says.
import type { Evening } from '../../lib/pad.svelte';
import { dishName, knows, say, sayProblem, sentence, together } from '../../lib/texts.svelte';
import type { PadSheet, Problem } from '../../lib/wire.gen';

/** A part of the evening by its name. */
export function sayPart(evening: Evening, part: number): string {
  return part < evening.end ? say('ui.round', { round: part + 1, rounds: evening.rounds }) : say('padpage.the-end');
}

/** What cannot be on these plates. */
export function sayPadProblem(problem: Problem): string {
  const path = `padpage.not.${problem.code}`;
  if (!knows(path)) return sayProblem(problem);
  return sentence(say(path, { ...problem.params, dish: dishName(String(problem.params.dish)) }));
}

/** Who has won, and what became of a tie. */
export function sayVerdict(evening: Evening, sheet: PadSheet): string[] {
  const winners = sheet.players.filter((player) => player.winner);
  const names = winners.map((player) => player.name);
  const points = winners[0]?.total ?? 0;
  const lines = evening.setting.variant === 'golf' ? [say('pad.golf')] : [];
  if (sheet.tie === 'broken') lines.push(say('event.tie-break'));
  if (names.length === 1) return [say('event.win', { name: names[0], points }), ...lines];
  return [say('event.win-shared', { names: together(names), points }), ...lines, ...(sheet.tie === 'even' || sheet.tie === 'shared' ? [say(`pad.tie.${sheet.tie}`)] : [])];
}

/** A line of a bill in words. */
export function sayWhy(line: { room: string; code: string; params: Record<string, unknown> }): string {
  return sentence(say(`${line.room}.${line.code}`, line.params));
}
