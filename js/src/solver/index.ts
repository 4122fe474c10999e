// The exact solver for two players with open hands: the value, optimal mixed strategies, and the value of each move.
export { NotOpen, OutOfMemory, OutOfTime } from './refusals.js';
export { type ByMove, type Solution, type SolveOptions, noteOf, solve, solveInSteps } from './solution.js';
