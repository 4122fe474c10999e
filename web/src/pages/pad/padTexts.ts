// What the score pad says.
import type { ScorePad } from './scorePad.svelte';
import { kind, number, dishName, dishShort } from '../../game/dishes';
import { hasText, say, sayProblem, capitalise, joinNames } from '../../lib/texts.svelte';
import type { PadSheet, PadWarning, Problem } from '../../wire/wire.gen';

/** A part of the pad by its name. */
export function sayPart(pad: ScorePad, part: number): string {
  return part < pad.end ? say('ui.round', { round: part + 1, rounds: pad.rounds }) : say('padpage.the-end');
}

/** A card or a face by its whole name, also one that no box of ours has. */
export function faceName(word: string): string {
  return hasText(`dish.${word}`) ? dishName(word) : say(`padpage.face.${kind(word)}.name`, { n: number(word) });
}

/** A card or a face by a name of at most ten letters. */
export function faceShort(word: string): string {
  return hasText(`dish.${word}`) ? dishShort(word) : say(`padpage.face.${kind(word)}.short`, { n: number(word) });
}

/** What cannot be on these plates. */
export function sayPadProblem(problem: Problem): string {
  const path = `padpage.not.${problem.code}`;
  if (!hasText(path)) return sayProblem(problem);
  return capitalise(say(path, { ...problem.params, dish: faceName(String(problem.params.dish)) }));
}

/** What is counted although our guess at the box has less of it. */
export function sayPadWarning({ code, params }: PadWarning): string {
  const dish = code === 'die-not-ours' ? params.dish : faceName(String(params.dish));
  return capitalise(say(`padpage.maybe.${code}`, { ...params, dish }));
}

/** Who has won, and what became of a tie. */
export function sayVerdict(pad: ScorePad, sheet: PadSheet): string[] {
  const winners = sheet.players.filter((player) => player.winner);
  const names = winners.map((player) => player.name);
  const points = winners[0]?.total ?? 0;
  const lines = pad.setting.variant === 'golf' ? [say('pad.golf')] : [];
  if (sheet.tie === 'broken') lines.push(say('event.tie-break'));
  if (names.length === 1) return [say('event.win', { name: names[0], points }), ...lines];
  return [
    say('event.win-shared', { names: joinNames(names), points }),
    ...lines,
    ...(sheet.tie === 'even' || sheet.tie === 'shared' ? [say(`pad.tie.${sheet.tie}`)] : []),
  ];
}
