// Why the rules exclude an option, short enough for a list of options.
import { hasText, say, sayProblem } from '../lib/texts.svelte';
import type { Problem } from '../wire/wire.gen';

/** The short reason where there is one, else the whole sentence. `word` is the excluded option. */
export function sayReason(problem: Problem, word: unknown): string {
  const { variant } = problem.params;
  const path = `setup.not.${problem.code}${variant && variant === word ? '-self' : ''}`;
  const params = { ...problem.params, ...(variant ? { variant: say(`variant.${variant}.short`) } : {}) };
  return hasText(path) ? say(path, params) : sayProblem(problem);
}
