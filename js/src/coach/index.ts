// The coach: an estimate and reasons for every move of a view, and the decisions of a game that cost most.
export { type ExplainOptions, explain, explainInSteps } from './explain.js';
export { type Advice, Explanation } from './explanation.js';
export { type Reason, type ReasonParams, reasonWords } from './reasons.js';
export { Lapse, type ReviewOptions, review, reviewInSteps } from './review.js';
export type { Estimate } from './estimate.js';
export { type Measured, type MeasureOptions, measure, measureInSteps } from './measure.js';
export type { StepOptions } from './steps.js';
