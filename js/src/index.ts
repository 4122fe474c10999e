export { Engine, EngineError, NdArray, Records, compile } from './engine.js';
export { BadFile, IllegalMove, OkawariError, SettingError } from './errors.js';
export { Notation, letter, notationFor, placeName, type Move } from './notation.js';
export { Setting, type SettingJson, type SettingOptions } from './settings.js';
export { loadTexts, say, type Language } from './texts.js';
export type { Dessert, Menu, Prize, TableKind, Variant } from './traits.js';
export { View, type ViewJson } from './views.js';
export * as bots from './bots/index.js';
export * from './solver/index.js';
