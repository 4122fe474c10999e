export type { Entry, Plate } from './entry.js';
export { PadError } from './error.js';
export { Pad, type PadOptions } from './pad.js';
export { Note, type PadWarning, Sheet, type Tally } from './sheet.js';
export type { Stocks } from './stocks.js';
