// Why the rules exclude something, short enough for a list of choices.
import { hasText, say, sayProblem } from '../lib/texts.svelte';
import type { Problem } from '../wire/wire.gen';

/** The reason in a few words, where there are such words, else the whole sentence. `word` is what is excluded. */
export function sayReason(problem: Problem, word: unknown): string {
  const { variant } = problem.params;
  const path = `setup.not.${problem.code}${variant && variant === word ? '-self' : ''}`;
  const params = { ...problem.params, ...(variant ? { variant: say(`variant.${variant}.short`) } : {}) };
  return hasText(path) ? say(path, params) : sayProblem(problem);
}
