// The coach: an estimate and reasons for every move of a view.
export { type ExplainOptions, explain, explainInSteps } from './explain.js';
export { type Advice, Explanation } from './explanation.js';
export { type Reason, type ReasonParams, reasonWords } from './reasons.js';
export type { StepOptions } from './steps.js';
