// What the score pad says.
import type { Evening } from './scorePad.svelte';
import { kind, number, dishName, dishShort } from '../../game/dishes';
import { knows, say, sayProblem, sentence, together } from '../../lib/texts.svelte';
import type { PadSheet, PadWarning, Problem } from '../../wire/wire.gen';

/** A part of the evening by its name. */
export function sayPart(evening: Evening, part: number): string {
  return part < evening.end ? say('ui.round', { round: part + 1, rounds: evening.rounds }) : say('padpage.the-end');
}

/** A card or a face by its whole name, also one that no box of ours has. */
export function faceName(word: string): string {
  return knows(`dish.${word}`) ? dishName(word) : say(`padpage.face.${kind(word)}.name`, { n: number(word) });
}

/** A card or a face by a name of at most ten letters. */
export function faceShort(word: string): string {
  return knows(`dish.${word}`) ? dishShort(word) : say(`padpage.face.${kind(word)}.short`, { n: number(word) });
}

/** What cannot be on these plates. */
export function sayPadProblem(problem: Problem): string {
  const path = `padpage.not.${problem.code}`;
  if (!knows(path)) return sayProblem(problem);
  return sentence(say(path, { ...problem.params, dish: faceName(String(problem.params.dish)) }));
}

/** What is counted although our guess at the box has less of it. */
export function sayPadWarning({ code, params }: PadWarning): string {
  const dish = code === 'die-not-ours' ? params.dish : faceName(String(params.dish));
  return sentence(say(`padpage.maybe.${code}`, { ...params, dish }));
}

/** Who has won, and what became of a tie. */
export function sayVerdict(evening: Evening, sheet: PadSheet): string[] {
  const winners = sheet.players.filter((player) => player.winner);
  const names = winners.map((player) => player.name);
  const points = winners[0]?.total ?? 0;
  const lines = evening.setting.variant === 'golf' ? [say('pad.golf')] : [];
  if (sheet.tie === 'broken') lines.push(say('event.tie-break'));
  if (names.length === 1) return [say('event.win', { name: names[0], points }), ...lines];
  return [
    say('event.win-shared', { names: together(names), points }),
    ...lines,
    ...(sheet.tie === 'even' || sheet.tie === 'shared' ? [say(`pad.tie.${sheet.tie}`)] : []),
  ];
}
