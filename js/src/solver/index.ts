// The exact solver for two players with open hands: the value, optimal mixed strategies, and the value of each move.
export { NotOpen, OutOfMemory } from './refusals.js';
export { type ByMove, type Solution, type SolveOptions, noteOf, solve } from './solution.js';
