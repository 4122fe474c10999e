// Texts of the score pad.
import type { ScorePad } from './scorePad.svelte';
import { kind, number, dishName, dishShort } from '../../game/dishes';
import { hasText, say, sayProblem, capitalise, joinNames } from '../../lib/texts.svelte';
import type { PadSheet, PadWarning, Problem } from '../../wire/wire.gen';

/** The name of a part. */
export function sayPart(pad: ScorePad, part: number): string {
  return part < pad.end ? say('ui.round', { round: part + 1, rounds: pad.rounds }) : say('padpage.the-end');
}

/** The whole name of a card or a face, also of one that our guess at the box does not have. */
export function faceName(word: string): string {
  return hasText(`dish.${word}`) ? dishName(word) : say(`padpage.face.${kind(word)}.name`, { n: number(word) });
}

/** The name of a card or a face in at most ten letters. */
export function faceShort(word: string): string {
  return hasText(`dish.${word}`) ? dishShort(word) : say(`padpage.face.${kind(word)}.short`, { n: number(word) });
}

/** The text of a problem with the counted plates. */
export function sayPadProblem(problem: Problem): string {
  const path = `padpage.not.${problem.code}`;
  if (!hasText(path)) return sayProblem(problem);
  return capitalise(say(path, { ...problem.params, dish: faceName(String(problem.params.dish)) }));
}

/** The text of a warning: more was counted than our guess at the box has. */
export function sayPadWarning({ code, params }: PadWarning): string {
  const dish = code === 'die-not-ours' ? params.dish : faceName(String(params.dish));
  return capitalise(say(`padpage.maybe.${code}`, { ...params, dish }));
}

/** Who has won, and how a tie ended. */
export function sayVerdict(pad: ScorePad, sheet: PadSheet): string[] {
  const winners = sheet.players.filter((player) => player.winner);
  const names = winners.map((player) => player.name);
  const points = winners[0]?.total ?? 0;
  const lines = pad.traits?.lowestWins ? [say('pad.lowest-wins')] : [];
  if (sheet.tie === 'broken') lines.push(say('event.tie-break'));
  if (names.length === 1) return [say('event.win', { name: names[0], points }), ...lines];
  return [
    say('event.win-shared', { names: joinNames(names), points }),
    ...lines,
    ...(sheet.tie === 'even' || sheet.tie === 'shared' ? [say(`pad.tie.${sheet.tie}`)] : []),
  ];
}
